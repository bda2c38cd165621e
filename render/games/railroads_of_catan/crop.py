"""Close looks at the board: a window with everything in it, names of points where they are wanted, and its frame."""

from collections.abc import Collection, Iterable, Iterator, Sequence

from engine.games.railroads_of_catan.box.graph import PLACES, Place, Track, ends, is_hex
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from render.games.railroads_of_catan.ground import chits, ground
from render.games.railroads_of_catan.plane import Plane
from render.games.railroads_of_catan.tracks import cities, track_shapes, trains
from render.geometry import Point
from render.palette import ACCENT, CARD, INK, INK_SOFT, PAPER
from render.parts.text import DIGIT, Style
from render.scene import Box, Color, Shape, Sheet

_FRAME = 3
Looked = tuple[Plane, tuple[Shape, ...]]
"""A window, and what is drawn in it."""
PILL, _PILL_LEAST, _PILL_EDGE = 25, 27.0, 3
"""Half a plate's height and the least half of its width, and its edge."""
_AIR, _DROP = 12, 0.35 * DIGIT.size
"""Beside the words on a plate, and from its middle down to their baseline."""

_POINT = Style("h", 44)
_BESIDE = 0.56
"""From a city's middle to its name, in sizes of a hex."""
_PLATE, _PLATE_AIR, _PLATE_RADIUS = 19, 5, 8
"""Half the height of the paper under a name, what of it is seen beside the name, and its corners."""
_SEEN, _INSIDE = 16, 4
"""Half the height of a name that must lie in the window, and how far from its edge."""
_APART_X, _APART_Y = 36, 44
"""What a name keeps of a key's middle."""


def crop(
    state: RailroadsOfCatan,
    plane: Plane,
    *,
    new: Collection[Track] = (),
    bright: Collection[Track] | None = None,
    under: Sequence[Shape] = (),
    top: Sequence[Shape] = (),
    pieces: bool = True,
) -> tuple[Shape, ...]:
    """A window with everything in it, and its frame.

    ``under`` is drawn over the track and under the cities, ``top`` over everything. ``pieces``: whether chits and
    trains are drawn.
    """
    shapes: list[Shape] = [*ground(state.layout, plane)]
    if pieces:
        shapes += chits(state.layout, plane)
    shapes += track_shapes(state, plane, new, bright=bright)
    shapes += under
    shapes += cities(state, plane)
    if pieces:
        shapes += trains(state, plane)
    window = Sheet("window", plane.x, plane.y, plane.w, plane.h, (*shapes, *top))
    return window, Box(plane.x, plane.y, plane.w, plane.h, None, INK, _FRAME)


def pill_half(words: str) -> float:
    """Half the width of a plate with these words."""
    return max(_PILL_LEAST, DIGIT.wide(words) / 2 + _AIR)


def pill(words: str, x: float, y: float, ink: Color = INK, role: str = "key") -> Iterator[Shape]:
    """Words on a rounded plate around a point: a key, or a price."""
    half = pill_half(words)
    yield Box(x - half, y - PILL, 2 * half, 2 * PILL, CARD, INK, _PILL_EDGE, PILL)
    yield DIGIT.middle(x, y + _DROP, words, role, ink)


def key_pill(key: str, x: float, y: float) -> Iterator[Shape]:
    """A key to choose by, on an accent plate around a point."""
    half = pill_half(key)
    yield Box(x - half, y - PILL, 2 * half, 2 * PILL, ACCENT, PAPER, _PILL_EDGE, PILL)
    yield DIGIT.middle(x, y + _DROP, key, "key", PAPER)


def middle(plane: Plane, track: Track, share: float = 0.5) -> Point:
    """The middle of a track; of a spoke a little outward, where those around a center keep apart."""
    a, b = ends(track)
    if is_hex(a):
        share = 0.6
    (ax, ay), (bx, by) = plane.place(a), plane.place(b)
    return ax + (bx - ax) * share, ay + (by - ay) * share


def point_names(
    state: RailroadsOfCatan,
    plane: Plane,
    places: Iterable[Place] = PLACES,
    taken: Sequence[Point] = (),
    *,
    whole: bool = False,
) -> Iterator[Shape]:
    """The names of points as people type them: on the point, a city's beside it.

    ``taken`` are the places of keys: a name that would touch one is left out. On a ``whole`` board those at the rim
    reach beyond the window.
    """
    for place in places:
        x, y = plane.place(place)
        half = _POINT.wide(place) / 2
        beside = (_BESIDE * plane.s, -_BESIDE * plane.s) if place in state.cities else (0.0,)
        spots = [(x + dx, y) for dx in beside if _free((x + dx, y), half, taken)]
        for at in spots if whole else _inside(plane, spots, half):
            yield from _point_name(place, at, half)
            break


def _free(at: Point, half: float, taken: Sequence[Point]) -> bool:
    """Whether a name so wide keeps apart from all keys."""
    x, y = at
    return all(abs(x - kx) > half + _APART_X or abs(y - ky) > _APART_Y for kx, ky in taken)


def _inside(plane: Plane, spots: Iterable[Point], half: float) -> Iterator[Point]:
    """The spots at which a name of this half width lies wholly in the window."""
    for x, y in spots:
        begins = plane.holds(x - half, y - _SEEN, _INSIDE)
        if begins and plane.holds(x + half, y + _SEEN, _INSIDE):
            yield x, y


def _point_name(place: Place, at: Point, half: float) -> Iterator[Shape]:
    x, y = at
    left, wide = x - half - _PLATE_AIR, 2 * half + 2 * _PLATE_AIR
    yield Box(left, y - _PLATE, wide, 2 * _PLATE, PAPER, radius=_PLATE_RADIUS)
    yield _POINT.middle(x, y + _DROP, place, "point", INK if is_hex(place) else INK_SOFT)
