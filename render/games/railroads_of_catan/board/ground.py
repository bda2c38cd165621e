"""The ground of the board: hexes with signs of their terrain, lines between hexes, the coast, and the rim.

All islands have the same kinds of hexes and sides, so these are cached as sprites that all tables share.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache

from engine.games.railroads_of_catan.game_data.island import (
    HEXES,
    HEXES_BY_TRACK,
    Island,
    NodeId,
    Terrain,
    is_hex,
    track_ends,
)
from engine.kit.hex_grid import POINTY_TOP, Axial, corner_points
from render.games.railroads_of_catan.board.board_viewport import BoardViewport
from render.games.railroads_of_catan.board.pieces import draw_chit
from render.games.railroads_of_catan.board.signs import draw_terrain_sign
from render.games.railroads_of_catan.colors import COAST, GRID, TERRAIN_COLOR, fade_color
from render.palette import INK
from render.parts.sprites import center_sprite, scale_shapes
from render.parts.viewport import Bounds
from render.scene import Color, Line, Placed, Polygon, Shape, Sprite, place_sprite

_SIGN_AT, _SIGN, _SIGN_ALONE = 0.575, 0.165, 0.22
CHIT_OFFSET, _CHIT = 0.59, 0.195
_THIN, _SHORE, _RIM, _THINNEST = 0.015, 0.03, 0.023, 1.5
_WIDE, _HIGH = 1.78, 2.06
"""Width and height of the sprite of a hex, in hex sizes."""
_OUTLINE = 1.012
"""Radius of the drawn hexes in hex sizes; they overlap a little, so that no gaps show."""
_LEAN = (0.866, 0.5)
"""Width and height of a slanted side of a hex, in hex sizes."""


def draw_ground(layout: Island, viewport: BoardViewport, *, fade: float = 0) -> tuple[Shape, ...]:
    """Draw the hexes in a viewport; ``fade`` is the share of paper color that is mixed in."""
    return tuple(_ground_shapes(layout, viewport, fade))


@lru_cache(32)
def _ground_shapes(layout: Island, viewport: BoardViewport, fade: float) -> tuple[Shape, ...]:
    visible_hexes = [hex for hex in HEXES if viewport.is_node_visible(hex)]
    tiles = (_draw_tile(layout, viewport, hex, fade) for hex in visible_hexes)
    return (*tiles, *_draw_sides(layout, viewport, fade))


def draw_chits(layout: Island, viewport: BoardViewport, hexes_shown: Iterable[NodeId] = HEXES) -> Iterator[Placed]:
    """Draw the chits of ``hexes_shown``, each in the right half of its hex."""
    for hex in hexes_shown:
        if (number := layout.chit_of(hex)) and viewport.is_node_visible(hex):
            x, y = viewport.node_point(hex)
            yield draw_chit(number, x + CHIT_OFFSET * viewport.scale, y, _CHIT * viewport.scale)


def sign_box(layout: Island, viewport: BoardViewport, hex: NodeId) -> Bounds:
    """Return the box around the sign of a hex's terrain, in px."""
    x, y = viewport.node_point(hex)
    r, at = _sign_measures(bool(layout.chit_of(hex)))
    middle = x + at * viewport.scale
    return Bounds(middle, y, middle, y).inflate(r * viewport.scale)


def _sign_measures(productive: bool) -> tuple[float, float]:
    """Return the radius of a terrain sign, and its distance to the right of the hex's center, in hex sizes."""
    return (_SIGN, -_SIGN_AT) if productive else (_SIGN_ALONE, 0.0)


def _draw_tile(layout: Island, viewport: BoardViewport, hex: NodeId, fade: float) -> Placed:
    sprite = _tile_sprite(layout.terrain_of(hex), bool(layout.chit_of(hex)), viewport.scale, fade)
    return center_sprite(sprite, *viewport.node_point(hex))


@lru_cache(128)
def _tile_sprite(terrain: Terrain, productive: bool, s: float, fade: float) -> Sprite:
    """Return the sprite of a hex; the terrain sign is on the left if the hex is productive, otherwise in the middle."""
    w, h, size = _WIDE * s, _HIGH * s, _OUTLINE * s
    hex = Polygon(corner_points(Axial(0, 0), POINTY_TOP), fade_color(TERRAIN_COLOR[terrain], fade))
    r, at = _sign_measures(productive)
    sign = () if fade else draw_terrain_sign(terrain, w / 2 + at * s, h / 2, r * s)
    name = f"hex {terrain}{' with a chit' if productive else ''}"
    ground = scale_shapes((hex,), size, w / 2, h / 2)
    return Sprite(name, w, h, (*ground, *sign))


def _draw_sides(layout: Island, viewport: BoardViewport, fade: float) -> Iterator[Placed]:
    """Draw the lines between hexes, then the coast, then the rim of the board."""
    thin: list[Placed] = []
    coast: list[Placed] = []
    rim: list[Placed] = []
    for track, hexes in HEXES_BY_TRACK.items():
        a, b = track_ends(track)
        if is_hex(a) or is_hex(b) or not viewport.is_node_visible(a, 1.2):
            continue
        sea = layout.terrain_of(hexes[0]) is Terrain.SEA
        if len(hexes) == 1:
            rim.append(_draw_side(viewport, a, b, INK, _RIM))
        elif sea is not (layout.terrain_of(hexes[1]) is Terrain.SEA):
            coast.append(_draw_side(viewport, a, b, fade_color(COAST, fade), _SHORE))
        else:
            thin.append(_draw_side(viewport, a, b, fade_color(GRID[sea], fade), _THIN))
    yield from (*thin, *coast, *rim)


def _draw_side(viewport: BoardViewport, a: NodeId, b: NodeId, ink: Color, thick: float) -> Placed:
    (ax, ay), (bx, by) = viewport.node_point(a), viewport.node_point(b)
    lean = (bx > ax + 1) - (bx < ax - 1)
    line = max(_THINNEST, thick * viewport.scale)
    sprite = _side_sprite(lean if ay < by else -lean, viewport.scale, ink, line)
    return place_sprite((ax + bx - sprite.w) / 2, (ay + by - sprite.h) / 2, sprite)


@lru_cache(128)
def _side_sprite(lean: int, s: float, ink: Color, line: float) -> Sprite:
    """Return the sprite of a side of a hex.

    ``lean`` is 0 for an upright side, 1 if the side falls to the right, and -1 if it falls to the left.
    """
    across, down = _LEAN if lean else (0.0, 1.0)
    dx, dy, k = across * s, down * s, line / 2 + 1
    upper, lower = (k, k), (k + dx, k + dy)
    if lean < 0:
        upper, lower = (k + dx, k), (k, k + dy)
    side = Line((upper, lower), ink, line, round=True)
    return Sprite(f"side {lean}", dx + 2 * k, dy + 2 * k, (side,))
