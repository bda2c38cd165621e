"""Phase 3: placing a city tile. (R Place a City Tile)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core.action import Decision
from engine.core.seats import Seat
from engine.games.railroad_rivals.box.data import CITIES, City
from engine.games.railroad_rivals.rules.placements import Placements, misfit
from engine.games.railroad_rivals.state.actions import Place
from engine.games.railroad_rivals.state.events import CityPlaced, GoodsDrawn, HandEmptied, LastTurnCame, PlacementPassed
from engine.games.railroad_rivals.state.phase import RivalsPhase

if TYPE_CHECKING:
    from engine.games.railroad_rivals.state.state import RailroadRivals


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
        return misfit(state.board, hand, action)


def _last_city(seat: Seat, state: RailroadRivals) -> RailroadRivals:
    """The first to place the last city tile of a hand makes this turn the last. (R Game End & Scoring; E1, E3)

    Before the city pile has run out that needs the option for it; otherwise the table is told why play goes on.
    """
    if state.ending or state.placeable(seat):
        return state
    if not state.city_pile_out and state.options.end == "after-pile":
        return state.tell(HandEmptied(seat)) if _newly_empty(state, seat) else state
    return state.announce_end("last-city").tell(LastTurnCame(seat))


def _newly_empty(state: RailroadRivals, seat: Seat) -> bool:
    """Whether the hand was not empty after the last turn too: it gets smaller only by drafting what is never placed."""
    return not any(lot.taken == seat and CITIES[City(lot.tile)].edges for lot in state.city_offer)


def _standstill(state: RailroadRivals) -> RailroadRivals:
    """After a whole turn without a placement and without a city pile nothing can change any more. (ruling E4)"""
    if state.placed_this_turn or not state.city_pile_out or state.ending:
        return state
    return state.announce_end("standstill").tell(LastTurnCame(None))
