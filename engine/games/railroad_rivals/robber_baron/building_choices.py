"""Labels of buildings and of deliveries over a tower, and their evaluation by computer players."""

from engine.core import Action, NameOfSeat, Seat, count_noun, join_words
from engine.games.railroad_rivals.agent import evaluation
from engine.games.railroad_rivals.game_data.printed_data import City
from engine.games.railroad_rivals.robber_baron.actions import Hotel, Relay, Tower
from engine.games.railroad_rivals.robber_baron.building_rules import trip_of_relay
from engine.games.railroad_rivals.rules.delivery import link_fee
from engine.games.railroad_rivals.state.board import link_ends_of, links_by_city
from engine.games.railroad_rivals.state.state import RailroadRivals
from engine.games.railroad_rivals.text import labels

# Guesses in points, tuned by self-play; they are opinions, not rules.
_HUB_LINKS = 4
_WAITING_TURNS = 2
_CUBES_NEAR = 0.5
_USE_OF_TOWER = 0.3
_PATIENCE = 0.25


def label(state: RailroadRivals, action: Action, field: str, name: NameOfSeat) -> str | None:
    """The label of the module's actions, as in ``GameText.label``."""
    match action:
        case Hotel(city=city):
            near = f"{count_noun(_count_cubes_near(state, city), 'cube')} one link away"
            if field:
                return f"{city}: {near}"
            return f"Build your hotel in {city}: 1 point for each cube delivered there ({near})"
        case Tower(city=city):
            ends = join_words(link_ends_of(state.board, city)) or "no city yet"
            if field:
                return f"{city}: linked to {ends}"
            return f"Build your water tower in {city}: send deliveries one link farther (linked to {ends})"
        case Relay():
            return _relay_label(state, action, field, name)
        case _:
            return None


def score_action(state: RailroadRivals, action: Action) -> float | None:
    """Evaluate the module's actions, as in ``AgentSupport.score_action``."""
    match action:
        case Hotel(city=city):
            return _hotel_value(state, city)
        case Tower(seat=seat, city=city):
            return _tower_value(state, seat, city)
        case Relay():
            return evaluation.trip_value(state, trip_of_relay(state, action))
        case _:
            return None


def _relay_label(state: RailroadRivals, action: Relay, field: str, name: NameOfSeat) -> str:
    trip, tower = trip_of_relay(state, action), state.baron.tower_city(action.seat)
    match field:
        case "goods":
            return labels.goods_label(state, action.goods)
        case "city":
            return labels.origin_label(state, action.city)
        case "to":
            return f"{action.to} by {trip.links[1].railroad}: {labels.trip_points_text(state, trip, name)}"
        case _:
            effect = labels.trip_effect_text(state, trip, name)
            return f"Deliver {action.goods} from {action.city} over your tower in {tower} to {action.to}: {effect}"


def _count_cubes_near(state: RailroadRivals, city: City) -> int:
    """The cubes that could be delivered to ``city`` over one link."""
    return sum(len(state.goods.get(other, ())) for other in link_ends_of(state.board, city))


def _hotel_value(state: RailroadRivals, city: City) -> float:
    """Rate a hotel by arrivals there and cubes nearby, less what a hub would still bring if one waited for it."""
    links = len(links_by_city(state.board).get(city, ()))
    soon = min(_count_cubes_near(state, city), state.seats) / state.seats
    return _arrival_estimate(state, links) + _CUBES_NEAR * soon - _arrival_estimate(state, _HUB_LINKS, _WAITING_TURNS)


def _arrival_estimate(state: RailroadRivals, links: int, wait: int = 0) -> float:
    """The deliveries to a city with so many links from ``wait`` turns on, where the table grows a link a placement."""
    remaining = state.remaining_turns - wait
    average_links = len(state.board.links) + state.seats * (wait + remaining / 2)
    return max(0.0, state.seats * (remaining + 0.5) * links / (2 * average_links)) if average_links else 0.0


def _tower_value(state: RailroadRivals, seat: Seat, city: City) -> float:
    """Rate a water tower by the best second link from there, as often as the tower may be used."""
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
