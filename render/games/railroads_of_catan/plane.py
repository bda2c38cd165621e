"""Where the board's points lie on a picture. (drawing rules for maps, section 7)"""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt

from engine.games.railroads_of_catan.graph import HEXES, PLACES, Place, Track, ends
from engine.kit.hexes import POINTY, corners
from render.geometry import Points
from render.parts.frame import MARGIN, WIDTH
from render.parts.plane import Bounds, Window

__all__ = ["BOARD", "Plane", "around", "board_plane", "crop_plane"]

_HALF = sqrt(3) / 2
"""Half the width of a hex, in its sizes."""


class Plane(Window):
    """A window of the board."""

    __slots__ = ()

    def place(self, place: Place) -> tuple[float, float]:
        """A center or a corner in px."""
        return self.at(PLACES[place])

    def track(self, track: Track) -> Points:
        """A track's two ends in px."""
        a, b = ends(track)
        return self.place(a), self.place(b)

    def outline(self, hex: Place, scale: float = 1) -> Points:
        """A hex's corners in px."""
        cx, cy = PLACES[hex]
        return tuple(self.at((cx + (x - cx) * scale, cy + (y - cy) * scale)) for x, y in corners(HEXES[hex], POINTY))

    def shows(self, place: Place, margin: float = 1) -> bool:
        """Whether any of ``margin`` sizes around a point lies in the window."""
        return self.holds(*self.place(place), -margin * self.s)


BOARD = Bounds(-7 * _HALF, -5.5, 7 * _HALF, 5.5)
"""The box around all hexes."""

_WHOLE = 216 / (2 * _HALF)
"""px a hex size on the whole board: hexes are 216 px wide and 187 apart, so that they meet at whole px."""


def board_plane(top: int) -> Plane:
    """The window of the whole board."""
    w, h = round(BOARD.w * _WHOLE), round(BOARD.h * _WHOLE)
    return Plane(_WHOLE, (WIDTH - w) // 2, top, w, h, BOARD.left, BOARD.top)


def around(places: Iterable[Place], margin: float) -> Bounds:
    """The box around these points."""
    points = [PLACES[place] for place in places]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return Bounds(min(xs), min(ys), max(xs), max(ys)).grown(margin)


def crop_plane(box: Bounds, top: int, *, tallest: int = 1180, largest: float = 210, lowest: int = 560) -> Plane:
    """A window as wide as the picture around a box, as large as it fits; it stays on the board where it can."""
    wide = WIDTH - 2 * MARGIN
    s = min(wide / box.w, tallest / box.h, largest)
    h = max(lowest, min(tallest, round(box.h * s)))
    left = _kept((box.left + box.right) / 2, wide / s, BOARD.left, BOARD.right)
    upper = _kept((box.top + box.bottom) / 2, h / s, BOARD.top, BOARD.bottom)
    return Plane(s, MARGIN, top, wide, h, left, upper)


def _kept(middle: float, length: float, low: float, high: float) -> float:
    """Where a window begins, such that it shows as little as possible of what lies beyond the board."""
    low, high = low - 0.15, high + 0.15
    if length >= high - low:
        return (low + high - length) / 2
    return max(low, min(middle - length / 2, high - length))
