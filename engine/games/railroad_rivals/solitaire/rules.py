"""The rules for the actions of the solitaire game. (R Solitaire Rules)"""

from engine.core import Phase, Rule, join_words
from engine.games.railroad_rivals.game_data.grid import SIDES, neighbors
from engine.games.railroad_rivals.game_data.pieces import free_tiles
from engine.games.railroad_rivals.game_data.printed_data import City
from engine.games.railroad_rivals.rules.delivery import delivery_actions, delivery_refusal, trip_of_delivery
from engine.games.railroad_rivals.rules.placement_search import Placements, placement_refusal
from engine.games.railroad_rivals.rules.placing import place_city, supply_city
from engine.games.railroad_rivals.solitaire.actions import Arrange
from engine.games.railroad_rivals.solitaire.events import CitiesSupplied, ProgressionBegun, TilesDiscarded
from engine.games.railroad_rivals.solitaire.numbers import (
    CUBES_EACH,
    PLAYER,
    cube_orders,
    progression_points,
    stock_rise,
)
from engine.games.railroad_rivals.state.actions import Deliver, Draft, Place
from engine.games.railroad_rivals.state.board import Board, Spot, edges_as_placed, matching_spots, tiles_by_cell
from engine.games.railroad_rivals.state.events import Delivered
from engine.games.railroad_rivals.state.state import RailroadRivals

_Phase = Phase[RailroadRivals]


def supply_starting_cities(state: RailroadRivals) -> RailroadRivals:
    """Draw a cube onto each starting city. (R Starting City Tiles; ruling O2)"""
    cities = tuple(tile.city for tile in state.board.laid)
    for city in cities:
        state = state.draw_cubes_onto(city, CUBES_EACH)
    drawn = tuple(state.goods[city][0] for city in cities)
    return state.emit(CitiesSupplied(cities=cities, goods=drawn))


def spots_beside_tiles(board: Board, city: City) -> tuple[Spot, ...]:
    """The spots in free cells beside tiles; if several orientations look the same, only the first is included."""
    on_table = tiles_by_cell(board)
    beside = (cell for tile in board.laid for cell in neighbors(tile.at).values())
    cells = dict.fromkeys(cell for cell in beside if cell not in on_table)
    facing_by_edges = {edges_as_placed(board.tile_as_printed(city), facing): facing for facing in reversed(SIDES)}
    facings = sorted(facing_by_edges.values(), key=SIDES.index)
    return tuple(Spot(cell, facing) for cell in cells for facing in facings)


def city_choices(state: RailroadRivals) -> tuple[City, ...]:
    """The city tiles on offer."""
    return tuple(map(City, free_tiles(state.city_offer)))


def stock_choices(state: RailroadRivals) -> tuple[str, ...]:
    """The stock tiles on offer, without duplicates."""
    return tuple(dict.fromkeys(free_tiles(state.stock_offer)))


def discard_offer(state: RailroadRivals) -> RailroadRivals:
    """Remove from the game the tiles that the player did not take. (R Draw Stock Tiles; R Place Tile)"""
    tiles = free_tiles(state.city_offer) + free_tiles(state.stock_offer)
    return state.discard_offer().emit(TilesDiscarded(seat=PLAYER, tiles=tiles))


def _arrange_offers(state: RailroadRivals, phase: _Phase) -> tuple[Arrange, ...]:
    """Return all orders of the first three cubes. (R Solitaire Rules, Goods Cubes; ruling O3)"""
    return tuple(Arrange(PLAYER, *order) for order in cube_orders(state.delivered))


def _apply_arrange(state: RailroadRivals, phase: _Phase, action: Arrange) -> RailroadRivals:
    order = (action.first, action.second, action.third)
    return state.order_cubes(order).emit(ProgressionBegun(goods=order)).pop_phase()


def _arrange_refusal(state: RailroadRivals, phase: _Phase, action: Arrange) -> str:
    return f"You can’t use other cubes. Put these in order, each named once: {join_words(state.delivered)}."


ARRANGE_RULE = Rule((Arrange,), _arrange_offers, _apply_arrange, _arrange_refusal)


def _lay_start_offers(state: RailroadRivals, phase: _Phase) -> Placements:
    """Return the matches if any city can match a railroad, otherwise all spots beside tiles. (ruling O10)"""
    return Placements(state.board, PLAYER, city_choices(state), spots_beside_tiles)


def _apply_lay_start(state: RailroadRivals, phase: _Phase, action: Place) -> RailroadRivals:
    return place_city(state.take_city(PLAYER, action.city), action)


def _lay_start_refusal(state: RailroadRivals, phase: _Phase, action: Place) -> str:
    offered = city_choices(state)
    if action.city not in offered:
        return f"You can’t place {action.city}: it isn’t a starting city. Place {join_words(offered, 'or')}."
    if action.at in tiles_by_cell(state.board) or any(matching_spots(state.board, city) for city in offered):
        return placement_refusal(state.board, offered, action)
    return f"You can’t place {action.city} there: no city is next to that place. Place it beside a city on the table."


LAY_START_RULE = Rule((Place,), _lay_start_offers, _apply_lay_start, _lay_start_refusal)


TAKE_STOCK_RULE: Rule[RailroadRivals] = Rule(
    (Draft,),
    offers=lambda state, phase: tuple(Draft(PLAYER, tile) for tile in stock_choices(state)),
    apply=lambda state, phase, action: discard_offer(state.take_stock(PLAYER, action.tile)).pop_phase(),
    refusal=lambda state, phase, action: (
        f"You can’t take {action.tile}: it isn’t on offer. Take {join_words(stock_choices(state), 'or')}."
    ),
)
"""The player takes a stock tile; the others leave the game. (R Draw Stock Tiles)"""


def _apply_place(state: RailroadRivals, phase: _Phase, action: Place) -> RailroadRivals:
    """Place a city; the other cities on offer leave the game. (R Place Tile; ruling O4)"""
    after = place_city(state.take_city(PLAYER, action.city), action)
    return discard_offer(supply_city(after, action.city)).pop_phase()


def _place_refusal(state: RailroadRivals, phase: _Phase, action: Place) -> str:
    offered = city_choices(state)
    if action.city not in offered:
        return f"You can’t place {action.city}: it isn’t on offer. Place {join_words(offered, 'or')}."
    return placement_refusal(state.board, offered, action)


PLACE_RULE = Rule(
    (Place,), lambda state, phase: Placements(state.board, PLAYER, city_choices(state)), _apply_place, _place_refusal
)


def _apply_deliver(state: RailroadRivals, phase: _Phase, action: Deliver) -> RailroadRivals:
    """Deliver a cube: score the colors to its left, and raise the stock by 2, up to 10. (rulings O5, O7, O9)"""
    railroad = trip_of_delivery(state, action).links[0].railroad
    score = progression_points(state.delivered)
    after = state.gain_points(PLAYER, score).raise_value(railroad, stock_rise(state.value[railroad]))
    value = after.value[railroad]
    event = Delivered(PLAYER, action.goods, action.city, action.to, railroad, score, PLAYER, 0, value)
    return after.take_cube(action.city, action.goods).emit(event).pop_phase()


DELIVER_RULE = Rule(
    (Deliver,),
    lambda state, phase: delivery_actions(state, PLAYER),
    _apply_deliver,
    lambda state, phase, action: delivery_refusal(state, action),
)
