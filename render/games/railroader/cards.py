"""Cards, places for them, crates at a railhead and piles as counts. (style guide, section 9, Card)"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from engine.games.railroader.box.cards import (
    CARDS,
    CRATE_THIEF,
    WORKER_SCARER,
    Card,
    Kind,
    card_name,
    in_order,
    kind,
    value,
)
from engine.games.railroader.state.railroad import Crate
from render.games.railroader.icons import icon
from render.games.railroader.livery import BANDS, CRATE, GOLD, WHITE
from render.palette import ACCENT, CARD, INK, INK_SOFT
from render.parts.frame import MARGIN, WIDTH
from render.parts.marks import key
from render.parts.text import BODY, FIGURE, HEADING, LARGE, TAG, TOTAL, Style
from render.scene import Box, Disc, Line, Placed, Shape, Sprite, Text, placed

_BAND = 70
_ICON, _BESIDE_VALUE, _ROOM = 0.58, 0.5, 0.84
_COIN = 27
_DASH, _GAP = 16, 11
_CUBE, _CUBE_PITCH = 46, 58
_COLUMNS, _PILE_TALL = 3, 116
PILE_PITCH = 134
"""From one row of counts to the next."""
_COIN_WORDS = Style("hb", 42)
_COUNT = Style("hb", 68)


def card_face(card: Card, x: float, y: float, w: float, h: float, *, cost: bool = False, count: int = 1) -> Placed:
    """A card with its top left corner there: with what it costs, or how many alike there are."""
    return placed(x, y, _card(card, w, h, cost, count))


@lru_cache(512)
def _card(card: Card, w: float, h: float, cost: bool, count: int) -> Sprite:
    facts, foot = CARDS[card], h - _BAND
    size = min((_BESIDE_VALUE if facts.value else _ICON) * w, _ROOM * foot)
    ink = WHITE if facts.kind is Kind.OUTLAW else INK
    shapes: list[Shape] = [
        Box(0, 0, w, h, CARD, INK, 3.5, 10),
        Box(3.5, foot, w - 7, _BAND - 3.5, BANDS[facts.kind], radius=7),
        Box(3.5, foot, w - 7, _BAND - 14, BANDS[facts.kind]),
        Box(2, foot - 2, w - 4, 3, INK),
        icon(facts.kind, w / 2, foot / 2 + (12 if foot > 200 else 0), size),
        TAG.middle(w / 2, h - 19, facts.kind.capitalize(), "card name", ink, room=w - 20),
    ]
    if facts.value:
        shapes.append(TOTAL.left(18, 70, str(facts.value), "value"))
    if cost:
        shapes.append(_coin_at(facts.cost, w - 14 - _COIN, 14 + _COIN))
    if count > 1:
        shapes.append(HEADING.right(w - 16, 62, f"×{count}", "count"))
    return Sprite(f"card {card}", w, h, tuple(shapes))


def _coin_at(cost: int, x: float, y: float) -> Placed:
    """What a card costs, around a point."""
    return placed(x - _COIN - 1, y - _COIN - 1, _coin(cost))


@lru_cache(None)
def _coin(cost: int) -> Sprite:
    c = _COIN + 1
    shapes = (
        Disc(c, c, _COIN, GOLD, INK, 3),
        Disc(c, c, _COIN - 5, None, INK, 1.5),
        _COIN_WORDS.middle(c, c + 0.35 * 42, str(cost), "coin"),
    )
    return Sprite(f"coin {cost}", 2 * c, 2 * c, shapes)


def frame(x: float, y: float, w: float, h: float) -> Box:
    """Around what is chosen, or what just changed."""
    return Box(x - 9, y - 9, w + 18, h + 18, None, ACCENT, 6, 16)


def dashed(x: float, y: float, w: float, h: float) -> Placed:
    """An empty place."""
    return placed(x, y, _dashed(w, h))


@lru_cache(64)
def _dashed(w: float, h: float) -> Sprite:
    sides = (
        *(((at, 2.0), (min(at + _DASH, w), 2.0)) for at in _steps(w)),
        *(((at, h - 2), (min(at + _DASH, w), h - 2)) for at in _steps(w)),
        *(((2.0, at), (2.0, min(at + _DASH, h))) for at in _steps(h)),
        *(((w - 2, at), (w - 2, min(at + _DASH, h))) for at in _steps(h)),
    )
    return Sprite("empty place", w, h, tuple(Line(side, INK_SOFT, 3) for side in sides))


def _steps(length: float) -> Iterator[float]:
    """Where dashes begin, so that one lies in each corner."""
    count = max(1, round((length - _DASH) / (_DASH + _GAP)))
    return ((length - _DASH) * i / count for i in range(count + 1))


def crate_cubes(crate: Crate, x: float, y: float, k: float = 1) -> Iterator[Shape]:
    """A square for each of its supplies, hollow when it is eaten."""
    for i in range(crate.value):
        left = i < crate.left
        side, at = _CUBE * k, x + i * _CUBE_PITCH * k
        yield Box(at, y, side, side, CRATE if left else None, INK if left else INK_SOFT, 3.5 if left else 2.5, 4)


# -- piles

_OUTLAWS = {CRATE_THIEF: "outlaw: crate", WORKER_SCARER: "outlaw: worker"}


def _called(card: Card) -> str:
    """How a pile calls a card: outlaws by what they are after."""
    return _OUTLAWS.get(card) or card_name(card)


def alike(cards: Iterable[Card]) -> tuple[tuple[Card, int], ...]:
    """Each different card with how many there are, in the order of the sheet."""
    return tuple(Counter(in_order(cards)).items())


def pile_words(cards: Iterable[Card]) -> str:
    """“worker 3, gold 1, water 4 ×2”, for alt texts."""
    found = alike(cards)
    return ", ".join(_called(card) + (f" ×{number}" if number > 1 else "") for card, number in found) or "nothing"


def pile_boxes(
    cards: Sequence[Card], y: float, keys: Mapping[Card, str], chosen: Card | None = None
) -> Iterator[Shape]:
    """How many of each card, three boxes a row; ``keys`` say what to press for one."""
    wide = (WIDTH - 2 * MARGIN - 2 * 20) / _COLUMNS
    for i, (card, number) in enumerate(alike(cards)):
        x, top = MARGIN + i % _COLUMNS * (wide + 20), y + i // _COLUMNS * PILE_PITCH
        middle = top + _PILE_TALL / 2
        yield Box(x, top, wide, _PILE_TALL, CARD, INK, 3, 10)
        if card in keys:
            yield key(keys[card], x + 50, middle, 34)
        yield icon(kind(card), x + (130 if card in keys else 74), middle, 84)
        start = x + (188 if card in keys else 140)
        yield LARGE.left(start, middle + LARGE.rise, _called(card), "card name", room=x + wide - 84 - start)
        yield _COUNT.right(x + wide - 28, middle + _COUNT.rise, str(number), "count")
        if card == chosen:
            yield frame(x, top, wide, _PILE_TALL)


def pile_line(
    cards: Iterable[Card], x: float, y: float, right: float, *, pitch: float = 80, named: bool = True
) -> tuple[tuple[Shape, ...], float]:
    """Icons with name or value and count, row by row around ``y``; and the middle of the last row."""
    shapes: list[Shape] = []
    at, start = x, x
    for card, number in alike(cards):
        words = _called(card) if named else str(value(card)) if value(card) and kind(card) is not Kind.GOLD else ""
        many = f"×{number}" if number > 1 or named else ""
        label, count = BODY.wide(words), FIGURE.wide(many)
        wide = 68 + (label + 10 if words else 0) + (count + 10 if many else 0)
        if at + wide > right and at > start:
            at, y = start, y + pitch
        shapes.append(icon(kind(card), at + 34, y, 68))
        if words:
            shapes.append(Text(at + 78, y + 16, words, "s" if named else "hb", 46, INK, role="card name"))
        if many:
            shapes.append(FIGURE.right(at + wide, y + FIGURE.rise, many, "count", INK if named else INK_SOFT))
        at += wide + (48 if named else 34)
    return tuple(shapes), y
