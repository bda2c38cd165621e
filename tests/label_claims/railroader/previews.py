"""Claims in previews: the end of the turn, the place of cards, and whether the move can be undone."""

import re
from collections import Counter
from collections.abc import Iterator

from engine.core import decisions, play, premove_decisions
from engine.games.railroader.game_data.board import first_space_of
from engine.games.railroader.game_data.cards import CARDS, GOLD, PROSPECTOR, SABOTEUR, SCOUT, Card, kind_of
from engine.games.railroader.rules.railhead import PLACEABLE_KINDS
from engine.games.railroader.state import actions as a
from engine.games.railroader.state import events as e
from engine.games.railroader.state.state import Orders, RailRoader
from tests.label_claims.frame import Claim, Offer, Step, name
from tests.label_claims.railroader.labels import spaces_of
from tests.label_claims.railroader.worlds import (
    card_gains,
    find_event,
    has_outlaws,
    next_turn,
    own_events,
    own_turn,
    play_out_turn,
    state_before_end,
    state_of,
    stop_outcomes,
    worlds,
)

_HUNGRY = re.compile(
    r"Then (?:(\d) of (\d) workers|(your only) worker|(both) workers|all (\d) workers) go(?:es)? hungry and leaves?"
)
_FED = re.compile(r"Then (\d) workers? eats? (?:(\d+) of (\d+) supplies|the last (?:(\d+) )?suppl(?:y|ies))")
_PILE = re.compile(r"You pick up your discard pile \((\d+) cards?\)")
_NEXT_CAVALRY = re.compile(r"(Your|Player (\d)’s) cavalry rolls next")
_ONLY = re.compile(r"(You|Player (\d)) can then only roll toward the dynamite")


def claims(offer: Offer) -> Iterator[Claim]:
    """Yield the claims of an offer's preview."""
    if isinstance(offer.action, a.Deputies):
        yield from _orders(offer)
        return
    yield Claim("undo refused", "can’t undo" in offer.preview, not offer.can_undo)
    yield from _reasons(offer)
    for step in worlds(offer):
        yield from _end_of_turn(offer, step)
        yield from _empty_hand(offer, step)
    yield from _without_cards(offer)
    yield from _piles(offer)
    yield from _notes(offer)


def _orders(offer: Offer) -> Iterator[Claim]:
    """Yield claims about orders for deputies: they are secret, and can be changed."""
    after, action = offer.after, offer.action
    assert isinstance(after, RailRoader) and isinstance(action, a.Deputies)
    secret = all(event.to == frozenset({offer.seat}) for event in offer.events)
    yield Claim("deputies: secret", "Only you can see this" in offer.preview, secret)
    again = any(decision.seat == offer.seat for decision in premove_decisions(after))
    yield Claim("deputies: can be changed", "You can change it" in offer.preview, again)
    yield Claim("deputies: as said", after.orders[offer.seat].value, Orders(action.use, action.first))


# -- undo


def _reasons(offer: Offer) -> Iterator[Claim]:
    """Yield each reason that is given against undo."""
    text, events = offer.preview, own_events(offer.step)
    rolls = isinstance(offer.action, a.Move | a.Roll)
    chance = rolls or bool(find_event(events, e.CardTurned)) or bool(find_event(events, e.CavalryRode))
    yield Claim("undo: a roll", "can’t undo a roll" in text, rolls)
    yield Claim("undo: a new card", "A new card is revealed" in text, bool(find_event(events, e.CardTurned)))
    ridden = find_event(events, e.CavalryRode)
    yield Claim(
        "undo: cavalry at once", "cavalry rolls immediately" in text, bool(ridden and ridden.free and not rolls)
    )
    yield from _game_end(offer, chance=chance)
    if chance:
        return
    kind, seat = _first_chance(offer, len(events))
    yield Claim("undo: market shifts", "market shifts after" in text, kind == "market")
    said = _NEXT_CAVALRY.search(text)
    yield Claim("undo: next cavalry", said and int(said[2] or offer.seat), seat if kind == "cavalry" else None)
    only = _ONLY.search(text)
    yield Claim("undo: only a roll", only and int(only[2] or offer.seat), seat if kind == "roll" else None)


def _game_end(offer: Offer, *, chance: bool) -> Iterator[Claim]:
    """Yield whether the game is over after the turn, before any card is turned."""
    after, said = offer.after, "The game ends after your turn" in offer.preview
    turn = own_turn(state_of(offer), after, offer.seat)
    if turn and turn.rolling:
        assert isinstance(after, RailRoader)
        ends = [(not end.flow, events) for end, events in stop_outcomes(after, offer.seat)]
    else:
        ends = [(not offer.followed[-1].after.flow, tuple(event for step in offer.followed for event in step.events))]
    over = all(end and not find_event(events, e.MarketMoved) for end, events in ends)
    if said or not chance:  # of a roll or a new card it is said only if each result ends the game
        yield Claim("game ends", said, over)


def _first_chance(offer: Offer, start: int) -> tuple[str, int | None]:
    """Return what chance decides first after the turn: the kind, and the seat whose cavalry or train it is."""
    for number, step in enumerate(offer.followed):
        if number and isinstance(step.action, a.Roll):
            return "roll", step.action.seat
        for event in step.events[0 if number else start :]:
            if isinstance(event, e.CavalryRode):
                return "cavalry", event.seat
            if isinstance(event, e.CardTurned):
                return "market", None
    return "", None


# -- the rest of the turn


def _is_over(offer: Offer, step: Step) -> bool | None:
    """Whether the turn is over after the move, or None if that depends on where engineers stop the train."""
    turn = own_turn(state_of(offer), step.after, offer.seat)
    if turn is None:
        return True
    if not turn.rolling:
        return False
    assert isinstance(step.after, RailRoader)
    ended = {own_turn(step.before, after, offer.seat) is None for after, _ in stop_outcomes(step.after, offer.seat)}  # type: ignore[arg-type]
    return None if False in ended else True


def _end_of_turn(offer: Offer, step: Step) -> Iterator[Claim]:
    """Yield the workers' meal, and the discard pile that is picked up."""
    text, seat = offer.preview, offer.seat
    if "if the train stops on" in offer.label or _is_over(offer, step) is None:
        return
    ends = [step.events]
    if (turn := own_turn(state_of(offer), step.after, seat)) and turn.rolling:
        ends = [events for _, events in stop_outcomes(step.after, seat)]  # type: ignore[arg-type]
    for events in ends:
        if "unless outlaws appear" in offer.label and has_outlaws(events):
            continue  # whether the turn is over depends on them
        pile, taken = _PILE.search(text), find_event(events, e.HandTaken, seat)
        yield Claim("pile picked up", pile and int(pile[1]), taken.cards if taken else None)
        fed = find_event(events, e.GangFed, seat)
        if "unless outlaws appear" in text and has_outlaws(events):
            continue
        yield Claim("meal: fed, hungry", _meal(text), (fed.fed, fed.left) if fed else None)
        if (said := _FED.search(text)) and fed and not has_outlaws(events):
            supplies = state_of(offer).railroads[seat].mat.supply_count
            if isinstance(offer.action, a.Place | a.Scout | a.Withdraw):
                supplies = state_before_end(offer).railroads[seat].mat.supply_count
            yield Claim("meal: supplies", int(said[3] or said[4] or 1), supplies)
    if "If you have fewer than 3 cards" in text and isinstance(step.after, RailRoader):
        later = play_out_turn(step.after, seat)
        if later is not None:
            yield Claim("pile picked up later", True, bool(find_event(later, e.HandTaken, seat)))


def _meal(text: str) -> tuple[int, int] | None:
    """Return how many workers eat and how many go hungry, as the preview says."""
    if found := _FED.search(text):
        return int(found[1]), 0
    if found := _HUNGRY.search(text):
        if found[1]:
            return int(found[2]) - int(found[1]), int(found[1])
        return 0, 1 if found[3] else 2 if found[4] else int(found[5])
    return None


def _empty_hand(offer: Offer, step: Step) -> Iterator[Claim]:
    """Yield whether the rest of the turn is lost."""
    text, seat = offer.preview, offer.seat
    ends = [(step.after, step.events)]
    if (turn := own_turn(state_of(offer), step.after, seat)) and turn.rolling:
        ends = list(stop_outcomes(step.after, seat))  # type: ignore[arg-type]
    for after, events in ends:
        assert isinstance(after, RailRoader)
        lost = bool(find_event(events, e.TurnCutShort, seat))
        if found := re.search(r"unless the train stops on ([^a-z]*(?:or [\d–]+)?), you lose", text):
            off = bool(find_event(events, e.Derailed, seat))
            kept = after.railroads[seat].engine in spaces_of(found[1]) and not off
            yield Claim("rest of turn lost, by space", not kept, lost)
        elif "you may lose the rest" in text:
            yield Claim("rest of turn lost, with outlaws", lost and not has_outlaws(events), False)
        elif "no cards left" not in text:
            yield Claim("rest of turn lost", "you lose the rest of your turn" in text, lost)


def _without_cards(offer: Offer) -> Iterator[Claim]:
    """Yield whether a player has no cards, and whether anything is possible in the next turn."""
    text, seat, after = offer.preview, offer.seat, offer.after
    assert isinstance(after, RailRoader)
    turn = own_turn(state_of(offer), after, seat)
    if (turn and turn.rolling) or isinstance(offer.action, a.Buy):
        return
    railroad = after.railroads[seat]
    none = not (railroad.hand or railroad.discards or railroad.mat.people_count or railroad.mat.unopened_crates)
    if "could have no cards left" in text:
        return
    yield Claim("no cards left", "would have no cards left" in text, none)
    if "could do nothing more" in text:
        yield Claim("nothing more to do", True, not _is_asked_later(after, seat))


def _is_asked_later(state: RailRoader, seat: int) -> bool:
    """Whether the seat has a choice in the next two rounds, if the others only discard."""
    until = state.round + 2
    while state.flow and state.round < until:
        (decision,) = decisions(state)
        if decision.seat == seat and not any(isinstance(offer, a.Roll) for offer in decision.offers):
            return True
        offers = list(decision.offers)
        state, _ = play(state, next((offer for offer in offers if getattr(offer, "onto", "") == "pile"), offers[0]))
    return False


# -- cards and notes


def _piles(offer: Offer) -> Iterator[Claim]:
    """Yield the cards that the preview says the seat gets."""
    text, said = offer.preview, Counter[Card]()
    for step in worlds(offer):
        found = card_gains(offer, step)
        match offer.action:
            case a.Buy(slot=slot):
                card = state_of(offer).market[slot - 1]
                assert card is not None
                said = Counter([card])  # the gold only changes places
                yield Claim("cards: bought", "The card and the gold go to your discard pile" in text, found == said)
            case a.Scout():
                yield Claim("cards: scout kept", "The scout goes to your discard pile" in text, not found[SCOUT])
            case a.Search(card=card):
                yield Claim("cards: found", "The card goes to your hand" in text, found == Counter([card]))
            case a.Prospect():
                said = Counter([GOLD])
                yield Claim("cards: prospected", "The gold and the prospector go to" in text, found == said)
            case a.Dynamite():
                kept = "The saboteur goes to your discard pile" in text
                yield Claim("cards: saboteur kept", kept, not found[SABOTEUR])
            case a.Steal(card=card):
                said = Counter([card])
                yield Claim(
                    "cards: stolen", "The crate and the saboteur go to your discard pile" in text, found == said
                )
    if isinstance(offer.action, a.Prospect):
        pile = state_before_end(offer).railroads[offer.seat].discards
        yield Claim("cards: prospector in the pile", PROSPECTOR in pile and GOLD in pile, True)


def _notes(offer: Offer) -> Iterator[Claim]:
    """Yield claims about building once a turn, dynamite, and the railhead where a bought card is placed."""
    text, after = offer.preview, state_before_end(offer) if not isinstance(offer.action, a.Stop) else None
    match offer.action:
        case a.Build():
            assert after is not None
            again = any(isinstance(one, a.Build) for decision in decisions(after) for one in decision.offers)
            yield Claim("build: once per turn", "once per turn" in text, not again)
        case a.Dynamite(rival=rival):
            assert after is not None
            train = after.railroads[rival].engine
            offers = next_turn(after, rival, Card("water-3"), train, derailed=False)
            water = any(isinstance(one, a.Move) for one in offers)
            yield Claim("dynamite: no Water", f"{name(rival)}’s train gets there, only the die" in text, not water)
        case a.Move(engineers=engineers) | a.Roll(engineers=engineers):
            yield Claim("stop is chosen", "you choose where the train stops" in text, engineers > 0)
        case a.Buy(slot=slot):
            yield from _railhead(offer, state_of(offer).market[slot - 1])


def _railhead(offer: Offer, card: Card | None) -> Iterator[Claim]:
    """Yield where the train must be to place a bought card, tested in a later turn."""
    assert card is not None and CARDS[card]
    if kind_of(card) not in PLACEABLE_KINDS:
        return
    state, text = state_of(offer).update_mat(offer.seat, lambda mat: type(mat)()), offer.preview
    railroad = state.railroads[offer.seat]
    now = _can_place(offer, state, card, railroad.engine, derailed=railroad.derailed)
    yield Claim("railhead: not there", "You can only place it" in text, not now)
    if found := re.search(r"at the railhead, (\d+) spaces? ahead", text):
        there = railroad.engine + int(found[1])
        yield Claim("railhead: spaces ahead", there, first_space_of(railroad.sections))
        yield Claim("railhead: can place there", _can_place(offer, state, card, there, derailed=False), True)
        before = _can_place(offer, state, card, there - 1, derailed=False)
        yield Claim("railhead: not before", before, False)


def _can_place(offer: Offer, state: RailRoader, card: Card, engine: int, *, derailed: bool) -> bool:
    offers = next_turn(state, offer.seat, card, engine, derailed=derailed)
    return a.Place(offer.seat, card) in offers
