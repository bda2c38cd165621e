"""Windows around the relevant parts of a map: distant parts have separate windows, side by side at one scale."""

from collections.abc import Iterable, Sequence

from render.parts.page_layout import MARGIN, PAGE_WIDTH
from render.parts.viewport import Bounds, Viewport

_GAP = 20
_LOWEST = 320


def merge_boxes(boxes: Iterable[Bounds]) -> list[Bounds]:
    """The boxes, with touching ones merged."""
    merged_list: list[Bounds] = []
    for box in boxes:
        merged_box = box
        while near := next((other for other in merged_list if other.is_overlapping(merged_box)), None):
            merged_list.remove(near)
            merged_box = merged_box.union(near)
        merged_list.append(merged_box)
    return sorted(merged_list, key=lambda box: (box.top, box.left))


def fit_viewports(
    boxes: Sequence[Bounds], limit: Bounds, top: int, tallest: int, scales: Iterable[float]
) -> tuple[Viewport, ...]:
    """Windows in rows at the first scale at which they fit; empty if they fit at none.

    ``limit`` is the whole map: windows show as little as possible beyond it.
    """
    for s in scales:
        rows = _arrange_rows(boxes, s)
        if rows is None:
            continue
        high = sum(_row_height(row, s) for row in rows) + _GAP * (len(rows) - 1)
        if high <= tallest:
            return _make_viewports(rows, s, top, limit)
    return ()


def single_viewport(
    boxes: Sequence[Bounds], limit: Bounds, top: int, tallest: int, largest: float, lowest: int = _LOWEST
) -> Viewport:
    """One window around all of them, as wide as the picture."""
    box = boxes[0]
    for other in boxes[1:]:
        box = box.union(other)
    s = min((PAGE_WIDTH - 2 * MARGIN) / box.width, tallest / box.height, largest)
    return _make_viewports([[box]], int(s * 2) / 2, top, limit, lowest)[0]


_Rows = list[list[Bounds]]


def _arrange_rows(boxes: Sequence[Bounds], s: float) -> _Rows | None:
    """The boxes in rows, tall ones first, each where it still fits; None where one is too wide for any."""
    room = PAGE_WIDTH - 2 * MARGIN
    rows: _Rows = []
    for box in sorted(boxes, key=_height_order):
        if box.width * s > room:
            return None
        row = next((row for row in rows if _row_width([*row, box], s) <= room), None)
        if row is None:
            rows.append([box])
        else:
            row.append(box)
    by_place = [sorted(row, key=lambda box: (box.left, box.top)) for row in rows]
    return sorted(by_place, key=lambda row: min(box.top for box in row))


def _height_order(box: Bounds) -> tuple[float, float, float]:
    return -round(box.height, 3), box.top, box.left


def _row_width(row: Sequence[Bounds], s: float) -> float:
    return sum(box.width * s for box in row) + _GAP * (len(row) - 1)


def _row_height(row: Sequence[Bounds], s: float, lowest: int = _LOWEST) -> int:
    return max(lowest, *(round(box.height * s) for box in row))


def _make_viewports(rows: _Rows, s: float, top: int, limit: Bounds, lowest: int = _LOWEST) -> tuple[Viewport, ...]:
    viewports, y = [], top
    for row in rows:
        tall, x = _row_height(row, s, lowest), MARGIN
        spare = (PAGE_WIDTH - 2 * MARGIN - _row_width(row, s)) / len(row)
        for box in row:
            wide = PAGE_WIDTH - MARGIN - x if box is row[-1] else round(box.width * s + spare)
            left = _viewport_start((box.left + box.right) / 2, wide / s, limit.left, limit.right)
            upper = _viewport_start((box.top + box.bottom) / 2, tall / s, limit.top, limit.bottom)
            viewports.append(Viewport(s, x, y, wide, tall, left, upper))
            x += wide + _GAP
        y += tall + _GAP
    return tuple(viewports)


def _viewport_start(middle: float, length: float, low: float, high: float) -> float:
    """A window's start such that it does not reach beyond the map, or both ways alike where it must."""
    if length >= high - low:
        return (low + high - length) / 2
    return max(low, min(middle - length / 2, high - length))
