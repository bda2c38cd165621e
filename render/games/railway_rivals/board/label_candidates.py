"""Possible places of a name around its town's disc, cheapest first.

Costs are per px of a picture 1600 px wide. (drawing rules for maps, section 5)
"""

from collections.abc import Iterator, Sequence
from math import hypot
from typing import NamedTuple

from engine.games.railway_rivals.game_data.hex_map import HEX_MAPS, Hex, Town
from render.fonts import text_width
from render.games.railway_rivals.board.hex_viewport import Bounds, HexViewport
from render.games.railway_rivals.board.towns import town_half_width, town_radius
from render.geometry import Point
from render.parts.label_placement import Candidate

_STEP_X, _STEP_Y = 9, 7
_FAR, _FAR_SMALL = 66, 46
"""Maximum distance in px between a name and its town's disc, on large maps and on small maps."""
_SMALL = 50
"""Hex size in px up to which a map counts as small."""
_EDGE = 3
"""Minimum px between a name's box and the edge of the viewport."""
_NEAR_X = 200
"""Distance in px to the sides of a name within which readers may take it for the name of another town."""
_NEAR_Y = 260
"""Distance in px above and below a town within which readers may take its name for the name of another town."""
_OWNED = 32
"""Minimum px by which a name should be closer to its own town than to another town."""
_OWNERSHIP = 1.5
"""Cost of each px below the minimum ``_OWNED``."""
_TAKEN = 60
"""Additional cost of a name that is closer to another town than to its own."""
_DISTANCE = 0.83
"""Cost of each px between a name and its town's disc."""
_LIFT = 0.55
"""Cost of each px by which a name beside the disc is above or below the disc's middle."""
_LEFT = 3
"""Cost of a name that is to the left of the disc or above it."""
_UPRIGHT = 8
"""Cost of a name above or below its town's disc."""
_OFF = 18
"""Maximum additional cost of a name above or below the disc if it is not centered."""

LETTER_RISE, LETTER_DROP = 0.72, 0.16
"""Height of letters above and below their baseline, as fractions of the letter size."""
LABEL_PAD = 4
"""Space in px between the letters of a name and the edges of its box."""
HALF_CAPITAL = 0.35
"""Half the height of a capital letter, as a fraction of the letter size."""
_START_RING, _RING = 1.31, 1.06
"""Radius of the ring of a start town, and of another town, in radiuses of the disc."""
_BOAT_ROOM = 0.96
"""Width of the boat before the name of a port, as a fraction of the letter size."""


class TownName(NamedTuple):
    """A town's name, in full or short, that is to be placed in a viewport."""

    key: str
    """The key of the map."""
    hex: Hex
    words: str
    plane: HexViewport
    size: float

    @property
    def town(self) -> Town:
        return HEX_MAPS[self.key].town_at[self.hex]

    @property
    def boat_width(self) -> float:
        """Width in px of the boat before a port's name; 0 for other towns."""
        return _BOAT_ROOM * self.size if self.town.is_port else 0

    @property
    def width(self) -> float:
        """Width in px of the words and the boat."""
        return text_width(self.words, "h", self.size) + self.boat_width

    @property
    def box(self) -> tuple[float, float]:
        """Width and height of the box in px."""
        return self.width + 2 * LABEL_PAD, (LETTER_RISE + LETTER_DROP) * self.size + 2 * LABEL_PAD

    @property
    def disc(self) -> Bounds:
        """The box around the town's disc with its rings."""
        ring = town_ring_radius(self.town, self.plane)
        return _disc_box(self.plane.hex_point(self.hex), town_half_width(self.town, ring), ring)

    def candidates(self) -> Iterator[Candidate]:
        """The places around the town's disc, with their costs on a map without track."""
        at, disc = self.plane.hex_point(self.hex), self.disc
        others = tuple(_other_discs(self, at))
        for box, gap in _candidate_boxes(self, at, disc):
            left, top, _, _ = box
            yield _distance_cost(box, at, disc, gap) + _confusion_cost(box, gap, others), top, left


def town_ring_radius(town: Town, viewport: HexViewport) -> float:
    """The radius of a town's disc with its rings, in px."""
    return town_radius(viewport.scale) * (_START_RING if town.is_start else _RING)


def gap_to_disc(label: TownName, box: Bounds) -> float:
    """The px between a name's box and its town's disc."""
    disc = label.disc
    beside = max(0.0, box.left - disc.right, disc.left - box.right)
    return hypot(beside, max(0.0, box.top - disc.bottom, disc.top - box.bottom))


_Edges = tuple[float, float, float, float]
"""The left, top, right, and bottom edge of a box in px."""


def _disc_box(at: Point, half: float, r: float) -> Bounds:
    x, y = at
    return Bounds(x - half, y - r, x + half, y + r)


def _other_discs(label: TownName, at: Point) -> Iterator[Bounds]:
    """The boxes of other towns so near that readers may take the name for theirs."""
    r = town_radius(label.plane.scale)
    near_x = label.box[0] + _NEAR_X
    for town in HEX_MAPS[label.key].towns:
        x, y = label.plane.hex_point(town.hex)
        near = abs(x - at[0]) < near_x and abs(y - at[1]) < _NEAR_Y
        if near and town != label.town:
            yield _disc_box((x, y), town_half_width(town, r), r)


def _candidate_boxes(label: TownName, at: Point, disc: Bounds) -> Iterator[tuple[_Edges, float]]:
    """The boxes for a name around its disc that are in the viewport, as (edges, gap to the disc) pairs."""
    window = label.plane
    most = _FAR if label.plane.scale > _SMALL else _FAR_SMALL
    wide, tall = label.box
    upper = (HALF_CAPITAL - LETTER_RISE) * label.size - LABEL_PAD
    rows = [at[1] + dy for dy in _lattice_steps(upper, disc.height / 2 + most + tall, _STEP_Y)]
    rows = [top for top in rows if window.y + _EDGE <= top <= top + tall <= window.y + window.h - _EDGE]
    downs = [(top, max(0.0, top - disc.bottom, disc.top - (top + tall))) for top in rows]
    for dx in _lattice_steps(-wide / 2, disc.width / 2 + most + wide, _STEP_X):
        left = at[0] + dx
        beside = max(0.0, left - disc.right, disc.left - (left + wide))
        if beside > most or not window.x + _EDGE <= left <= left + wide <= window.x + window.w - _EDGE:
            continue
        for top, down in downs:
            if 1 <= (gap := hypot(beside, down)) <= most:
                yield (left, top, left + wide, top + tall), gap


def _confusion_cost(box: _Edges, gap: float, others: Sequence[Bounds]) -> float:
    """The cost of a box that is near other towns, because readers may take the name for theirs."""
    x, y, end, low = box
    near, cost = gap + _OWNED, 0.0
    for left, top, right, bottom in others:
        if x - right >= near or left - end >= near or y - bottom >= near or top - low >= near:
            continue
        away = hypot(max(0.0, x - right, left - end), max(0.0, y - bottom, top - low))
        cost += _OWNERSHIP * max(0.0, near - away) + (_TAKEN if away < gap else 0)
    return cost


def _lattice_steps(middle: float, reach: float, step: int) -> Iterator[float]:
    """Positions at intervals of ``step`` on both sides of ``middle``, at least as far as ``reach``."""
    count = int(reach // step) + 1
    return (middle + i * step for i in range(-count, count + 1))


def _distance_cost(box: _Edges, at: Point, disc: Bounds, gap: float) -> float:
    """The cost of a box for its distance and direction: best is near the disc, beside it, and to its right."""
    (x, y), (left, top, right, bottom) = at, box
    if left > disc.right or right < disc.left:
        lift = abs((top + bottom) / 2 - y)
        return _DISTANCE * gap + _LIFT * lift + (_LEFT if right < x else 0)
    off = abs((left + right) / 2 - x)
    aside = min(1.0, off / max(1.0, (right - left) / 2))
    return _DISTANCE * gap + _UPRIGHT + _OFF * aside + (_LEFT if bottom < y else 0)
