"""The names of towns on a map: beside their disc, off all track, clear of one another.

Found by a cost of every place around a disc, always in the same order: equal maps have equal names. Costs are per px of
a picture 1600 px wide. (drawing rules for maps, section 5)
"""

from collections.abc import Iterable, Iterator, Sequence
from math import inf
from typing import NamedTuple

from msgspec.structs import replace

from engine.games.railway_rivals.box.chart import Chart, Town
from render.fonts import width
from render.games.railway_rivals.field import Field, Obstacles
from render.games.railway_rivals.ground import fill_of
from render.games.railway_rivals.livery import LAND
from render.games.railway_rivals.places import DOWN, HALF_UP, PAD, UP, Label, Place, places_for, town_ring
from render.games.railway_rivals.plane import Bounds, Plane
from render.games.railway_rivals.towns import boat, town_half, town_radius
from render.geometry import apart, toward
from render.palette import INK
from render.parts.text import Style
from render.scene import Color, Line, Shape

SIZE = 44
_SHORT = {
    "Wolverhampton": "W’hampton",
    "Peterborough": "P’borough",
    "Northampton": "N’hampton",
    "Birkenhead": "B’head",
    "Birmingham": "B’ham",
    "Liverpool": "L’pool",
    "Manchester": "M’chester",
    "Middlesbrough": "M’brough",
    "Northallerton": "N’allerton",
    "Barnard Castle": "Barnard C.",
    "Kirkby Stephen": "Kirkby S.",
    "South Shields": "S. Shields",
}
_TOO_MUCH, _BETTER = 60, 25
"""From this cost on the short form of a name is tried, and taken where it costs so much less."""
_SHOWN = 0.7
"""The part of a town's half width that must lie in the window for it to have a name."""

_RIM, _LEADER_LINE = 3.5, 2
_BOAT, _BOAT_BACK = 0.75, 0.5
"""A port's boat: its height, and how far before the name it stands, as parts of the name's size."""

_LEADER, _LEADER_IN = 34, 12
"""px from a disc from which a thin line leads to the name, and how far from its ends at least."""
_LOW = 0.3
"""How far over its name's line a disc lies to which the line leads from above, as a part of the name's size."""
_OVER, _BELOW = 2, 6
"""px from such a line to the letters."""

_ROUNDS = 8
_CROSSED = 6
"""What a px² costs that two names share."""
_LETTERS = 4
"""Of a name that has no room: what is left of it."""


class Name(NamedTuple):
    """A name's baseline from its left end (after the boat of a port), and the gap to its disc."""

    town: Town
    words: str
    x: float
    y: float
    gap: float
    cost: float


class _Named(NamedTuple):
    """A town's name in full or short, and the places for it."""

    label: Label
    places: Sequence[Place]


def placed_names(
    chart: Chart, plane: Plane, obstacles: Obstacles, *, size: float = SIZE, field: Field | None = None
) -> tuple[Name, ...]:
    """The names of all towns whose whole disc is in the window; ``field``: that of the obstacles, if it is there."""
    r = town_radius(plane.s)
    field = field or Field(chart, plane, obstacles)
    found: list[_Named] = []
    for town in chart.towns:
        if plane.holds(*plane.hex(town.hex), town_half(town, r) * _SHOWN):
            found.append(_named(Label(chart.key, town.hex, town.name, plane, size), field))
    found = [named for named in found if named.places]
    chosen = _settled([named.places for named in found])
    apart = _kept_apart(found, chosen, field)
    return tuple(_name(label, place) for label, place in apart)


def _name(label: Label, place: Place) -> Name:
    """A name in its box: it begins on whole px, so that it is the same stamp wherever it stands."""
    x = round(place.left + PAD + label.boat)
    y = round(place.bottom - PAD - DOWN * label.size)
    return Name(label.town, label.words, x, y, place.gap, place.cost)


def _named(label: Label, field: Field) -> _Named:
    """The places for a name, or for its short form where that stands much better."""
    full = _Named(label, places_for(label, field))
    words = _SHORT.get(label.words)
    if words is None or (full.places and full.places[0].cost <= _TOO_MUCH):
        return full
    short = label._replace(words=words)
    places = places_for(short, field)
    if not places or (full.places and places[0].cost >= full.places[0].cost - _BETTER):
        return full
    return _Named(short, places)


# -- as shapes


def name_shapes(chart: Chart, plane: Plane, names: Iterable[Name], size: float = SIZE) -> Iterator[Shape]:
    """Names with a rim in the color of the ground, a boat before ports, and a thin line to discs far off."""
    for name in names:
        if name.gap > _LEADER:
            yield _leader(plane, name, size)
        middle = name.y - HALF_UP * size
        if name.town.port:
            yield from boat(name.x - _BOAT_BACK * size, middle, _BOAT * size)
        halo = _ground(chart, plane, name.x + width(name.words, "h", size) / 2, middle)
        text = Style("h", size).left(name.x, name.y, name.words, "town name")
        yield replace(text, halo=halo, rim=_RIM)


def _leader(plane: Plane, name: Name, size: float) -> Line:
    """The line from a disc to its name."""
    disc = plane.hex(name.town.hex)
    left, right = name.x + _LEADER_IN, name.x + width(name.words, "h", size) - _LEADER_IN
    from_above = name.y - _LOW * size > disc[1]
    x = max(left, min(right, disc[0]))
    end = x, name.y - UP * size - _OVER if from_above else name.y + _BELOW
    part = town_ring(name.town, plane) / apart(disc, end)
    return Line((toward(disc, end, part), end), INK, _LEADER_LINE)


def _ground(chart: Chart, plane: Plane, x: float, y: float) -> Color:
    """The color of the hex there."""
    hex = plane.hex_at(x, y)
    return fill_of(chart, hex) if hex in chart.terrain else LAND


# -- one place for each


def _settled(all_places: Sequence[Sequence[Place]]) -> list[Place]:
    """A place for each, such that few overlap: every name in turn moves to its cheapest, until none moves."""
    chosen = [places[0] for places in all_places]
    reach = [_reach(places) for places in all_places]
    rivals = [_rivals(reach, i) for i in range(len(reach))]
    seen: list[list[Place] | None] = [None] * len(chosen)
    for _ in range(_ROUNDS):
        moved = False
        for i, places in enumerate(all_places):
            taken = [chosen[j] for j in rivals[i]]
            if taken == seen[i]:
                continue
            seen[i] = taken
            best = _cheapest(places, taken)
            if best is not chosen[i]:
                chosen[i], moved = best, True
        if not moved:
            break
    return chosen


def _kept_apart(found: Sequence[_Named], chosen: Sequence[Place], field: Field) -> list[tuple[Label, Place]]:
    """The names, none on another: one that would cross others moves away, as a last resort in fewer letters."""
    placed = [(named.label, place) for named, place in zip(found, chosen, strict=True)]
    for i, named in enumerate(found):
        others = [place.box for j, (_, place) in enumerate(placed) if j != i]
        if any(placed[i][1].box.meets(other) for other in others):
            free = _free_of(others, named, field)
            placed[i] = next(free, placed[i])
    return placed


def _free_of(others: Sequence[Bounds], named: _Named, field: Field) -> Iterator[tuple[Label, Place]]:
    """The places where a name stands on no other, the best first: in full, in its short form, in its first letters."""
    words = named.label.words
    forms = dict.fromkeys((words, _SHORT.get(words, words), f"{words[:_LETTERS]}."))
    for form in forms:
        label = named.label._replace(words=form)
        places = named.places if form == words else places_for(label, field)
        for place in places:
            if not any(place.box.meets(other) for other in others):
                yield label, place


def _reach(places: Sequence[Place]) -> Bounds:
    """The box around all places of a name."""
    lefts, tops, rights, bottoms, *_ = zip(*places, strict=True)
    return Bounds(min(lefts), min(tops), max(rights), max(bottoms))


def _rivals(reach: Sequence[Bounds], i: int) -> list[int]:
    """The other names that want some of the same ground."""
    return [j for j, other in enumerate(reach) if j != i and reach[i].meets(other)]


def _cheapest(places: Sequence[Place], taken: Sequence[Place]) -> Place:
    """The place of the lowest cost, overlaps with ``taken`` included. ``places`` are sorted by their own cost."""
    best, least = places[0], inf
    for place in places:
        if place.cost >= least:  # an overlap only adds to the cost
            break
        cost = place.cost + sum(_CROSSED * _overlap(place, other) for other in taken)
        if cost < least:
            best, least = place, cost
    return best


def _overlap(a: Place, b: Place) -> float:
    """The area that two boxes share, in px²."""
    left, top, right, bottom, *_ = a
    x, y, end, low, *_ = b
    if left >= end or x >= right or top >= low or y >= bottom:
        return 0.0
    return (min(right, end) - max(left, x)) * (min(bottom, low) - max(top, y))
