"""Short names of cities, tracks, and trains, and other wording that several texts share."""

from engine.core import NameOfSeat, Seat, join_words, possessive_of
from engine.core.short_label import shorten_name
from engine.games.railroads_of_catan.game_data.island import NodeId, Track, kind_of, track_ends
from engine.games.railroads_of_catan.game_data.pieces import Item
from engine.games.railroads_of_catan.state.sellable_items import train_of_item
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan

_MAX_NAME = 8
"""Maximum characters of a player's name in the label of a button."""
MAX_NAMED = 6
"""Maximum number of items that a sentence names; further items are only counted."""


def place_name(state: RailroadsOfCatan, place: NodeId, seat: Seat, name: NameOfSeat) -> str:
    """Return “your 5” for a city of ``seat``, “Ada’s 4” for another city, or the point's name if there is no city."""
    city = state.cities.get(place)
    if city is None:
        return place
    return (
        f"your {city.dots}"
        if city.seat == seat
        else f"{possessive_of(shorten_name(name(city.seat), _MAX_NAME))} {city.dots}"
    )


def line_name(state: RailroadsOfCatan, line: tuple[NodeId, ...], seat: Seat, name: NameOfSeat) -> str:
    """Return “your 5–V85–V86”: the points of a line of track, from the end with a city if only one end has one."""
    return "–".join(place_name(state, place, seat, name) for place in _from_city(state, line))


def ends_name(state: RailroadsOfCatan, line: tuple[NodeId, ...], seat: Seat, name: NameOfSeat) -> str:
    """Return “your 5 to V90”: the ends of a line of track, from the end with a city if only one end has one."""
    start, *_, end = _from_city(state, line)
    return f"{place_name(state, start, seat, name)} to {place_name(state, end, seat, name)}"


def _from_city(state: RailroadsOfCatan, line: tuple[NodeId, ...]) -> tuple[NodeId, ...]:
    """Return the line, reversed if its last point is a city and its first point is not."""
    return line[::-1] if line[0] not in state.cities and line[-1] in state.cities else line


def item_name(state: RailroadsOfCatan, owner: Seat, item: Item, seat: Seat, name: NameOfSeat) -> str:
    """Return “Train 2 (small)”, or “Coast your 5–V85” for a coast track."""
    train = train_of_item(state, owner, item)
    if train is not None:
        return f"Train {train.number} ({'large' if train.large else 'small'})"
    if item.startswith("train-"):
        return item.replace("-", " ").capitalize()
    track = Track(item)
    kind = str(kind_of(state.layout, track)).capitalize()
    return f"{kind} {line_name(state, track_ends(track), seat, name)}"


def capitalize(text: str) -> str:
    """Return the text with its first letter in upper case; all other letters are unchanged."""
    return f"{text[:1].upper()}{text[1:]}"


def capitalize_your(text: str) -> str:
    """Capitalize the text if it begins with “your”. A name of a player at the beginning is unchanged."""
    return capitalize(text) if text.startswith("your ") else text


def join_first(items: list[str]) -> str:
    """Return “train 1, train 2 and 5 more”: the first ``MAX_NAMED`` items, and the number of the others."""
    more = len(items) - MAX_NAMED
    return join_words([*items[:MAX_NAMED], f"{more} more"] if more > 0 else items)
