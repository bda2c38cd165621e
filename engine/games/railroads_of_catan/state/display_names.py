"""Names of cities, points, tracks, and trains in texts for players."""

from collections import Counter
from collections.abc import Iterable, Mapping

from engine.core import NameOfSeat, Seat, dollar_amount, join_words, possessive_of
from engine.games.railroads_of_catan.game_data.constants import SIZE_NAMES
from engine.games.railroads_of_catan.game_data.distance_tables import track_distances
from engine.games.railroads_of_catan.game_data.island import Good, NodeId, Track, kind_of, track_ends
from engine.games.railroads_of_catan.game_data.pieces import Associate, City, EventCard, Item, TrainPiece
from engine.games.railroads_of_catan.state.sellable_items import train_of_item
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan

CityByHex = Mapping[NodeId, City]

ASSOCIATE_TEXTS: Mapping[Associate, tuple[str, str]] = {
    Associate.CREW: ("Construction Crew", "2 more tracks this turn"),
    Associate.BANKER: ("Banker", "10% of cash in hand from the bank, rounded down to $100, immediately"),
    Associate.ENGINEER: ("Engineer", "all track at half price"),
    Associate.CONDUCTOR: ("Conductor", "mountain track takes 1 move"),
    Associate.NEGOTIATOR: ("Negotiator", "goods at half price"),
    Associate.UNION: ("Union Manager", "no fees for rivals’ track, only for their cities"),
}
"""Name and effect of each associate. (RC Phase 3)"""

EVENT_TEXTS: Mapping[EventCard, tuple[str, str]] = {
    EventCard.TAX: ("Tax", "each player pays $100 per barrel on their trains"),
    EventCard.PLENTY: ("Year of Plenty", "goods cost half as much this turn"),
    EventCard.MONSOON: ("Monsoon", "all water track is destroyed, and coast track is closed this turn"),
    EventCard.SURPLUS: ("Surplus", "each player may lay 2 tracks free this turn, or 1 across mountains or water"),
    EventCard.HOLIDAY: ("Holiday", "each player gets $1,000 per small train and $2,000 per large one"),
}
"""Name and effect of each event. (RC Phase 2)"""


def name_to_reader(name: NameOfSeat, reader: Seat | None) -> NameOfSeat:
    """Return a function that names seats; it names the seat of the reader “you”."""
    return lambda seat: "you" if seat == reader else name(seat)


def place_text(cities: CityByHex, place: NodeId, name: NameOfSeat, about: Seat | None = None) -> str:
    """Return “Ada’s 5”, “their 5” in a sentence about Ada (``about``), or the point's name if there is no city."""
    city = cities.get(place)
    if city is None:
        return place
    return f"{'their' if city.seat == about else possessive_of(name(city.seat))} {city.dots}"


def city_text(cities: CityByHex, place: NodeId, name: NameOfSeat, about: Seat | None = None) -> str:
    """Return “Ada’s 5-dot city”, or the point's name if there is no city."""
    short_text = place_text(cities, place, name, about)
    return f"{short_text}-dot city" if place in cities else short_text


def spot_text(cities: CityByHex, place: NodeId, name: NameOfSeat, about: Seat | None = None) -> str:
    """Return “in Ada’s 5-dot city” or “near Ada’s 5-dot city”; “at V85” if ``cities`` is empty."""
    if place in cities or not cities:
        return f"{'in' if place in cities else 'at'} {city_text(cities, place, name, about)}"
    nearest = min(cities, key=lambda hex: (track_distances(hex)[place], hex))
    return f"near {city_text(cities, nearest, name, about)}"


def short_spot_text(cities: CityByHex, place: NodeId, name: NameOfSeat, about: Seat | None = None) -> str:
    """Return “in Ada’s 5”, “near Ada’s 5”, or “at V85”."""
    return spot_text(cities, place, name, about).removesuffix("-dot city")


def line_text(cities: CityByHex, line: tuple[NodeId, ...], name: NameOfSeat) -> str:
    """Return “Ada’s 5–V85–V86–V90”: all points of a line of track, cities named by owner and dots."""
    return "–".join(place_text(cities, place, name) for place in line)


def track_text(cities: CityByHex, track: Track, name: NameOfSeat) -> str:
    """“track from Ada’s 5-dot city to V85”."""
    a, b = track_ends(track)
    start, end = (b, a) if b in cities and a not in cities else (a, b)
    return f"track from {city_text(cities, start, name)} to {city_text(cities, end, name)}"


def goods_text(goods: Iterable[Good]) -> str:
    """“2 ore and 1 wood”, or “empty”."""
    return join_words([f"{count} {good}" for good, count in sorted(Counter(goods).items())]) or "empty"


def location_text(cities: CityByHex, place: NodeId, name: NameOfSeat) -> str:
    """“in Ada’s 5-dot city”, “at V85”."""
    return f"{'in' if place in cities else 'at'} {city_text(cities, place, name)}"


def train_text(cities: CityByHex, train: TrainPiece, name: NameOfSeat) -> str:
    """“train 1 (small) in Ada’s 5-dot city, carrying 2 ore”."""
    size = SIZE_NAMES[train.large]
    where = location_text(cities, train.at, name)
    return f"train {train.number} ({size}) {where}, {'carrying ' if train.goods else ''}{goods_text(train.goods)}"


def item_text(state: RailroadsOfCatan, owner: Seat, item: Item, name: NameOfSeat) -> str:
    """Return “plain track from Ada’s 5-dot city to V85” for a track, or the text of ``train_text`` for a train."""
    if item.startswith("train-"):
        train = train_of_item(state, owner, item)
        return train_text(state.cities, train, name) if train else item.replace("-", " ")
    track = Track(item)
    return f"{kind_of(state.layout, track)} {track_text(state.cities, track, name)}"


def seat_sums_text(sums: Mapping[Seat, int], name: NameOfSeat) -> str:
    """“$1,000 to Ben and $400 to Cleo”."""
    return join_words(
        [f"{dollar_amount(amount)} to {name(Seat(int(seat)))}" for seat, amount in sums.items() if amount]
    )
