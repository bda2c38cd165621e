"""Claims in labels and headlines: the rest of the turn, track, cards, supplies, and workers."""

import re
from collections.abc import Iterator

from engine.core import decisions
from engine.games.railroader.game_data.cards import GOLD, Kind, kind_of, value_of
from engine.games.railroader.game_data.constants import DIE_FACES, MAX_PEOPLE
from engine.games.railroader.state import actions as a
from engine.games.railroader.state import events as e
from engine.games.railroader.state.state import RailRoader
from tests.label_claims.frame import Claim, Offer, Step
from tests.label_claims.railroader.worlds import (
    find_event,
    has_outlaws,
    own_turn,
    play_out_turn,
    state_before_end,
    state_of,
    stop_outcomes,
    worlds,
)

_LEFT = re.compile(r"(?:(\d+) actions? left|ends your turn)(?: (if the train stops on|unless outlaws appear))?")
_SPACES = re.compile(r"if the train stops on ([^:;]*), otherwise ends your turn$")
_COUNT = re.compile(r"(\d+|no) (workers?|suppl(?:y|ies)|cards?|sections?|gold)")


def claims(offer: Offer) -> Iterator[Claim]:
    """Yield the claims of an offer's labels, and of the headline above it."""
    yield from _headline(offer)
    if isinstance(offer.action, a.Deputies):
        return
    for step in worlds(offer):
        yield from _left(offer, step)
    yield from _effect(offer)


def spaces_of(text: str) -> set[int]:
    """Return the spaces of a text such as “48 or 50–52”."""
    found = set[int]()
    for first, last in re.findall(r"(\d+)(?:–(\d+))?", text):
        found |= set(range(int(first), int(last or first) + 1))
    return found


# -- the rest of the turn


def _left(offer: Offer, step: Step) -> Iterator[Claim]:
    """Yield the actions left after the move; if engineers can stop the train, after each stop."""
    assert isinstance(step.after, RailRoader)
    said = list(_LEFT.finditer(offer.label))
    assert said, offer.label
    first, number = said[0], int(said[0][1] or 0)
    ends = [(step.after, step.events)]
    if (turn := own_turn(state_of(offer), step.after, offer.seat)) and turn.rolling:
        ends = list(stop_outcomes(step.after, offer.seat))
    for after, events in ends:
        turn = own_turn(state_of(offer), after, offer.seat)
        left = turn.left if turn else 0
        if first[2] == "unless outlaws appear" and has_outlaws(events):
            yield Claim("actions left, with outlaws", left in (0, number), True)
        elif spaces := _SPACES.search(offer.label):
            off = bool(find_event(events, e.Derailed, offer.seat))
            kept = after.railroads[offer.seat].engine in spaces_of(spaces[1]) and not off
            yield Claim("actions left, by space", number if kept else 0, left)
        else:
            yield Claim("actions left", number, left)


def _headline(offer: Offer) -> Iterator[Claim]:
    """Yield the round, the actions left, and whether the game ends with this round."""
    state = state_of(offer)
    if own_turn(state, state, offer.seat) is None:
        return
    turn, text = state.current_turn, offer.headline
    found = re.match(r"Round (\d+)(, the last)? · (?:(\d+) actions? left|train rolling (\d+) spaces?)$", text)
    assert found, text
    yield Claim("headline: round", int(found[1]), state.round)
    said = turn.rolling.total if turn.rolling else turn.left
    yield Claim("headline: actions or spaces", int(found[3] or found[4]), said)
    after = offer.after
    assert isinstance(after, RailRoader)
    if not find_event(offer.events, e.BuffaloCreekReached) and (after.round != state.round or not after.flow):
        yield Claim(
            "headline: last round", bool(found[2]), not after.flow and not find_event(offer.events, e.MarketMoved)
        )


# -- effects


def _effect(offer: Offer) -> Iterator[Claim]:
    """Yield the gains that the label names."""
    match offer.action:
        case a.Build():
            yield from _build(offer)
        case a.Place() | a.Scout():
            yield from _place(offer)
        case a.Withdraw():
            mat = state_before_end(offer).railroads[offer.seat].mat
            for text in (offer.label, offer.field_labels["card"]):
                yield Claim("railhead: left there", _counts(text, "leaves "), [mat.workers, mat.supply_count])
        case a.Discard():
            yield from _discard(offer)
        case a.Buy():
            yield from _buy(offer)
        case a.Prospect():
            gold = re.search(r"take 1 of (\d+) gold", offer.label)
            yield Claim("gold on the prairie", gold and int(gold[1]), state_of(offer).prairie.count(GOLD))
        case a.Search(card=card):
            yield from _use(offer.field_labels["card"], card)
        case a.Dynamite(rival=rival):
            ahead = [
                re.search(r"(\d+) ahead of the train", text) for text in (offer.label, offer.field_labels["space"])
            ]
            train = state_of(offer).railroads[rival].engine
            placed = state_before_end(offer).railroads[rival].dynamite
            yield Claim("dynamite: spaces ahead", [int(each[1]) + train for each in ahead if each], [placed] * 2)
        case a.Steal(rival=rival):
            mat = state_before_end(offer).railroads[rival].mat
            for text in (offer.label, offer.field_labels["card"]):
                yield Claim("steal: left there", _counts(text, "leaves ")[::-1], [mat.workers, mat.supply_count])


def _counts(text: str, after: str) -> list[int]:
    """Return the numbers that stand before a noun after some words."""
    return [0 if number == "no" else int(number) for number, _ in _COUNT.findall(text.partition(after)[2])][:2]


def _build(offer: Offer) -> Iterator[Claim]:
    railroad = state_before_end(offer).railroads[offer.seat]
    for text in (offer.label, offer.field_labels["sections"]):
        found = re.search(r"(\d+) sections?: track to space (\d+)(, Buffalo Creek)?", text)
        assert found, text
        built = railroad.sections - state_of(offer).railroads[offer.seat].sections
        complete = railroad.sections == state_of(offer).board.sections
        said = int(found[1]), int(found[2]), bool(found[3])
        yield Claim("build: sections, end, complete", said, (built, railroad.last_track_space, complete))
    total = re.search(r"\((\d+) of (\d+)\)", offer.label)
    yield Claim("build: total", total and int(total[1]), railroad.sections)


def _place(offer: Offer) -> Iterator[Claim]:
    """Yield the cards then at the railhead, and whether a new worker is fed."""
    assert isinstance(offer.action, a.Place | a.Scout)
    after, card = state_before_end(offer), offer.action.card
    mat = after.railroads[offer.seat].mat
    for text in (offer.label, offer.field_labels["card"]):
        match kind_of(card):
            case Kind.SUPPLIES:
                yield Claim("railhead: supplies, workers", _counts(text, ": "), [mat.supply_count, mat.workers])
            case Kind.WORKER:
                yield Claim("railhead: workers, supplies", _counts(text, "("), [mat.workers, mat.supply_count])
            case _:
                room = re.search(r"room for (\d) more|no room left", text)
                yield Claim("railhead: room", room and int(room[1] or 0), MAX_PEOPLE - mat.people_count)
    if kind_of(card) is Kind.WORKER:
        yield from _worker(offer)


def _worker(offer: Offer) -> Iterator[Claim]:
    """Check that a new worker does not build in this turn, and eats unless the label warns of missing supplies."""
    short = "leaves after this turn" in offer.label
    events = offer.events
    if own_turn(state_of(offer), offer.after, offer.seat):
        assert isinstance(offer.after, RailRoader)
        yield Claim("worker: may still be fed", "unless you add supplies" in offer.label, short)
        yield Claim("worker: builds later", _most_built(offer.after) <= _most_built(state_of(offer)), True)
        events = play_out_turn(offer.after, offer.seat) or ()
    if fed := find_event(events, e.GangFed, offer.seat):
        yield Claim("worker: all are fed", not short, fed.left == 0)


def _most_built(state: RailRoader) -> int:
    offers = (offer for decision in decisions(state) for offer in decision.offers)
    return max((offer.sections for offer in offers if isinstance(offer, a.Build)), default=0)


def _discard(offer: Offer) -> Iterator[Claim]:
    railroad = state_before_end(offer).railroads[offer.seat]
    yield Claim("discard: cards left in hand", _counts(offer.label, "no effect, ")[:1], [len(railroad.hand)])
    assert isinstance(offer.action, a.Discard)
    if offer.action.onto == "pile":
        there = _counts(offer.field_labels["onto"], "get it back (")
        yield Claim("discard: cards in the pile", there, [len(railroad.discards)])
    yield from _use(offer.field_labels["card"], offer.action.card)


def _buy(offer: Offer) -> Iterator[Claim]:
    """Yield the price of a card, which is what its player pays."""
    assert isinstance(offer.action, a.Buy)
    card = state_of(offer).market[offer.action.slot - 1]
    bought = find_event(offer.events, e.CardBought, offer.seat)
    assert card is not None and bought is not None
    for text in (offer.label, offer.field_labels["slot"]):
        cost = re.search(r"(\d+) gold", text)
        yield Claim("buy: gold", cost and int(cost[1]), bought.cost)
        yield from _use(text, card)


def _use(text: str, card: str) -> Iterator[Claim]:
    """Yield the spaces that a Water card moves a train, and how many workers supplies feed."""
    if found := re.search(r"moves (\d+)–(\d+) spaces", text):
        said = int(found[1]), int(found[2])
        yield Claim("card: spaces", said, tuple(value_of(card) + die for die in (1, DIE_FACES)))  # type: ignore[arg-type]
    if found := re.search(r"feeds (\d+) workers", text):
        yield Claim("card: feeds", int(found[1]), value_of(card))  # type: ignore[arg-type]
