"""Parts of pictures of offers: stock cards with values and owners, and labels of taken tiles."""

from collections.abc import Iterator

from engine.core import Seat
from engine.games.railroad_rivals.game_data.printed_data import RAILROAD_NAMES, Railroad
from engine.games.railroad_rivals.state.state import RailroadRivals
from render.games.railroad_rivals.board.badges import draw_badge
from render.games.railroad_rivals.board.engines import draw_engine
from render.games.railroad_rivals.colors import LIVERIES, SHORT_RAILROAD_NAMES, SHORTEST_RAILROAD_NAMES
from render.palette import INK_SOFT, PAPER, RULE
from render.parts.page_layout import panel, player_chip
from render.parts.typography import TABLE_FIGURE, TABLE_TIGHT, TextStyle
from render.scene import Box, Shape
from render.text_fitting import first_word

LARGE_WIDTH, MIDDLE_WIDTH, SMALL_WIDTH, TINY_WIDTH = 350, 290, 280, 246
"""The four widths of a stock card in pixels, from the widest to the narrowest."""
STOCK_HEIGHT = 256
"""The height of a stock card, in pixels."""
_HOLDERS, _CLOSE_HOLDERS = 88, 74
"""Distances between the marks of two owners on a stock card, in pixels: usual, and on the narrowest cards."""
_CARD_LINE, _EDGE, _BADGE_LINE, _BADGE, _NAME_LINE, _NAME_ROOM, _WORTH_LINE = 4, 10, 56, 68, 134, 12, 188
_HOLDERS_LINE = 222
"""Pixels from the top of a stock card to the middle of the owners' marks."""
_HOLDER_BACK = 16
"""Pixels by which the owners' marks are left of the middle, because a number follows each mark."""
_HOLDER = 20
"""Radius of an owner's mark in pixels."""
_NUMBER, _NUMBER_GAP = 19, 24
"""Pixels from the middle of an owner's mark to the number of tiles: down, and to the right."""
_TAKEN, _TINY_TAKEN = (96, 22, 16, 54), (70, 18, 2, 36)
"""Measures of the label of a taken tile in pixels, on wide and on narrow cards.

They are (x of the words, radius of the engine, space at the edge, x of the engine).
"""
_PILL, _PILL_HALF, _PILL_RADIUS, _PILL_GAP, _PILL_END, _PILL_WORDS = 88, 44, 42, 14, 22, 4
_ENGINE_DOWN = 3
_NAME = TextStyle("h", 54)


def draw_stock_card(
    state: RailroadRivals, railroad: Railroad, x: float, y: float, side: int, *, free: bool
) -> Iterator[Shape]:
    """Draw a stock tile with its value. If ``free``, also draw each owner with the number of tiles."""
    middle = x + side / 2
    yield panel(x, y, side, STOCK_HEIGHT, line=_CARD_LINE)
    wide, high = side - 2 * _EDGE, STOCK_HEIGHT - 2 * _EDGE
    yield Box(x + _EDGE, y + _EDGE, wide, high, None, RULE, 2, _CARD_LINE)
    yield draw_badge(LIVERIES[railroad], middle, y + _BADGE_LINE, _BADGE)
    name = _fit_railroad_name(railroad, side - _NAME_ROOM)
    yield _NAME.middle(middle, y + _NAME_LINE, name, "railroad name", max_width=side - _NAME_ROOM)
    yield TABLE_TIGHT.middle(middle, y + _WORTH_LINE, _worth_text(state, railroad, side), "worth", INK_SOFT)
    if free:
        yield from _draw_holders(state, railroad, middle, y, side)


def _worth_text(state: RailroadRivals, railroad: Railroad, side: int) -> str:
    return f"worth {state.value[railroad]}" + (" now" if side != TINY_WIDTH else "")


def _fit_railroad_name(railroad: Railroad, room: float) -> str:
    """The longest name of a railroad that fits into ``room`` pixels; if none fits, the shortest."""
    names = (RAILROAD_NAMES[railroad], SHORT_RAILROAD_NAMES.get(railroad), SHORTEST_RAILROAD_NAMES.get(railroad))
    known_names = [name for name in names if name]
    return next((name for name in known_names if _NAME.width(name) <= room), known_names[-1])


def _draw_holders(state: RailroadRivals, railroad: Railroad, middle: float, y: float, side: int) -> Iterator[Shape]:
    """Draw the owners of a stock with their numbers of tiles; at most three, because a tile is on offer."""
    shares = ((seat, state.stocks[seat].get(railroad, 0)) for seat in state.everyone)
    holders = [(seat, count) for seat, count in shares if count]
    if not holders:
        words = "no one owns it" if side >= LARGE_WIDTH else "no owner"
        yield TABLE_TIGHT.middle(middle, y + _HOLDERS_LINE + _NUMBER, words, "holders", INK_SOFT)
    pitch, y = _CLOSE_HOLDERS if side == TINY_WIDTH else _HOLDERS, y + _HOLDERS_LINE
    start = middle - pitch * (len(holders) - 1) / 2 - _HOLDER_BACK
    for i, (seat, count) in enumerate(holders):
        x = start + i * pitch
        yield player_chip(seat, x, y, _HOLDER)
        yield TABLE_FIGURE.left(x + _NUMBER_GAP, y + _NUMBER, str(count), "holders")


def draw_taken_pill(seat: Seat, name: str, x: float, y: float, side: int) -> Iterator[Shape]:
    """Draw the label over a taken tile: the player's engine and “Ada took it”."""
    start, r, edge, engine_at = _TINY_TAKEN if side <= MIDDLE_WIDTH else _TAKEN
    room = side - edge - start - _PILL_GAP
    words = f"{name} took it"
    if TABLE_TIGHT.width(words) > room:
        words = TABLE_TIGHT.shorten(name if side > MIDDLE_WIDTH else first_word(name), room)
    wide = start + TABLE_TIGHT.width(words) + _PILL_END
    left = x + (side - wide) / 2
    yield panel(left, y - _PILL_HALF, round(wide), _PILL, PAPER, radius=_PILL_RADIUS)
    yield draw_engine(seat, left + engine_at, y + _ENGINE_DOWN, r, PAPER)
    yield TABLE_TIGHT.left(left + (start - _PILL_WORDS), y + TABLE_TIGHT.baseline_shift, words, "taken by")
