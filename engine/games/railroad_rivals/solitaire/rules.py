"""The rules of the solitaire player's moves: arrange cubes, place cities, take a stock, deliver. (R Solitaire Rules)"""

from engine.core import Phase, Rule, listed
from engine.games.railroad_rivals.box.data import City
from engine.games.railroad_rivals.box.geometry import SIDES, neighbors
from engine.games.railroad_rivals.box.pieces import free
from engine.games.railroad_rivals.rules.delivery import deliveries, trip_of, undeliverable
from engine.games.railroad_rivals.rules.fitting import Placements, misfit
from engine.games.railroad_rivals.rules.placing import laid, supplied
from engine.games.railroad_rivals.solitaire.actions import Arrange
from engine.games.railroad_rivals.solitaire.data import CUBES_EACH, PLAYER, orders, points, rise
from engine.games.railroad_rivals.solitaire.events import CitiesSupplied, ProgressionBegun, TilesDiscarded
from engine.games.railroad_rivals.state.actions import Deliver, Draft, Place
from engine.games.railroad_rivals.state.board import Board, Spot, match_spots, tiles, turned
from engine.games.railroad_rivals.state.events import Delivered
from engine.games.railroad_rivals.state.state import RailroadRivals

_Phase = Phase[RailroadRivals]


def supply(state: RailroadRivals) -> RailroadRivals:
    """Every starting city gets one cube, whatever its number. (R Starting City Tiles; ruling O2)"""
    cities = tuple(tile.city for tile in state.board.laid)
    for city in cities:
        state = state.draw_goods(city, CUBES_EACH)
    drawn = tuple(state.goods[city][0] for city in cities)
    return state.tell(CitiesSupplied(cities=cities, goods=drawn))


def spots_beside(board: Board, city: City) -> tuple[Spot, ...]:
    """Every way to lay a city in a free cell that touches the table; of turnings that look alike the first."""
    on_table = tiles(board)
    beside = (cell for tile in board.laid for cell in neighbors(tile.at).values())
    cells = dict.fromkeys(cell for cell in beside if cell not in on_table)
    looks = {turned(board.tile(city), facing): facing for facing in reversed(SIDES)}
    facings = sorted(looks.values(), key=SIDES.index)
    return tuple(Spot(cell, facing) for cell in cells for facing in facings)


def cities_offered(state: RailroadRivals) -> tuple[City, ...]:
    """The city tiles that may still be taken."""
    return tuple(map(City, free(state.city_offer)))


def stocks_offered(state: RailroadRivals) -> tuple[str, ...]:
    """The stock tiles that may be taken, each once."""
    return tuple(dict.fromkeys(free(state.stock_offer)))


def offer_discarded(state: RailroadRivals) -> RailroadRivals:
    """The tiles that were not taken leave the game. (R Draw Stock Tiles; R Place Tile)"""
    left = free(state.city_offer) + free(state.stock_offer)
    return state.discard_offer().tell(TilesDiscarded(seat=PLAYER, tiles=left))


def _orders(state: RailroadRivals, phase: _Phase) -> tuple[Arrange, ...]:
    """Any order of the first three cubes, left to right. (R Solitaire Rules, Goods Cubes; ruling O3)"""
    return tuple(Arrange(PLAYER, *order) for order in orders(state.delivered))


def _arranged(state: RailroadRivals, phase: _Phase, action: Arrange) -> RailroadRivals:
    order = (action.first, action.second, action.third)
    return state.arrange(order).tell(ProgressionBegun(goods=order)).leave()


def _misnamed(state: RailroadRivals, phase: _Phase, action: Arrange) -> str:
    return f"You can’t use other cubes. Put these in order, each named once: {listed(state.delivered)}."


ARRANGE = Rule((Arrange,), _orders, _arranged, _misnamed)


def _starts(state: RailroadRivals, phase: _Phase) -> Placements:
    """If a starting city can match a railroad, it must; if none can, one lies next to any tile. (ruling O10)"""
    return Placements(state.board, PLAYER, cities_offered(state), spots_beside)


def _start_laid(state: RailroadRivals, phase: _Phase, action: Place) -> RailroadRivals:
    return laid(state.take_city(PLAYER, action.city), action)


def _no_start(state: RailroadRivals, phase: _Phase, action: Place) -> str:
    offered = cities_offered(state)
    if action.city not in offered:
        return f"You can’t place {action.city}: it isn’t a starting city. Place {listed(offered, 'or')}."
    if action.at in tiles(state.board) or any(match_spots(state.board, city) for city in offered):
        return misfit(state.board, offered, action)
    return f"You can’t place {action.city} there: no city is next to that place. Place it beside a city on the table."


LAY_START = Rule((Place,), _starts, _start_laid, _no_start)


def _stocks(state: RailroadRivals, phase: _Phase) -> tuple[Draft, ...]:
    return tuple(Draft(PLAYER, tile) for tile in stocks_offered(state))


def _taken(state: RailroadRivals, phase: _Phase, action: Draft) -> RailroadRivals:
    """One is taken, the others leave the game. (R Draw Stock Tiles)"""
    return offer_discarded(state.take_stock(PLAYER, action.tile)).leave()


def _no_stock(state: RailroadRivals, phase: _Phase, action: Draft) -> str:
    return f"You can’t take {action.tile}: it isn’t on offer. Take {listed(stocks_offered(state), 'or')}."


TAKE_STOCK = Rule((Draft,), _stocks, _taken, _no_stock)


def _cities(state: RailroadRivals, phase: _Phase) -> Placements:
    return Placements(state.board, PLAYER, cities_offered(state))


def _placed(state: RailroadRivals, phase: _Phase, action: Place) -> RailroadRivals:
    """One lies on the table, the others leave the game; all links are the player's. (R Place Tile; ruling O4)"""
    after = laid(state.take_city(PLAYER, action.city), action)
    return offer_discarded(supplied(after, action.city)).leave()


def _no_place(state: RailroadRivals, phase: _Phase, action: Place) -> str:
    offered = cities_offered(state)
    if action.city not in offered:
        return f"You can’t place {action.city}: it isn’t on offer. Place {listed(offered, 'or')}."
    return misfit(state.board, offered, action)


PLACE_ONE = Rule((Place,), _cities, _placed, _no_place)


def _goods(state: RailroadRivals, phase: _Phase) -> tuple[Deliver, ...]:
    return deliveries(state, PLAYER)


def _delivered(state: RailroadRivals, phase: _Phase, action: Deliver) -> RailroadRivals:
    """It scores for the colors to its left, and the railroad's stock rises by 2 up to 10. (rulings O5, O7, O9)"""
    railroad = trip_of(state, action).links[0].railroad
    scored = points(state.delivered)
    after = state.gain(PLAYER, scored).raise_value(railroad, rise(state.value[railroad]))
    value = after.value[railroad]
    told = Delivered(PLAYER, action.goods, action.city, action.to, railroad, scored, PLAYER, 0, value)
    return after.take_cube(action.city, action.goods).tell(told).leave()


def _undeliverable(state: RailroadRivals, phase: _Phase, action: Deliver) -> str:
    return undeliverable(state, action)


DELIVER_ONE = Rule((Deliver,), _goods, _delivered, _undeliverable)
