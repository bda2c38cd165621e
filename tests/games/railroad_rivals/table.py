"""Builders for positions, and functions that play notation."""

from collections.abc import Mapping
from typing import Any

import msgspec

from engine.core import Event, Seat, decisions, play, read_action, settle, write_action
from engine.games import GAMES
from engine.games.railroad_rivals.game_data.grid import Cell, Side
from engine.games.railroad_rivals.game_data.options import RivalsOptions
from engine.games.railroad_rivals.game_data.pieces import OfferTile, hand_secret, hide_tiles
from engine.games.railroad_rivals.game_data.printed_data import City, Goods
from engine.games.railroad_rivals.phases.game_state import AnyPhase
from engine.games.railroad_rivals.phases.turns import Turns
from engine.games.railroad_rivals.state.board import Board, PlacedTile
from engine.games.railroad_rivals.state.state import RailroadRivals

GAME = GAMES["railroad-rivals"]

BLOCK = ("St. Louis 0,0 n", "Pittsburgh 1,0 n", "Indianapolis 1,1 w", "Cleveland 0,1 s")
"""The four tiles of the rulebook's placing examples, in the only possible arrangement."""


def table(
    phase: AnyPhase | None = None,
    *,
    seats: int = 4,
    order: tuple[int, ...] = (1, 2, 3, 4, 5, 6),
    laid: tuple[str, ...] = ("St. Louis 0,0 n",),
    by: int = 1,
    hands: Mapping[int, tuple[str, ...]] | None = None,
    goods: Mapping[str, str] | None = None,
    offer: tuple[tuple[str, ...], tuple[str, ...]] = ((), ()),
    bidding: str = "first-place",
    modules: tuple[str, ...] = (),
    **changes: Any,
) -> RailroadRivals:
    """A position in turn 2 at ``phase``, with tiles that seat ``by`` placed in order, and 20 points for each seat.

    ``laid`` are texts “city x,y facing”, ``goods`` kinds by city as words, ``offer`` is (cities, stocks), and
    ``modules`` are the options that are switched on.
    """
    options = RivalsOptions(bidding=bidding, **dict.fromkeys(modules, True))  # type: ignore[arg-type]
    start, _ = GAME.new_game(options, seats, 1)
    empty_hands = {seat: hand_secret(seat, ()) for seat in start.everyone}
    given = {Seat(seat): hand_secret(Seat(seat), tuple(map(City, cities))) for seat, cities in (hands or {}).items()}
    fields = {
        "flow": (Turns(), phase) if phase else (Turns(),),
        "turn": 2,
        "order": tuple(map(Seat, order[:seats])),
        "score": dict.fromkeys(start.everyone, 20),
        "hand": empty_hands | given,
        "board": board(*laid, by=by),
        "goods": {City(city): tuple(map(Goods, words.split())) for city, words in (goods or {}).items()},
        "city_offer": tuple(map(OfferTile, offer[0])),
        "stock_offer": tuple(map(OfferTile, offer[1])),
    }
    return settle(msgspec.structs.replace(start, **(fields | changes)))


def board(*laid: str, by: int = 1) -> Board:
    """A board with these tiles, the first of which is the starting tile."""
    built = Board(pittsburgh="adjacent")
    for line in laid:
        city, at, facing = line.rsplit(" ", 2)
        owner = Seat(by) if built.laid else None
        built = built.place_tile(PlacedTile(City(city), Cell.read(at), Side(facing), owner))
    return built


def go(state: RailroadRivals, *lines: str) -> tuple[RailroadRivals, tuple[Event, ...]]:
    """Play notation lines; return the state and all events."""
    events: tuple[Event, ...] = ()
    for line in lines:
        state, news = play(state, read_action(line, GAME.actions))
        events += news
    return state, events


def offered(state: RailroadRivals) -> set[str]:
    """The offers of the only seat to move, as notation lines."""
    (decision,) = decisions(state)
    return {write_action(action) for action in decision.offers}


def pile(*cities: str) -> Any:
    """A city pile with these tiles, from the top down."""
    return hide_tiles(tuple(map(City, cities)))
