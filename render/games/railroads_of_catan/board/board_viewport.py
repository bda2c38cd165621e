"""Positions of the board's points in a picture. (drawing rules for maps, section 7)"""

from collections.abc import Iterable
from math import sqrt

from engine.games.railroads_of_catan.game_data.island import HEXES, NODE_POSITIONS, NodeId, Track, track_ends
from engine.kit.hex_grid import POINTY_TOP, corner_points
from render.geometry import Points
from render.parts import viewport_layout
from render.parts.page_layout import FIELD_TOP, PAGE_WIDTH
from render.parts.viewport import Bounds, Viewport
from render.parts.viewport_layout import merge_boxes, single_viewport

_HALF = sqrt(3) / 2
"""Half the width of a hex, in its sizes."""


class BoardViewport(Viewport):
    """A window of the board."""

    __slots__ = ()

    def node_point(self, place: NodeId) -> tuple[float, float]:
        """A center or a corner in px."""
        return self.to_px(NODE_POSITIONS[place])

    def track_points(self, track: Track) -> Points:
        """A track's two ends in px."""
        a, b = track_ends(track)
        return self.node_point(a), self.node_point(b)

    def hex_outline(self, hex: NodeId) -> Points:
        """A hex's corners in px."""
        return tuple(self.to_px(corner) for corner in corner_points(HEXES[hex], POINTY_TOP))

    def is_node_visible(self, place: NodeId, margin: float = 1) -> bool:
        """Whether any of ``margin`` sizes around a point is in the window."""
        return self.has_point(*self.node_point(place), -margin * self.scale)


_BOARD = Bounds(-7 * _HALF, -5.5, 7 * _HALF, 5.5)
"""The box around all hexes."""

_WHOLE = 216 / (2 * _HALF)
"""px a hex size on the whole board: hexes are 216 px wide and 187 apart, so that they meet at whole px."""


def board_viewport(top: int) -> BoardViewport:
    """The window of the whole board."""
    w, h = round(_BOARD.width * _WHOLE), round(_BOARD.height * _WHOLE)
    return BoardViewport(_WHOLE, (PAGE_WIDTH - w) // 2, top, w, h, _BOARD.left, _BOARD.top)


def bounds_around(places: Iterable[NodeId], margin: float) -> Bounds:
    """The box around these points."""
    points = [NODE_POSITIONS[place] for place in places]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return Bounds(min(xs), min(ys), max(xs), max(ys)).inflate(margin)


_EDGED = _BOARD.inflate(0.15)
_LARGEST, _SMALLEST = 210, 125
"""px per hex size of a closeup; the smallest is that of the whole board."""
_TALLEST, _LOWEST = 1412, 320
CROP_TOP = FIELD_TOP + 8
"""px of a picture above a closeup."""


def crop_viewport(
    box: Bounds, tallest: int = _TALLEST, lowest: int = _LOWEST, largest: float = _LARGEST
) -> BoardViewport:
    """One window as wide as the picture around a box, as large as it fits."""
    return BoardViewport(*single_viewport((box,), _EDGED, CROP_TOP, tallest, largest, lowest))


def crop_viewports(boxes: Iterable[Bounds]) -> tuple[BoardViewport, ...]:
    """A window for each box, with touching ones joined; if they do not fit the picture, one for all of them."""
    merged_boxes = merge_boxes(boxes)
    viewports = viewport_layout.fit_viewports(merged_boxes, _EDGED, CROP_TOP, _TALLEST, range(_LARGEST, _SMALLEST, -5))
    if not viewports:
        viewports = (single_viewport(merged_boxes, _EDGED, CROP_TOP, _TALLEST, _LARGEST),)
    return tuple(BoardViewport(*viewport) for viewport in viewports)
