"""The bottom of a board: whose engines are whose, and what the cubes are. One row where it fits, two where not."""

from __future__ import annotations

from collections.abc import Sequence

from engine.games.railroad_rivals.data import BAG
from render.fonts import width
from render.labels import shared
from render.palette import INK, PAPER
from render.parts.cubes import cube
from render.parts.frame import LEGEND, MARGIN, WIDTH, rule
from render.parts.marks import engine
from render.scene import Layer, Shape, Text

__all__ = ["legend", "legend_height"]

_ROOM = WIDTH - 2 * MARGIN
_SIZE = 46
_ENGINE, _CUBE = 62, 52
_GAP = 34
_SECOND_ROW = 64


def legend_height(names: Sequence[str]) -> int:
    """The height below the field, in px."""
    return LEGEND + (0 if _fits(names) else _SECOND_ROW)


def legend(names: Sequence[str], y: float, *, rows: int) -> Layer:
    """The legend under a field that ends at ``y``; in a single row that is too long the goods are left out."""
    shapes: list[Shape] = [rule(y + 9)]
    x, base = float(MARGIN), y + 68
    room = _ROOM - len(names) * (_ENGINE + _GAP)
    for seat, short in enumerate(shared(names, "s", _SIZE, room), 1):
        shapes.append(engine(seat, x + 26, base - 15, 20, PAPER))
        shapes.append(Text(x + _ENGINE, base, short, "s", _SIZE, INK, role="name"))
        x += _ENGINE + width(short, "s", _SIZE) + _GAP
    goods = _goods(len(names), base + (rows - 1) * _SECOND_ROW) if rows > 1 or _fits(names) else []
    return Layer("legend", (*shapes, *goods))


def _goods(seats: int, base: float) -> list[Shape]:
    x, shapes = WIDTH - MARGIN - _goods_width(seats) + _GAP, list[Shape]()
    for goods in BAG[seats]:
        shapes += [cube(goods, x, base - 36, 40), Text(x + _CUBE, base, goods, "s", _SIZE, INK, role="goods name")]
        x += _CUBE + width(goods, "s", _SIZE) + _GAP
    return shapes


def _goods_width(seats: int) -> float:
    return sum(_CUBE + width(goods, "s", _SIZE) + _GAP for goods in BAG[seats])


def _fits(names: Sequence[str]) -> bool:
    wanted = sum(_ENGINE + width(name, "s", _SIZE) + _GAP for name in names)
    return wanted + _goods_width(len(names)) <= _ROOM
