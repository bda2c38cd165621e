"""Close looks at the board: a window with everything in it, names of points where they are wanted, and its frame."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from engine.games.railroads_of_catan.box.graph import PLACES, Place, Track, ends, is_hex
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from render.fonts import width
from render.games.railroads_of_catan.ground import chits, ground
from render.games.railroads_of_catan.plane import Plane
from render.games.railroads_of_catan.tracks import cities, track_shapes, trains
from render.palette import ACCENT, CARD, INK, INK_SOFT, PAPER
from render.parts.frame import THICK
from render.parts.text import DIGIT
from render.scene import Box, Color, Shape, Sheet, Text

_NAME = 44
_BESIDE = 0.56


def crop(
    state: RailroadsOfCatan,
    plane: Plane,
    *,
    new: Collection[Track] = (),
    bright: Collection[Track] | None = None,
    under: Sequence[Shape] = (),
    top: Sequence[Shape] = (),
    fade: float = 0,
    pieces: bool = True,
) -> tuple[Shape, ...]:
    """A window with everything in it, and its frame.

    ``under`` is drawn over the track and under the cities, ``top`` over everything. ``pieces``: whether chits and
    trains are drawn.
    """
    shapes: list[Shape] = [*ground(state.layout, plane, fade=fade)]
    if pieces:
        shapes += chits(state.layout, plane)
    shapes += track_shapes(state, plane, new, bright=bright)
    shapes += under
    shapes += cities(state, plane)
    if pieces:
        shapes += trains(state, plane)
    window = Sheet("window", plane.x, plane.y, plane.w, plane.h, (*shapes, *top))
    return window, Box(plane.x, plane.y, plane.w, plane.h, None, INK, THICK)


_PILL, _PILL_LEAST, _PILL_EDGE, _PILL_DROP = 25, 27, 12, 0.35 * 44
"""Half a plate's height, half its least width, what is beside the words, and how far they stand below its middle."""
_KEY_X, _KEY_Y, _RIM_X, _RIM_Y, _NAME_EDGE, _NAME_HALF, _NAME_RADIUS = 36, 44, 4, 16, 5, 19, 8
_SPOKE, _HALF_CAPITAL = 0.6, 0.35


def pill(
    words: str, x: float, y: float, *, fill: Color = CARD, ink: Color = INK, edge: Color = INK, role: str = "key"
) -> Iterator[Shape]:
    """Words on a rounded plate around a point: a key, or a price."""
    half = pill_wide(words) / 2
    yield Box(x - half, y - _PILL, 2 * half, 2 * _PILL, fill, edge, THICK, _PILL)
    yield DIGIT.middle(x, y + _PILL_DROP, words, role, ink)


def pill_wide(words: str) -> float:
    """How wide a plate is."""
    return 2 * max(_PILL_LEAST, DIGIT.wide(words) / 2 + _PILL_EDGE)


def lettered(words: str, x: float, y: float) -> Iterator[Shape]:
    """What to press, around a point: a red plate."""
    return pill(words, x, y, fill=ACCENT, ink=PAPER, edge=PAPER)


def middle(plane: Plane, track: Track, share: float = 0.5) -> tuple[float, float]:
    """The middle of a track; of a spoke a little outward, where those around a center keep apart."""
    a, b = ends(track)
    if is_hex(a):
        share = _SPOKE
    (ax, ay), (bx, by) = plane.place(a), plane.place(b)
    return ax + (bx - ax) * share, ay + (by - ay) * share


def point_names(
    state: RailroadsOfCatan,
    plane: Plane,
    places: Iterable[Place] = PLACES,
    taken: Sequence[tuple[float, float]] = (),
    *,
    whole: bool = False,
    drop: float = 0,
) -> Iterator[Shape]:
    """The names of points as people type them: on the point, a city's beside it.

    ``taken`` are the places of keys: a name that would touch one is left out. On a ``whole`` board those at the rim
    reach beyond the window. ``drop``: how far under the point, in sizes of a hex.
    """
    for place in places:
        x, y = plane.place(place)
        y += drop * plane.s
        half = width(place, "h", _NAME) / 2
        beside = (_BESIDE * plane.s, -_BESIDE * plane.s) if place in state.cities else (0.0,)
        for at in (x + dx for dx in beside):
            free = all(abs(at - kx) > half + _KEY_X or abs(y - ky) > _KEY_Y for kx, ky in taken)
            ends_held = (plane.holds(at - half, y - _RIM_Y, _RIM_X), plane.holds(at + half, y + _RIM_Y, _RIM_X))
            if free and (whole or all(ends_held)):
                wide = half + _NAME_EDGE
                yield Box(at - wide, y - _NAME_HALF, 2 * wide, 2 * _NAME_HALF, PAPER, radius=_NAME_RADIUS)
                ink = INK if is_hex(place) else INK_SOFT
                yield Text(at, y + _HALF_CAPITAL * _NAME, place, "h", _NAME, ink, "middle", role="point")
                break
