"""The values of a computer player: points now, and the growth of what it owns. A hint sees only a ``View``."""

from collections.abc import Mapping

from engine.core import Action, Seat, View
from engine.games.railroad_rivals.box.data import ANY, CITIES, City, Railroad
from engine.games.railroad_rivals.rules.delivery import delivery_points, fee, trip_of
from engine.games.railroad_rivals.state import joints
from engine.games.railroad_rivals.state.actions import Bid, Deliver, Draft, Pass, Place
from engine.games.railroad_rivals.state.board import Laid, links_made, match_spots, open_edges
from engine.games.railroad_rivals.state.module import Trip
from engine.games.railroad_rivals.state.state import RailroadRivals

# Guesses in points, tuned by self-play; they are opinions, not rules.
PLACE_IN_ORDER = 1.5
"""For each place nearer to the front: the first choice of tiles, and the first delivery. Less, and a table of two
never bids; more, and those who bid less win."""
_LINK = 3.0
_LINK_OF_OWN_STOCK = 0.8
_RISE = 0.25
"""For each place where a link of the railroad may come to be."""
_LATE = 3
"""Turns from the end from which such places count less and less: links need time to be used."""
_WAY_TO_PLACE = 0.1
_CUBE = 0.4
_CITY_TILE = 2.0


def hint(view: View[RailroadRivals], action: Action) -> float:
    """Rate an offered action for ``view.seat``, roughly in points."""
    worth = modules_hint(view, action)
    return base_hint(view.state, action) if worth is None else worth


def modules_hint(view: View[RailroadRivals], action: Action) -> float | None:
    """The opinion of the first module that has one."""
    hints = (module.hint(view, action) for module in joints.modules(view.state))
    return next((worth for worth in hints if worth is not None), None)


def base_hint(state: RailroadRivals, action: Action) -> float:
    """Rate an offered action on which no module has an opinion."""
    match action:
        case Pass():
            return 0.0
        case Bid(amount=amount):
            return PLACE_IN_ORDER * state.order.index(action.seat) - amount
        case Draft(tile=tile):
            return _city(state, City(tile)) if tile in CITIES else _stock(state, Railroad(tile))
        case Place():
            return _placing(state, action)
        case Deliver():
            return delivering(state, trip_of(state, action))
        case _:
            raise TypeError(f"{action!r} is no action of Railroad Rivals")


def _stock(state: RailroadRivals, railroad: Railroad) -> float:
    """Its value in the end: what it has, what the deliveries to come add, and what open edges promise."""
    edges = open_edges(state.board)
    promise = sum(len(edges.get(edge, ())) for edge in (railroad, ANY))
    in_time = min(1.0, state.turns_left / _LATE)
    return state.value[railroad] + _growth(state, railroad) + in_time * _RISE * promise


def _growth(state: RailroadRivals, railroad: Railroad) -> float:
    """Its share of the deliveries to come, this turn's too, when every link is used as often as any other."""
    links = [link.railroad for link in state.board.links]
    deliveries = (state.turns_left + 1) * state.seats
    return deliveries * links.count(railroad) / len(links) if links else 0.0


def _city(state: RailroadRivals, city: City) -> float:
    ways = len({spot.at for spot in match_spots(state.board, city)})
    return _CITY_TILE + _WAY_TO_PLACE * ways + _CUBE * CITIES[city].goods


def _placing(state: RailroadRivals, action: Place) -> float:
    """Links are income; those of one's own stocks more so. Open edges left behind help everybody."""
    links = links_made(state.board, Laid(action.city, action.at, action.facing, action.seat))
    own = sum(_LINK_OF_OWN_STOCK * state.stocks[action.seat].get(link.railroad, 0) for link in links)
    return _LINK * len(links) + own + _CUBE * CITIES[action.city].goods


def delivering(state: RailroadRivals, trip: Trip) -> float:
    """Points, less what rivals gain: the owners' fees, and the rise of their stocks."""
    gains = dict.fromkeys(state.everyone, 0)
    gains[trip.seat] += delivery_points(state, trip.goods)
    for link in trip.links:
        gains[link.owner] += fee(link, trip.seat)
        for marker in state.baron.markers(link.railroad):
            for seat in state.everyone:
                gains[seat] += state.stocks[seat].get(marker, 0)
    for bonus in joints.bonuses(state, trip):
        gains[bonus.seat] += bonus.points
    return advantage(gains, trip.seat)


def advantage(gains: Mapping[Seat, float], seat: Seat) -> float:
    """The gain of a seat beyond the average gain of its rivals."""
    rivals = [gain for other, gain in gains.items() if other != seat]
    return gains[seat] - sum(rivals) / len(rivals) if rivals else gains[seat]
