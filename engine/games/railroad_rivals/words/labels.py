"""The words of a choice in a menu: its place, its price, and its effect.

Places are named by cities on the table, for no one thinks in coordinates.
"""

from collections.abc import Sequence

from engine.core import Action, Name, Seat, View, counted, listed
from engine.games.railroad_rivals.box.data import RAILROAD_NAMES, City, Goods, Railroad
from engine.games.railroad_rivals.box.pieces import is_city
from engine.games.railroad_rivals.rules.delivery import delivery_points, fee, trip_of
from engine.games.railroad_rivals.rules.places import fits, gain, place_words, sides_words
from engine.games.railroad_rivals.state import joints
from engine.games.railroad_rivals.state.actions import Bid, Deliver, Draft, Pass, Place
from engine.games.railroad_rivals.state.board import blank_spots, match_spots
from engine.games.railroad_rivals.state.module import Trip
from engine.games.railroad_rivals.state.phases import Bidding
from engine.games.railroad_rivals.state.state import RailroadRivals
from engine.games.railroad_rivals.words.narration import bonus_words

__all__ = [
    "choice",
    "delivery_effect",
    "fits",
    "gain",
    "goods_words",
    "label",
    "origin_words",
    "place_words",
    "points",
    "trip_effect",
]


def label(view: View[RailroadRivals], action: Action, field: str, name: Name) -> str:
    """Label the value of ``field`` in ``action`` for a menu; ``""`` is the whole action with its effect."""
    return choice(view.state, action, field, name)


def choice(state: RailroadRivals, action: Action, field: str, name: Name) -> str:
    """Label the value of ``field`` in ``action`` for a menu; ``""`` is the whole action, as before Confirm."""
    for module in joints.modules(state):
        if (words := module.label(state, action, field, name)) is not None:
            return words
    match action:
        case Pass():
            return _passing(state)
        case Bid(seat=seat, amount=amount):
            return f"{amount}" if field else f"Bid {amount}: you have {counted(state.score[seat], 'point')}"
        case Draft(tile=tile):
            return _tile(state, tile) if field else f"Draft {_tile(state, tile)}"
        case Place():
            return _placing(state, action, field)
        case Deliver():
            return _delivering(state, action, field, name)
        case _:
            raise TypeError(f"{action!r} is no action of Railroad Rivals")


def delivery_effect(state: RailroadRivals, action: Deliver, name: Name) -> str:
    """The effect of a delivery: “3 points for you, 2 for Ben, B&O rises to 4”."""
    return trip_effect(state, trip_of(state, action), name)


def trip_effect(state: RailroadRivals, trip: Trip, name: Name) -> str:
    """``delivery_effect`` over any number of links."""
    after, rises = state, []
    for link in trip.links:
        after = after.raise_value(link.railroad)
        rises += [marker for marker in after.baron.markers(link.railroad) if marker not in rises]
    return f"{points(state, trip, name)}, {_grown(after, rises)}"


def _grown(after: RailroadRivals, rises: Sequence[Railroad]) -> str:
    """“B&O rises to 4”; railroads that are one company together: “ATSF and MP rise to 4”."""
    values = {after.value[railroad] for railroad in rises}
    if len(rises) > 1 and len(values) == 1:
        return f"{listed(rises)} rise to {values.pop()}"
    return listed(tuple(f"{railroad} rises to {after.value[railroad]}" for railroad in rises)) or "no stock rises"


def points(state: RailroadRivals, trip: Trip, name: Name) -> str:
    """“3 points for you, 1 more for the hotel in Chicago, 2 for Ben”."""
    bonuses = joints.bonuses(state, trip)
    parts = [f"{counted(delivery_points(state, trip.goods), 'point')} for you"]
    parts += [f"{bonus.points} more for {bonus_words(bonus.reason)}" for bonus in bonuses if bonus.seat == trip.seat]
    parts += [f"{paid} for {name(Seat(link.owner))}" for link in trip.links if (paid := fee(link, trip.seat))]
    others = [bonus for bonus in bonuses if bonus.seat != trip.seat]
    parts += [f"{bonus.points} for {name(bonus.seat)} for {bonus_words(bonus.reason)}" for bonus in others]
    return ", ".join(parts)


def goods_words(state: RailroadRivals, goods: Goods) -> str:
    """A kind of cube with what it scores now: “coal: 3 points”."""
    return f"{goods}: {counted(delivery_points(state, goods), 'point')}"


def origin_words(state: RailroadRivals, city: City) -> str:
    """A city with the cubes on it: “Omaha: coal and wood”."""
    return f"{city}: {listed(state.goods[city])}"


def _passing(state: RailroadRivals) -> str:
    phase = state.flow[-1]
    if not isinstance(phase, Bidding):
        return "Finish delivering"
    place = len(phase.still_in)
    return f"Pass and take place {place}" if state.options.bidding == "whole-order" else "Pass and leave the bidding"


def _tile(state: RailroadRivals, tile: str) -> str:
    if not is_city(tile):
        railroad = Railroad(tile)
        owned = sum(portfolio.get(railroad, 0) for portfolio in state.stocks.values())
        owners = f"players own {owned}" if owned else "nobody owns it"
        worth = f"worth {state.value[railroad]} now, {owners}"
        return f"{tile} stock, {RAILROAD_NAMES[railroad]}: {worth}"
    city = state.board.tile(City(tile))
    edges = " ".join(railroad for railroad in city.edges if railroad)
    return f"{tile}: {counted(city.goods, 'cube')}, edges {edges}, {fits(state, City(tile))}"


def _placing(state: RailroadRivals, action: Place, field: str) -> str:
    match field:
        case "city":
            return f"{action.city}: {_cubes_words(state, action.city)}, {fits(state, action.city)}"
        case "at":
            return place_words(state, action.at)
        case "facing":
            return f"{gain(state, action)} ({sides_words(state, action.city, action.facing)})"
        case _:
            where = place_words(state, action.at)
            cubes = state.cubes_to_draw(action.city)
            drawn = f"draw {counted(cubes, 'cube')}" if cubes else "the bag is empty"
            way = f" ({sides_words(state, action.city, action.facing)})" if _ways(state, action) > 1 else ""
            return f"Place {action.city} {where}{way}: {gain(state, action)}, {drawn}"


def _cubes_words(state: RailroadRivals, city: City) -> str:
    """The cubes that the city gets now: “3 cubes”; of a short bag “1 cube, all that is in the bag”."""
    cubes = state.cubes_to_draw(city)
    if not cubes:
        return "the bag is empty"
    short = ", all that is in the bag" if cubes < state.board.tile(city).goods else ""
    return f"{counted(cubes, 'cube')}{short}"


def _ways(state: RailroadRivals, action: Place) -> int:
    """Counts the orientations in which the city fits there: if there are several, the words must tell them apart."""
    spots = match_spots(state.board, action.city) or blank_spots(state.board, action.city)
    return sum(spot.at == action.at for spot in spots)


def _delivering(state: RailroadRivals, action: Deliver, field: str, name: Name) -> str:
    trip = trip_of(state, action)
    match field:
        case "goods":
            return goods_words(state, action.goods)
        case "city":
            return origin_words(state, action.city)
        case "to":
            return f"{action.to} by {trip.links[0].railroad}: {points(state, trip, name)}"
        case _:
            effect = delivery_effect(state, action, name)
            return f"Deliver {action.goods} from {action.city} to {action.to}: {effect}"
