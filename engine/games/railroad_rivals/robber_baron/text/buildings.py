"""Texts of hotels, water towers, and deliveries over a tower. (RB Advanced Buildings)"""

from engine.core import ActionText, ActionTexts, EventTexts, NameOfSeat, View, count_noun, join_words
from engine.core.short_label import ShortLabel
from engine.games.railroad_rivals.robber_baron.actions import Hotel, Relay, Tower
from engine.games.railroad_rivals.robber_baron.building_rules import count_cubes_near, trip_of_relay
from engine.games.railroad_rivals.robber_baron.events import HotelBuilt, TowerBuilt
from engine.games.railroad_rivals.robber_baron.numbers import HOTEL_POINTS
from engine.games.railroad_rivals.state.board import link_ends_of
from engine.games.railroad_rivals.state.state import RailroadRivals
from engine.games.railroad_rivals.text.delivery import trip_label, trip_short_label
from engine.games.railroad_rivals.text.wording import narration_of_clause


def _hotel_label(view: View[RailroadRivals], action: Hotel, field: str, name: NameOfSeat) -> str:
    cubes = f"{count_noun(count_cubes_near(view.state, action.city), 'cube')} one link away"
    if field:
        return f"{action.city}: {cubes}"
    return f"Build your hotel in {action.city}: 1 point for each cube delivered there ({cubes})"


def _hotel_short_label(view: View[RailroadRivals], action: Hotel, field: str, name: NameOfSeat) -> ShortLabel:
    cubes = count_cubes_near(view.state, action.city)
    label = f"{'' if field else 'Hotel '}{action.city} · {count_noun(cubes, 'cube')} near"
    return ShortLabel(label, f"{HOTEL_POINTS} point for each cube delivered there; near: one link away", gains=(cubes,))


def _tower_label(view: View[RailroadRivals], action: Tower, field: str, name: NameOfSeat) -> str:
    ends = join_words(link_ends_of(view.state.board, action.city)) or "no city yet"
    if field:
        return f"{action.city}: linked to {ends}"
    return f"Build your water tower in {action.city}: send deliveries one link farther (linked to {ends})"


def _tower_short_label(view: View[RailroadRivals], action: Tower, field: str, name: NameOfSeat) -> ShortLabel:
    links = len(link_ends_of(view.state.board, action.city))
    label = f"{'' if field else 'Tower '}{action.city} · {count_noun(links, 'link')}"
    return ShortLabel(label, "Your deliveries there can go one link farther", gains=(links,))


def _relay_label(view: View[RailroadRivals], action: Relay, field: str, name: NameOfSeat) -> str:
    over = f" over your tower in {view.state.baron.tower_city(action.seat)}"
    return trip_label(view.state, trip_of_relay(view.state, action), field, name, over)


def _relay_short_label(view: View[RailroadRivals], action: Relay, field: str, name: NameOfSeat) -> ShortLabel:
    return trip_short_label(view.state, trip_of_relay(view.state, action), field, name)


ACTION_TEXTS: ActionTexts = {
    Hotel: ActionText(label=_hotel_label, short_label=_hotel_short_label),
    Tower: ActionText(label=_tower_label, short_label=_tower_short_label),
    Relay: ActionText(label=_relay_label, short_label=_relay_short_label),
}

EVENT_TEXTS: EventTexts = {
    HotelBuilt: lambda event, name: narration_of_clause(name(event.seat), f"built a hotel in {event.city}"),
    TowerBuilt: lambda event, name: narration_of_clause(name(event.seat), f"built a water tower in {event.city}"),
}

TOPICS = (
    (
        "Hotels (Robber Baron)",
        "On your turn to deliver, before or after the delivery, you may build your only hotel in any city "
        "without one. It scores you 1 point for each cube that any player delivers there.",
    ),
    (
        "Water Towers (Robber Baron)",
        "On your turn to deliver, before or after the delivery, you may build your only water tower in any "
        "city without one. From then on, when you deliver a cube to its city, you may send it over one more "
        "link, but not back. Its color scores once. The stocks of both railroads rise, and other owners score "
        "2 points for each link. A hotel scores only where the trip ends.",
    ),
)
