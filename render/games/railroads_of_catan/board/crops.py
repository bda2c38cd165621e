"""Close-ups of the board with a frame, and plates with words on them."""

from collections.abc import Collection, Iterable, Iterator, Sequence

from engine.games.railroads_of_catan.game_data.island import NODE_POSITIONS, NodeId, Track, is_hex, track_ends
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from render.games.railroads_of_catan.board.board_viewport import BoardViewport
from render.games.railroads_of_catan.board.ground import draw_chits, draw_ground
from render.games.railroads_of_catan.board.track_layers import draw_cities, draw_tracks, draw_trains
from render.geometry import Point
from render.palette import ACCENT, CARD, INK, INK_SOFT, PAPER
from render.parts.typography import DIGIT, TextStyle
from render.scene import Box, Color, Shape, Sheet

_FRAME = 3
CropWindow = tuple[BoardViewport, tuple[Shape, ...]]
"""A viewport, and the shapes that are drawn in it."""
PILL_HALF_HEIGHT, _PILL_LEAST = 25, 27.0
"""Half the height and half the minimum width of a rounded plate with words, in px."""
_PILL_EDGE = 3
"""Line width of the edge of a rounded plate, in px."""
_AIR, _DROP = 12, 0.35 * DIGIT.size
"""Left and right margin of the words on a plate, and the distance of their baseline below its middle, in px."""

_POINT = TextStyle("h", 44)
_BESIDE = 0.56
"""Distance from the center of a city to the name of its hex next to it, in hex sizes."""
_PLATE, _PLATE_AIR = 19, 5
"""Half the height of the paper under a name, and the margin to the left and right of the name, in px."""
_PLATE_RADIUS = 8
"""Corner radius of the paper under a name, in px."""
_SEEN, _INSIDE = 16, 4
"""Half the height of a name, and the minimum distance of a name from the edge of the viewport, in px."""
_APART_X, _APART_Y = 36, 44
"""Minimum distances across and down between a name and the middle of a key, in px."""


def draw_crop(
    state: RailroadsOfCatan,
    viewport: BoardViewport,
    *,
    new: Collection[Track] = (),
    bright: Collection[Track] | None = None,
    under: Sequence[Shape] = (),
    top: Sequence[Shape] = (),
    pieces: bool = True,
) -> tuple[Shape, ...]:
    """Draw a close-up with its frame.

    ``new`` tracks have an ink edge. Tracks that are not ``bright`` are faded. ``under`` is drawn between the track and
    the cities, ``top`` over everything. Without ``pieces``, no chits and trains are drawn.
    """
    shapes: list[Shape] = [*draw_ground(state.layout, viewport)]
    if pieces:
        shapes += draw_chits(state.layout, viewport)
    shapes += draw_tracks(state, viewport, new, bright=bright)
    shapes += under
    shapes += draw_cities(state, viewport)
    if pieces:
        shapes += draw_trains(state, viewport)
    window = Sheet("window", viewport.x, viewport.y, viewport.w, viewport.h, (*shapes, *top))
    return window, Box(viewport.x, viewport.y, viewport.w, viewport.h, None, INK, _FRAME)


def pill_half_width(words: str) -> float:
    """Return half the width in px of a plate with these words."""
    return max(_PILL_LEAST, DIGIT.width(words) / 2 + _AIR)


def draw_pill(words: str, x: float, y: float, ink: Color = INK, role: str = "key") -> Iterator[Shape]:
    """Draw words, such as a key or a price, on a rounded plate around the point (``x``, ``y``)."""
    half = pill_half_width(words)
    yield Box(x - half, y - PILL_HALF_HEIGHT, 2 * half, 2 * PILL_HALF_HEIGHT, CARD, INK, _PILL_EDGE, PILL_HALF_HEIGHT)
    yield DIGIT.middle(x, y + _DROP, words, role, ink)


def draw_key_pill(key: str, x: float, y: float) -> Iterator[Shape]:
    """Draw the key of a choice on a plate in the accent color around the point (``x``, ``y``)."""
    half = pill_half_width(key)
    yield Box(
        x - half, y - PILL_HALF_HEIGHT, 2 * half, 2 * PILL_HALF_HEIGHT, ACCENT, PAPER, _PILL_EDGE, PILL_HALF_HEIGHT
    )
    yield DIGIT.middle(x, y + _DROP, key, "key", PAPER)


def track_middle(viewport: BoardViewport, track: Track, share: float = 0.5) -> Point:
    """Return the middle of a track in px; if the track leads to a hex's center, return a place nearer to the corner."""
    a, b = track_ends(track)
    if is_hex(a):
        share = 0.6
    (ax, ay), (bx, by) = viewport.node_point(a), viewport.node_point(b)
    return ax + (bx - ax) * share, ay + (by - ay) * share


def draw_point_names(
    state: RailroadsOfCatan,
    viewport: BoardViewport,
    places: Iterable[NodeId] = NODE_POSITIONS,
    key_points: Sequence[Point] = (),
    *,
    whole: bool = False,
) -> Iterator[Shape]:
    """Draw the names of points: on the points, or next to cities.

    Names that would touch one of ``key_points`` are omitted. Names that would extend beyond the viewport are also
    omitted, unless the ``whole`` board is drawn.
    """
    for place in places:
        x, y = viewport.node_point(place)
        half = _POINT.width(place) / 2
        beside = (_BESIDE * viewport.scale, -_BESIDE * viewport.scale) if place in state.cities else (0.0,)
        spots = [(x + dx, y) for dx in beside if _is_free((x + dx, y), half, key_points)]
        for at in spots if whole else _spots_inside(viewport, spots, half):
            yield from _draw_point_name(place, at, half)
            break


def _is_free(at: Point, half: float, key_points: Sequence[Point]) -> bool:
    """Whether a name around ``at`` touches no key; ``half`` is half the width of the name in px."""
    x, y = at
    return all(abs(x - kx) > half + _APART_X or abs(y - ky) > _APART_Y for kx, ky in key_points)


def _spots_inside(viewport: BoardViewport, spots: Iterable[Point], half: float) -> Iterator[Point]:
    """Yield the places at which a name is inside the viewport; ``half`` is half the width of the name in px."""
    for x, y in spots:
        begins = viewport.has_point(x - half, y - _SEEN, _INSIDE)
        if begins and viewport.has_point(x + half, y + _SEEN, _INSIDE):
            yield x, y


def _draw_point_name(place: NodeId, at: Point, half: float) -> Iterator[Shape]:
    x, y = at
    left, wide = x - half - _PLATE_AIR, 2 * half + 2 * _PLATE_AIR
    yield Box(left, y - _PLATE, wide, 2 * _PLATE, PAPER, radius=_PLATE_RADIUS)
    yield _POINT.middle(x, y + _DROP, place, "point", INK if is_hex(place) else INK_SOFT)
