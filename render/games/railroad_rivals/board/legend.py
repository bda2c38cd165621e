"""The legend below a board: players' engines and kinds of cubes, in one row if it fits, else in two."""

from collections.abc import Iterator

from engine.games.railroad_rivals.game_data.printed_data import BAG_BY_SEATS
from render.fonts import text_width
from render.games.railroad_rivals.board.buildings import draw_hotel, draw_tower
from render.games.railroad_rivals.board.cubes import draw_cube
from render.games.railroad_rivals.board.engines import draw_engine
from render.palette import INK, PAPER
from render.parts.page_layout import LEGEND_HEIGHT, MARGIN, PAGE_WIDTH, ink_rule
from render.scene import Layer, Shape, Text, make_layer
from render.text_fitting import Names, fit_side_by_side

_ROOM = PAGE_WIDTH - 2 * MARGIN
_SIZE = 46
_ENGINE, _CUBE = 62, 52
_GAP = 34
_SECOND_ROW = 64


def legend_height(names: Names, *, buildings: bool = False, goods: bool = True) -> int:
    """The height below the field, in px; with ``buildings`` the legend includes hotels and water towers.

    Without ``goods`` no cubes are shown.
    """
    return LEGEND_HEIGHT + (0 if _is_single_row(names, buildings, goods) else _SECOND_ROW)


def legend_layer(names: Names, y: float, *, rows: int, buildings: bool = False, goods: bool = True) -> Layer:
    """The legend under a field that ends at ``y``; a single row that is too long omits the signs."""
    shapes: list[Shape] = [ink_rule(y + 9)]
    x, base = float(MARGIN), y + 68
    room = _ROOM - len(names) * (_ENGINE + _GAP)
    for seat, short in enumerate(fit_side_by_side(names, "s", _SIZE, room), 1):
        shapes.append(draw_engine(seat, x + 26, base - 15, 20, PAPER))
        shapes.append(Text(x + _ENGINE, base, short, "s", _SIZE, INK, role="name"))
        x += _ENGINE + text_width(short, "s", _SIZE) + _GAP
    if rows > 1 or _is_single_row(names, buildings, goods):
        second = base + (rows - 1) * _SECOND_ROW
        shapes += _draw_goods(len(names), second) if goods else ()
        shapes += (
            _draw_building_kinds(PAGE_WIDTH - MARGIN - _signs_width(len(names), buildings, goods) + _GAP, second)
            if buildings
            else ()
        )
    return make_layer("legend", shapes)


def _draw_goods(seats: int, base: float) -> list[Shape]:
    x, shapes = PAGE_WIDTH - MARGIN - _signs_width(seats, False, True) + _GAP, list[Shape]()
    for goods in BAG_BY_SEATS[seats]:
        shapes.append(draw_cube(goods, x, base - 36, 40))
        shapes.append(Text(x + _CUBE, base, goods, "s", _SIZE, INK, role="goods name"))
        x += _CUBE + text_width(goods, "s", _SIZE) + _GAP
    return shapes


def _draw_building_kinds(x: float, base: float) -> Iterator[Shape]:
    """Explain the outlines of a hotel and a water tower."""
    for kind, word in ((draw_hotel, "hotel"), (draw_tower, "tower")):
        yield kind(None, x, base - 43, 0.95)
        yield Text(x + _CUBE, base, word, "s", _SIZE, INK, role="building name")
        x += _CUBE + text_width(word, "s", _SIZE) + _GAP


def _signs_width(seats: int, buildings: bool, goods: bool) -> float:
    """The width of goods and buildings together."""
    words = (*(BAG_BY_SEATS[seats] if goods else ()), *(("hotel", "tower") if buildings else ()))
    return sum(_CUBE + text_width(word, "s", _SIZE) + _GAP for word in words)


def _is_single_row(names: Names, buildings: bool, goods: bool) -> bool:
    names_width = sum(_ENGINE + text_width(name, "s", _SIZE) + _GAP for name in names)
    return names_width + _signs_width(len(names), buildings, goods) <= _ROOM
