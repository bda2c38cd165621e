"""Evaluation of actions in the solitaire game for computer players, in points."""

from engine.core import Action
from engine.games.railroad_rivals.game_data.printed_data import Railroad
from engine.games.railroad_rivals.rules.delivery import trip_of_delivery
from engine.games.railroad_rivals.solitaire.actions import Arrange
from engine.games.railroad_rivals.solitaire.numbers import HIGHEST_VALUE, PLAYER, TURNS, progression_points, stock_rise
from engine.games.railroad_rivals.state.actions import Deliver, Draft, Place
from engine.games.railroad_rivals.state.board import PlacedTile, new_links, open_edges
from engine.games.railroad_rivals.state.state import RailroadRivals

# Weights in points, tuned by self-play.
_LINK_OF_STOCK = 1.0
_OPEN_EDGE = 0.5
_OWNED = 2.0
_LINK = 2.0
_CUBE = 0.5
_GROWTH = 1.0
_RISE_OF_ANY = 0.1
_COLOR = 3.0


def score_action(state: RailroadRivals, action: Action) -> float | None:
    """Return the value of an offered action; None if the base game's evaluation applies."""
    match action:
        case Arrange():
            return 0.0
        case Draft(tile=tile):
            return _stock_value(state, Railroad(tile))
        case Place():
            return _placement_value(state, action)
        case Deliver():
            return _delivery_value(state, action)
        case _:
            return None


def _stock_value(state: RailroadRivals, railroad: Railroad) -> float:
    links = sum(link.railroad == railroad for link in state.board.links)
    edges = len(open_edges(state.board).get(railroad, ()))
    promise = _LINK_OF_STOCK * links + _OPEN_EDGE * edges + _OWNED * state.stocks[PLAYER].get(railroad, 0)
    return min(HIGHEST_VALUE, state.value[railroad] + promise)


def _placement_value(state: RailroadRivals, action: Place) -> float:
    links = new_links(state.board, PlacedTile(action.city, action.at, action.facing, action.seat))
    owned = state.stocks[PLAYER]
    growth = 0.0
    for link in links:
        growth += owned.get(link.railroad, 0) * stock_rise(state.value[link.railroad])
    return _LINK * len(links) + _GROWTH * growth + _CUBE * state.board.tile_as_printed(action.city).goods


def _delivery_value(state: RailroadRivals, action: Deliver) -> float:
    """The value of a delivery: the rise of the player's stock, and the points of the next delivery."""
    railroad = trip_of_delivery(state, action).links[0].railroad
    growth = stock_rise(state.value[railroad]) * (state.stocks[PLAYER].get(railroad, 0) + _RISE_OF_ANY)
    next_points = progression_points((*state.delivered, action.goods)) if state.turn < TURNS else 0
    return growth + _COLOR * next_points
