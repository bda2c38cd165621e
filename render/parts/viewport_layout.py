"""Layout of viewports around the relevant parts of a map.

Parts that are far apart have separate viewports, side by side at one scale.
"""

from collections.abc import Iterable, Sequence

from render.parts.page_layout import MARGIN, PAGE_WIDTH
from render.parts.viewport import Bounds, Viewport

_GAP = 20
"""Distance between viewports in px."""
_LOWEST = 320
"""Minimum height of a viewport in px."""


def merge_boxes(boxes: Iterable[Bounds]) -> list[Bounds]:
    """Merge overlapping boxes until no boxes overlap.

    The boxes are returned from top to bottom.
    """
    merged: list[Bounds] = []
    for box in boxes:
        union = box
        while overlapping := next((other for other in merged if other.is_overlapping(union)), None):
            merged.remove(overlapping)
            union = union.union(overlapping)
        merged.append(union)
    return sorted(merged, key=lambda box: (box.top, box.left))


def fit_viewports(
    boxes: Sequence[Bounds], limit: Bounds, top: int, tallest: int, scales: Iterable[float]
) -> tuple[Viewport, ...]:
    """Return viewports in rows, at the first of the scales at which they fit; empty if they fit at none.

    ``limit`` contains the whole map: viewports show as little as possible outside it. ``top`` is the y of the first
    row, and ``tallest`` the maximum height of all rows together, in px.
    """
    for scale in scales:
        rows = _arrange_rows(boxes, scale)
        if rows is None:
            continue
        height = sum(_row_height(row, scale) for row in rows) + _GAP * (len(rows) - 1)
        if height <= tallest:
            return _make_viewports(rows, scale, top, limit)
    return ()


def single_viewport(
    boxes: Sequence[Bounds], limit: Bounds, top: int, tallest: int, largest: float, lowest: int = _LOWEST
) -> Viewport:
    """Return one viewport around all boxes, as wide as the picture.

    ``tallest`` and ``lowest`` are the maximum and minimum height of the viewport in px; ``largest`` is the maximum
    scale.
    """
    box = boxes[0]
    for other in boxes[1:]:
        box = box.union(other)
    scale = min((PAGE_WIDTH - 2 * MARGIN) / box.width, tallest / box.height, largest)
    return _make_viewports([[box]], int(scale * 2) / 2, top, limit, lowest)[0]


_Rows = list[list[Bounds]]


def _arrange_rows(boxes: Sequence[Bounds], scale: float) -> _Rows | None:
    """Arrange boxes in rows; return None if a box is wider than a row.

    The tallest boxes come first. Each box is put in the first row that has room for it.
    """
    max_width = PAGE_WIDTH - 2 * MARGIN
    rows: _Rows = []
    for box in sorted(boxes, key=_height_order):
        if box.width * scale > max_width:
            return None
        row = next((row for row in rows if _row_width([*row, box], scale) <= max_width), None)
        if row is None:
            rows.append([box])
        else:
            row.append(box)
    sorted_rows = [sorted(row, key=lambda box: (box.left, box.top)) for row in rows]
    return sorted(sorted_rows, key=lambda row: min(box.top for box in row))


def _height_order(box: Bounds) -> tuple[float, float, float]:
    return -round(box.height, 3), box.top, box.left


def _row_width(row: Sequence[Bounds], scale: float) -> float:
    return sum(box.width * scale for box in row) + _GAP * (len(row) - 1)


def _row_height(row: Sequence[Bounds], scale: float, lowest: int = _LOWEST) -> int:
    return max(lowest, *(round(box.height * scale) for box in row))


def _make_viewports(rows: _Rows, scale: float, top: int, limit: Bounds, lowest: int = _LOWEST) -> tuple[Viewport, ...]:
    """Return the viewports of rows of boxes; the boxes of a row share the width of the picture."""
    viewports, y = [], top
    for row in rows:
        height, x = _row_height(row, scale, lowest), MARGIN
        extra_width = (PAGE_WIDTH - 2 * MARGIN - _row_width(row, scale)) / len(row)
        for box in row:
            width = PAGE_WIDTH - MARGIN - x if box is row[-1] else round(box.width * scale + extra_width)
            map_left = _viewport_start((box.left + box.right) / 2, width / scale, limit.left, limit.right)
            map_top = _viewport_start((box.top + box.bottom) / 2, height / scale, limit.top, limit.bottom)
            viewports.append(Viewport(scale, x, y, width, height, map_left, map_top))
            x += width + _GAP
        y += height + _GAP
    return tuple(viewports)


def _viewport_start(middle: float, length: float, low: float, high: float) -> float:
    """Return the start of a viewport around ``middle`` that shows nothing outside the map.

    The map extends from ``low`` to ``high``. If the viewport is larger than the map, the map is centered in the
    viewport.
    """
    if length >= high - low:
        return (low + high - length) / 2
    return max(low, min(middle - length / 2, high - length))
