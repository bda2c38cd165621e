"""Viewports of the whole board and of close-ups. (drawing rules, section 7)"""

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
"""Half the width of a hex; the unit, the hex size, is the distance from a hex's center to a corner."""


class BoardViewport(Viewport):
    """The part of the board that a picture shows."""

    __slots__ = ()

    def node_point(self, place: NodeId) -> tuple[float, float]:
        """The position of a point in px."""
        return self.to_px(NODE_POSITIONS[place])

    def track_points(self, track: Track) -> Points:
        """The positions of both ends of a track in px."""
        a, b = track_ends(track)
        return self.node_point(a), self.node_point(b)

    def hex_outline(self, hex: NodeId) -> Points:
        """The positions of a hex's corners in px."""
        return tuple(self.to_px(corner) for corner in corner_points(HEXES[hex], POINTY_TOP))

    def is_node_visible(self, place: NodeId, margin: float = 1) -> bool:
        """Whether any place within ``margin`` hex sizes of a point is in the viewport."""
        return self.has_point(*self.node_point(place), -margin * self.scale)


_BOARD = Bounds(-7 * _HALF, -5.5, 7 * _HALF, 5.5)
"""The box around all hexes, in hex sizes."""

_WHOLE = 216 / (2 * _HALF)
"""Scale of the whole board in px per hex size. Hexes are 216 px wide, and the distance between rows is 187 px."""


def board_viewport(top: int) -> BoardViewport:
    """Return the viewport of the whole board, with ``top`` px above it in the picture."""
    w, h = round(_BOARD.width * _WHOLE), round(_BOARD.height * _WHOLE)
    return BoardViewport(_WHOLE, (PAGE_WIDTH - w) // 2, top, w, h, _BOARD.left, _BOARD.top)


def bounds_around(places: Iterable[NodeId], margin: float) -> Bounds:
    """Return the box around these points, enlarged by a margin; both are in hex sizes."""
    points = [NODE_POSITIONS[place] for place in places]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return Bounds(min(xs), min(ys), max(xs), max(ys)).inflate(margin)


_EDGED = _BOARD.inflate(0.15)
_LARGEST, _SMALLEST = 210, 125
"""Maximum and minimum scale of a close-up, in px per hex size."""
_TALLEST, _LOWEST = 1412, 320
"""Maximum and minimum height of a close-up in px."""
CROP_TOP = FIELD_TOP + 8
"""Distance in px from the top of a picture to a close-up."""


def crop_viewport(
    box: Bounds, tallest: int = _TALLEST, lowest: int = _LOWEST, largest: float = _LARGEST
) -> BoardViewport:
    """Return the viewport around a box with the largest possible scale; it is as wide as the picture."""
    return BoardViewport(*single_viewport((box,), _EDGED, CROP_TOP, tallest, largest, lowest))


def crop_viewports(boxes: Iterable[Bounds]) -> tuple[BoardViewport, ...]:
    """Return a viewport for each box, or one viewport for all boxes if they do not fit the picture.

    Boxes that touch each other share a viewport.
    """
    merged_boxes = merge_boxes(boxes)
    viewports = viewport_layout.fit_viewports(merged_boxes, _EDGED, CROP_TOP, _TALLEST, range(_LARGEST, _SMALLEST, -5))
    if not viewports:
        viewports = (single_viewport(merged_boxes, _EDGED, CROP_TOP, _TALLEST, _LARGEST),)
    return tuple(BoardViewport(*viewport) for viewport in viewports)
