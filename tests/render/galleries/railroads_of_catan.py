"""The contact sheet of everything Railroads of Catan is drawn with: cities, trains, goods, hexes, lines, numbers."""

from collections.abc import Iterator

from engine.core import Seat
from engine.games.railroads_of_catan.box.figures import DOTS
from engine.games.railroads_of_catan.box.island import DOTS_OF, PRODUCES, Good, Place, Terrain
from engine.games.railroads_of_catan.box.pieces import Train
from engine.kit.hexes import POINTY, Axial, corners
from render.games.railroads_of_catan.livery import COAST, FADED, PALETTE, TERRAIN_COLOR
from render.games.railroads_of_catan.pieces import cargo, chit, city, hollow_city, mark_at, train
from render.games.railroads_of_catan.signs import GOODS_ORDER, good_box, terrain_sign
from render.games.railroads_of_catan.tracks import lines
from render.palette import CARD, INK_SOFT
from render.parts.frame import CONTENT, MARGIN, WIDTH, header, picture
from render.parts.stamp import scaled
from render.parts.text import BODY, SMALL
from render.scene import Box, Polygon, Scene, Shape, Sheet, layer

_SEATS = tuple(Seat(seat) for seat in range(1, 5))
_FULL = (Good.WHEAT, Good.SHEEP, Good.BRICK, Good.BRICK, Good.ORE)
_ROW, _HEX = 150, 118
_LAND = CONTENT + len(_SEATS) * _ROW + 60
_BELOW = _LAND + 330


def sheets() -> tuple[Scene, ...]:
    """One sheet: a row for each player, the terrain, the goods and the numbers."""
    layers = (
        header("Railroads of Catan · Parts", "cities, trains, track", "Solid: linked cities · outlined: not linked"),
        layer("players", _players(CONTENT + 70)),
        layer("terrain", _terrain(_LAND + 130)),
        layer("goods", _goods(_BELOW + 60)),
        layer("chits", _chits(_BELOW + 210)),
    )
    alt = "Cities, trains, track, terrain, goods, and numbers of Railroads of Catan, as drawn."
    return (picture("parts", _BELOW + 300, PALETTE, layers, alt),)


def _players(y: float) -> Iterator[Shape]:
    for i, seat in enumerate(_SEATS):
        yield from _player(seat, y + i * _ROW)


def _player(seat: Seat, y: float) -> Iterator[Shape]:
    """Mark, cities joined and not, old track, new and faded, a small and a large train."""
    yield mark_at(seat, MARGIN + 30, y, 26)
    for i, dots in enumerate(DOTS):
        yield city(seat, dots, MARGIN + 130 + i * 100, y, 32)
        yield hollow_city(seat, dots, MARGIN + 530 + i * 90, y, 29)
    drawn: list[Shape] = []
    for dy, new, fade in ((-30, False, 0.0), (0, True, 0.0), (30, False, FADED)):
        way = ((910, y + dy), (1090, y + dy))
        drawn += lines([(way, seat)], 124, outline=new, fade=fade)
    yield Sheet(f"lines {seat}", 890, round(y) - 60, 220, 120, tuple(drawn))
    at = Place("H01")
    yield train(Train(seat, 1, at), 1190, y, 60)
    yield from cargo((Good.WOOD, Good.ORE), 1190, y + 62, 38)
    yield train(Train(seat, 2, at, large=True), 1400, y, 60)
    yield from cargo(_FULL, 1400, y + 62, 38)


def _terrain(y: float) -> Iterator[Shape]:
    """A hex of each kind with its sign."""
    for i, terrain in enumerate(Terrain):
        x = MARGIN + 108 + i * 217
        hex = Polygon(corners(Axial(0, 0), POINTY), TERRAIN_COLOR[terrain], COAST, 3 / _HEX)
        yield from scaled((hex,), _HEX, x, y)
        yield from terrain_sign(terrain, x, y, 30)
        yield SMALL.middle(x, y + 172, terrain, "terrain", INK_SOFT)


def _goods(y: float) -> Iterator[Shape]:
    """Each good in the sizes of its use, and free places of a train."""
    made = {good: terrain for terrain, good in PRODUCES.items()}
    for i, good in enumerate(GOODS_ORDER):
        x = MARGIN + 46 + i * 300
        yield good_box(good, x, y, 92)
        yield good_box(good, x + 86, y, 48)
        yield BODY.left(x + 124, y + BODY.rise, good, f"good of {made[good]}")
    yield Box(WIDTH - MARGIN - 48, y - 24, 48, 48, CARD, INK_SOFT, 3, 6)


def _chits(y: float) -> Iterator[Shape]:
    for i, number in enumerate(DOTS_OF):
        yield chit(number, MARGIN + 60 + i * 150, y, 50)
