"""Placement of the names of towns: near their discs, away from track, and without overlaps.

Places are chosen by cost in a fixed order, so that equal maps have equal names. Costs are per px of a picture that is
1600 px wide. (drawing rules for maps, section 5)
"""

from collections.abc import Iterable, Iterator
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
    TownName,
    gap_to_disc,
    town_ring_radius,
)
from render.games.railway_rivals.board.label_obstacles import Obstacles, obstacle_field
from render.games.railway_rivals.board.towns import draw_boat, town_half_width, town_radius
from render.games.railway_rivals.colors import LAND
from render.geometry import distance, point_between
from render.palette import INK
from render.parts.label_placement import ObstacleField, place_labels
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

_LETTERS = 4
"""Number of letters to which a name is shortened as a last resort."""


class TownLabel(NamedTuple):
    """The text of a town's name, the left end of its baseline in px, and its gap to the disc in px."""

    town: Town
    words: str
    x: float
    y: float
    gap: float


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
    names = [
        _forms(TownName(chart.key, town.hex, town.name, viewport, size))
        for town in chart.towns
        if viewport.has_point(*viewport.hex_point(town.hex), town_half_width(town, r) * _SHOWN)
    ]
    placed = place_labels(names, field or obstacle_field(chart, viewport, obstacles))
    return tuple(_town_label(label, spot.box) for label, spot in placed)


def _forms(label: TownName) -> tuple[TownName, ...]:
    """A name in full, in its short form if it has one, and as a last resort its first letters."""
    words = dict.fromkeys((label.words, _SHORT.get(label.words, label.words), f"{label.words[:_LETTERS]}."))
    return tuple(label._replace(words=form) for form in words)


def _town_label(label: TownName, box: Bounds) -> TownLabel:
    """The label in a box; it begins on a whole px, so that pictures can share its sprite."""
    x = round(box.left + LABEL_PAD + label.boat_width)
    y = round(box.bottom - LABEL_PAD - LETTER_DROP * label.size)
    return TownLabel(label.town, label.words, x, y, gap_to_disc(label, box))


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
