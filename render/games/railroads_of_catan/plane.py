"""The places of the board's points on a picture. (drawing rules for maps, section 7)"""

from collections.abc import Iterable
from math import sqrt

from engine.games.railroads_of_catan.box.graph import HEXES, PLACES, Place, Track, ends
from engine.kit.hexes import POINTY, corners
from render.geometry import Points
from render.parts import windows
from render.parts.frame import FIELD, WIDTH
from render.parts.plane import Bounds, Window
from render.parts.windows import merged, one_window

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

    def outline(self, hex: Place) -> Points:
        """A hex's corners in px."""
        return tuple(self.at(corner) for corner in corners(HEXES[hex], POINTY))

    def shows(self, place: Place, margin: float = 1) -> bool:
        """Whether any of ``margin`` sizes around a point lies in the window."""
        return self.holds(*self.place(place), -margin * self.s)


_BOARD = Bounds(-7 * _HALF, -5.5, 7 * _HALF, 5.5)
"""The box around all hexes."""

_WHOLE = 216 / (2 * _HALF)
"""px a hex size on the whole board: hexes are 216 px wide and 187 apart, so that they meet at whole px."""


def board_plane(top: int) -> Plane:
    """The window of the whole board."""
    w, h = round(_BOARD.w * _WHOLE), round(_BOARD.h * _WHOLE)
    return Plane(_WHOLE, (WIDTH - w) // 2, top, w, h, _BOARD.left, _BOARD.top)


def around(places: Iterable[Place], margin: float) -> Bounds:
    """The box around these points."""
    points = [PLACES[place] for place in places]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return Bounds(min(xs), min(ys), max(xs), max(ys)).grown(margin)


_EDGED = _BOARD.grown(0.15)
_LARGEST, _SMALLEST = 210, 125
"""px a hex size of a close look; a smaller one would be no closer than the whole board."""
_TALLEST, _LOWEST = 1412, 320
TOP = FIELD + 8
"""px of a picture that stand over a close look."""


def crop_plane(box: Bounds, tallest: int = _TALLEST, lowest: int = _LOWEST, largest: float = _LARGEST) -> Plane:
    """One window as wide as the picture around a box, as large as it fits."""
    return Plane(*one_window((box,), _EDGED, TOP, tallest, largest, lowest))


def crop_planes(boxes: Iterable[Bounds]) -> tuple[Plane, ...]:
    """A window for each box, those that meet joined; where they do not fit the picture, one for all of them."""
    found = merged(boxes)
    planes = windows.fitting(found, _EDGED, TOP, _TALLEST, range(_LARGEST, _SMALLEST, -5))
    if not planes:
        planes = (one_window(found, _EDGED, TOP, _TALLEST, _LARGEST),)
    return tuple(Plane(*plane) for plane in planes)
