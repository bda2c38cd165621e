"""The legend below a board: engines with players' names, and kinds of cubes and buildings, in one or two rows."""

from collections.abc import Iterable, Iterator

from engine.games.railroad_rivals.game_data.printed_data import Goods
from engine.games.railroad_rivals.state.state import RailroadRivals
from render.fonts import text_width
from render.games.railroad_rivals.board.buildings import draw_hotel, draw_tower
from render.games.railroad_rivals.board.cubes import draw_cube
from render.games.railroad_rivals.board.engines import draw_engine
from render.games.railroad_rivals.module_additions import has_buildings
from render.palette import INK, PAPER
from render.parts.page_layout import LEGEND_HEIGHT, MARGIN, PAGE_WIDTH, ink_rule
from render.scene import Layer, Shape, Text, make_layer
from render.text_fitting import Names, fit_side_by_side

_ROOM = PAGE_WIDTH - 2 * MARGIN
_SIZE = 46
_ENGINE, _CUBE = 62, 52
_GAP = 34
_SECOND_ROW = 64
_BUILDINGS = ("hotel", "tower")


def legend_height(state: RailroadRivals, names: Names, *, has_goods: bool = True) -> int:
    """The height of the legend, in pixels. ``has_goods`` is False for a legend without kinds of cubes."""
    return LEGEND_HEIGHT + (0 if _is_single_row(state, names, has_goods) else _SECOND_ROW)


def legend_layer(state: RailroadRivals, names: Names, y: float, *, rows: int, has_goods: bool = True) -> Layer:
    """The legend below a field whose bottom is at ``y``. A single row without enough room has only the names."""
    shapes: list[Shape] = [ink_rule(y + 9)]
    x, base = float(MARGIN), y + 68
    room = _ROOM - len(names) * (_ENGINE + _GAP)
    for seat, short in enumerate(fit_side_by_side(names, "s", _SIZE, room), 1):
        shapes.append(draw_engine(seat, x + 26, base - 15, 20, PAPER))
        shapes.append(Text(x + _ENGINE, base, short, "s", _SIZE, INK, role="name"))
        x += _ENGINE + text_width(short, "s", _SIZE) + _GAP
    if rows > 1 or _is_single_row(state, names, has_goods):
        second = base + (rows - 1) * _SECOND_ROW
        kinds = tuple(state.starting_bag) if has_goods else ()
        shapes += _draw_goods(kinds, second)
        if has_buildings(state):
            shapes += _draw_building_kinds(PAGE_WIDTH - MARGIN - _width((*kinds, *_BUILDINGS)) + _GAP, second)
    return make_layer("legend", shapes)


def _draw_goods(kinds: tuple[Goods, ...], base: float) -> list[Shape]:
    x, shapes = PAGE_WIDTH - MARGIN - _width(kinds) + _GAP, list[Shape]()
    for goods in kinds:
        shapes.append(draw_cube(goods, x, base - 36, 40))
        shapes.append(Text(x + _CUBE, base, goods, "s", _SIZE, INK, role="goods name"))
        x += _CUBE + text_width(goods, "s", _SIZE) + _GAP
    return shapes


def _draw_building_kinds(x: float, base: float) -> Iterator[Shape]:
    for draw_building, word in zip((draw_hotel, draw_tower), _BUILDINGS, strict=True):
        yield draw_building(None, x, base - 43, 0.95)
        yield Text(x + _CUBE, base, word, "s", _SIZE, INK, role="building name")
        x += _CUBE + text_width(word, "s", _SIZE) + _GAP


def _width(words: Iterable[str]) -> float:
    """The width in pixels of signs that have these names."""
    return sum(_CUBE + text_width(word, "s", _SIZE) + _GAP for word in words)


def _is_single_row(state: RailroadRivals, names: Names, has_goods: bool) -> bool:
    words = (*(state.starting_bag if has_goods else ()), *(_BUILDINGS if has_buildings(state) else ()))
    return sum(_ENGINE + text_width(name, "s", _SIZE) + _GAP for name in names) + _width(words) <= _ROOM
