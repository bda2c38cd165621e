"""The names of cities, points and items, as a button has room for them."""

from engine.core import NameOfSeat, Seat, possessive_of
from engine.core.short_label import shorten_name
from engine.games.railroads_of_catan.game_data.island import NodeId, Track, kind_of, track_ends
from engine.games.railroads_of_catan.game_data.pieces import Item
from engine.games.railroads_of_catan.state.sellable_items import train_of_item
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan

_MAX_NAME = 8
"""Characters of a player's name."""


def place_name(state: RailroadsOfCatan, place: NodeId, seat: Seat, name: NameOfSeat) -> str:
    """“your 5”, “Ada’s 4”; the point’s name if there is no city."""
    city = state.cities.get(place)
    if city is None:
        return place
    return (
        f"your {city.dots}"
        if city.seat == seat
        else f"{possessive_of(shorten_name(name(city.seat), _MAX_NAME))} {city.dots}"
    )


def line_name(state: RailroadsOfCatan, line: tuple[NodeId, ...], seat: Seat, name: NameOfSeat) -> str:
    """“your 5–V85–V86”, beginning at a city; a long line by its ends: “your 5–V90, 4 tracks”."""
    from_city = line[::-1] if line[0] not in state.cities and line[-1] in state.cities else line
    return "–".join(place_name(state, place, seat, name) for place in from_city)


def ends_name(state: RailroadsOfCatan, line: tuple[NodeId, ...], seat: Seat, name: NameOfSeat) -> str:
    """“your 5 to V90”: the two ends of a line."""
    from_city = line[::-1] if line[0] not in state.cities and line[-1] in state.cities else line
    return " to ".join(place_name(state, place, seat, name) for place in (from_city[0], from_city[-1]))


def item_name(state: RailroadsOfCatan, owner: Seat, item: Item, seat: Seat, name: NameOfSeat) -> str:
    """“Train 2 (small)”, “Coast your 5–V85”."""
    train = train_of_item(state, owner, item)
    if train is not None:
        return f"Train {train.number} ({'large' if train.large else 'small'})"
    if item.startswith("train-"):
        return item.replace("-", " ").capitalize()
    track = Track(item)
    kind = str(kind_of(state.layout, track)).capitalize()
    return f"{kind} {line_name(state, track_ends(track), seat, name)}"


def capitalize(words: str) -> str:
    """The words with a capital letter."""
    return f"{words[:1].upper()}{words[1:]}"
