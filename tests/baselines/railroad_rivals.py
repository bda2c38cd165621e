"""The first hint of Railroad Rivals, frozen with its numbers. It shares the points of a delivery and the modules
with today's hint.
"""

from engine.core import Action, View
from engine.games.railroad_rivals.agent.evaluation import base_score, module_score
from engine.games.railroad_rivals.game_data.pieces import is_city
from engine.games.railroad_rivals.game_data.printed_data import WILD_EDGE, City, Railroad
from engine.games.railroad_rivals.state.actions import Bid, Draft, Place
from engine.games.railroad_rivals.state.board import PlacedTile, matching_spots, new_links, open_edges
from engine.games.railroad_rivals.state.state import RailroadRivals

_PLACE_IN_ORDER = 0.7
_LINK_OF_THE_STOCK = 0.8
_RISE = 0.25
_LINK = 3.0
_LINK_OF_OWN_STOCK = 0.8
_WAY_TO_PLACE = 0.1
_CUBE = 0.4
_CITY_TILE = 2.0


def hint(view: View[RailroadRivals], action: Action) -> float:
    """Rate an offered action for ``view.seat`` as the first computer player did."""
    worth = module_score(view, action)
    return _base_hint(view.state, action) if worth is None else worth


def _base_hint(state: RailroadRivals, action: Action) -> float:
    match action:
        case Bid(amount=amount):
            return _PLACE_IN_ORDER * state.order.index(action.seat) - amount
        case Draft(tile=tile):
            return _city(state, City(tile)) if is_city(tile) else _stock(state, Railroad(tile))
        case Place():
            return _placing(state, action)
        case _:
            return base_score(state, action)


def _stock(state: RailroadRivals, railroad: Railroad) -> float:
    """Return the value of a railroad's stock: its current value, and what its links and open edges promise."""
    links = sum(link.railroad == railroad for link in state.board.links)
    edges = open_edges(state.board)
    promise = sum(len(edges.get(edge, ())) for edge in (railroad, WILD_EDGE))
    return state.value[railroad] + _LINK_OF_THE_STOCK * links + _RISE * promise


def _city(state: RailroadRivals, city: City) -> float:
    ways = len({spot.at for spot in matching_spots(state.board, city)})
    return _CITY_TILE + _WAY_TO_PLACE * ways + _CUBE * state.board.tile_as_printed(city).goods


def _placing(state: RailroadRivals, action: Place) -> float:
    links = new_links(state.board, PlacedTile(action.city, action.at, action.facing, action.seat))
    own = sum(_LINK_OF_OWN_STOCK * state.stocks[action.seat].get(link.railroad, 0) for link in links)
    return _LINK * len(links) + own + _CUBE * state.board.tile_as_printed(action.city).goods
