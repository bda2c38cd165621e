"""Windows around what matters on a map: far apart things have windows of their own, side by side, all at one scale."""

from collections.abc import Iterable, Sequence

from render.parts.frame import MARGIN, WIDTH
from render.parts.plane import Bounds, Window

_GAP = 20
_LOWEST = 320


def merged(boxes: Iterable[Bounds]) -> list[Bounds]:
    """The boxes, those that meet joined to one."""
    found: list[Bounds] = []
    for box in boxes:
        joined = box
        while near := next((other for other in found if other.meets(joined)), None):
            found.remove(near)
            joined = joined.joined(near)
        found.append(joined)
    return sorted(found, key=lambda box: (box.top, box.left))


def fitting(
    boxes: Sequence[Bounds], limit: Bounds, top: int, tallest: int, scales: Iterable[float]
) -> tuple[Window, ...]:
    """Windows in rows at the first scale at which they fit, and nothing where they are higher than that at all of them.

    ``limit`` is the whole map: a window shows as little as possible of what lies beyond.
    """
    for s in scales:
        rows = _rows(boxes, s)
        if rows is None:
            continue
        high = sum(_tall(row, s) for row in rows) + _GAP * (len(rows) - 1)
        if high <= tallest:
            return _windows(rows, s, top, limit)
    return ()


def one_window(
    boxes: Sequence[Bounds], limit: Bounds, top: int, tallest: int, largest: float, lowest: int = _LOWEST
) -> Window:
    """One window around all of them, as wide as the picture."""
    box = boxes[0]
    for other in boxes[1:]:
        box = box.joined(other)
    s = min((WIDTH - 2 * MARGIN) / box.w, tallest / box.h, largest)
    return _windows([[box]], int(s * 2) / 2, top, limit, lowest)[0]


_Rows = list[list[Bounds]]


def _rows(boxes: Sequence[Bounds], s: float) -> _Rows | None:
    """The boxes in rows, tall ones first, each where it still fits; None where one is too wide for any."""
    room = WIDTH - 2 * MARGIN
    rows: _Rows = []
    for box in sorted(boxes, key=_tallest_first):
        if box.w * s > room:
            return None
        row = next((row for row in rows if _wide([*row, box], s) <= room), None)
        if row is None:
            rows.append([box])
        else:
            row.append(box)
    by_place = [sorted(row, key=lambda box: (box.left, box.top)) for row in rows]
    return sorted(by_place, key=lambda row: min(box.top for box in row))


def _tallest_first(box: Bounds) -> tuple[float, float, float]:
    return -round(box.h, 3), box.top, box.left


def _wide(row: Sequence[Bounds], s: float) -> float:
    return sum(box.w * s for box in row) + _GAP * (len(row) - 1)


def _tall(row: Sequence[Bounds], s: float, lowest: int = _LOWEST) -> int:
    return max(lowest, *(round(box.h * s) for box in row))


def _windows(rows: _Rows, s: float, top: int, limit: Bounds, lowest: int = _LOWEST) -> tuple[Window, ...]:
    found, y = [], top
    for row in rows:
        tall, x = _tall(row, s, lowest), MARGIN
        spare = (WIDTH - 2 * MARGIN - _wide(row, s)) / len(row)
        for box in row:
            wide = WIDTH - MARGIN - x if box is row[-1] else round(box.w * s + spare)
            left = _around((box.left + box.right) / 2, wide / s, limit.left, limit.right)
            upper = _around((box.top + box.bottom) / 2, tall / s, limit.top, limit.bottom)
            found.append(Window(s, x, y, wide, tall, left, upper))
            x += wide + _GAP
        y += tall + _GAP
    return tuple(found)


def _around(middle: float, length: float, low: float, high: float) -> float:
    """A window's start such that it does not reach beyond the map, or both ways alike where it must."""
    if length >= high - low:
        return (low + high - length) / 2
    return max(low, min(middle - length / 2, high - length))
