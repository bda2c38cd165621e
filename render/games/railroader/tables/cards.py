"""Drawings of cards, empty places, crates, and piles. (style guide, section 9, Card)"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from engine.core import join_words
from engine.games.railroader.game_data.cards import (
    CRATE_THIEF,
    WORKER_SCARER,
    Card,
    Kind,
    card_name,
    cost_of,
    kind_of,
    sort_cards,
    value_of,
)
from engine.games.railroader.state.state import Crate
from render.games.railroader.colors import CARD_BAND_COLORS, CRATE, GOLD, WHITE
from render.games.railroader.tables.icons import draw_icon
from render.palette import INK, INK_SOFT
from render.parts.page_layout import MARGIN, PAGE_WIDTH, accent_frame, choice_key, ink_rule, panel
from render.parts.typography import BODY, FIGURE, HEADING, LARGE, TAG, TOTAL, TextStyle
from render.scene import Box, Color, Disc, Line, Placed, Shape, Sprite, place_sprite

_LINE_PITCH = 80
_BAND, _OUTLINE, _BAND_LINE, _BAND_RADIUS, _BAND_CUT = 70, 3.5, 3, 7, 14
_NAME_LINE, _NAME_ROOM = 19, 20
_LOW = 200
"""If the upper part of a card is higher than this, in pixels, the icon is moved down."""
_LOWER = 12
"""Pixels by which the icon is moved down in a high upper part of a card."""
_ICON, _BESIDE_VALUE, _ROOM = 0.58, 0.5, 0.84
_COIN, _COIN_EDGE, _COIN_LINE, _RING, _RING_LINE = 27, 14, 3, 22, 1.5
_VALUE_X, _VALUE_Y, _COUNT_X, _COUNT_Y = 18, 70, 16, 62
_DASH, _GAP, _DASH_LINE = 16, 11, 3
_CubeStyle = tuple[Color | None, Color, float]
_CUBE, _CUBE_PITCH, _CUBE_RADIUS = 46, 58, 4
_FULL: _CubeStyle = (CRATE, INK, 3.5)
"""The style of a supply that is left: fill, color of the outline, and line width in pixels."""
_EATEN: _CubeStyle = (None, INK_SOFT, 2.5)
"""The style of a supply that was eaten: fill, color of the outline, and line width in pixels."""
_COLUMNS, _PILE_TALL, _BETWEEN = 3, 116, 20
_PILE_KEY, _KEY_SIZE, _PILE_ICON = 50, 34, 84
_ICON_AT, _NAME_AT = 74, 140
"""Pixels from the left of a box without a key to the icon, and to the name."""
_KEY_WIDE, _NAME_AFTER_KEY = 56, 188
_NUMBER_EDGE, _NUMBER_ROOM = 28, 84
_LINE_ICON = 68
"""Size of the icons of cards in a line, in pixels."""
_LINE_WORDS = 78
"""Pixels from the left of an icon to the card's name."""
_NEAR = 10
"""Pixels between an icon, its name, and its count."""
_NAMED_APART, _APART = 48, 34
"""Pixels between two cards with names, and without names."""
PILE_ROW_PITCH = 134
"""The distance from one row of boxes to the next, in pixels."""
PileLayout = tuple[tuple[Shape, ...], float]
"""The shapes of a pile in rows, and the y of the middle of the last row."""
_COST = TextStyle("hb", 42)
_COIN_DROP = 0.35 * 42
_COUNT = TextStyle("hb", 68)


def draw_card(
    card: Card,
    x: float,
    y: float,
    w: float,
    h: float,
    *,
    cost: bool = False,
    count: int = 1,
) -> Placed:
    """Draw a card with its top left corner at ``x``, ``y``.

    It shows the card's cost or the number of equal cards.
    """
    return place_sprite(x, y, _card_sprite(card, w, h, cost, count))


@lru_cache(512)
def _card_sprite(card: Card, w: float, h: float, cost: bool, count: int) -> Sprite:
    kind, value, foot = kind_of(card), value_of(card), h - _BAND
    size = min((_BESIDE_VALUE if value else _ICON) * w, _ROOM * foot)
    ink = WHITE if kind is Kind.OUTLAW else INK
    shapes: list[Shape] = [
        panel(0, 0, w, h, line=_OUTLINE),
        Box(_OUTLINE, foot, w - 2 * _OUTLINE, _BAND - _OUTLINE, CARD_BAND_COLORS[kind], radius=_BAND_RADIUS),
        Box(_OUTLINE, foot, w - 2 * _OUTLINE, _BAND - _BAND_CUT, CARD_BAND_COLORS[kind]),
        ink_rule(foot - 2, _BAND_LINE, 2, w - 2 * 2),
        draw_icon(kind, w / 2, foot / 2 + (_LOWER if foot > _LOW else 0), size),
        TAG.middle(w / 2, h - _NAME_LINE, kind.capitalize(), "card name", ink, max_width=w - _NAME_ROOM),
    ]
    if value:
        shapes.append(TOTAL.left(_VALUE_X, _VALUE_Y, str(value), "value"))
    if cost:
        shapes.append(_draw_coin(cost_of(card), w - _COIN_EDGE - _COIN, _COIN_EDGE + _COIN))
    if count > 1:
        shapes.append(HEADING.right(w - _COUNT_X, _COUNT_Y, f"×{count}", "count"))
    return Sprite(f"card {card}", w, h, tuple(shapes))


def _draw_coin(cost: int, x: float, y: float) -> Placed:
    """Draw a coin with a card's cost, around a point."""
    return place_sprite(x - _COIN - 1, y - _COIN - 1, _coin_sprite(cost))


@lru_cache(None)
def _coin_sprite(cost: int) -> Sprite:
    c = _COIN + 1
    shapes = (
        Disc(c, c, _COIN, GOLD, INK, _COIN_LINE),
        Disc(c, c, _RING, None, INK, _RING_LINE),
        _COST.middle(c, c + _COIN_DROP, str(cost), "coin"),
    )
    return Sprite(f"coin {cost}", 2 * c, 2 * c, shapes)


def draw_empty_place(x: float, y: float, w: float, h: float) -> Placed:
    """Draw a dashed frame for a place without a card."""
    return place_sprite(x, y, _empty_place_sprite(w, h))


@lru_cache(64)
def _empty_place_sprite(w: float, h: float) -> Sprite:
    across = [(at, min(at + _DASH, w)) for at in _dash_starts(w)]
    down = [(at, min(at + _DASH, h)) for at in _dash_starts(h)]
    rows, columns = (2, h - 2), (2, w - 2)
    sides = (
        *(((start, y), (end, y)) for y in rows for start, end in across),
        *(((x, start), (x, end)) for x in columns for start, end in down),
    )
    return Sprite("empty place", w, h, tuple(Line(side, INK_SOFT, _DASH_LINE) for side in sides))


def _dash_starts(length: float) -> Iterator[float]:
    """Yield the starts of dashes along a side that has a dash at each corner."""
    count = max(1, round((length - _DASH) / (_DASH + _GAP)))
    return ((length - _DASH) * i / count for i in range(count + 1))


def draw_crate_cubes(crate: Crate, x: float, y: float, k: float = 1) -> Iterator[Shape]:
    """Draw a square for each supply of a crate, hollow if it is eaten."""
    for i in range(crate.value):
        side, at = _CUBE * k, x + i * _CUBE_PITCH * k
        fill, ink, line = _FULL if i < crate.left else _EATEN
        yield Box(at, y, side, side, fill, ink, line, _CUBE_RADIUS)


# -- piles

_OUTLAWS = {CRATE_THIEF: "crate thief", WORKER_SCARER: "worker scarer"}


def _pile_card_name(card: Card) -> str:
    """The name of a card in a pile; outlaws are named by their effect."""
    return _OUTLAWS.get(card) or card_name(card)


def count_alike(cards: Iterable[Card]) -> tuple[tuple[Card, int], ...]:
    """(card, number of copies) pairs, in the order of the card file."""
    return tuple(Counter(sort_cards(cards)).items())


def pile_text(cards: Iterable[Card]) -> str:
    """Return the cards of a pile for an alt text: “worker, gold, and Water 4 ×2”, or “nothing”."""
    return join_words([_pile_card_name(card) for card in sort_cards(cards)]) or "nothing"


def draw_pile_boxes(
    cards: Sequence[Card], y: float, keys: Mapping[Card, str], chosen: Card | None = None
) -> Iterator[Shape]:
    """Draw a box for each different card with its number of copies, three boxes per row.

    ``keys`` are the keys of cards that can be chosen.
    """
    wide = (PAGE_WIDTH - 2 * MARGIN - (_COLUMNS - 1) * _BETWEEN) / _COLUMNS
    for i, (card, number) in enumerate(count_alike(cards)):
        x, top = MARGIN + i % _COLUMNS * (wide + _BETWEEN), y + i // _COLUMNS * PILE_ROW_PITCH
        middle = top + _PILE_TALL / 2
        yield panel(x, top, wide, _PILE_TALL)
        at, start = x + _ICON_AT, x + _NAME_AT
        if card in keys:
            yield choice_key(keys[card], x + _PILE_KEY, middle, _KEY_SIZE)
            at, start = at + _KEY_WIDE, x + _NAME_AFTER_KEY
        yield draw_icon(kind_of(card), at, middle, _PILE_ICON)
        room = x + wide - _NUMBER_ROOM - start
        yield LARGE.left(start, middle + LARGE.baseline_shift, _pile_card_name(card), "card name", max_width=room)
        yield _COUNT.right(x + wide - _NUMBER_EDGE, middle + _COUNT.baseline_shift, str(number), "count")
        if card == chosen:
            yield accent_frame(x, top, wide, _PILE_TALL)


def _value_text(card: Card) -> str:
    """Return the value of a card as text; empty for gold, whose value is always 1, and for cards without a value."""
    return str(value_of(card)) if value_of(card) and kind_of(card) is not Kind.GOLD else ""


def layout_pile_line(
    cards: Iterable[Card],
    x: float,
    y: float,
    right: float,
    *,
    pitch: float = _LINE_PITCH,
    with_names: bool = True,
) -> PileLayout:
    """Return the cards as icons with name or value and number of copies.

    The middle of the first row is at ``y``.
    """
    shapes: list[Shape] = []
    at, start, style = x, x, BODY if with_names else FIGURE
    for card, number in count_alike(cards):
        words = _pile_card_name(card) if with_names else _value_text(card)
        many = f"×{number}" if number > 1 or with_names else ""
        label, count = BODY.width(words), FIGURE.width(many)
        wide = _LINE_ICON + (label + _NEAR if words else 0) + (count + _NEAR if many else 0)
        if at + wide > right and at > start:
            at, y = start, y + pitch
        shapes.append(draw_icon(kind_of(card), at + _LINE_ICON / 2, y, _LINE_ICON))
        if words:
            shapes.append(style.left(at + _LINE_WORDS, y + style.baseline_shift, words, "card name"))
        if many:
            shapes.append(
                FIGURE.right(at + wide, y + FIGURE.baseline_shift, many, "count", INK if with_names else INK_SOFT)
            )
        at += wide + (_NAMED_APART if with_names else _APART)
    return tuple(shapes), y
