"""Placement of the names of towns: near their discs, away from track, and without overlaps.

Places are chosen by cost in a fixed order, so that equal maps have equal names. Costs are per px of a picture that is
1600 px wide. (drawing rules for maps, section 5)
"""

from collections.abc import Iterable, Iterator, Sequence
from math import inf
from typing import NamedTuple

from msgspec.structs import replace

from engine.games.railway_rivals.game_data.hex_map import HexMap, Town
from render.fonts import text_width
from render.games.railway_rivals.board.ground import hex_color
from render.games.railway_rivals.board.hex_viewport import Bounds, HexViewport
from render.games.railway_rivals.board.label_candidates import (
    HALF_CAPITAL,
    LABEL_PAD,
    LETTER_DROP,
    LETTER_RISE,
    Label,
    LabelSpot,
    label_spots,
    town_ring_radius,
)
from render.games.railway_rivals.board.label_obstacles import ObstacleField, Obstacles
from render.games.railway_rivals.board.towns import draw_boat, town_half_width, town_radius
from render.games.railway_rivals.colors import LAND
from render.geometry import distance, point_between
from render.palette import INK
from render.parts.typography import TextStyle
from render.scene import Color, Line, Shape

LABEL_SIZE = 44
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
_TOO_MUCH = 60
"""Cost of the place of a full name above which the short form is tried."""
_BETTER = 25
"""Minimum difference by which a place for the short form must be cheaper than the place for the full name."""
_SHOWN = 0.7
"""Fraction of a town's half width that must be inside the viewport for the name to be drawn."""

_RIM, _LEADER_LINE = 3.5, 2
_BOAT, _BOAT_BACK = 0.75, 0.5
"""Height of a port's boat, and its distance before the name, as fractions of the letter size."""

_LEADER = 34
"""Distance in px between a name and its disc above which a thin line connects them."""
_LEADER_IN = 12
"""Minimum px between the end of the thin line and the two ends of the name."""
_LOW = 0.3
"""Minimum height of the disc above the baseline for the thin line to end above the letters.

It is a fraction of the letter size.
"""
_OVER, _BELOW = 2, 6
"""Space in px between the end of the thin line and the letters, above and below them."""

_ROUNDS = 8
_CROSSED = 6
"""Cost of each px² by which two names overlap."""
_LETTERS = 4
"""Number of letters to which a name is shortened as a last resort."""


class TownLabel(NamedTuple):
    """The text of a town's name, the left end of its baseline in px, and its gap to the disc in px."""

    town: Town
    words: str
    x: float
    y: float
    gap: float
    cost: float


class _LabelOptions(NamedTuple):
    """A town's name, in full or short, and its possible places, the cheapest first."""

    label: Label
    spots: Sequence[LabelSpot]


def place_town_labels(
    chart: HexMap,
    viewport: HexViewport,
    obstacles: Obstacles,
    *,
    size: float = LABEL_SIZE,
    field: ObstacleField | None = None,
) -> tuple[TownLabel, ...]:
    """Place the names of all towns in the viewport; ``field`` is the cost of obstacles, if it is already computed."""
    r = town_radius(viewport.scale)
    field = field or ObstacleField(chart, viewport, obstacles)
    options: list[_LabelOptions] = []
    for town in chart.towns:
        if viewport.has_point(*viewport.hex_point(town.hex), town_half_width(town, r) * _SHOWN):
            options.append(_label_options(Label(chart.key, town.hex, town.name, viewport, size), field))
    options = [option for option in options if option.spots]
    spots = _resolve_overlaps([option.spots for option in options])
    labels = _separate(options, spots, field)
    return tuple(_town_label(label, place) for label, place in labels)


def _town_label(label: Label, place: LabelSpot) -> TownLabel:
    """The label at a place; it begins on a whole px, so that pictures can share its sprite."""
    x = round(place.left + LABEL_PAD + label.boat_width)
    y = round(place.bottom - LABEL_PAD - LETTER_DROP * label.size)
    return TownLabel(label.town, label.words, x, y, place.gap, place.cost)


def _label_options(label: Label, field: ObstacleField) -> _LabelOptions:
    """The possible places of a name, or those of its short form if they cost much less."""
    full = _LabelOptions(label, label_spots(label, field))
    words = _SHORT.get(label.words)
    if words is None or (full.spots and full.spots[0].cost <= _TOO_MUCH):
        return full
    short = label._replace(words=words)
    places = label_spots(short, field)
    if not places or (full.spots and places[0].cost >= full.spots[0].cost - _BETTER):
        return full
    return _LabelOptions(short, places)


# -- drawing


def draw_town_labels(
    chart: HexMap, viewport: HexViewport, names: Iterable[TownLabel], size: float = LABEL_SIZE
) -> Iterator[Shape]:
    """Draw names with rims, the boats of ports, and thin lines to distant discs."""
    for name in names:
        if name.gap > _LEADER:
            yield _draw_leader(viewport, name, size)
        middle = name.y - HALF_CAPITAL * size
        if name.town.is_port:
            yield from draw_boat(name.x - _BOAT_BACK * size, middle, _BOAT * size)
        halo = _ground_color(chart, viewport, name.x + text_width(name.words, "h", size) / 2, middle)
        text = TextStyle("h", size).left(name.x, name.y, name.words, "town name")
        yield replace(text, halo=halo, rim=_RIM)


def _draw_leader(viewport: HexViewport, name: TownLabel, size: float) -> Line:
    disc = viewport.hex_point(name.town.hex)
    left, right = name.x + _LEADER_IN, name.x + text_width(name.words, "h", size) - _LEADER_IN
    from_above = name.y - _LOW * size > disc[1]
    x = max(left, min(right, disc[0]))
    end = x, name.y - LETTER_RISE * size - _OVER if from_above else name.y + _BELOW
    part = town_ring_radius(name.town, viewport) / distance(disc, end)
    return Line((point_between(disc, end, part), end), INK, _LEADER_LINE)


def _ground_color(chart: HexMap, viewport: HexViewport, x: float, y: float) -> Color:
    hex = viewport.hex_at(x, y)
    return hex_color(chart, hex) if hex in chart.terrain else LAND


# -- choosing places


def _resolve_overlaps(spots_by_label: Sequence[Sequence[LabelSpot]]) -> list[LabelSpot]:
    """Move each name in turn to its cheapest place, until no name moves."""
    spots = [places[0] for places in spots_by_label]
    reach = [_reach_box(places) for places in spots_by_label]
    rivals = [_competitors(reach, i) for i in range(len(reach))]
    rivals_seen: list[list[LabelSpot] | None] = [None] * len(spots)
    for _ in range(_ROUNDS):
        has_moved = False
        for i, places in enumerate(spots_by_label):
            rival_spots = [spots[j] for j in rivals[i]]
            if rival_spots == rivals_seen[i]:
                continue
            rivals_seen[i] = rival_spots
            best = _cheapest_spot(places, rival_spots)
            if best is not spots[i]:
                spots[i], has_moved = best, True
        if not has_moved:
            break
    return spots


def _separate(
    options: Sequence[_LabelOptions], spots: Sequence[LabelSpot], field: ObstacleField
) -> list[tuple[Label, LabelSpot]]:
    """Move names that overlap others to free places; as a last resort, shorten them."""
    labels = [(option.label, place) for option, place in zip(options, spots, strict=True)]
    for i, option in enumerate(options):
        others = [place.box for j, (_, place) in enumerate(labels) if j != i]
        if any(labels[i][1].box.is_overlapping(other) for other in others):
            free = _free_options(others, option, field)
            labels[i] = next(free, labels[i])
    return labels


def _free_options(
    others: Sequence[Bounds], options: _LabelOptions, field: ObstacleField
) -> Iterator[tuple[Label, LabelSpot]]:
    """The free places of a name, the cheapest first: in full, in its short form, and as its first letters."""
    words = options.label.words
    forms = dict.fromkeys((words, _SHORT.get(words, words), f"{words[:_LETTERS]}."))
    for form in forms:
        label = options.label._replace(words=form)
        places = options.spots if form == words else label_spots(label, field)
        for place in places:
            if not any(place.box.is_overlapping(other) for other in others):
                yield label, place


def _reach_box(places: Sequence[LabelSpot]) -> Bounds:
    lefts, tops, rights, bottoms, *_ = zip(*places, strict=True)
    return Bounds(min(lefts), min(tops), max(rights), max(bottoms))


def _competitors(reach: Sequence[Bounds], i: int) -> list[int]:
    """The indexes of the other names whose possible places overlap those of name ``i``."""
    return [j for j, other in enumerate(reach) if j != i and reach[i].is_overlapping(other)]


def _cheapest_spot(places: Sequence[LabelSpot], taken_spots: Sequence[LabelSpot]) -> LabelSpot:
    """The place with the lowest cost, including overlaps with ``taken_spots``.

    ``places`` are sorted by their own cost.
    """
    best, least = places[0], inf
    for place in places:
        if place.cost >= least:  # an overlap only adds to the cost
            break
        cost = place.cost + sum(_CROSSED * _overlap_area(place, other) for other in taken_spots)
        if cost < least:
            best, least = place, cost
    return best


def _overlap_area(a: LabelSpot, b: LabelSpot) -> float:
    left, top, right, bottom, *_ = a
    x, y, end, low, *_ = b
    if left >= end or x >= right or top >= low or y >= bottom:
        return 0.0
    return (min(right, end) - max(left, x)) * (min(bottom, low) - max(top, y))
