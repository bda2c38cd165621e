"""The solitaire game's own sequence of play. (R Solitaire Rules, Setup and Play)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core.action import Action, Decision
from engine.core.words import listed
from engine.games.railroad_rivals.box.data import CITIES, City
from engine.games.railroad_rivals.box.geometry import SIDES, neighbors
from engine.games.railroad_rivals.box.pieces import free
from engine.games.railroad_rivals.rules.delivery import deliveries, trip_of, undeliverable
from engine.games.railroad_rivals.rules.placements import Placements, misfit
from engine.games.railroad_rivals.solitaire.actions import Arrange
from engine.games.railroad_rivals.solitaire.data import CHOICE, CUBES_EACH, PLAYER, TURNS
from engine.games.railroad_rivals.solitaire.events import CitiesSupplied, ProgressionBegun, TilesDiscarded
from engine.games.railroad_rivals.solitaire.progression import orders, points, rise
from engine.games.railroad_rivals.state.actions import Deliver, Draft, Place
from engine.games.railroad_rivals.state.board import Board, Spot, match_spots, tiles, turned
from engine.games.railroad_rivals.state.events import (
    CityPlaced,
    Delivered,
    DeliverySkipped,
    GoodsDrawn,
    PlacementPassed,
    TilesDrawn,
)
from engine.games.railroad_rivals.state.phase import RivalsPhase

if TYPE_CHECKING:
    from engine.games.railroad_rivals.state.state import RailroadRivals


class Arranging(RivalsPhase, frozen=True):
    """The player puts the first three cubes in any order, left to right. (R Solitaire Rules, Goods Cubes; ruling O3)"""

    def decisions(self, state: RailroadRivals) -> tuple[Decision, ...]:
        offers = tuple(Arrange(PLAYER, *order) for order in orders(state.delivered))
        return (Decision(PLAYER, "Put the first three cubes of the progression in order.", offers),)

    def apply(self, state: RailroadRivals, action: Arrange) -> RailroadRivals:
        order = (action.first, action.second, action.third)
        return state.arrange(order).tell(ProgressionBegun(goods=order)).leave()

    def refusal(self, state: RailroadRivals, action: Action) -> str:
        drawn = listed(state.delivered)
        if isinstance(action, Arrange):
            return f"The first three cubes are {drawn}: name each of them once, from left to right."
        return f"The first three cubes are put in order now: {drawn}, from left to right."


class LayingStart(RivalsPhase, frozen=True):
    """The starting cities come to lie on the table, and then each gets one cube. (R Starting City Tiles; ruling O2)

    In the Challenge the player lays the random cities beside the first one, in any order: if one can match a railroad,
    it must; if none can, one lies next to any tile, without a link. (R Solitaire Challenge; ruling O10)
    """

    heading = "Starting City Tiles"

    def decisions(self, state: RailroadRivals) -> tuple[Decision, ...]:
        offers = Placements(state.board, PLAYER, _offered(state), spots_beside)
        return (Decision(PLAYER, "Lay one of your starting cities.", offers),) if offers else ()

    def apply(self, state: RailroadRivals, action: Place) -> RailroadRivals:
        return _laid(state, action)

    def proceed(self, state: RailroadRivals) -> RailroadRivals:
        return supply(state.discard_offer()).leave()

    def refusal(self, state: RailroadRivals, action: Action) -> str:
        offered = _offered(state)
        if not isinstance(action, Place):
            return f"The starting cities are laid now: {listed(offered)}."
        if action.city not in offered:
            return f"{action.city} is not one of your starting cities; left to lay: {listed(offered)}."
        if action.at in tiles(state.board) or any(match_spots(state.board, city) for city in offered):
            return misfit(state.board, offered, action)
        return f"{action.city} must lie next to one of the {len(state.board.laid)} cities on the table."


class DrawingStocks(RivalsPhase, frozen=True):
    """Three stock tiles are turned up; the player takes one, the other two leave the game. (R Draw Stock Tiles)

    The eleventh turn is the last. (R Turns)
    """

    def decisions(self, state: RailroadRivals) -> tuple[Decision, ...]:
        offers = tuple(Draft(PLAYER, tile) for tile in dict.fromkeys(free(state.stock_offer)))
        return (Decision(PLAYER, "Take one of the stock tiles.", offers),) if offers else ()

    def apply(self, state: RailroadRivals, action: Draft) -> RailroadRivals:
        return _discard_offer(state.take_stock(PLAYER, action.tile)).leave()

    def proceed(self, state: RailroadRivals) -> RailroadRivals:
        drawn = state.draw_tiles(cities=0, stocks=CHOICE)
        told = drawn.tell(TilesDrawn((), free(drawn.stock_offer)))
        return told.announce_end("eleven-turns") if state.turn == TURNS else told

    def refusal(self, state: RailroadRivals, action: Action) -> str:
        offered = listed(tuple(dict.fromkeys(free(state.stock_offer))))
        if isinstance(action, Draft):
            return f"{action.tile} is not on offer; the stock tiles are {offered}."
        return f"You take a stock tile now: one of {offered}."


class DrawingCities(RivalsPhase, frozen=True):
    """Three city tiles are turned up. (R Draw City Tiles)"""

    def proceed(self, state: RailroadRivals) -> RailroadRivals:
        drawn = state.draw_tiles(cities=CHOICE, stocks=0)
        return drawn.tell(TilesDrawn(_offered(drawn), ())).leave()


class PlacingOne(RivalsPhase, frozen=True):
    """One of the three city tiles is placed by the rules of every game, the others leave the game. (R Place Tile)

    A match is forced if any of the three can make one, then a blank edge against a blank edge; if neither is possible,
    all three leave the game. All links are the player's. (ruling O4)
    """

    heading = "Place Tile"

    def decisions(self, state: RailroadRivals) -> tuple[Decision, ...]:
        offers = Placements(state.board, PLAYER, _offered(state))
        return (Decision(PLAYER, "Place one of the city tiles.", offers),) if offers else ()

    def apply(self, state: RailroadRivals, action: Place) -> RailroadRivals:
        city = action.city
        supplied = _laid(state, action).draw_goods(city)
        cubes = supplied.goods.get(city, ())
        return _discard_offer(supplied.tell(GoodsDrawn(city, cubes, CITIES[city].goods - len(cubes)))).leave()

    def proceed(self, state: RailroadRivals) -> RailroadRivals:
        return _discard_offer(state.tell(PlacementPassed(PLAYER, empty_handed=False))).leave()

    def refusal(self, state: RailroadRivals, action: Action) -> str:
        offered = _offered(state)
        if not isinstance(action, Place):
            return f"You place a city tile now: one of {listed(offered)}."
        if action.city not in offered:
            return f"{action.city} is not on offer; the city tiles are {listed(offered)}."
        return misfit(state.board, offered, action)


class DeliveringOne(RivalsPhase, frozen=True):
    """One cube is delivered over a link and continues the progression; it never goes back. (R Deliver a Goods Cube; O6)

    It scores for the colors to its left, and the railroad's stock rises by 2 up to 10. (rulings O5, O7, O9)
    """

    heading = "Deliver a Goods Cube"

    def decisions(self, state: RailroadRivals) -> tuple[Decision, ...]:
        if not state.deliverable():
            return ()
        return (Decision(PLAYER, "Deliver one goods cube over a link.", deliveries(state, PLAYER)),)

    def apply(self, state: RailroadRivals, action: Deliver) -> RailroadRivals:
        railroad = trip_of(state, action).links[0].railroad
        scored = points(state.delivered)
        after = state.gain(PLAYER, scored).raise_value(railroad, rise(state.value[railroad]))
        told = Delivered(
            PLAYER, action.goods, action.city, action.to, railroad, scored, PLAYER, 0, after.value[railroad]
        )
        return after.take_cube(action.city, action.goods).tell(told).leave()

    def proceed(self, state: RailroadRivals) -> RailroadRivals:
        """Without a possible delivery the progression stays as it is. (ruling O8)"""
        return state.tell(DeliverySkipped(PLAYER)).leave()

    def refusal(self, state: RailroadRivals, action: Action) -> str:
        if isinstance(action, Deliver):
            return undeliverable(state, action)
        return "A good is being delivered now; deliver one cube over a link."


def supply(state: RailroadRivals) -> RailroadRivals:
    """Every starting city gets one cube, whatever its number. (R Starting City Tiles; ruling O2)"""
    cities = tuple(tile.city for tile in state.board.laid)
    for city in cities:
        state = state.draw_goods(city, CUBES_EACH)
    return state.tell(CitiesSupplied(cities=cities, goods=tuple(state.goods[city][0] for city in cities)))


def spots_beside(board: Board, city: City) -> tuple[Spot, ...]:
    """Every way to lay a city in a free cell that touches the table; of turnings that look alike the first."""
    laid = tiles(board)
    cells = dict.fromkeys(cell for tile in board.laid for cell in neighbors(tile.at).values() if cell not in laid)
    looks = {turned(board.printed(city), facing): facing for facing in reversed(SIDES)}
    return tuple(Spot(cell, facing) for cell in cells for facing in sorted(looks.values(), key=SIDES.index))


def _offered(state: RailroadRivals) -> tuple[City, ...]:
    return tuple(map(City, free(state.city_offer)))


def _laid(state: RailroadRivals, action: Place) -> RailroadRivals:
    """A city of the offer goes to the table; every link that it makes is the player's. (R Place Tile)"""
    after = state.take_city(PLAYER, action.city).lay(PLAYER, action.city, action.at, action.facing)
    links = after.board.links[len(state.board.links) :]
    return after.tell(CityPlaced(PLAYER, action.city, action.at, action.facing, links))


def _discard_offer(state: RailroadRivals) -> RailroadRivals:
    """What was not taken leaves the game. (R Draw Stock Tiles; R Place Tile)"""
    left = free(state.city_offer) + free(state.stock_offer)
    return state.discard_offer().tell(TilesDiscarded(seat=PLAYER, tiles=left))
