"""The contact sheet of Railroads of Catan: cities, trains, goods, hexes, lines, numbers."""

from collections.abc import Iterator

from engine.core import Seat
from engine.games.railroads_of_catan.game_data.constants import CITY_DOTS
from engine.games.railroads_of_catan.game_data.island import DOTS_BY_CHIT, GOOD_BY_TERRAIN, Good, NodeId, Terrain
from engine.games.railroads_of_catan.game_data.pieces import TrainPiece
from engine.kit.hex_grid import POINTY_TOP, Axial, corner_points
from render.games.railroads_of_catan.board.pieces import (
    draw_cargo,
    draw_chit,
    draw_city,
    draw_hollow_city,
    draw_mark,
    draw_train,
)
from render.games.railroads_of_catan.board.signs import GOODS_ORDER, draw_good, draw_terrain_sign
from render.games.railroads_of_catan.board.track_layers import draw_lines
from render.games.railroads_of_catan.colors import COAST, FADE_SHARE, PALETTE, TERRAIN_COLOR
from render.palette import CARD, INK_SOFT
from render.parts.page_layout import CONTENT_TOP, MARGIN, PAGE_WIDTH, header_layer, paper_scene
from render.parts.sprites import scale_shapes
from render.parts.typography import BODY, SMALL
from render.scene import Box, Polygon, Scene, Shape, Sheet, make_layer

_SEATS = tuple(Seat(seat) for seat in range(1, 5))
_FULL = (Good.WHEAT, Good.SHEEP, Good.BRICK, Good.BRICK, Good.ORE)
_ROW, _HEX = 150, 118
_LAND = CONTENT_TOP + len(_SEATS) * _ROW + 60
_BELOW = _LAND + 330


def sheets() -> tuple[Scene, ...]:
    """Return one sheet with a row for each player, the terrain, the goods and the numbers."""
    layers = (
        header_layer(
            "Railroads of Catan · Parts", "cities, trains, track", "Solid: linked cities · outlined: not linked"
        ),
        make_layer("players", _players(CONTENT_TOP + 70)),
        make_layer("terrain", _terrain(_LAND + 130)),
        make_layer("goods", _goods(_BELOW + 60)),
        make_layer("chits", _chits(_BELOW + 210)),
    )
    alt = "Cities, trains, track, terrain, goods, and numbers of Railroads of Catan, as drawn."
    return (paper_scene("parts", _BELOW + 300, PALETTE, layers, alt),)


def _players(y: float) -> Iterator[Shape]:
    for i, seat in enumerate(_SEATS):
        yield from _player(seat, y + i * _ROW)


def _player(seat: Seat, y: float) -> Iterator[Shape]:
    """Yield a player's mark, joined and separate cities, old, new and faded track, and a small and a large train."""
    yield draw_mark(seat, MARGIN + 30, y, 26)
    for i, dots in enumerate(CITY_DOTS):
        yield draw_city(seat, dots, MARGIN + 130 + i * 100, y, 32)
        yield draw_hollow_city(seat, dots, MARGIN + 530 + i * 90, y, 29)
    drawn: list[Shape] = []
    for dy, new, fade in ((-30, False, 0.0), (0, True, 0.0), (30, False, FADE_SHARE)):
        way = ((910, y + dy), (1090, y + dy))
        drawn += draw_lines([(way, seat)], 124, outline=new, fade=fade)
    yield Sheet(f"lines {seat}", 890, round(y) - 60, 220, 120, tuple(drawn))
    at = NodeId("H01")
    yield draw_train(TrainPiece(seat, 1, at), 1190, y, 60)
    yield from draw_cargo((Good.WOOD, Good.ORE), 1190, y + 62, 38)
    yield draw_train(TrainPiece(seat, 2, at, large=True), 1400, y, 60)
    yield from draw_cargo(_FULL, 1400, y + 62, 38)


def _terrain(y: float) -> Iterator[Shape]:
    """Yield a hex of each terrain with its sign."""
    for i, terrain in enumerate(Terrain):
        x = MARGIN + 108 + i * 217
        hex = Polygon(corner_points(Axial(0, 0), POINTY_TOP), TERRAIN_COLOR[terrain], COAST, 3 / _HEX)
        yield from scale_shapes((hex,), _HEX, x, y)
        yield from draw_terrain_sign(terrain, x, y, 30)
        yield SMALL.middle(x, y + 172, terrain, "terrain", INK_SOFT)


def _goods(y: float) -> Iterator[Shape]:
    """Yield each good in all its sizes, and the free places of a train."""
    made = {good: terrain for terrain, good in GOOD_BY_TERRAIN.items()}
    for i, good in enumerate(GOODS_ORDER):
        x = MARGIN + 46 + i * 300
        yield draw_good(good, x, y, 92)
        yield draw_good(good, x + 86, y, 48)
        yield BODY.left(x + 124, y + BODY.baseline_shift, good, f"good of {made[good]}")
    yield Box(PAGE_WIDTH - MARGIN - 48, y - 24, 48, 48, CARD, INK_SOFT, 3, 6)


def _chits(y: float) -> Iterator[Shape]:
    for i, number in enumerate(DOTS_BY_CHIT):
        yield draw_chit(number, MARGIN + 60 + i * 150, y, 50)
