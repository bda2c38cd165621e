"""Builders of positions, and functions that play notation."""

from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec

from engine.core import Event, Rng, Seat, Secret, all_seats, decisions, play, read_action, settle, write_action
from engine.games import GAMES
from engine.games.railroader.game_data.cards import Card, sort_cards
from engine.games.railroader.game_data.constants import DIE_FACES
from engine.games.railroader.game_data.options import RailRoaderOptions
from engine.games.railroader.phases.rounds import Rounds
from engine.games.railroader.state.state import Crate, RailheadMat, Railroad, RailRoader

GAME = GAMES["railroader"]

HAND = "worker worker supplies-4 water-3 gold saboteur"


def cards(words: str) -> tuple[Card, ...]:
    """Cards from their names, separated by spaces."""
    return tuple(map(Card, words.split()))


def mat(workers: int = 0, deputies: int = 0, crates: str = "") -> RailheadMat:
    """A railhead mat; a crate with 1 of 4 supplies is “1/4”."""
    return RailheadMat(workers, deputies, tuple(Crate(*map(int, crate.split("/"))) for crate in crates.split()))


def railroad(
    engine: int = 0,
    sections: int = 0,
    *,
    hand: str = HAND,
    discards: str = "",
    workers: int = 0,
    deputies: int = 0,
    crates: str = "",
    **changes: Any,
) -> Railroad:
    """A railroad: ``railroad(7, 2, hand="gold gold", workers=2, crates="1/4 4/4")``."""
    return Railroad(
        engine=engine,
        sections=sections,
        mat=mat(workers, deputies, crates),
        hand=sort_cards(cards(hand)),
        discards=sort_cards(cards(discards)),
        **changes,
    )


def table(
    *railroads: Railroad,
    seats: int = 2,
    line: int = 20,
    at: int = 1,
    round: int = 5,
    market: str = "gold gold gold",
    prairie: str = "",
    deck: str = "gold gold gold gold",
    outlaws: str = "",
    dice: tuple[int, ...] = (),
    turn: Mapping[str, Any] | None = None,
    **changes: Any,
) -> RailRoader:
    """A position at the start of the turn of seat ``at``; seat 1 goes first in every round.

    ``railroads`` are those of seats 1, 2, and so on; other seats have a new one. ``market`` starts with the slot next
    to the deck, and “-” is an empty slot; ``deck`` starts with the top card. ``dice`` are the next rolls, until
    cards are shuffled. ``turn`` are fields of the turn, such as ``{"left": 1}``.
    """
    start, _ = GAME.new_game(RailRoaderOptions(line=str(line)), seats, 1)  # type: ignore[arg-type]
    everyone = all_seats(seats)
    given = {seat: railroads[seat - 1] if seat <= len(railroads) else railroad() for seat in everyone}
    fields: dict[str, Any] = {
        "flow": (Rounds(at - 1),),
        "round": round - 1 if at == 1 else round,
        "first": Seat(1),
        "railroads": given,
        "market": tuple(None if word == "-" else Card(word) for word in market.split()),
        "prairie": sort_cards(cards(prairie)),
        "deck": Secret(cards(deck), len(cards(deck))),
        "outlaws": cards(outlaws),
        "rng": Secret(rolling(dice)),
    }
    state, _ = settle(msgspec.structs.replace(start, **(fields | changes))).take_events()
    return state.update_turn(**turn) if turn else state


@cache
def rolling(dice: tuple[int, ...]) -> Rng:
    """A random generator with given next die rolls."""
    counter = 0
    while True:
        rng = Rng(counter)
        for die in dice:
            below, rng = rng.draw_below(DIE_FACES)
            if below + 1 != die:
                break
        else:
            return Rng(counter)
        counter += 1


def go(state: RailRoader, *lines: str) -> tuple[RailRoader, tuple[Event, ...]]:
    """Play lines of notation; return the state and all events."""
    events: tuple[Event, ...] = ()
    for line in lines:
        state, new_events = play(state, read_action(line, GAME.actions))
        events += new_events
    return state, events


def offered(state: RailRoader, kind: str = "") -> set[str]:
    """The offers of the seat to move, in notation; with ``kind`` only those of that verb."""
    (decision,) = decisions(state)
    return {line for line in map(write_action, decision.offers) if line.split()[1] == kind or not kind}


def mine(state: RailRoader, seat: int = 1) -> Railroad:
    """The railroad of a seat."""
    return state.railroads[Seat(seat)]
