"""Small builders for positions of RailRoader, and moves by their notation."""

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
    """Cards by their names, in this order."""
    return tuple(map(Card, words.split()))


def mat(workers: int = 0, deputies: int = 0, crates: str = "") -> RailheadMat:
    """A railhead mat; a crate is “4/4” when it is full and “1/4” when one cube is left of four."""
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
    """One player's things: ``railroad(7, 2, hand="gold gold", workers=2, crates="1/4 4/4")``."""
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
    """A position at the beginning of the turn of seat ``at``; seat 1 goes first in every round.

    ``railroads`` are those of seats 1, 2 and so on; the rest are as at the start. ``market`` is from the slot next to
    the deck on, “-” is an empty slot; ``deck`` is from the top. ``dice`` are the next rolls, as long as nothing is
    shuffled. ``turn`` are changes of the turn, such as ``{"left": 1}``.
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
    """A generator whose next rolls are these."""
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
    """Plays notation lines; the events are those of all of them."""
    told: tuple[Event, ...] = ()
    for line in lines:
        state, news = play(state, read_action(line, GAME.actions))
        told += news
    return state, told


def offered(state: RailRoader, kind: str = "") -> set[str]:
    """What the one seat that is asked may do, as notation lines; with ``kind`` those of one kind."""
    (decision,) = decisions(state)
    return {line for line in map(write_action, decision.offers) if line.split()[1] == kind or not kind}


def mine(state: RailRoader, seat: int = 1) -> Railroad:
    """A seat's railroad."""
    return state.railroads[Seat(seat)]
