"""The words of buildings and deliveries over a tower in a menu, and a computer player's opinion of them."""

from engine.core import Action, Name, Seat, counted, listed
from engine.games.railroad_rivals.box.data import City
from engine.games.railroad_rivals.computer import hints
from engine.games.railroad_rivals.robber_baron.actions import Hotel, Relay, Tower
from engine.games.railroad_rivals.robber_baron.building_rules import relay_trip
from engine.games.railroad_rivals.rules.delivery import fee
from engine.games.railroad_rivals.state.board import linked, links_of
from engine.games.railroad_rivals.state.state import RailroadRivals
from engine.games.railroad_rivals.words import labels

# Guesses in points, tuned by self-play; they are opinions, not rules.
_HUB = 4
_WAIT = 2
_CUBES_NEAR = 0.5
_USE_OF_TOWER = 0.3
_PATIENCE = 0.25


def label(state: RailroadRivals, action: Action, field: str, name: Name) -> str | None:
    """Labels the module's own actions, like ``Game.label``."""
    match action:
        case Hotel(city=city):
            near = f"{counted(_cubes_near(state, city), 'cube')} one link away"
            if field:
                return f"{city}: {near}"
            return f"Build your hotel in {city}: 1 point for each cube delivered there ({near})"
        case Tower(city=city):
            ends = listed(linked(state.board, city)) or "no city yet"
            if field:
                return f"{city}: linked to {ends}"
            return f"Build your water tower in {city}: send deliveries one link farther (linked to {ends})"
        case Relay():
            return _relay(state, action, field, name)
        case _:
            return None


def hint(state: RailroadRivals, action: Action) -> float | None:
    """Values the module's own actions, like ``Game.hint``."""
    match action:
        case Hotel(city=city):
            return _hotel(state, city)
        case Tower(seat=seat, city=city):
            return _tower(state, seat, city)
        case Relay():
            return hints.delivering(state, relay_trip(state, action))
        case _:
            return None


def _relay(state: RailroadRivals, action: Relay, field: str, name: Name) -> str:
    trip, tower = relay_trip(state, action), state.baron.tower(action.seat)
    match field:
        case "goods":
            return labels.goods_words(state, action.goods)
        case "city":
            return labels.origin_words(state, action.city)
        case "to":
            return f"{action.to} by {trip.links[1].railroad}: {labels.points(state, trip, name)}"
        case _:
            effect = labels.trip_effect(state, trip, name)
            return f"Deliver {action.goods} from {action.city} over your tower in {tower} to {action.to}: {effect}"


def _cubes_near(state: RailroadRivals, city: City) -> int:
    """The cubes that could be delivered to ``city`` over one link."""
    return sum(len(state.goods.get(other, ())) for other in linked(state.board, city))


def _hotel(state: RailroadRivals, city: City) -> float:
    """Rate a hotel by arrivals there and cubes nearby, less what a hub would still bring if one waited for it."""
    links = len(links_of(state.board).get(city, ()))
    soon = min(_cubes_near(state, city), state.seats) / state.seats
    return _arrivals(state, links) + _CUBES_NEAR * soon - _arrivals(state, _HUB, _WAIT)


def _arrivals(state: RailroadRivals, links: int, wait: int = 0) -> float:
    """The deliveries to a city with so many links from ``wait`` turns on, where the table grows a link a placement."""
    left = state.turns_left - wait
    on_average = len(state.board.links) + state.seats * (wait + left / 2)
    return max(0.0, state.seats * (left + 0.5) * links / (2 * on_average)) if on_average else 0.0


def _tower(state: RailroadRivals, seat: Seat, city: City) -> float:
    """Rate a water tower by the best second link from there, as often as the tower may be used."""
    links = links_of(state.board).get(city, ())
    if len(links) < 2:
        return -1.0
    best = 0.0
    for link in links:
        gains = dict.fromkeys(state.everyone, 0.0)
        gains[link.owner] += fee(link, seat)
        hotel = state.baron.hotels.get(link.other(city))
        if hotel is not None:
            gains[hotel] += 1
        for marker in state.baron.markers(link.railroad):
            for other in state.everyone:
                gains[other] += state.stocks[other].get(marker, 0)
        best = max(best, hints.advantage(gains, seat))
    return (best * _USE_OF_TOWER - _PATIENCE) * (state.turns_left + 1)
