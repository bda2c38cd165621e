"""The ground under track: hexes with their signs, lines between them, the coast and the rim.

Every island has the same few kinds of hexes and sides, so these are the stamps that are kept, and shared by all
tables; a whole island's ground would be one large stamp for each of them.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache

from engine.games.railroads_of_catan.box.graph import HEXES, TOUCHING, Place, ends, is_hex
from engine.games.railroads_of_catan.box.layout import Layout, Terrain
from engine.kit.hexes import POINTY, Axial, corners
from render.games.railroads_of_catan.livery import COAST, GRID, TERRAIN_COLOR, faded
from render.games.railroads_of_catan.pieces import chit
from render.games.railroads_of_catan.plane import Plane
from render.games.railroads_of_catan.signs import terrain_sign
from render.palette import INK
from render.parts.plane import Bounds
from render.parts.stamp import at_point, scaled
from render.scene import Color, Line, Placed, Polygon, Shape, Sprite, placed

_SIGN_AT, _SIGN, _SIGN_ALONE = 0.575, 0.165, 0.22
CHIT_AT, _CHIT = 0.59, 0.195
_THIN, _SHORE, _RIM, _THINNEST = 0.015, 0.03, 0.023, 1.5
_WIDE, _HIGH, _OUTLINE = 1.78, 2.06, 1.012
"""A hex's stamp, and its outline, which reaches a little under its neighbors."""
_LEAN = (0.866, 0.5)
"""What a side that is not upright goes across and down. All in sizes of a hex, but for the thinnest line in px."""


def ground(layout: Layout, plane: Plane, *, fade: float = 0) -> tuple[Shape, ...]:
    """The hexes in a window, in the order of painting. ``fade`` blends them toward paper."""
    return tuple(_ground(layout, plane, fade))


@lru_cache(32)
def _ground(layout: Layout, plane: Plane, fade: float) -> tuple[Shape, ...]:
    seen = [hex for hex in HEXES if plane.shows(hex)]
    tiles = (_tile(layout, plane, hex, fade) for hex in seen)
    return (*tiles, *_sides(layout, plane, fade))


def chits(layout: Layout, plane: Plane, shown: Iterable[Place] = HEXES) -> Iterator[Placed]:
    """The numbers, on the right of each hex that is ``shown``."""
    for hex in shown:
        if (number := layout.chit(hex)) and plane.shows(hex):
            x, y = plane.place(hex)
            yield chit(number, x + CHIT_AT * plane.s, y, _CHIT * plane.s)


def sign_box(layout: Layout, plane: Plane, hex: Place) -> Bounds:
    """The box around the sign of a hex's terrain."""
    x, y = plane.place(hex)
    r, at = _sign_in(bool(layout.chit(hex)))
    middle = x + at * plane.s
    return Bounds(middle, y, middle, y).grown(r * plane.s)


def _sign_in(productive: bool) -> tuple[float, float]:
    """A sign's radius, and how far right of the hex's middle it stands."""
    return (_SIGN, -_SIGN_AT) if productive else (_SIGN_ALONE, 0.0)


def _tile(layout: Layout, plane: Plane, hex: Place, fade: float) -> Placed:
    sprite = _tile_sprite(layout.at(hex), bool(layout.chit(hex)), plane.s, fade)
    return at_point(sprite, *plane.place(hex))


@lru_cache(128)
def _tile_sprite(terrain: Terrain, productive: bool, s: float, fade: float) -> Sprite:
    """A hex: its sign to the left where a city can be, in the middle of any other."""
    w, h, size = _WIDE * s, _HIGH * s, _OUTLINE * s
    hex = Polygon(corners(Axial(0, 0), POINTY), faded(TERRAIN_COLOR[terrain], fade))
    r, at = _sign_in(productive)
    sign = () if fade else terrain_sign(terrain, w / 2 + at * s, h / 2, r * s)
    name = f"hex {terrain}{' with a chit' if productive else ''}"
    ground = scaled((hex,), size, w / 2, h / 2)
    return Sprite(name, w, h, (*ground, *sign))


def _sides(layout: Layout, plane: Plane, fade: float) -> Iterator[Placed]:
    """Lines between hexes, then the coast, then the rim of the board."""
    thin: list[Placed] = []
    coast: list[Placed] = []
    rim: list[Placed] = []
    for track, hexes in TOUCHING.items():
        a, b = ends(track)
        if is_hex(a) or is_hex(b) or not plane.shows(a, 1.2):
            continue
        sea = layout.at(hexes[0]) is Terrain.SEA
        if len(hexes) == 1:
            rim.append(_side(plane, a, b, INK, _RIM))
        elif sea is not (layout.at(hexes[1]) is Terrain.SEA):
            coast.append(_side(plane, a, b, faded(COAST, fade), _SHORE))
        else:
            thin.append(_side(plane, a, b, faded(GRID[sea], fade), _THIN))
    yield from (*thin, *coast, *rim)


def _side(plane: Plane, a: Place, b: Place, ink: Color, thick: float) -> Placed:
    (ax, ay), (bx, by) = plane.place(a), plane.place(b)
    lean = (bx > ax + 1) - (bx < ax - 1)
    line = max(_THINNEST, thick * plane.s)
    sprite = _side_sprite(lean if ay < by else -lean, plane.s, ink, line)
    return placed((ax + bx - sprite.w) / 2, (ay + by - sprite.h) / 2, sprite)


@lru_cache(128)
def _side_sprite(lean: int, s: float, ink: Color, line: float) -> Sprite:
    """A side from its upper end: upright (0), down to the right (1), or down to the left (-1)."""
    across, down = _LEAN if lean else (0.0, 1.0)
    dx, dy, k = across * s, down * s, line / 2 + 1
    upper, lower = (k, k), (k + dx, k + dy)
    if lean < 0:
        upper, lower = (k + dx, k), (k, k + dy)
    way = Line((upper, lower), ink, line, round=True)
    return Sprite(f"side {lean}", dx + 2 * k, dy + 2 * k, (way,))
