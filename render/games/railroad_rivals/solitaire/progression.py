"""The Progression of Delivered Goods Cubes: every cube in its order, what it scored, and what counts next.

(R Solitaire Rules: Goods Cubes, Deliver a Goods Cube; ruling O5)
"""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from engine.core import counted
from engine.games.railroad_rivals.box.data import Goods
from engine.games.railroad_rivals.solitaire.data import FIRST_CUBES, SPOTS, TURNS
from engine.games.railroad_rivals.solitaire.progression import points, rank
from engine.games.railroad_rivals.state.state import RailroadRivals
from render.called import News
from render.games.railroad_rivals.alt import joined
from render.games.railroad_rivals.cubes import cube
from render.games.railroad_rivals.engines import engine
from render.games.railroad_rivals.livery import PALETTE
from render.games.railroad_rivals.solitaire.figures import ME, earned, on_cities, standing
from render.games.railroad_rivals.words import corner, deliveries, last_move
from render.labels import Names
from render.palette import ACCENT, CARD, INK, INK_SOFT, PAPER_2, RULE
from render.parts.frame import FIELD, MARGIN, THICK, WIDTH, field, framed, header, panel, picture, rule, stripes
from render.parts.marks import key
from render.parts.table import Cell, Column, cells
from render.parts.text import HEADING, TABLE_BODY, TABLE_FIGURE, TABLE_STRONG, TABLE_TIGHT, Style
from render.scene import Box, Layer, Scene, Shape, Text, layer

_SIDE, _PITCH, _LEFT, _HOLLOW = 88, 108, 54, 10
_START_RULE, _SCORED_LINE, _FRAME_RADIUS = 14, 60, 12
_BRACKET, _BRACKET_LINE, _BRACKET_ARM, _BRACKET_WORDS, _SUM_LINE = 32, 5, 18, 16, 40
_EDGE, _RIGHT, _TITLE_LINE, _LOW_LINE, _SCORE_LINE = 22, 16, 64, 124, 106
_AFTER_SCORE, _ENGINE_AT, _ENGINE_DOWN, _ENGINE = 20, 60, 52, 26
"""Of a card: px left and right of its words, their lines, px after the number, the engine in its corner."""
_CUBES, _FIELD_TALL = 292, 270
_CARDS, _CARD_TALL, _NARROW, _GAP = FIELD + _FIELD_TALL + 14, 146, 424, 20
_TABLE, _ROW, _BELOW = _CARDS + _CARD_TALL + 78, 76, 22
_HEADS_UP, _GOODS_X, _KEY_ROOM, _KEY_AT, _CUBE, _GOODS_WORDS, _FIGURE_DROP = 18, 10, 84, 34, 60, 86, 20
_FIGURES = 495
_NOW, _THEN, _CITIES, _BAG = "scores now", "next one then", "on cities", "in bag"
_COLUMNS = tuple(Column("figure", wide, HEADING, "middle") for wide in (290, 290, 290, 230))
_HEADS = tuple(replace(column, role="axis", style=TABLE_TIGHT, ink=INK_SOFT) for column in _COLUMNS)
_SCORE = Style("hb", 104)


def progression_scenes(
    state: RailroadRivals, news: News, names: Names, keys: Mapping[str, str] | None = None
) -> tuple[Scene, ...]:
    """The row of cubes, the score, and what a cube of each color brings; ``keys`` say what to press for a color."""
    seat, line = (ME, "Which cube will you deliver?") if keys else last_move(state, news, names)
    layers = [
        Layer("field", (field(FIELD, _FIELD_TALL),)),
        layer("progression", _progression(state, len(deliveries(news)))),
        layer("cards", _cards(state)),
        header("Progression", corner(state), line, seat=seat, tall=True),
    ]
    height = _CARDS + _CARD_TALL + _BELOW
    if state.flow:
        layers += [
            Layer("stripes", stripes(_TABLE, _ROW, len(state.bag))),
            layer("table", _table(state, keys or {})),
        ]
        height = _TABLE + _ROW * len(state.bag) + _BELOW
    return (picture("progression", height, PALETTE, tuple(layers), _alt(state, keys or {})),)


def _row_of_cubes(cubes: tuple[Goods, ...], slots: int, y: float) -> Iterator[Shape]:
    """The cubes from the left, then hollow slots for those to come."""
    for slot in range(slots):
        if slot < len(cubes):
            yield cube(cubes[slot], _slot(slot), y, _SIDE)
        else:
            yield panel(_slot(slot) + _HOLLOW, y + _HOLLOW, _SIDE - 2 * _HOLLOW, _SIDE - 2 * _HOLLOW, None, RULE)


def _slot(slot: int) -> int:
    """The left edge of a slot of the row."""
    return _LEFT + slot * _PITCH


def _progression(state: RailroadRivals, fresh: int) -> Iterator[Shape]:
    """The row, under each cube what it scored; those of the news are framed."""
    cubes, below = state.delivered, _CUBES + _SIDE
    yield from _row_of_cubes(cubes, max(len(cubes), FIRST_CUBES + state.planned_turns), _CUBES)
    start = _slot(FIRST_CUBES - 1) + _SIDE - _slot(0)
    yield Box(_slot(0), below + _START_RULE, start, THICK, INK_SOFT)
    yield TABLE_TIGHT.middle(_slot(0) + start / 2, below + _SCORED_LINE, "start", "caption", INK_SOFT)
    for slot in range(FIRST_CUBES, len(cubes)):
        last = slot >= len(cubes) - fresh
        if last:
            yield framed(_slot(slot), _CUBES, _SIDE, _SIDE, radius=_FRAME_RADIUS)
        scored, middle = f"+{earned(cubes, slot)}", _slot(slot) + _SIDE / 2
        yield TABLE_FIGURE.middle(middle, below + _SCORED_LINE, scored, "points", ACCENT if last else INK)
    if state.flow:
        yield from _bracket(cubes)
    else:
        yield _sum_of_deliveries(cubes)


def _sum_of_deliveries(cubes: tuple[Goods, ...]) -> Text:
    """The sum of the points that all deliveries scored, in the place of the bracket."""
    made = range(FIRST_CUBES, len(cubes))
    scored = counted(sum(earned(cubes, slot) for slot in made), "point")
    words = "1 delivery" if len(made) == 1 else f"{len(made)} deliveries"
    return TABLE_STRONG.left(_slot(0), _CUBES - _SUM_LINE, f"{words}: {scored}", "deliveries")


def _bracket(cubes: tuple[Goods, ...]) -> Iterator[Shape]:
    """Over the cubes that count for the next delivery, with what it scores."""
    first, end = _slot(max(0, len(cubes) - SPOTS)), _slot(len(cubes) - 1) + _SIDE
    y = _CUBES - _BRACKET
    yield Box(first, y, end - first, _BRACKET_LINE, INK)
    yield from (Box(x, y, _BRACKET_LINE, _BRACKET_ARM, INK) for x in (first, end - _BRACKET_LINE))
    words = f"{counted(points(cubes), 'color')}: the next delivery scores {counted(points(cubes), 'point')}"
    half = TABLE_STRONG.wide(words) / 2
    middle = max(MARGIN + half, min((first + end) / 2, WIDTH - MARGIN - half))
    yield TABLE_STRONG.middle(round(middle), y - _BRACKET_WORDS, words, "next delivery")


def _cards(state: RailroadRivals) -> Iterator[Shape]:
    """Score, stocks, and both together with the rank that they make."""
    worth, total = state.worth(ME), standing(state)
    today = " today" if state.flow else ""
    yield from _card(MARGIN, _NARROW, PAPER_2, "Score track", total - worth, "points")
    x = MARGIN + _NARROW + _GAP
    yield from _card(x, _NARROW, PAPER_2, f"Stocks{today}", worth, "points")
    x += _NARROW + _GAP
    wide = WIDTH - MARGIN - x
    yield from _card(x, wide, CARD, f"Total{today}", total, rank(total))
    yield engine(ME, x + wide - _ENGINE_AT, _CARDS + _ENGINE_DOWN, _ENGINE, CARD)


def _card(x: float, wide: float, ground: str, title: str, number: int, below: str) -> Iterator[Shape]:
    """A number with its title beside it, and below that what it counts or makes."""
    role, ink = ("caption", INK_SOFT) if below == "points" else ("rank", INK)
    start = x + _EDGE + _SCORE.wide(str(number)) + _AFTER_SCORE
    yield panel(x, _CARDS, wide, _CARD_TALL, ground)
    yield _SCORE.left(x + _EDGE, _CARDS + _SCORE_LINE, str(number), "score")
    yield TABLE_TIGHT.left(start, _CARDS + _TITLE_LINE, title, "caption")
    yield TABLE_TIGHT.left(start, _CARDS + _LOW_LINE, below, role, ink, room=x + wide - _RIGHT - start)


def _by_key(state: RailroadRivals, keys: Mapping[str, str]) -> list[Goods]:
    """The colors in the order of their keys, then those that nobody can deliver now."""
    return sorted(state.bag, key=lambda goods: keys.get(goods, "~"))


def _table(state: RailroadRivals, keys: Mapping[str, str]) -> Iterator[Shape]:
    """For each color what it scores now, what the delivery after it then would, and how many are left where."""
    last = state.turn == TURNS
    heads = (_NOW, "" if last else _THEN, _CITIES, _BAG)
    yield from cells(_FIGURES, _HEADS, _TABLE - _HEADS_UP, heads)
    for row, goods in enumerate(_by_key(state, keys)):
        y, count = _TABLE + _ROW * row + _ROW / 2, on_cities(state, goods)
        left = MARGIN + _GOODS_X + (_KEY_ROOM if keys else 0)
        if goods in keys:
            yield key(keys[goods], MARGIN + _KEY_AT, y, _KEY_AT)
        yield cube(goods, left, y - _CUBE / 2, _CUBE)
        yield TABLE_BODY.left(left + _GOODS_WORDS, y + TABLE_BODY.rise, goods, "goods name")
        then = "" if last else f"+{points((*state.delivered, goods))}"
        ink = INK if count else INK_SOFT
        words = (f"+{points(state.delivered)}", then, str(count))
        figures = [Cell(figure, ink=ink) for figure in words]
        bag = Cell(str(state.bag[goods]), ink=INK_SOFT)
        yield from cells(_FIGURES, _COLUMNS, y + _FIGURE_DROP, (*figures, bag))
    yield rule(_TABLE + _ROW * len(state.bag), THICK)


def _alt(state: RailroadRivals, keys: Mapping[str, str]) -> str:
    cubes, total, worth = state.delivered, standing(state), state.worth(ME)
    scored = [f"{goods} +{earned(cubes, slot)}" for slot, goods in enumerate(cubes) if slot >= FIRST_CUBES]
    start = ", ".join(cubes[:FIRST_CUBES])
    parts = [
        f"{corner(state)}.",
        f"Score track {counted(total - worth, 'point')}, stocks {worth}, total {total}: {rank(total)}.",
        f"Progression, left to right: {start} at the start{'; then ' if scored else ''}{', '.join(scored)}."
        if state.turn
        else f"The first cubes, in any order: {start}.",
    ]
    if state.flow:
        number = points(cubes)
        last = ", ".join(cubes[-SPOTS:])
        parts.append(
            f"The last {min(SPOTS, len(cubes))} ({last}) have {counted(number, 'color')}: "
            f"the next delivery scores {counted(number, 'point')}."
        )
        parts += [_said(state, goods, keys) for goods in _by_key(state, keys)]
    return joined(parts)


def _said(state: RailroadRivals, goods: Goods, keys: Mapping[str, str]) -> str:
    press = f"{keys[goods]} {goods}" if goods in keys else goods.capitalize()
    then = f"after it, the next delivery scores {counted(points((*state.delivered, goods)), 'point')}; "
    where = f"{on_cities(state, goods) or 'none'} on cities, {state.bag[goods] or 'none'} in the bag"
    return f"{press}: {'' if state.turn == TURNS else then}{where}."
