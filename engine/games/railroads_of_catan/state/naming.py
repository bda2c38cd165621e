"""The names of cities, points, tracks, and trains in what players read. It has no rules."""

from collections import Counter
from collections.abc import Iterable, Mapping

from engine.core import Name, Seat, dollars, listed, possessive
from engine.games.railroads_of_catan.box.distances import hops
from engine.games.railroads_of_catan.box.figures import LARGE
from engine.games.railroads_of_catan.box.island import Good, Place, Track, ends, kind_of
from engine.games.railroads_of_catan.box.pieces import Associate, City, EventCard, Item, Train
from engine.games.railroads_of_catan.state.items import train_of
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan

Cities = Mapping[Place, City]

ASSOCIATE_WORDS: Mapping[Associate, tuple[str, str]] = {
    Associate.CREW: ("Construction Crew", "2 more tracks this turn"),
    Associate.BANKER: ("Banker", "10% of cash in hand from the bank, rounded down to $100, immediately"),
    Associate.ENGINEER: ("Engineer", "all track at half price"),
    Associate.CONDUCTOR: ("Conductor", "mountain track takes 1 move"),
    Associate.NEGOTIATOR: ("Negotiator", "goods at half price"),
    Associate.UNION: ("Union Manager", "no fees for rivals’ track, only for their cities"),
}
"""Name and effect. (RC Phase 3)"""

EVENT_WORDS: Mapping[EventCard, tuple[str, str]] = {
    EventCard.TAX: ("Tax", "each player pays $100 per barrel on their trains"),
    EventCard.PLENTY: ("Year of Plenty", "goods cost half as much this turn"),
    EventCard.MONSOON: ("Monsoon", "all water track is destroyed, and coast track is closed this turn"),
    EventCard.SURPLUS: ("Surplus", "each player may lay 2 tracks free this turn, or 1 across mountains or water"),
    EventCard.HOLIDAY: ("Holiday", "each player gets $1,000 per small train and $2,000 per large one"),
}
"""Name and effect. (RC Phase 2)"""


def place_words(cities: Cities, place: Place, name: Name, about: Seat | None = None) -> str:
    """“Ada’s 5”; “their 5” in a sentence about its owner, ``about``; the point’s own name where there is no city."""
    city = cities.get(place)
    if city is None:
        return place
    return f"{'their' if city.seat == about else possessive(name(city.seat))} {city.dots}"


def city_words(cities: Cities, place: Place, name: Name, about: Seat | None = None) -> str:
    """“Ada’s 5-dot city”: a place as sentences say it; labels and pictures have room for “Ada’s 5” alone."""
    words = place_words(cities, place, name, about)
    return f"{words}-dot city" if place in cities else words


def spot_words(cities: Cities, place: Place, name: Name, about: Seat | None = None) -> str:
    """“in Ada’s 5-dot city”, or “near …” by the nearest city that is named; the bare point only where none is."""
    if place in cities or not cities:
        return f"{'in' if place in cities else 'at'} {city_words(cities, place, name, about)}"
    nearest = min(cities, key=lambda hex: (hops(hex)[place], hex))
    return f"near {city_words(cities, nearest, name, about)}"


def short_spot(cities: Cities, place: Place, name: Name, about: Seat | None = None) -> str:
    """“in Ada’s 5”, or “near Ada’s 5”: the spot as a picture's line says it."""
    return spot_words(cities, place, name, about).removesuffix("-dot city")


def line_words(cities: Cities, line: tuple[Place, ...], name: Name) -> str:
    """“Ada’s 5–V85–V86–V90”: every point of a line, by its city where it has one."""
    return "–".join(place_words(cities, place, name) for place in line)


def track_words(cities: Cities, track: Track, name: Name) -> str:
    """“track from Ada’s 5 to V85”: what tells a track from all others."""
    a, b = ends(track)
    start, end = (b, a) if b in cities and a not in cities else (a, b)
    return f"track from {place_words(cities, start, name)} to {place_words(cities, end, name)}"


def goods_words(goods: Iterable[Good]) -> str:
    """“2 ore and 1 wood”, or “empty”."""
    return listed([f"{count} {good}" for good, count in sorted(Counter(goods).items())]) or "empty"


def at_words(cities: Cities, place: Place, name: Name) -> str:
    """“in Ada’s 5”, “at V85”."""
    return f"{'in' if place in cities else 'at'} {place_words(cities, place, name)}"


def train_words(cities: Cities, train: Train, name: Name) -> str:
    """“train 1 (small) in Ada’s 5, carrying 2 ore”; without the owner."""
    size = LARGE[train.large]
    where = at_words(cities, train.at, name)
    return f"train {train.number} ({size}) {where}, {'carrying ' if train.goods else ''}{goods_words(train.goods)}"


def item_words(state: RailroadsOfCatan, owner: Seat, item: Item, name: Name) -> str:
    """“plain track from Ada’s 5 to V85”, or the train."""
    if item.startswith("train-"):
        train = train_of(state, owner, item)
        return train_words(state.cities, train, name) if train else item.replace("-", " ")
    track = Track(item)
    return f"{kind_of(state.layout, track)} {track_words(state.cities, track, name)}"


def seat_sums(sums: Mapping[Seat, int], name: Name) -> str:
    """“$1,000 to Ben and $400 to Cleo”."""
    return listed([f"{dollars(amount)} to {name(Seat(int(seat)))}" for seat, amount in sums.items() if amount])
