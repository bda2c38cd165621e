"""Claims in the narration of a move, and whether a move that revealed something can be undone."""

import re
from collections.abc import Iterator

from engine.core import Event, decisions
from engine.games.railroad_rivals.game import GAME
from engine.games.railroad_rivals.rules.placement_search import Placements
from engine.games.railroad_rivals.state import events as e
from engine.games.railroad_rivals.state.phases import Placing
from engine.games.railroad_rivals.state.state import RailroadRivals
from tests.label_claims.frame import Claim, Offer, name
from tests.label_claims.railroad_rivals import effects as does
from tests.label_claims.railroad_rivals.grammar import grammar_claims


def story_claims(offer: Offer) -> Iterator[Claim]:
    """Yield the claims of the narration of a move, and of the bot when it allows an undo."""
    before, after = offer.state, offer.after
    assert isinstance(before, RailroadRivals) and isinstance(after, RailroadRivals)
    told = [event for event in offer.events if event.to is None]
    for event in told:
        words = GAME.text.event_sentence(event, name)
        yield from _sentence(event, words, before, after)
        yield from grammar_claims("sentences", (words,))
    yield from _points(told, offer)
    yield from _undo(offer, before, after)


def _sentence(event: Event, words: str, before: RailroadRivals, after: RailroadRivals) -> Iterator[Claim]:
    match event:
        case e.CityPileRanOut():
            found = re.search(r"last (\d+|city) (?:city )?tiles? (?:was|were) not enough", words)
            said = 0 if found is None else 1 if found[1] == "city" else int(found[1])
            yield Claim("tiles that left the game", said, before.city_pile.size)
            yield Claim("empty pile", "is empty" in words, not before.city_pile.size)
        case e.GoodsDrawn(city=city):
            found = does.match(r"received (.+?)\.(?: |$)", words)
            cubes = [] if found[1] == "no goods" else does.listed_words(found[1])
            yield Claim("cubes received", len(cubes), does.cubes_drawn(before, after, city))
        case e.StocksScored(seat=seat):
            found = does.match(r": (\d+) in all", words)
            yield Claim("score in all", int(found[1]), after.score[seat])
        case e.OrderSet():
            order = does.match(r"Turn order: (.+)\.", words)
            yield Claim("turn order", order[1].split(", "), [name(seat) for seat in event.order])
        case _:
            return


def _points(told: list[Event], offer: Offer) -> Iterator[Claim]:
    """Yield the points of all deliveries and bonuses together, and the last value named for each railroad."""
    before, after = offer.state, offer.after
    assert isinstance(before, RailroadRivals) and isinstance(after, RailroadRivals)
    deliveries = [event for event in told if isinstance(event, e.Delivered | e.BonusScored)]
    if not deliveries:
        return
    said = dict.fromkeys(before.everyone, 0)
    values: dict[str, int] = {}
    for event in deliveries:
        words = GAME.text.event_sentence(event, name)
        for points in re.findall(r": (\d+) points?|scored (\d+) points? for", words):
            said[event.seat] += int(points[0] or points[1])
        for player, points in re.findall(r"Player (\d) gets (\d+) for the link", words):
            said[int(player)] += int(points)
        for names, value in re.findall(rf"((?:{does.RAILROAD}(?: and )?)+) stock is worth (\d+)", words):
            values |= dict.fromkeys(re.findall(does.RAILROAD, names), int(value))
    gained = does.gained(before, after, offer.events)
    yield Claim("points in sentences", {seat: points for seat, points in said.items() if points}, gained)
    yield Claim("values in sentences", values, does.moved(before, after))


def _undo(offer: Offer, before: RailroadRivals, after: RailroadRivals) -> Iterator[Claim]:
    """Check that a move that can be undone leads to the same question with any other hidden cards."""
    if offer.step.reveals or not after.flow or not isinstance(after.flow[-1], Placing):
        return
    asked = decisions(after)[0].seat
    if asked == offer.seat:
        return
    hand, known = after.hand[asked].open(), after.seen.in_hand(asked)
    certain = len(hand) == len(known) or bool(Placements(after.board, asked, known))
    yield Claim("undo after a look at a hand", certain, True)
