"""The Progression of Delivered Goods Cubes: every cube in its order, what it scored, and what counts next.

(R Solitaire Rules: Goods Cubes, Deliver a Goods Cube; ruling O5)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.core.event import Event
from engine.core.words import counted
from engine.games.railroad_rivals.box.data import Goods
from engine.games.railroad_rivals.solitaire.data import FIRST_CUBES, SPOTS, TURNS
from engine.games.railroad_rivals.solitaire.progression import points, rank
from engine.games.railroad_rivals.state.state import RailroadRivals
from render.games.railroad_rivals.alt import joined
from render.games.railroad_rivals.cubes import cube
from render.games.railroad_rivals.engines import engine
from render.games.railroad_rivals.livery import PALETTE
from render.games.railroad_rivals.solitaire.figures import ME, earned, on_cities, standing
from render.games.railroad_rivals.words import corner, deliveries, last_move
from render.palette import ACCENT, CARD, INK, INK_SOFT, PAPER, PAPER_2, RULE
from render.parts.frame import FIELD, MARGIN, WIDTH, field, header, rule, stripes
from render.parts.marks import key
from render.parts.text import BODY, HEADING, LARGE, NAME, STRONG, Style
from render.scene import Box, Layer, Scene, Shape, Text

_SIDE, _PITCH, _LEFT = 88, 108, 54
_CUBES, _FIELD_TALL = 306, 288
_CARDS, _CARD_TALL, _NARROW, _GAP = FIELD + _FIELD_TALL + 24, 218, 400, 24
_TABLE, _ROW = _CARDS + _CARD_TALL + 92, 84
_NOW, _THEN, _CITIES, _BAG = 640, 930, 1220, 1480
_RANK = Style("h", 52)
_SCORE = Style("hb", 130)


def progression_scenes(
    state: RailroadRivals, news: tuple[Event, ...], names: tuple[str, ...], keys: Mapping[str, str] | None = None
) -> tuple[Scene, ...]:
    """The row of cubes, the score, and what a cube of each color brings; ``keys`` say what to press for a color."""
    seat, line = (ME, "Which cube is delivered?") if keys else last_move(state, news, names)
    layers = [
        Layer("field", (field(FIELD, _FIELD_TALL),)),
        Layer("progression", tuple(_progression(state, len(deliveries(news))))),
        Layer("cards", tuple(_cards(state))),
        header("Progression", corner(state), line, seat=seat),
    ]
    height = _CARDS + _CARD_TALL + MARGIN
    if state.flow:
        layers += [
            Layer("stripes", stripes(_TABLE, _ROW, len(state.bag))),
            Layer("table", tuple(_table(state, keys or {}))),
        ]
        height = _TABLE + _ROW * len(state.bag) + MARGIN
    return (Scene("progression", WIDTH, height, PAPER, PALETTE, tuple(layers), _alt(state, keys or {})),)


def _row_of_cubes(cubes: tuple[Goods, ...], slots: int, y: float) -> Iterator[Shape]:
    """The cubes from the left, then hollow slots for those to come."""
    for slot in range(slots):
        if slot < len(cubes):
            yield cube(cubes[slot], _slot(slot), y, _SIDE)
        else:
            yield Box(_slot(slot) + 10, y + 10, _SIDE - 20, _SIDE - 20, None, RULE, 3, 10)


def _slot(slot: int) -> int:
    """The left edge of a slot of the row."""
    return _LEFT + slot * _PITCH


def _progression(state: RailroadRivals, fresh: int) -> Iterator[Shape]:
    """The row, under each cube what it scored; those of the news are framed."""
    cubes, below = state.delivered, _CUBES + _SIDE
    yield from _row_of_cubes(cubes, max(len(cubes), FIRST_CUBES + state.planned_turns), _CUBES)
    start = _slot(FIRST_CUBES - 1) + _SIDE - _slot(0)
    yield Box(_slot(0), below + 16, start, 3, INK_SOFT)
    yield BODY.middle(_slot(0) + start / 2, below + 62, "start", "caption", INK_SOFT)
    for slot in range(FIRST_CUBES, len(cubes)):
        last = slot >= len(cubes) - fresh
        if last:
            yield Box(_slot(slot) - 9, _CUBES - 9, _SIDE + 18, _SIDE + 18, None, ACCENT, 6, 12)
        scored, middle = f"+{earned(cubes, slot)}", _slot(slot) + _SIDE / 2
        yield NAME.middle(middle, below + 62, scored, "points", ACCENT if last else INK)
    if state.flow:
        yield from _bracket(cubes)
    else:
        yield _sum_of_deliveries(cubes)


def _sum_of_deliveries(cubes: tuple[Goods, ...]) -> Text:
    """Where the bracket was: what all deliveries scored."""
    made = range(FIRST_CUBES, len(cubes))
    scored = counted(sum(earned(cubes, slot) for slot in made), "point")
    words = "1 delivery" if len(made) == 1 else f"{len(made)} deliveries"
    return STRONG.left(_slot(0), _CUBES - 40, f"{words}: {scored}", "deliveries")


def _bracket(cubes: tuple[Goods, ...]) -> Iterator[Shape]:
    """Over the cubes that count for the next delivery, with what it scores."""
    first, end, y = _slot(max(0, len(cubes) - SPOTS)), _slot(len(cubes) - 1) + _SIDE, _CUBES - 36
    yield Box(first, y, end - first, 5, INK)
    yield Box(first, y, 5, 20, INK)
    yield Box(end - 5, y, 5, 20, INK)
    words = f"{counted(points(cubes), 'color')}: the next delivery scores {counted(points(cubes), 'point')}"
    half = STRONG.wide(words) / 2
    middle = max(MARGIN + half, min((first + end) / 2, WIDTH - MARGIN - half))
    yield STRONG.middle(round(middle), y - 22, words, "next delivery")


def _cards(state: RailroadRivals) -> Iterator[Shape]:
    """Score, stocks, and both together with the rank that they make."""
    worth, total = state.worth(ME), standing(state)
    today = " today" if state.flow else ""
    yield from _card(MARGIN, _NARROW, PAPER_2, "Score track", total - worth)
    yield BODY.right(MARGIN + _NARROW - 24, _CARDS + 186, "points", "caption", INK_SOFT)
    x = MARGIN + _NARROW + _GAP
    yield from _card(x, _NARROW, PAPER_2, f"Stocks{today}", worth)
    yield BODY.right(x + _NARROW - 24, _CARDS + 186, "points", "caption", INK_SOFT)
    x += _NARROW + _GAP
    wide = WIDTH - MARGIN - x
    yield from _card(x, wide, CARD, f"Total{today}", total)
    yield engine(ME, x + wide - 66, _CARDS + 66, 32, CARD)
    yield _RANK.right(x + wide - 24, _CARDS + 186, rank(total), "rank", room=wide - 250)


def _card(x: float, wide: float, ground: str, title: str, number: int) -> Iterator[Shape]:
    yield Box(x, _CARDS, wide, _CARD_TALL, ground, INK, 3, 10)
    yield BODY.left(x + 26, _CARDS + 58, title, "caption")
    yield _SCORE.left(x + 26, _CARDS + 186, str(number), "score")


def _by_key(state: RailroadRivals, keys: Mapping[str, str]) -> list[Goods]:
    """The colors in the order of their keys, then those that nobody can deliver now."""
    return sorted(state.bag, key=lambda goods: keys.get(goods, "~"))


def _table(state: RailroadRivals, keys: Mapping[str, str]) -> Iterator[Shape]:
    """For each color what it scores now, what the delivery after it then would, and how many are left where."""
    heads = ((_NOW, "scores now"), (_THEN, "next one then"), (_CITIES, "on cities"), (_BAG, "in bag"))
    last = state.turn == TURNS
    for x, words in heads:
        if not (last and x == _THEN):
            yield BODY.middle(x, _TABLE - 22, words, "axis", INK_SOFT)
    for row, goods in enumerate(_by_key(state, keys)):
        y, count = _TABLE + _ROW * row + _ROW / 2, on_cities(state, goods)
        left = MARGIN + 10 + (84 if keys else 0)
        if goods in keys:
            yield key(keys[goods], MARGIN + 34, y, 34)
        yield cube(goods, left, y - 30, 60)
        yield LARGE.left(left + 86, y + LARGE.rise, goods, "goods name")
        then = "" if last else f"+{points((*state.delivered, goods))}"
        figures = (f"+{points(state.delivered)}", then, str(count), str(state.bag[goods]))
        for (x, _), words in zip(heads, figures, strict=True):
            ink = INK if count and x != _BAG else INK_SOFT
            if words:
                yield HEADING.middle(x, y + 20, words, "figure", ink)
    yield rule(_TABLE + _ROW * len(state.bag), 3)


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
    press = f"{keys[goods]} " if goods in keys else ""
    then = f"the one after it scores {counted(points((*state.delivered, goods)), 'point')}; "
    where = f"{on_cities(state, goods)} on cities, {state.bag[goods]} in the bag"
    return f"{press}{goods}: {'' if state.turn == TURNS else then}{where}."
