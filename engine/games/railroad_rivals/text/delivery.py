"""Texts of deliveries. (R Deliver a Good; R Goods Cube Delivery Scoring)"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from engine.core import ActionText, ActionTexts, EventTexts, NameOfSeat, Narration, Seat, View, count_noun, join_words
from engine.core.short_label import MAX_LABEL, ShortLabel, fit_detail, fit_label, shorten_name
from engine.games.railroad_rivals.game_data.printed_data import City, Railroad
from engine.games.railroad_rivals.rules.delivery import apply_trip, delivery_points, trip_of_delivery
from engine.games.railroad_rivals.state.actions import Deliver, Pass
from engine.games.railroad_rivals.state.events import BonusReason, BonusScored, Delivered, DeliverySkipped
from engine.games.railroad_rivals.state.game_module import Trip
from engine.games.railroad_rivals.state.state import RailroadRivals
from engine.games.railroad_rivals.text.wording import narration_of_clause


class _TripResult(NamedTuple):
    """The effects of a trip: its events, and the value of each stock after the trip."""

    deliveries: tuple[Delivered, ...]
    """One event for each link, in order."""
    bonuses: tuple[BonusScored, ...]
    values: Mapping[Railroad, int]


def _trip_result(state: RailroadRivals, trip: Trip) -> _TripResult:
    after, events = apply_trip(state, trip).take_events()
    deliveries = tuple(event for event in events if isinstance(event, Delivered))
    return _TripResult(deliveries, tuple(event for event in events if isinstance(event, BonusScored)), after.value)


def _own_stock_gains(state: RailroadRivals, seat: Seat, result: _TripResult) -> dict[Railroad, int]:
    """The points that a seat's stock tiles gain from a trip, by railroad; railroads without a gain are omitted."""
    rises = {railroad: value - state.value[railroad] for railroad, value in result.values.items()}
    return {railroad: count * rises[railroad] for railroad, count in state.stocks[seat].items() if rises[railroad]}


def trip_effect_text(state: RailroadRivals, trip: Trip, name: NameOfSeat) -> str:
    """The effect of a delivery: “3 points for you, 2 for Ben, B&O rises to 4”."""
    result = _trip_result(state, trip)
    gained = sum(_own_stock_gains(state, trip.seat, result).values())
    own_gain = f", your stock gains {gained}" if gained else ""
    return f"{_points_text(trip, result, name)}, {_rises_text(result)}{own_gain}"


def _rises_text(result: _TripResult) -> str:
    """The new values of stocks: “B&O rises to 4”; for a merged company “ATSF and MP rise to 4”."""
    companies = [event.company or (event.railroad,) for event in result.deliveries if event.value]
    risen = list(dict.fromkeys(railroad for company in companies for railroad in company))
    values = {result.values[railroad] for railroad in risen}
    if len(risen) > 1 and len(values) == 1:
        return f"{join_words(risen)} rise to {values.pop()}"
    return join_words([f"{railroad} rises to {result.values[railroad]}" for railroad in risen]) or "no stock rises"


def _points_text(trip: Trip, result: _TripResult, name: NameOfSeat) -> str:
    """The points of all seats: “3 points for you, 1 more for the hotel in Chicago, 2 for Ben”."""
    own = [bonus for bonus in result.bonuses if bonus.seat == trip.seat]
    others = [bonus for bonus in result.bonuses if bonus.seat != trip.seat]
    parts = [f"{count_noun(sum(event.points for event in result.deliveries), 'point')} for you"]
    parts += [f"{bonus.points} more for {_bonus_text(bonus.reason)}" for bonus in own]
    parts += [f"{event.owner_points} for {name(event.owner)}" for event in result.deliveries if event.owner_points]
    parts += [f"{bonus.points} for {name(bonus.seat)} for {_bonus_text(bonus.reason)}" for bonus in others]
    return ", ".join(parts)


def _bonus_text(reason: BonusReason | str) -> str:
    """The reason for a bonus, which follows the word “for”: “the hotel in Chicago”. Old events contain it as text."""
    if isinstance(reason, str):
        return reason
    if reason.hotel:
        return f"the hotel in {reason.hotel}"
    return "a Locomotive Upgrade" if reason.upgrades == 1 else "two Locomotive Upgrades"


def trip_label(state: RailroadRivals, trip: Trip, field: str, name: NameOfSeat, over: str = "") -> str:
    """The label of one field of a trip (cube, origin, or destination), or of the whole trip if ``field`` is empty.

    In the label of a whole trip, ``over`` follows the origin.
    """
    match field:
        case "goods":
            return f"{trip.goods}: {count_noun(delivery_points(state, trip.goods), 'point')}"
        case "city":
            return f"{trip.city}: {join_words(state.goods[trip.city])}"
        case "to":
            points = _points_text(trip, _trip_result(state, trip), name)
            return f"{trip.destination} by {trip.links[-1].railroad}: {points}"
        case _:
            effect = trip_effect_text(state, trip, name)
            return f"Deliver {trip.goods} from {trip.city}{over} to {trip.destination}: {effect}"


def trip_short_label(state: RailroadRivals, trip: Trip, field: str, name: NameOfSeat) -> ShortLabel:
    """The short label of one field of a trip (cube, origin, or destination), or of the whole trip."""
    match field:
        case "goods":
            points = delivery_points(state, trip.goods)
            return ShortLabel(f"+{points} {trip.goods}", gains=(points,))
        case "city":
            return _origin_short_label(state, trip.city)
        case "to":
            return _effect_short_label(state, trip, str(trip.destination), name)
        case _:
            return _effect_short_label(state, trip, f"{trip.goods} {trip.city}→{trip.destination}", name)


def _origin_short_label(state: RailroadRivals, city: City) -> ShortLabel:
    """A city and its cubes: “Omaha: coal wood”; if that is too long, the number of cubes."""
    goods = state.goods[city]
    return ShortLabel(fit_label(f"{city}: {' '.join(goods)}", f"{city}: {count_noun(len(goods), 'cube')}"))


def _effect_short_label(state: RailroadRivals, trip: Trip, route: str, name: NameOfSeat) -> ShortLabel:
    """All points and the gains of the seat's own stock: “+3 wood Omaha→Denver, Ben +2, 2 CBQ↑”."""
    result = _trip_result(state, trip)
    own = sum(event.points for event in result.deliveries)
    own += sum(bonus.points for bonus in result.bonuses if bonus.seat == trip.seat)
    gains = _own_stock_gains(state, trip.seat, result)
    gained = sum(gains.values())
    rises = f"{gained} {'+'.join(gains)}↑" if gains else ""
    paid = [f"{shorten_name(name(seat))} +{points}" for seat, points in _points_for_others(trip, result).items()]
    tails = [", ".join(filter(None, [*paid, rises])), rises, ", ".join(paid), str(trip.links[-1].railroad), ""]
    heads = (f"+{own} {route}", f"+{own} {route.replace(' City', '')}")
    labels = [", ".join(filter(None, [head, tail])) for tail in tails for head in heads]
    label = fit_label(*labels, max_length=MAX_LABEL)
    shown_gains = (own, gained) if rises and rises in label else (own,)
    return ShortLabel(label, _effect_detail(trip, result, paid), gains=shown_gains)


def _effect_detail(trip: Trip, result: _TripResult, paid: Sequence[str]) -> str:
    rises = [f"{link.railroad} rises to {result.values[link.railroad]}" for link in trip.links]
    return fit_detail(*paid, *dict.fromkeys(rises))


def _points_for_others(trip: Trip, result: _TripResult) -> dict[Seat, int]:
    points: dict[Seat, int] = {}
    for event in result.deliveries:
        if event.owner_points:
            points[event.owner] = points.get(event.owner, 0) + event.owner_points
    for bonus in result.bonuses:
        if bonus.seat != trip.seat:
            points[bonus.seat] = points.get(bonus.seat, 0) + bonus.points
    return points


def deliver_label(view: View[RailroadRivals], action: Deliver, field: str, name: NameOfSeat) -> str:
    """The label of one field of a delivery (cube, origin, or destination), or of the whole delivery."""
    return trip_label(view.state, trip_of_delivery(view.state, action), field, name)


def deliver_short_label(view: View[RailroadRivals], action: Deliver, field: str, name: NameOfSeat) -> ShortLabel:
    """The short label of one field of a delivery (cube, origin, or destination), or of the whole delivery."""
    return trip_short_label(view.state, trip_of_delivery(view.state, action), field, name)


def _deliver_legend(view: View[RailroadRivals], action: Deliver, field: str) -> str:
    return "First your points. ↑: your stock gains." if field == "to" else "+: your points. ↑: your stock gains."


ACTION_TEXTS: ActionTexts = {
    Deliver: ActionText(label=deliver_label, short_label=deliver_short_label, legend=_deliver_legend),
    Pass: ActionText(
        label=lambda view, action, field, name: "Finish delivering",
        short_label=lambda view, action, field, name: ShortLabel("Finish delivering", quiet=True),
    ),
}


def _narrate_delivery(event: Delivered, name: NameOfSeat) -> Narration:
    """Narrate a delivery. Its short clause follows a colon: “coal from Omaha to Denver by UP, 3 points”."""
    points = count_noun(event.points, "point")
    route = f"{event.goods} from {event.city} to {event.destination} by {event.railroad}"
    fee = f"; {name(event.owner)} gets {event.owner_points} for the link" if event.owner_points else ""
    if event.points:
        effect = f"{name(event.seat)} delivered {route}: {points}{fee}"
    else:
        over = f"{event.goods} from {event.city} over the tower in {event.destination} by {event.railroad}"
        effect = f"{name(event.seat)} sent {over}{fee}"
    return Narration(f"{effect}. {_new_value_sentence(event)}", f"{route}, {points}")


def _new_value_sentence(event: Delivered) -> str:
    if not event.value:
        return f"{event.railroad} is out of business: no stock rises."
    return f"{join_words(event.company or (event.railroad,))} stock is worth {event.value}."


EVENT_TEXTS: EventTexts = {
    Delivered: _narrate_delivery,
    BonusScored: lambda event, name: Narration(
        f"{name(event.seat)} scored {count_noun(event.points, 'point')} for {_bonus_text(event.reason)}."
    ),
    DeliverySkipped: lambda event, name: narration_of_clause(name(event.seat), "couldn’t deliver"),
}
