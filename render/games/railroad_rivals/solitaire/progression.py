"""The picture of the progression: all cubes with their points, and the points of the next deliveries.

(R Solitaire Rules: Goods Cubes, Deliver a Goods Cube; ruling O5)
"""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from engine.core import count_noun
from engine.core.action import field_question
from engine.games.railroad_rivals.game_data.printed_data import Goods
from engine.games.railroad_rivals.solitaire.numbers import (
    FIRST_CUBES,
    SCORING_SPOTS,
    TURNS,
    progression_points,
    rank_of,
)
from engine.games.railroad_rivals.state.actions import Deliver
from engine.games.railroad_rivals.state.state import RailroadRivals
from render.games.railroad_rivals.board.cubes import draw_cube
from render.games.railroad_rivals.board.engines import draw_engine
from render.games.railroad_rivals.captions import corner_text, delivery_events, join_sentences, last_move_line
from render.games.railroad_rivals.colors import PALETTE
from render.games.railroad_rivals.solitaire.solitaire_scores import (
    ME,
    count_cubes_on_cities,
    current_total,
    points_earned,
)
from render.palette import ACCENT, CARD, INK, INK_SOFT, PAPER_2, RULE
from render.parts.page_layout import (
    FIELD_TOP,
    MARGIN,
    PAGE_WIDTH,
    THICK_RULE,
    accent_frame,
    choice_key,
    field_box,
    header_layer,
    ink_rule,
    panel,
    paper_scene,
    row_stripes,
)
from render.parts.table import Column, TableCell, draw_cells
from render.parts.typography import HEADING, TABLE_BODY, TABLE_FIGURE, TABLE_STRONG, TABLE_TIGHT, TextStyle
from render.scene import Box, Layer, Scene, Shape, Text, make_layer
from render.text_fitting import Events, Names

_SIDE, _PITCH, _LEFT, _HOLLOW = 88, 108, 54, 10
_START_RULE, _SCORED_LINE, _FRAME_RADIUS = 14, 60, 12
_BRACKET, _BRACKET_LINE, _BRACKET_ARM, _BRACKET_WORDS, _SUM_LINE = 32, 5, 18, 16, 40
_EDGE, _RIGHT, _TITLE_LINE, _LOW_LINE, _SCORE_LINE = 22, 16, 64, 124, 106
_AFTER_SCORE = 20
"""Pixels between the number on a card and the text to its right."""
_ENGINE_AT, _ENGINE_DOWN = 60, 52
"""Pixels from the right edge and from the top of a card to the middle of the engine."""
_ENGINE = 26
_CUBES, _FIELD_TALL = 292, 270
_CARDS, _CARD_TALL, _NARROW, _GAP = FIELD_TOP + _FIELD_TALL + 14, 146, 424, 20
_TABLE, _ROW, _BELOW = _CARDS + _CARD_TALL + 78, 76, 22
_HEADS_UP, _GOODS_X, _KEY_ROOM, _KEY_AT, _CUBE, _GOODS_WORDS, _FIGURE_DROP = 18, 10, 84, 34, 60, 86, 20
_FIGURES = 495
_NOW, _THEN, _CITIES, _BAG = "scores now", "next one then", "on cities", "in bag"
_COLUMNS = tuple(Column("figure", wide, HEADING, "middle") for wide in (290, 290, 290, 230))
_HEADS = tuple(replace(column, role="axis", style=TABLE_TIGHT, ink=INK_SOFT) for column in _COLUMNS)
_SCORE = TextStyle("hb", 104)


def progression_scenes(
    state: RailroadRivals, events: Events, names: Names, keys: Mapping[str, str] | None = None
) -> tuple[Scene, ...]:
    """The picture of the row of cubes, the score, and a table of colors; ``keys`` are the keys by color."""
    seat, line = (ME, field_question(Deliver, "goods")) if keys else last_move_line(state, events, names)
    layers = [
        Layer("field", (field_box(FIELD_TOP, _FIELD_TALL),)),
        make_layer("progression", _draw_progression(state, len(delivery_events(events)))),
        make_layer("cards", _draw_cards(state)),
        header_layer("Progression", corner_text(state), line, seat=seat, tall=True),
    ]
    height = _CARDS + _CARD_TALL + _BELOW
    if state.flow:
        layers += [
            Layer("stripes", row_stripes(_TABLE, _ROW, len(state.bag))),
            make_layer("table", _draw_table(state, keys or {})),
        ]
        height = _TABLE + _ROW * len(state.bag) + _BELOW
    return (paper_scene("progression", height, PALETTE, tuple(layers), _alt_text(state, keys or {})),)


def _draw_cube_row(cubes: tuple[Goods, ...], slots: int, y: float) -> Iterator[Shape]:
    """Draw the cubes from left to right, then outlines for cubes to come."""
    for slot in range(slots):
        if slot < len(cubes):
            yield draw_cube(cubes[slot], _slot_x(slot), y, _SIDE)
        else:
            yield panel(_slot_x(slot) + _HOLLOW, y + _HOLLOW, _SIDE - 2 * _HOLLOW, _SIDE - 2 * _HOLLOW, None, RULE)


def _slot_x(slot: int) -> int:
    return _LEFT + slot * _PITCH


def _draw_progression(state: RailroadRivals, fresh: int) -> Iterator[Shape]:
    """Draw the row of cubes, each with its points below; the last ``fresh`` cubes have frames."""
    cubes, below = state.delivered, _CUBES + _SIDE
    yield from _draw_cube_row(cubes, max(len(cubes), FIRST_CUBES + state.turn_estimate), _CUBES)
    start = _slot_x(FIRST_CUBES - 1) + _SIDE - _slot_x(0)
    yield Box(_slot_x(0), below + _START_RULE, start, THICK_RULE, INK_SOFT)
    yield TABLE_TIGHT.middle(_slot_x(0) + start / 2, below + _SCORED_LINE, "start", "caption", INK_SOFT)
    for slot in range(FIRST_CUBES, len(cubes)):
        last = slot >= len(cubes) - fresh
        if last:
            yield accent_frame(_slot_x(slot), _CUBES, _SIDE, _SIDE, radius=_FRAME_RADIUS)
        score_text, middle = f"+{points_earned(cubes, slot)}", _slot_x(slot) + _SIDE / 2
        yield TABLE_FIGURE.middle(middle, below + _SCORED_LINE, score_text, "points", ACCENT if last else INK)
    if state.flow:
        yield from _draw_bracket(cubes)
    else:
        yield _deliveries_sum_text(cubes)


def _deliveries_sum_text(cubes: tuple[Goods, ...]) -> Text:
    """The number of deliveries and the sum of their points, shown after the game."""
    delivery_slots = range(FIRST_CUBES, len(cubes))
    points_text = count_noun(sum(points_earned(cubes, slot) for slot in delivery_slots), "point")
    words = "1 delivery" if len(delivery_slots) == 1 else f"{len(delivery_slots)} deliveries"
    return TABLE_STRONG.left(_slot_x(0), _CUBES - _SUM_LINE, f"{words}: {points_text}", "deliveries")


def _draw_bracket(cubes: tuple[Goods, ...]) -> Iterator[Shape]:
    """Draw a bracket over the cubes that count for the next delivery, with the points of that delivery."""
    first, end = _slot_x(max(0, len(cubes) - SCORING_SPOTS)), _slot_x(len(cubes) - 1) + _SIDE
    y = _CUBES - _BRACKET
    yield Box(first, y, end - first, _BRACKET_LINE, INK)
    yield from (Box(x, y, _BRACKET_LINE, _BRACKET_ARM, INK) for x in (first, end - _BRACKET_LINE))
    words = (
        f"{count_noun(progression_points(cubes), 'color')}: the next delivery scores "
        f"{count_noun(progression_points(cubes), 'point')}"
    )
    half = TABLE_STRONG.width(words) / 2
    middle = max(MARGIN + half, min((first + end) / 2, PAGE_WIDTH - MARGIN - half))
    yield TABLE_STRONG.middle(round(middle), y - _BRACKET_WORDS, words, "next delivery")


def _draw_cards(state: RailroadRivals) -> Iterator[Shape]:
    """Draw three cards: the score, the worth of the stocks, and the sum of both with its rank."""
    worth, total = state.stock_worth(ME), current_total(state)
    today = " today" if state.flow else ""
    yield from _draw_card(MARGIN, _NARROW, PAPER_2, "Score track", total - worth, "points")
    x = MARGIN + _NARROW + _GAP
    yield from _draw_card(x, _NARROW, PAPER_2, f"Stocks{today}", worth, "points")
    x += _NARROW + _GAP
    wide = PAGE_WIDTH - MARGIN - x
    yield from _draw_card(x, wide, CARD, f"Total{today}", total, rank_of(total))
    yield draw_engine(ME, x + wide - _ENGINE_AT, _CARDS + _ENGINE_DOWN, _ENGINE, CARD)


def _draw_card(x: float, wide: float, ground: str, title: str, number: int, below: str) -> Iterator[Shape]:
    role, ink = ("caption", INK_SOFT) if below == "points" else ("rank", INK)
    start = x + _EDGE + _SCORE.width(str(number)) + _AFTER_SCORE
    yield panel(x, _CARDS, wide, _CARD_TALL, ground)
    yield _SCORE.left(x + _EDGE, _CARDS + _SCORE_LINE, str(number), "score")
    yield TABLE_TIGHT.left(start, _CARDS + _TITLE_LINE, title, "caption")
    yield TABLE_TIGHT.left(start, _CARDS + _LOW_LINE, below, role, ink, max_width=x + wide - _RIGHT - start)


def _goods_by_key(state: RailroadRivals, keys: Mapping[str, str]) -> list[Goods]:
    """The colors in the order of their keys; colors that cannot be delivered now come last."""
    return sorted(state.bag, key=lambda goods: keys.get(goods, "~"))


def _draw_table(state: RailroadRivals, keys: Mapping[str, str]) -> Iterator[Shape]:
    """Draw a row for each color: its points now, the points of the following delivery, and the cubes left."""
    last = state.turn == TURNS
    heads = (_NOW, "" if last else _THEN, _CITIES, _BAG)
    yield from draw_cells(_FIGURES, _HEADS, _TABLE - _HEADS_UP, heads)
    for row, goods in enumerate(_goods_by_key(state, keys)):
        y, count = _TABLE + _ROW * row + _ROW / 2, count_cubes_on_cities(state, goods)
        left = MARGIN + _GOODS_X + (_KEY_ROOM if keys else 0)
        if goods in keys:
            yield choice_key(keys[goods], MARGIN + _KEY_AT, y, _KEY_AT)
        yield draw_cube(goods, left, y - _CUBE / 2, _CUBE)
        yield TABLE_BODY.left(left + _GOODS_WORDS, y + TABLE_BODY.baseline_shift, goods, "goods name")
        then = "" if last else f"+{progression_points((*state.delivered, goods))}"
        ink = INK if count else INK_SOFT
        words = (f"+{progression_points(state.delivered)}", then, str(count))
        figures = [TableCell(figure, ink=ink) for figure in words]
        bag = TableCell(str(state.bag[goods]), ink=INK_SOFT)
        yield from draw_cells(_FIGURES, _COLUMNS, y + _FIGURE_DROP, (*figures, bag))
    yield ink_rule(_TABLE + _ROW * len(state.bag), THICK_RULE)


def _alt_text(state: RailroadRivals, keys: Mapping[str, str]) -> str:
    cubes, total, worth = state.delivered, current_total(state), state.stock_worth(ME)
    scored_texts = [f"{goods} +{points_earned(cubes, slot)}" for slot, goods in enumerate(cubes) if slot >= FIRST_CUBES]
    start = ", ".join(cubes[:FIRST_CUBES])
    parts = [
        f"{corner_text(state)}.",
        f"Score track {count_noun(total - worth, 'point')}, stocks {worth}, total {total}: {rank_of(total)}.",
        f"Progression, left to right: {start} at the start{'; then ' if scored_texts else ''}{', '.join(scored_texts)}."
        if state.turn
        else f"The first cubes, in any order: {start}.",
    ]
    if state.flow:
        number = progression_points(cubes)
        last = ", ".join(cubes[-SCORING_SPOTS:])
        parts.append(
            f"The last {min(SCORING_SPOTS, len(cubes))} ({last}) have {count_noun(number, 'color')}: "
            f"the next delivery scores {count_noun(number, 'point')}."
        )
        parts += [_goods_sentence(state, goods, keys) for goods in _goods_by_key(state, keys)]
    return join_sentences(parts)


def _goods_sentence(state: RailroadRivals, goods: Goods, keys: Mapping[str, str]) -> str:
    press = f"{keys[goods]} {goods}" if goods in keys else goods.capitalize()
    then = f"after it, the next delivery scores {count_noun(progression_points((*state.delivered, goods)), 'point')}; "
    where = f"{count_cubes_on_cities(state, goods) or 'none'} on cities, {state.bag[goods] or 'none'} in the bag"
    return f"{press}: {'' if state.turn == TURNS else then}{where}."
