"""The bottom of a board: whose engines are whose, and what the cubes are. One row where it fits, two where not."""

from collections.abc import Iterator

from engine.games.railroad_rivals.box.data import BAG
from render.fonts import width
from render.games.railroad_rivals.buildings import hotel, tower
from render.games.railroad_rivals.cubes import cube
from render.games.railroad_rivals.engines import engine
from render.labels import Names, shared
from render.palette import INK, PAPER
from render.parts.frame import LEGEND, MARGIN, WIDTH, rule
from render.scene import Layer, Shape, Text, layer

_ROOM = WIDTH - 2 * MARGIN
_SIZE = 46
_ENGINE, _CUBE = 62, 52
_GAP = 34
_SECOND_ROW = 64


def legend_height(names: Names, *, buildings: bool = False, goods: bool = True) -> int:
    """The height below the field, in px; with ``buildings`` the legend tells hotels from water towers.

    Without ``goods`` no cubes are shown.
    """
    return LEGEND + (0 if _fits(names, buildings, goods) else _SECOND_ROW)


def legend(names: Names, y: float, *, rows: int, buildings: bool = False, goods: bool = True) -> Layer:
    """The legend under a field that ends at ``y``; in a single row that is too long the signs are left out."""
    shapes: list[Shape] = [rule(y + 9)]
    x, base = float(MARGIN), y + 68
    room = _ROOM - len(names) * (_ENGINE + _GAP)
    for seat, short in enumerate(shared(names, "s", _SIZE, room), 1):
        shapes.append(engine(seat, x + 26, base - 15, 20, PAPER))
        shapes.append(Text(x + _ENGINE, base, short, "s", _SIZE, INK, role="name"))
        x += _ENGINE + width(short, "s", _SIZE) + _GAP
    if rows > 1 or _fits(names, buildings, goods):
        second = base + (rows - 1) * _SECOND_ROW
        shapes += _goods(len(names), second) if goods else ()
        shapes += _kinds(WIDTH - MARGIN - _width(len(names), buildings, goods) + _GAP, second) if buildings else ()
    return layer("legend", shapes)


def _goods(seats: int, base: float) -> list[Shape]:
    x, shapes = WIDTH - MARGIN - _width(seats, False, True) + _GAP, list[Shape]()
    for goods in BAG[seats]:
        shapes.append(cube(goods, x, base - 36, 40))
        shapes.append(Text(x + _CUBE, base, goods, "s", _SIZE, INK, role="goods name"))
        x += _CUBE + width(goods, "s", _SIZE) + _GAP
    return shapes


def _kinds(x: float, base: float) -> Iterator[Shape]:
    """Explain the outlines of a hotel and a water tower."""
    for kind, word in ((hotel, "hotel"), (tower, "tower")):
        yield kind(None, x, base - 43, 0.95)
        yield Text(x + _CUBE, base, word, "s", _SIZE, INK, role="building name")
        x += _CUBE + width(word, "s", _SIZE) + _GAP


def _width(seats: int, buildings: bool, goods: bool) -> float:
    """The width of goods and buildings together."""
    words = (*(BAG[seats] if goods else ()), *(("hotel", "tower") if buildings else ()))
    return sum(_CUBE + width(word, "s", _SIZE) + _GAP for word in words)


def _fits(names: Names, buildings: bool, goods: bool) -> bool:
    wanted = sum(_ENGINE + width(name, "s", _SIZE) + _GAP for name in names)
    return wanted + _width(len(names), buildings, goods) <= _ROOM
