"""Evaluation of buildings and advanced tiles for computer players."""

from engine.core import Action, Seat
from engine.games.railroad_rivals.agent import evaluation
from engine.games.railroad_rivals.game_data.printed_data import HEADQUARTERS, NEW_INDUSTRY, City, Special
from engine.games.railroad_rivals.robber_baron.actions import Headquarters, Hotel, Industry, Relay, Tower
from engine.games.railroad_rivals.robber_baron.building_rules import count_cubes_near, trip_of_relay
from engine.games.railroad_rivals.rules.delivery import delivery_actions, link_fee, trip_of_delivery
from engine.games.railroad_rivals.state.actions import Draft
from engine.games.railroad_rivals.state.board import links_by_city
from engine.games.railroad_rivals.state.state import RailroadRivals

# Weights in points, tuned by self-play.
_HUB_LINKS = 4
_WAITING_TURNS = 2
_CUBES_NEAR = 0.5
_USE_OF_TOWER = 0.3
_PATIENCE = 0.25
_INDUSTRY = 1.0
_HEADQUARTERS = 5.0
_SECOND_DELIVERY = 3.0
_CUBE_BY_OWN_LINK = 0.3


def score_building_action(state: RailroadRivals, action: Action) -> float | None:
    """Return the value of an action of the module Buildings; None for other actions."""
    match action:
        case Hotel(city=city):
            return _hotel_value(state, city)
        case Tower(seat=seat, city=city):
            return _tower_value(state, seat, city)
        case Relay():
            return evaluation.trip_value(state, trip_of_relay(state, action))
        case _:
            return None


def _hotel_value(state: RailroadRivals, city: City) -> float:
    """The value of a hotel now, less the value of building it some turns later in a city with many links."""
    links = len(links_by_city(state.board).get(city, ()))
    soon = min(count_cubes_near(state, city), state.seats) / state.seats
    return _arrival_estimate(state, links) + _CUBES_NEAR * soon - _arrival_estimate(state, _HUB_LINKS, _WAITING_TURNS)


def _arrival_estimate(state: RailroadRivals, links: int, wait: int = 0) -> float:
    """The expected number of deliveries to a city with this number of links, from ``wait`` turns later on."""
    remaining = state.remaining_turns - wait
    average_links = len(state.board.links) + state.seats * (wait + remaining / 2)
    return max(0.0, state.seats * (remaining + 0.5) * links / (2 * average_links)) if average_links else 0.0


def _tower_value(state: RailroadRivals, seat: Seat, city: City) -> float:
    """The value of a water tower: the gain from its best link as a trip's second link, times the expected uses."""
    links = links_by_city(state.board).get(city, ())
    if len(links) < 2:
        return -1.0
    best = 0.0
    for link in links:
        gains = dict.fromkeys(state.everyone, 0.0)
        gains[link.owner] += link_fee(link, seat)
        hotel = state.baron.hotels.get(link.other_end(city))
        if hotel is not None:
            gains[hotel] += 1
        for marker in state.baron.moving_markers(link.railroad):
            for other in state.everyone:
                gains[other] += state.stocks[other].get(marker, 0)
        best = max(best, evaluation.gain_over_rivals(gains, seat))
    return (best * _USE_OF_TOWER - _PATIENCE) * (state.remaining_turns + 1)


def score_advanced_action(state: RailroadRivals, action: Action) -> float | None:
    """Return the value of playing or drafting an advanced tile; None for other actions."""
    match action:
        case Draft(tile=tile) if tile == Special.UPGRADE:
            return float(state.remaining_turns + 1)
        case Draft(tile=tile):
            return {NEW_INDUSTRY: _INDUSTRY, HEADQUARTERS: _HEADQUARTERS}.get(City(tile))
        case Industry(seat=seat, city=city):
            return _industry_value(state, seat, city)
        case Headquarters(seat=seat):
            return _headquarters_value(state, seat)
        case _:
            return None


def _industry_value(state: RailroadRivals, seat: Seat, city: City) -> float:
    """The value of new cubes in a city: the seat's links there add to it, and rivals' links reduce it."""
    links = links_by_city(state.board).get(city, ())
    own = sum(link.owner == seat for link in links)
    drawn = state.count_cubes_to_draw(city)
    return _CUBE_BY_OWN_LINK * drawn * (own - (len(links) - own) / (state.seats - 1))


def _headquarters_value(state: RailroadRivals, seat: Seat) -> float:
    """The value of Headquarters: the seat's second-best delivery now, less the value of playing the tile later."""
    gains = sorted(
        evaluation.trip_value(state, trip_of_delivery(state, action)) for action in delivery_actions(state, seat)
    )
    second = gains[-2] if len(gains) > 1 else 0.0
    return second - (0.0 if state.ending else _SECOND_DELIVERY)
