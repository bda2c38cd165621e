"""Possible places of a name around its town's disc, cheapest first.

Costs are per px of a picture 1600 px wide. (drawing rules for maps, section 5)
"""

from array import array
from collections.abc import Iterator, Sequence
from math import hypot, inf
from typing import NamedTuple

from engine.games.railway_rivals.game_data.hex_map import HEX_MAPS, Hex, Town
from engine.kit.sized_cache import cache_by_size
from render.fonts import text_width
from render.games.railway_rivals.board.hex_viewport import Bounds, HexViewport
from render.games.railway_rivals.board.label_obstacles import CellBlock, ObstacleField, box_cost, cell_frame
from render.games.railway_rivals.board.towns import town_half_width, town_radius
from render.geometry import Point

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

_MAX_CANDIDATES, _MAX_SPOTS = 60, 36
_CELLS = 3_000
"""Approximate bytes of the cells around a disc, for the size of the cache."""
_ALIKE = 26
"""Distance in px up to which two places count as one; vertical px count twice."""
_ALIKE_STEPS = tuple(
    (across, down)
    for across in range(-(_ALIKE // _STEP_X), _ALIKE // _STEP_X + 1)
    for down in range(-(_ALIKE // _STEP_Y), _ALIKE // _STEP_Y + 1)
    if abs(across) * _STEP_X + 2 * abs(down) * _STEP_Y <= _ALIKE
)
"""Offsets between two places that count as one, as (steps across, steps down) pairs."""
_STORED = 600
"""Number of cached candidates of a name; a search rarely needs more."""

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


class LabelSpot(NamedTuple):
    """A box for a name next to its town's disc, with its cost and its gap to the disc in px."""

    left: float
    top: float
    right: float
    bottom: float
    cost: float
    gap: float

    @property
    def box(self) -> Bounds:
        return Bounds(*self[:4])


class Label(NamedTuple):
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


def town_ring_radius(town: Town, viewport: HexViewport) -> float:
    """The radius of a town's disc with its rings, in px."""
    return town_radius(viewport.scale) * (_START_RING if town.is_start else _RING)


def label_spots(label: Label, field: ObstacleField) -> list[LabelSpot]:
    """The cheapest places for a name, best first."""
    around = _cheapest_candidates(label).around
    return list(_choose_spots(label, field.cells_in(*around))) if around else []


@cache_by_size(lambda places: 240 * len(places) + _CELLS)
def _choose_spots(label: Label, around: CellBlock) -> tuple[LabelSpot, ...]:
    """Choose the cheapest places for a name; cached by the content of the cells around the disc."""
    sums, priced, costs, worst = around.prefix_sums(), list[_Priced](), list[float](), inf
    for least, top, left, gap, *cells in _candidates_by_cost(label):
        if least > worst:
            break
        cost = least + box_cost(sums, *cells)
        if cost < worst:
            priced.append((cost, top, left, gap))
            costs.append(cost)
            if len(costs) % _MAX_CANDIDATES == 0:
                worst = sorted(costs)[_MAX_CANDIDATES - 1]
    wide, tall = label.box
    chosen_places = _choose_apart(sorted(priced))
    return tuple(LabelSpot(left, top, left + wide, top + tall, cost, gap) for cost, top, left, gap in chosen_places)


_Box = tuple[int, int, int, int]
"""A block of cells: first column, column after the last, first row, and row after the last."""

_Edges = tuple[float, float, float, float]
"""The left, top, right, and bottom edge of a box in px."""

_Priced = tuple[float, float, float, float]
"""A possible place of a name: cost, top, left, and gap to the disc; a plain tuple, because there are many."""

_Candidate = tuple[float, float, float, float, int, int, int, int]
"""A possible place of a name on a map without track.

It has the cost, the top, the left, the gap to the disc, and four numbers for the block of cells that the name covers,
counted from the first cell of all candidates.
"""


class _CandidateColumns(NamedTuple):
    """At most ``_STORED`` possible places of a name on a map without track, the cheapest first.

    There is an array for each element of a ``_Candidate``, because tuples would take ten times as many bytes.
    """

    around: _Box | None
    """The block of cells around all candidates."""
    places: tuple["array[float]", ...] = ()
    cells: tuple["array[int]", ...] = ()
    complete: bool = True


def _candidates_by_cost(label: Label) -> Iterator[_Candidate]:
    """All candidates, the cheapest first. Candidates that are not stored are computed again, which is rare."""
    columns = _cheapest_candidates(label)
    yield from zip(*columns.places, *columns.cells, strict=True)
    if not columns.complete:
        yield from _all_candidates(label)[1][_STORED:]


@cache_by_size(lambda candidates: 40 * len(candidates.places[0]) + 600 if candidates.places else 200)
def _cheapest_candidates(label: Label) -> _CandidateColumns:
    around, candidates = _all_candidates(label)
    if not candidates:
        return _CandidateColumns(None)
    columns = list(zip(*candidates[:_STORED], strict=True))
    places = tuple(array("d", column) for column in columns[:4])
    cells = tuple(array("H", column) for column in columns[4:])
    return _CandidateColumns(around, places, cells, complete=len(candidates) <= _STORED)


def _all_candidates(label: Label) -> tuple[_Box | None, list[_Candidate]]:
    """The block of cells around all candidates, and the candidates, the cheapest first."""
    at, viewport = label.plane.hex_point(label.hex), label.plane
    ring = town_ring_radius(label.town, viewport)
    disc = _disc_box(at, town_half_width(label.town, ring), ring)
    others, priced = tuple(_other_discs(label, at)), list[tuple[float, float, float, float, _Box]]()
    for box, gap, cells in _candidate_boxes(label, at, disc):
        cost = _distance_cost(box, at, disc, gap) + _confusion_cost(box, gap, others)
        priced.append((cost, box[1], box[0], gap, cells))
    if not priced:
        return None, []
    firsts, behinds, aboves, belows = zip(*[cells for *_, cells in priced], strict=True)
    x, y = min(firsts), min(aboves)
    candidates = [
        (cost, top, left, gap, first - x, behind - x, above - y, below - y)
        for cost, top, left, gap, (first, behind, above, below) in sorted(priced)
    ]
    return (x, max(behinds), y, max(belows)), candidates


def _disc_box(at: Point, half: float, r: float) -> Bounds:
    x, y = at
    return Bounds(x - half, y - r, x + half, y + r)


def _other_discs(label: Label, at: Point) -> Iterator[Bounds]:
    """The boxes of other towns so near that readers may take the name for theirs."""
    r = town_radius(label.plane.scale)
    near_x = label.box[0] + _NEAR_X
    for town in HEX_MAPS[label.key].towns:
        x, y = label.plane.hex_point(town.hex)
        near = abs(x - at[0]) < near_x and abs(y - at[1]) < _NEAR_Y
        if near and town != label.town:
            yield _disc_box((x, y), town_half_width(town, r), r)


def _candidate_boxes(label: Label, at: Point, disc: Bounds) -> Iterator[tuple[_Edges, float, _Box]]:
    """The boxes for a name around its disc that are in the viewport, as (edges, gap to the disc, cells) triples."""
    window, frame = label.plane, cell_frame(label.plane)
    most = _FAR if label.plane.scale > _SMALL else _FAR_SMALL
    wide, tall = label.box
    upper = (HALF_CAPITAL - LETTER_RISE) * label.size - LABEL_PAD
    rows = [at[1] + dy for dy in _lattice_steps(upper, disc.height / 2 + most + tall, _STEP_Y)]
    rows = [top for top in rows if window.y + _EDGE <= top <= top + tall <= window.y + window.h - _EDGE]
    downs = [
        (top, max(0.0, top - disc.bottom, disc.top - (top + tall)), frame.row_range(top, top + tall)) for top in rows
    ]
    for dx in _lattice_steps(-wide / 2, disc.width / 2 + most + wide, _STEP_X):
        left = at[0] + dx
        beside = max(0.0, left - disc.right, disc.left - (left + wide))
        if beside > most or not window.x + _EDGE <= left <= left + wide <= window.x + window.w - _EDGE:
            continue
        across = frame.column_range(left, left + wide)
        for top, down, lines in downs:
            if 1 <= (gap := hypot(beside, down)) <= most:
                yield (left, top, left + wide, top + tall), gap, across + lines


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


def _choose_apart(places: list[_Priced]) -> list[_Priced]:
    """Choose the best places, and some good places apart from them, in case other names take the best."""
    chosen_places = places[: _MAX_SPOTS // 2]
    if len(places) == len(chosen_places):
        return chosen_places
    _, start_y, start_x, _ = places[0]

    def lattice_step(place: _Priced) -> tuple[int, int]:
        _, top, left, _ = place
        return round((left - start_x) / _STEP_X), round((top - start_y) / _STEP_Y)

    similar_steps = {near for place in chosen_places for near in _similar_steps(lattice_step(place))}
    for place in places[_MAX_SPOTS // 2 : 5 * _MAX_SPOTS]:
        if len(chosen_places) >= _MAX_SPOTS:
            break
        if lattice_step(place) not in similar_steps:
            chosen_places.append(place)
            similar_steps.update(_similar_steps(lattice_step(place)))
    return chosen_places


def _similar_steps(step: tuple[int, int]) -> list[tuple[int, int]]:
    """The lattice steps of the places that count as one with the place at ``step``."""
    x, y = step
    return [(x + across, y + down) for across, down in _ALIKE_STEPS]
