"""Facts that pictures show about modules, from the state and the events."""

from itertools import compress
from typing import Protocol, cast

from engine.core import Event, Seat
from engine.games.railroad_rivals.game_data.printed_data import City, Railroad, Special
from engine.games.railroad_rivals.robber_baron.numbers import PURCHASE_RISE
from engine.games.railroad_rivals.robber_baron.shenanigans.events import RailroadsMerged, StockBought, StocksDumped
from engine.games.railroad_rivals.state import active_modules
from engine.games.railroad_rivals.state.events import Delivered
from engine.games.railroad_rivals.state.state import RailroadRivals
from render.text_fitting import Events


class CityEvent(Protocol):
    """A module's event in which something was built or played in a city."""

    seat: Seat
    city: City


def railroads_in_play(state: RailroadRivals) -> tuple[Railroad, ...]:
    """The railroads in play, always in the same order."""
    return tuple(state.value)


def has_buildings(state: RailroadRivals) -> bool:
    """Whether hotels and water towers are in play."""
    return state.options.buildings


def has_railroad_size(state: RailroadRivals) -> bool:
    """Whether links score at the end of the game. (RB Railroad Size)"""
    return state.options.railroad_size


def has_wrapping_track(state: RailroadRivals) -> bool:
    """Whether the stock track continues at 1 after 15, as in the expansion. (RB Stock Track)"""
    return state.seats > 1 and bool(active_modules.modules_in_play(state))


def is_module_event(event: Event) -> bool:
    """Whether an event belongs to a module."""
    return any(type(event) in module.events for module in active_modules.all_modules())


def city_events(events: Events) -> tuple[CityEvent, ...]:
    """The events in which something was built or played in a city, oldest first."""
    public = (event for event in events if event.to is None and is_module_event(event))
    events_on_cities = (event for event in public if hasattr(event, "city") and hasattr(event, "seat"))
    return tuple(cast("CityEvent", event) for event in events_on_cities)


def special_tiles_of(state: RailroadRivals, seat: Seat) -> tuple[Special, ...]:
    """The special tiles of a seat, in the order of taking."""
    return state.baron.specials.get(seat, ())


def has_hotel_and_tower_left(state: RailroadRivals, seat: Seat) -> tuple[bool, bool]:
    """Whether the seat can still build its hotel, and whether it can still build its water tower."""
    if not has_buildings(state):
        return False, False
    return seat not in state.baron.hotels.values(), seat not in state.baron.towers.values()


def value_changes(state: RailroadRivals, events: Events) -> dict[Railroad, int]:
    """The changes of stock values in the events, by railroad.

    For a merged company, only changes since the merger count.
    """
    merged_railroads = () if any(isinstance(event, RailroadsMerged) for event in events) else state.baron.merged
    changes: dict[Railroad, int] = {}
    for event in events:
        match event:
            case Delivered(railroad=railroad):
                moves = dict.fromkeys(merged_railroads if railroad in merged_railroads else (railroad,), 1)
            case StockBought(company=company):
                moves = dict.fromkeys(company, PURCHASE_RISE)
            case StocksDumped(company=company, price=price, value=value):
                moves = dict.fromkeys(company, value - price)
            case RailroadsMerged(first=first, second=second):
                merged_railroads, moves = (first, second), {}
                changes = {railroad: change for railroad, change in changes.items() if railroad not in merged_railroads}
            case _:
                moves = {}
        for railroad, change in moves.items():
            changes[railroad] = changes.get(railroad, 0) + change
    alive = [railroad for railroad in state.value if railroad not in state.baron.ruined]
    return {railroad: changes[railroad] for railroad in alive if changes.get(railroad)}


def remaining_buildings(state: RailroadRivals, seat: Seat) -> tuple[str, ...]:
    """The names of the buildings that a seat has not built yet."""
    words = ("hotel", "water tower")
    return tuple(compress(words, has_hotel_and_tower_left(state, seat)))
