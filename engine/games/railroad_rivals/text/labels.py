"""Labels of choices: place, price, and effect.

Places are named by cities on the table, without coordinates.
"""

from collections.abc import Sequence

from engine.core import Action, NameOfSeat, Seat, View, count_noun, join_words
from engine.games.railroad_rivals.game_data.pieces import is_city
from engine.games.railroad_rivals.game_data.printed_data import RAILROAD_NAMES, City, Goods, Railroad
from engine.games.railroad_rivals.rules.delivery import delivery_points, link_fee, trip_of_delivery
from engine.games.railroad_rivals.rules.place_names import edges_text, fit_text, links_text, place_text
from engine.games.railroad_rivals.state import active_modules
from engine.games.railroad_rivals.state.actions import Bid, Deliver, Draft, Pass, Place
from engine.games.railroad_rivals.state.board import blank_spots, matching_spots
from engine.games.railroad_rivals.state.game_module import Trip
from engine.games.railroad_rivals.state.phases import Bidding
from engine.games.railroad_rivals.state.state import RailroadRivals
from engine.games.railroad_rivals.text.narration import bonus_text

__all__ = [
    "choice_label",
    "delivery_effect_text",
    "fit_text",
    "goods_label",
    "label",
    "links_text",
    "origin_label",
    "place_text",
    "trip_effect_text",
    "trip_points_text",
]


def label(view: View[RailroadRivals], action: Action, field: str, name: NameOfSeat) -> str:
    """The label of the value of ``field`` in ``action``; ``""`` is the whole action with its effect."""
    return choice_label(view.state, action, field, name)


def choice_label(state: RailroadRivals, action: Action, field: str, name: NameOfSeat) -> str:
    """The label of the value of ``field`` in ``action``; ``""`` is the whole action, as before Confirm."""
    for module in active_modules.modules_in_play(state):
        if (words := module.label(state, action, field, name)) is not None:
            return words
    match action:
        case Pass():
            return _pass_label(state)
        case Bid(seat=seat, amount=amount):
            return f"{amount}" if field else f"Bid {amount}: you have {count_noun(state.score[seat], 'point')}"
        case Draft(tile=tile):
            return _tile_label(state, tile) if field else f"Draft {_tile_label(state, tile)}"
        case Place():
            return _placement_label(state, action, field)
        case Deliver():
            return _delivery_label(state, action, field, name)
        case _:
            raise TypeError(f"{action!r} is no action of Railroad Rivals")


def delivery_effect_text(state: RailroadRivals, action: Deliver, name: NameOfSeat) -> str:
    """The effect of a delivery: “3 points for you, 2 for Ben, B&O rises to 4”."""
    return trip_effect_text(state, trip_of_delivery(state, action), name)


def trip_effect_text(state: RailroadRivals, trip: Trip, name: NameOfSeat) -> str:
    """``delivery_effect_text`` over any number of links."""
    after, rises = state, []
    for link in trip.links:
        after = after.raise_value(link.railroad)
        rises += [marker for marker in after.baron.moving_markers(link.railroad) if marker not in rises]
    own = sum(state.stocks[trip.seat].get(rail, 0) * (after.value[rail] - state.value[rail]) for rail in rises)
    gained = f", your stock gains {own}" if own else ""
    return f"{trip_points_text(state, trip, name)}, {_rise_text(after, rises)}{gained}"


def _rise_text(after: RailroadRivals, rises: Sequence[Railroad]) -> str:
    """“B&O rises to 4”; railroads that are one company together: “ATSF and MP rise to 4”."""
    values = {after.value[railroad] for railroad in rises}
    if len(rises) > 1 and len(values) == 1:
        return f"{join_words(rises)} rise to {values.pop()}"
    return join_words(tuple(f"{railroad} rises to {after.value[railroad]}" for railroad in rises)) or "no stock rises"


def trip_points_text(state: RailroadRivals, trip: Trip, name: NameOfSeat) -> str:
    """“3 points for you, 1 more for the hotel in Chicago, 2 for Ben”."""
    bonuses = active_modules.delivery_bonuses(state, trip)
    parts = [f"{count_noun(delivery_points(state, trip.goods), 'point')} for you"]
    parts += [f"{bonus.points} more for {bonus_text(bonus.reason)}" for bonus in bonuses if bonus.seat == trip.seat]
    parts += [f"{paid} for {name(Seat(link.owner))}" for link in trip.links if (paid := link_fee(link, trip.seat))]
    others = [bonus for bonus in bonuses if bonus.seat != trip.seat]
    parts += [f"{bonus.points} for {name(bonus.seat)} for {bonus_text(bonus.reason)}" for bonus in others]
    return ", ".join(parts)


def goods_label(state: RailroadRivals, goods: Goods) -> str:
    """A kind of cube with its current score: “coal: 3 points”."""
    return f"{goods}: {count_noun(delivery_points(state, goods), 'point')}"


def origin_label(state: RailroadRivals, city: City) -> str:
    """A city with the cubes on it: “Omaha: coal and wood”."""
    return f"{city}: {join_words(state.goods[city])}"


def _pass_label(state: RailroadRivals) -> str:
    phase = state.flow[-1]
    if not isinstance(phase, Bidding):
        return "Finish delivering"
    place = len(phase.still_in)
    return f"Pass and take place {place}" if state.options.bidding == "whole-order" else "Pass and leave the bidding"


def _tile_label(state: RailroadRivals, tile: str) -> str:
    if not is_city(tile):
        railroad = Railroad(tile)
        owned = sum(portfolio.get(railroad, 0) for portfolio in state.stocks.values())
        owners = f"players own {owned}" if owned else "nobody owns it"
        worth = f"worth {state.value[railroad]} now, {owners}"
        return f"{tile} stock, {RAILROAD_NAMES[railroad]}: {worth}"
    city = state.board.tile_as_printed(City(tile))
    edges = " ".join(railroad for railroad in city.edges if railroad)
    return f"{tile}: {count_noun(city.goods, 'cube')}, edges {edges}, {fit_text(state, City(tile))}"


def _placement_label(state: RailroadRivals, action: Place, field: str) -> str:
    match field:
        case "city":
            return f"{action.city}: {_cubes_text(state, action.city)}, {fit_text(state, action.city)}"
        case "at":
            return place_text(state, action.at)
        case "facing":
            return f"{links_text(state, action)} ({edges_text(state, action.city, action.facing)})"
        case _:
            where = place_text(state, action.at)
            cubes = state.count_cubes_to_draw(action.city)
            drawn = f"draw {count_noun(cubes, 'cube')}" if cubes else "the bag is empty"
            way = (
                f" ({edges_text(state, action.city, action.facing)})" if _count_orientations(state, action) > 1 else ""
            )
            return f"Place {action.city} {where}{way}: {links_text(state, action)}, {drawn}"


def _cubes_text(state: RailroadRivals, city: City) -> str:
    """The cubes that the city gets now: “3 cubes”; of a short bag “1 cube, all that is in the bag”."""
    cubes = state.count_cubes_to_draw(city)
    if not cubes:
        return "the bag is empty"
    short = ", all that is in the bag" if cubes < state.board.tile_as_printed(city).goods else ""
    return f"{count_noun(cubes, 'cube')}{short}"


def _count_orientations(state: RailroadRivals, action: Place) -> int:
    """Count the orientations in which the city fits there: if there are several, the words must tell them apart."""
    spots = matching_spots(state.board, action.city) or blank_spots(state.board, action.city)
    return sum(spot.at == action.at for spot in spots)


def _delivery_label(state: RailroadRivals, action: Deliver, field: str, name: NameOfSeat) -> str:
    trip = trip_of_delivery(state, action)
    match field:
        case "goods":
            return goods_label(state, action.goods)
        case "city":
            return origin_label(state, action.city)
        case "to":
            return f"{action.to} by {trip.links[0].railroad}: {trip_points_text(state, trip, name)}"
        case _:
            effect = delivery_effect_text(state, action, name)
            return f"Deliver {action.goods} from {action.city} to {action.to}: {effect}"
