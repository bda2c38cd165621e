"""Phase 3: placing a city tile. (R Place a City Tile)"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

import msgspec

from engine.core.action import Action, Decision
from engine.core.seats import Seat
from engine.core.words import counted
from engine.games.railroad_rivals.actions import Place
from engine.games.railroad_rivals.board import Board, Spot, blank_spots, looks_alike, match_spots, tiles
from engine.games.railroad_rivals.data import CITIES, City
from engine.games.railroad_rivals.events import CityPlaced, GoodsDrawn, LastTurnCame, PlacementPassed
from engine.games.railroad_rivals.phase import RivalsPhase

if TYPE_CHECKING:
    from engine.games.railroad_rivals.state import RailroadRivals

__all__ = ["Placements", "Placing"]


class Placements(Collection[Action]):
    """Every way for ``seat`` to lay one tile of ``hand``.

    If any tile of the hand can match a railroad, one that does must be placed; only if none can, a blank edge goes
    against a blank edge. (R Place a City Tile; rulings P6, P7)

    Of turnings that look alike only the first is listed; each is in it. (ruling P1)
    """

    __slots__ = ("_ways", "seat")

    def __init__(self, board: Board, seat: Seat, hand: tuple[City, ...]) -> None:
        self.seat = seat
        matches = [(city, spots) for city in hand if (spots := match_spots(board, city))]
        self._ways: list[tuple[City, tuple[Spot, ...]]] = matches or [
            (city, spots) for city in hand if (spots := blank_spots(board, city))
        ]

    def __len__(self) -> int:
        return sum(len(spots) for _, spots in self._ways)

    def __iter__(self) -> Iterator[Action]:
        return (Place(self.seat, city, spot.at, spot.facing) for city, spots in self._ways for spot in spots)

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, Place) or action.seat != self.seat:
            return False
        ways = next((spots for city, spots in self._ways if city == action.city), ())
        return any(spot.at == action.at and looks_alike(action.city, spot.facing, action.facing) for spot in ways)


class Placing(RivalsPhase, frozen=True):
    """In turn order everybody places one city tile, draws its cubes, and owns the links it makes.

    ``done`` seats have had their turn. (R Place a City Tile)
    """

    heading = "Place a City Tile"

    done: int = 0

    def decisions(self, state: RailroadRivals) -> tuple[Decision, ...]:
        if self.done == state.seats:
            return ()
        asked = state.order[self.done]
        offers = Placements(state.board, asked, state.hand[asked].open())
        return (Decision(asked, "Place one of your city tiles.", offers),) if offers else ()

    def apply(self, state: RailroadRivals, action: Place) -> RailroadRivals:
        seat, city = action.seat, action.city
        placed = state.become(Placing(self.done + 1)).lay(seat, city, action.at, action.facing)
        links = placed.board.links[len(state.board.links) :]
        supplied = placed.draw_goods(city)
        cubes = supplied.goods.get(city, ())
        return _last_city(
            seat,
            supplied.tell(
                CityPlaced(seat, city, action.at, action.facing, links),
                GoodsDrawn(city, cubes, CITIES[city].goods - len(cubes)),
            ),
        )

    def proceed(self, state: RailroadRivals) -> RailroadRivals:
        """Who cannot place passes; when all have had their turn, the phase is over. (R Place a City Tile; P14)"""
        if self.done == state.seats:
            return _standstill(state).leave()
        seat = state.order[self.done]
        passed = PlacementPassed(seat, empty_handed=not state.placeable(seat))
        return state.become(Placing(self.done + 1)).tell(passed)

    def refusal(self, state: RailroadRivals, action: object) -> str:
        seat = state.order[self.done]
        hand = state.hand[seat].open()
        if not isinstance(action, Place):
            return "City tiles are being placed now; place one of yours."
        if action.city not in hand:
            return f"You do not hold {action.city}; you hold {', '.join(hand)}."
        if action.at in tiles(state.board):
            return f"{tiles(state.board)[action.at].city} already lies there; tiles may not be stacked."
        spot = Spot(action.at, action.facing)
        if spot in blank_spots(state.board, action.city):
            return "Blank against blank is allowed only when no tile of yours can match a railroad; you can match one."
        ways = counted(len(match_spots(state.board, action.city)), "other way")
        return (
            f"{action.city} does not fit there: an edge must show the same railroad as the edge it touches. "
            f"It fits in {ways}."
        )


def _last_city(seat: Seat, state: RailroadRivals) -> RailroadRivals:
    """The first to place the last city tile of a hand makes this turn the last. (R Game End & Scoring; E1, E3)"""
    if not state.city_pile_out or state.ending or state.placeable(seat):
        return state
    return msgspec.structs.replace(state.tell(LastTurnCame(seat)), ending="last-city")


def _standstill(state: RailroadRivals) -> RailroadRivals:
    """After a whole turn without a placement and without a city pile nothing can change any more. (ruling E4)"""
    if state.placed_this_turn or not state.city_pile_out or state.ending:
        return state
    return msgspec.structs.replace(state.tell(LastTurnCame(None)), ending="standstill")
