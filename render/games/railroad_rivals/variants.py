"""Additions to a table's pictures by its modules: read from the state and the news, empty in the base game."""

from itertools import compress
from typing import Protocol, cast

from engine.core import Event, Seat
from engine.games.railroad_rivals.box.data import City, Railroad, Special
from engine.games.railroad_rivals.robber_baron.data import RISE
from engine.games.railroad_rivals.robber_baron.shenanigans.events import RailroadsMerged, StockBought, StocksDumped
from engine.games.railroad_rivals.state import joints
from engine.games.railroad_rivals.state.events import Delivered
from engine.games.railroad_rivals.state.state import RailroadRivals
from render.called import News


class PlayedOn(Protocol):
    """A module's own event about one city on the table: something was built or played there."""

    seat: Seat
    city: City


def in_play(state: RailroadRivals) -> tuple[Railroad, ...]:
    """The railroads of the table, always in the same order."""
    return tuple(state.value)


def has_buildings(state: RailroadRivals) -> bool:
    """Whether hotels and water towers are in play."""
    return state.options.buildings


def has_size(state: RailroadRivals) -> bool:
    """Whether links score in the end. (RB Railroad Size)"""
    return state.options.railroad_size


def wraps(state: RailroadRivals) -> bool:
    """Whether the stock track ends at 15 and goes on from 1, as that of the expansion does. (RB Stock Track)"""
    return state.seats > 1 and bool(joints.modules(state))


def by_modules(event: Event) -> bool:
    """Whether the event is a module's own."""
    return any(type(event) in module.events for module in joints.every())


def played_on(news: News) -> tuple[PlayedOn, ...]:
    """The events in the news that built or played something on a city, oldest first."""
    public = (event for event in news if event.to is None and by_modules(event))
    found = (event for event in public if hasattr(event, "city") and hasattr(event, "seat"))
    return tuple(cast("PlayedOn", event) for event in found)


def specials(state: RailroadRivals, seat: Seat) -> tuple[Special, ...]:
    """The special tiles that lie face up before a seat, in the order in which it took them."""
    return state.baron.specials.get(seat, ())


def unbuilt(state: RailroadRivals, seat: Seat) -> tuple[bool, bool]:
    """Whether a seat still has its hotel, and its water tower."""
    if not has_buildings(state):
        return False, False
    return seat not in state.baron.hotels.values(), seat not in state.baron.towers.values()


def value_changes(state: RailroadRivals, news: News) -> dict[Railroad, int]:
    """The amounts by which values moved in the news, in the table's order; for a company, since it was merged."""
    merged = () if any(isinstance(event, RailroadsMerged) for event in news) else state.baron.merged
    found: dict[Railroad, int] = {}
    for event in news:
        match event:
            case Delivered(railroad=railroad):
                moved = dict.fromkeys(merged if railroad in merged else (railroad,), 1)
            case StockBought(company=company):
                moved = dict.fromkeys(company, RISE)
            case StocksDumped(company=company, price=price, value=value):
                moved = dict.fromkeys(company, value - price)
            case RailroadsMerged(first=first, second=second):
                merged, moved = (first, second), {}
                found = {railroad: change for railroad, change in found.items() if railroad not in merged}
            case _:
                moved = {}
        for railroad, change in moved.items():
            found[railroad] = found.get(railroad, 0) + change
    alive = [railroad for railroad in state.value if railroad not in state.baron.ruined]
    return {railroad: found[railroad] for railroad in alive if found.get(railroad)}


def to_build(state: RailroadRivals, seat: Seat) -> tuple[str, ...]:
    """The buildings that a seat has not built yet, in words."""
    words = ("hotel", "water tower")
    return tuple(compress(words, unbuilt(state, seat)))
