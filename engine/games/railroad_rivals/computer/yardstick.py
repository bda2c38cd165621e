"""Frozen: the first hint. It bid less, and saw other worth in stocks; all else is as today."""

from engine.core import Action, View
from engine.games.railroad_rivals.box.data import ANY, CITIES, Railroad
from engine.games.railroad_rivals.computer.hints import base_hint, modules_hint
from engine.games.railroad_rivals.state.actions import Bid, Draft
from engine.games.railroad_rivals.state.board import open_edges
from engine.games.railroad_rivals.state.state import RailroadRivals

_PLACE_IN_ORDER = 0.7
_LINK_OF_THE_STOCK = 0.8
_RISE = 0.25


def hint(view: View[RailroadRivals], action: Action) -> float:
    """Rate an offered action for ``view.seat`` as the first computer player did."""
    worth = modules_hint(view, action)
    return _base_hint(view.state, action) if worth is None else worth


def _base_hint(state: RailroadRivals, action: Action) -> float:
    match action:
        case Bid(amount=amount):
            return _PLACE_IN_ORDER * state.order.index(action.seat) - amount
        case Draft(tile=tile) if tile not in CITIES:
            return _stock(state, Railroad(tile))
        case _:
            return base_hint(state, action)


def _stock(state: RailroadRivals, railroad: Railroad) -> float:
    """Its value, and what links and open edges promise."""
    links = sum(link.railroad == railroad for link in state.board.links)
    edges = open_edges(state.board)
    promise = sum(len(edges.get(edge, ())) for edge in (railroad, ANY))
    return state.value[railroad] + _LINK_OF_THE_STOCK * links + _RISE * promise
