"""Placement of labels on maps: each at the cheapest of its possible places, and apart from the others.

A game provides the possible places of a label, each with a cost, and the obstacles of a viewport. The cost of what a
label covers is added here. Places are chosen in a fixed order, so equal maps have equal labels.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, pairwise
from math import inf
from typing import NamedTuple, Protocol, TypeVar

from engine.kit.sized_cache import cache_by_size
from render.geometry import Point, Points
from render.parts.viewport import Bounds, Viewport

_TOO_MUCH = 60
"""Cost of the place of a label above which a shorter form is tried."""
_BETTER = 25
"""Minimum difference by which a place for a shorter form must be cheaper."""
_ROUNDS = 8
"""Maximum number of times that all labels are moved in turn."""
_CROSSED = 6
"""Cost of each px² by which two labels overlap."""
_MAX_PRICED, _MAX_SPOTS = 60, 36
"""Numbers of the cheapest places of a label that are compared, and of those that are chosen from them."""
_ALIKE = 26
"""Distance in px up to which two places count as one; vertical px count twice."""
_CELLS = 3_000
"""Approximate bytes of the cells around a label, for the size of the cache."""

Candidate = tuple[float, float, float]
"""A possible place of a label: its cost, and the top and left of its box in px. A plain tuple: there are many."""


class Label(Protocol):
    """A label that needs a place; hashable, because places of equal labels are cached."""

    @property
    def box(self) -> tuple[float, float]:
        """Width and height of the label in px."""

    def candidates(self) -> Iterable[Candidate]:
        """Return the possible places, in any order, inside the viewport."""

    def __hash__(self) -> int: ...


L = TypeVar("L", bound=Label)


class Spot(NamedTuple):
    """The box of a label in px, and its cost."""

    left: float
    top: float
    right: float
    bottom: float
    cost: float

    @property
    def box(self) -> Bounds:
        return Bounds(*self[:4])


# -- obstacles

_CellBox = tuple[int, int, int, int]
"""A box of cells: the first column and the one behind the last, the first row and the one below the last."""


class CellFrame(NamedTuple):
    """The position of the cells of a viewport, the number of their columns and rows, and the side of a cell in px."""

    x: int
    y: int
    columns: int
    rows: int
    cell: int

    @classmethod
    def of_window(cls, viewport: Viewport, cell: int) -> CellFrame:
        """Return the cells of a viewport."""
        return cls(viewport.x, viewport.y, viewport.w // cell + 1, viewport.h // cell + 1, cell)

    def cells_of(self, box: Bounds) -> _CellBox:
        """The cells that a box touches."""
        (x, y, columns, rows, cell), (left, top, right, bottom) = self, box
        first, above = int((left - x) // cell), int((top - y) // cell)
        behind, below = int((right - x) // cell) + 1, int((bottom - y) // cell) + 1
        return max(first, 0), min(behind, columns), max(above, 0), min(below, rows)


class _CellBlock(NamedTuple):
    """A box of cells: its number of columns, and the kind of obstacle in each cell, row by row."""

    columns: int
    content: bytes


class ObstacleField:
    """The obstacles of a viewport in square cells, with the cost of covering them.

    Each cell has one kind of obstacle, a number below 256; a later obstacle replaces an earlier one. ``costs`` are the
    costs of covering a px² of each kind, in thousandths: whole numbers, so that sums do not depend on rounding. Kind 0
    is free.
    """

    def __init__(self, frame: CellFrame, costs: tuple[int, ...], cells: bytearray | None = None) -> None:
        self.frame, self.costs = frame, costs
        self._cells = bytearray(cells or frame.columns * frame.rows)

    def copy(self, costs: tuple[int, ...] | None = None) -> ObstacleField:
        """Return a field with the same obstacles, possibly with other costs."""
        return ObstacleField(self.frame, costs or self.costs, self._cells)

    def add_line(self, points: Points, width: float, kind: int) -> None:
        """Add an obstacle along a line."""
        spans = _line_spans(self.frame, points, width)
        for start, end in zip(spans[::2], spans[1::2], strict=True):
            self._cells[start:end] = bytes((kind,)) * (end - start)  # a span may be longer than a row

    def add_box(self, box: Bounds, kind: int) -> None:
        """Add a box as an obstacle."""
        first, behind, above, below = self.frame.cells_of(box)
        columns, wide, cells = self.frame.columns, behind - first, self._cells
        if wide > 0:
            fill_bytes = bytes((kind,)) * wide
            for start in range(above * columns + first, below * columns + first, columns):
                cells[start : start + wide] = fill_bytes

    def cost_under(self, box: Bounds) -> float:
        """The cost of everything that a box covers."""
        content = self._block(self.frame.cells_of(box)).content
        covered = sum(cost * content.count(kind) for kind, cost in enumerate(self.costs) if cost)
        return covered / _cells_per_unit(self.frame)

    def best_spot(self, label: Label) -> Spot | None:
        """The cheapest place for a label; None if it has no candidates."""
        first = _first_spot(label, self.frame)
        if first is None or not self._block(self.frame.cells_of(first.box)).content.strip(b"\0"):
            return first  # nothing is under it
        around = self.reach(label)
        return _best_spot(label, self.frame, self.costs, self._block(around)) if around else None

    def spots(self, label: Label) -> Sequence[Spot]:
        """The cheapest places for a label, the best first, among them some that are far apart."""
        around = self.reach(label)
        return _choose_spots(label, self.frame, self.costs, self._block(around)) if around else ()

    def reach(self, label: Label) -> _CellBox | None:
        """The cells that the candidates of a label touch; None if it has none."""
        return _candidate_columns(label, self.frame).around

    def _block(self, box: _CellBox) -> _CellBlock:
        first, behind, above, below = box
        columns = self.frame.columns
        rows = [self._cells[row * columns + first : row * columns + behind] for row in range(above, below)]
        return _CellBlock(behind - first, b"".join(rows))


def _cells_per_unit(frame: CellFrame) -> float:
    """The number by which the sum of the costs of cells is divided."""
    return 1_000 / frame.cell**2


@cache_by_size(lambda spans: 25 * len(spans) + 500)
def _line_spans(frame: CellFrame, points: Points, width: float) -> array[int]:
    """The cells that a line covers, as alternating first indexes and indexes after the last, per row.

    Cells are numbered row by row. The result is cached, because most lines stay the same when others are added.
    """
    half, columns, cell = width / 2, frame.columns, frame.cell
    spans = set[tuple[int, int]]()
    boxes = dict.fromkeys(
        (
            int((x - frame.x - half) // cell),
            int((x - frame.x + half) // cell),
            int((y - frame.y - half) // cell),
            int((y - frame.y + half) // cell),
        )
        for x, y in _densify(points, max(cell, width / 3))
    )
    for left, right, top, bottom in boxes:
        first, last = max(0, left), min(columns - 1, right)
        if first <= last:
            for row in range(max(0, top) * columns, min(frame.rows - 1, bottom) * columns + 1, columns):
                spans.add((row + first, row + last + 1))
    return array("I", chain.from_iterable(_merge_spans(sorted(spans))))


def _merge_spans(spans: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Join sorted spans that overlap or touch."""
    start = end = 0
    for first, last in spans:
        if first > end:
            if end:
                yield start, end
            start, end = first, last
        else:
            end = max(end, last)
    if end:
        yield start, end


def _densify(points: Points, step: float) -> Iterator[Point]:
    """Points on a line that are at most ``step`` px apart."""
    for (ax, ay), (bx, by) in pairwise(points):
        dx, dy = bx - ax, by - ay
        count = int(max(abs(dx), abs(dy)) // step) + 1
        for i in range(count):
            yield ax + dx * i / count, ay + dy * i / count
    if points:
        yield points[-1]


# -- places of one label


class _CandidateColumns(NamedTuple):
    """The candidates of a label by cost, as columns: lists of tuples would take five times the space.

    ``shifts`` are the positions of their first cells in the block ``around`` all candidates, ``shapes`` the indexes of
    their numbers of columns and rows in ``sizes``.
    """

    around: _CellBox | None
    costs: Sequence[float] = ()
    tops: Sequence[float] = ()
    lefts: Sequence[float] = ()
    shifts: Sequence[int] = ()
    shapes: bytes = b""
    sizes: Sequence[tuple[int, int]] = ()


@cache_by_size(lambda columns: 29 * len(columns.shapes) + 600)
def _candidate_columns(label: Label, frame: CellFrame) -> _CandidateColumns:
    candidates = sorted(label.candidates())
    if not candidates:
        return _CandidateColumns(None)
    wide, tall = label.box
    costs, tops, lefts = (array("d", column) for column in zip(*candidates, strict=True))
    across = {left: frame.cells_of(Bounds(left, tops[0], left + wide, tops[0]))[:2] for left in set(lefts)}
    down = {top: frame.cells_of(Bounds(lefts[0], top, lefts[0], top + tall))[2:] for top in set(tops)}
    firsts, behinds = zip(*across.values(), strict=True)
    aboves, belows = zip(*down.values(), strict=True)
    x, end, y, low = min(firsts), max(behinds), min(aboves), max(belows)
    widths = sorted({behind - first for first, behind in across.values()})
    heights = sorted({below - above for above, below in down.values()})
    column_of = {left: (first - x, widths.index(behind - first)) for left, (first, behind) in across.items()}
    row_of = {top: ((above - y) * (end - x), heights.index(below - above)) for top, (above, below) in down.items()}
    cells = [(*column_of[left], *row_of[top]) for top, left in zip(tops, lefts, strict=True)]
    shifts = array("I", [column + start for column, _, start, _ in cells])
    shapes = bytes([i + j * len(widths) for _, i, _, j in cells])
    sizes = [(wide, tall) for tall in heights for wide in widths]
    return _CandidateColumns((x, end, y, low), costs, tops, lefts, shifts, shapes, sizes)


@lru_cache(2_048)
def _first_spot(label: Label, frame: CellFrame) -> Spot | None:
    """The cheapest place for a label where nothing is covered."""
    around, costs, tops, lefts, *_ = _candidate_columns(label, frame)
    return _spot_of(label, (costs[0], tops[0], lefts[0])) if around else None


def _price_candidates(
    columns: _CandidateColumns, frame: CellFrame, costs: Sequence[int], block: _CellBlock
) -> Iterator[tuple[float, Candidate]]:
    """Each candidate's own cost, and the candidate with the cost of what it covers; the lowest own cost first."""
    planes, unit = list(_cost_planes(block.content, costs)), _cells_per_unit(frame)
    masks = [_cell_mask(block.columns, *size) for size in columns.sizes]
    for own, top, left, shift, shape in zip(*columns[1:6], strict=True):
        mask, covered = masks[shape], 0
        for cost, plane in planes:
            covered += cost * (plane >> shift & mask).bit_count()
        yield own, (own + covered / unit, top, left)


@cache_by_size(lambda spot: 240 + _CELLS)
def _best_spot(label: Label, frame: CellFrame, costs: Sequence[int], block: _CellBlock) -> Spot:
    """The cheapest place for a label; cached by the obstacles around it."""
    best = inf, inf, inf
    for own, candidate in _price_candidates(_candidate_columns(label, frame), frame, costs, block):
        if own > best[0]:
            break
        if candidate < best:
            best = candidate
    return _spot_of(label, best)


@cache_by_size(lambda spots: 240 * len(spots) + _CELLS)
def _choose_spots(label: Label, frame: CellFrame, costs: Sequence[int], block: _CellBlock) -> tuple[Spot, ...]:
    """Choose the cheapest places for a label; cached by the obstacles around it."""
    candidates, totals, worst = list[Candidate](), list[float](), inf
    for own, candidate in _price_candidates(_candidate_columns(label, frame), frame, costs, block):
        if own > worst:
            break
        if candidate[0] < worst:
            candidates.append(candidate)
            totals.append(candidate[0])
            if len(totals) % _MAX_PRICED == 0:
                worst = sorted(totals)[_MAX_PRICED - 1]
    return tuple(_spot_of(label, candidate) for candidate in _choose_apart(sorted(candidates)))


def _spot_of(label: Label, candidate: Candidate) -> Spot:
    (cost, top, left), (wide, tall) = candidate, label.box
    return Spot(left, top, left + wide, top + tall, cost)


def _cost_planes(content: bytes, costs: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Each cost, and its cells as bits of an integer, the first cell as the lowest bit."""
    kinds = content[::-1]
    for cost in {*costs} - {0}:
        plane = int(kinds.translate(_binary_digits(costs, cost)), 2)
        if plane:
            yield cost, plane


@lru_cache(256)
def _binary_digits(costs: Sequence[int], cost: int) -> bytes:
    """The table that translates cells to the digit 1 if they have this cost, or else to 0."""
    return bytes(b"01"[other == cost] for other in costs).ljust(256, b"0")


@lru_cache(256)
def _cell_mask(columns: int, wide: int, tall: int) -> int:
    """The bits of a box of cells at the top left of a block with ``columns`` columns."""
    return sum((1 << wide) - 1 << row * columns for row in range(tall))


def _choose_apart(places: Sequence[Candidate]) -> list[Candidate]:
    """Choose the best places, and some good places apart from them, in case other names take the best."""
    chosen = list(places[: _MAX_SPOTS // 2])
    for cost, top, left in places[_MAX_SPOTS // 2 : 5 * _MAX_SPOTS]:
        if len(chosen) == _MAX_SPOTS:
            break
        if all(abs(left - x) + 2 * abs(top - y) > _ALIKE for _, y, x in chosen):
            chosen.append((cost, top, left))
    return chosen


# -- places of all labels


def place_labels(labels: Iterable[Sequence[L]], field: ObstacleField) -> list[tuple[L, Spot]]:
    """Find the form and the place of each label that has any possible place.

    A label is the sequence of its forms, the preferred one first. Shorter forms are used if they are much cheaper; the
    last of several only if the label would overlap others.
    """
    chosen = [option for option in (_choose_form(forms, field) for forms in labels) if option]
    spots = [spot for _, _, spot in chosen]
    if not any(_is_overlapping(spot, spots[:i]) for i, spot in enumerate(spots)):
        return [(form, spot) for _, form, spot in chosen]
    spots = _resolve_overlaps([form for _, form, _ in chosen], spots, field)
    placed = [(form, spot) for (_, form, _), spot in zip(chosen, spots, strict=True)]
    for i, (forms, form, _) in enumerate(chosen):
        others = [spot for j, (_, spot) in enumerate(placed) if j != i]
        if _is_overlapping(placed[i][1], others):
            placed[i] = next(_free_places(forms[forms.index(form) :], others, field), placed[i])
    return placed


def _choose_form(forms: Sequence[L], field: ObstacleField) -> tuple[Sequence[L], L, Spot] | None:
    """The forms of a label, the one to use, and its cheapest place; None if no form has a place."""
    chosen, least = None, inf
    for form in forms[:-1] or forms:
        spot = field.best_spot(form)
        if spot is not None and spot.cost < least - _BETTER:
            chosen, least = (forms, form, spot), spot.cost
        if least <= _TOO_MUCH:
            break
    return chosen


def _free_places(forms: Sequence[L], others: Sequence[Spot], field: ObstacleField) -> Iterator[tuple[L, Spot]]:
    """The places of a label that overlap no others, by form and cost: a last resort."""
    for form in forms:
        for spot in field.spots(form):
            if not _is_overlapping(spot, others):
                yield form, spot


def _resolve_overlaps(labels: Sequence[Label], best_spots: Sequence[Spot], field: ObstacleField) -> list[Spot]:
    """Move each label in turn to the place that is cheapest beside the others, until no label moves."""
    spots = list(best_spots)
    competitors = _find_competitors(tuple([field.reach(label) or (0, 0, 0, 0) for label in labels]))
    seen_competitors: list[list[Spot] | None] = [None] * len(spots)
    for _ in range(_ROUNDS):
        has_moved = False
        for i, label in enumerate(labels):
            competing_spots = [spots[j] for j in competitors[i]]
            if competing_spots == seen_competitors[i]:
                continue
            seen_competitors[i] = competing_spots
            spot = best_spots[i]
            if _is_overlapping(spot, competing_spots):
                spot = _cheapest_spot(field.spots(label), competing_spots)
            if spot != spots[i]:
                spots[i], has_moved = spot, True
        if not has_moved:
            break
    return spots


@lru_cache(64)
def _find_competitors(reaches: Sequence[_CellBox]) -> list[list[int]]:
    """For each label, the indexes of others whose possible places may overlap its own; ``reaches`` are their cells."""
    boxes = [Bounds(first, above, behind, below) for first, behind, above, below in reaches]
    return [[j for j, other in enumerate(boxes) if j != i and box.is_overlapping(other)] for i, box in enumerate(boxes)]


def _cheapest_spot(spots: Sequence[Spot], taken_spots: Sequence[Spot]) -> Spot:
    """The place with the lowest cost, including overlaps with ``taken_spots``.

    ``spots`` are sorted by their own cost.
    """
    best, least = spots[0], inf
    for spot in spots:
        if spot.cost >= least:  # an overlap only adds to the cost
            break
        cost = spot.cost + sum(_CROSSED * _overlap_area(spot, other) for other in taken_spots)
        if cost < least:
            best, least = spot, cost
    return best


def _is_overlapping(spot: Spot, others: Iterable[Spot]) -> bool:
    left, top, right, bottom, _ = spot
    return any(left < end and x < right and top < low and y < bottom for x, y, end, low, _ in others)


def _overlap_area(a: Spot, b: Spot) -> float:
    """The area of the overlap of two boxes, in px²."""
    left, top, right, bottom, _ = a
    x, y, end, low, _ = b
    if left >= end or x >= right or top >= low or y >= bottom:
        return 0.0
    return (min(right, end) - max(left, x)) * (min(bottom, low) - max(top, y))
