"""What one seat alone may see: its city tiles, its figures and its stocks. (style guide, section 9)"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.core.seats import Seat
from engine.core.words import counted
from engine.games.railroad_rivals.board import blank_spots, match_spots
from engine.games.railroad_rivals.data import CITIES, City, Railroad
from engine.games.railroad_rivals.labels import fits
from engine.games.railroad_rivals.state import RailroadRivals
from render.games.railroad_rivals.alt import joined
from render.games.railroad_rivals.livery import LIVERIES, PALETTE
from render.games.railroad_rivals.tile import whole_tile
from render.labels import first_word, fitted
from render.palette import ACCENT, CARD, INK, INK_SOFT, PAPER, PAPER_2
from render.parts.badges import badge_at
from render.parts.frame import CONTENT, MARGIN, WIDTH, header
from render.parts.marks import engine, key
from render.scene import Box, Layer, Scene, Shape, Text

__all__ = ["hand_scenes", "places"]

_LARGE, _SMALL = 350, 280
_KEYS = 104
_BOX, _BOX_GAP, _STOCKS_A_ROW = 366, 18, 4


def hand_scenes(
    state: RailroadRivals, seat: Seat, names: tuple[str, ...], keys: Mapping[str, str] | None = None, chosen: str = ""
) -> tuple[Scene, ...]:
    """The hand of ``seat``; ``keys`` say what to press for a city."""
    hand = state.hand[seat].open()
    side = _LARGE if len(hand) <= 3 else _SMALL
    per_row, gap = (3, 40) if side == _LARGE else (4, 30)
    shapes: list[Shape] = []
    for i, city in enumerate(hand):
        x = MARGIN + i % per_row * (side + gap)
        y = CONTENT - 4 + i // per_row * (side + _KEYS + 12)
        shapes += whole_tile(city, CITIES[city].edges, x, y, side, PAPER)
        if city == chosen:
            shapes.append(Box(x - 12, y - 12, side + 24, side + 24, None, ACCENT, 9, 14))
        shapes += _below(state, seat, city, x, y + side, side, (keys or {}).get(city, ""))
    rows = max(1, -(-len(hand) // per_row))
    below = CONTENT - 4 + rows * (side + _KEYS + 12) + 20
    owned = _owned(state, seat)
    layers = (
        Layer("cities", tuple(shapes)),
        Layer("figures", tuple(_figures(state, seat, names[seat - 1]))),
        Layer("stocks", tuple(_stocks(state, seat, below))),
        header("Your hand", "only you see this", _summary(state, seat), seat=seat),
    )
    height = below + 60 + -(-len(owned) // _STOCKS_A_ROW) * 130 + (110 if owned else 40)
    return (Scene("hand", WIDTH, height, PAPER, PALETTE, layers, _alt(state, seat, keys or {})),)


def places(state: RailroadRivals, seat: Seat, city: City) -> str:
    """Where a city of the hand may lie now."""
    return fits(state, city) if _placeable(state, seat, city) else "no place now"


def _placeable(state: RailroadRivals, seat: Seat, city: City) -> bool:
    """Blank edges count only while no city of the hand matches. (ruling P7)"""
    if any(match_spots(state.board, held) for held in state.hand[seat].open()):
        return bool(match_spots(state.board, city))
    return bool(blank_spots(state.board, city))


def _summary(state: RailroadRivals, seat: Seat) -> str:
    hand = state.hand[seat].open()
    if not hand:
        return "You hold no city tile"
    fitting = sum(_placeable(state, seat, city) for city in hand)
    return (
        f"You can place {fitting} of your {len(hand)} cities"
        if len(hand) > 1
        else f"Your city {'fits' if fitting else 'does not fit'}"
    )


def _below(state: RailroadRivals, seat: Seat, city: City, x: float, y: float, side: int, press: str) -> Iterator[Shape]:
    start = x + (84 if press else 6)
    if press:
        yield key(press, x + 34, y + 54, 34)
    yield fitted(start, y + 70, places(state, seat, city), "s", 46, INK, room=x + side - start + 16, role="caption")


def _figures(state: RailroadRivals, seat: Seat, name: str) -> Iterator[Shape]:
    """The player's own figures, in a field at the right."""
    x, y, wide = WIDTH - MARGIN - _LARGE, CONTENT - 4, _LARGE
    links = sum(link.owner == seat for link in state.board.links)
    yield Box(x, y, wide, 350, PAPER_2)
    yield engine(seat, x + 66, y + 70, 34, PAPER_2)
    yield fitted(x + 120, y + 90, name, "hb", 60, INK, room=wide - 140, short=first_word(name), role="name")
    rows = (("points", state.score[seat]), ("links", links))
    for i, (words, number) in enumerate(rows):
        base = y + 190 + i * 68
        yield Text(x + 26, base, words, "s", 46, INK_SOFT, role="caption")
        yield Text(x + wide - 26, base, str(number), "hb", 60, INK, "right", role="figure")


def _owned(state: RailroadRivals, seat: Seat) -> list[tuple[Railroad, int]]:
    """The seat's stocks, the most valuable first."""
    return sorted(state.stocks[seat].items(), key=lambda item: (-state.value[item[0]] * item[1], item[0]))


def _stocks(state: RailroadRivals, seat: Seat, y: int) -> Iterator[Shape]:
    yield Text(MARGIN, y + 20, "STOCKS", "h", 52, INK, tracking=2, role="section title")
    owned = _owned(state, seat)
    if not owned:
        yield Text(MARGIN + 220, y + 18, "none yet", "s", 46, INK_SOFT, role="caption")
        return
    for i, (railroad, count) in enumerate(owned):
        x = MARGIN + i % _STOCKS_A_ROW * (_BOX + _BOX_GAP)
        top = y + 50 + i // _STOCKS_A_ROW * 130
        yield Box(x, top, _BOX, 112, CARD, INK, 3, 10)
        yield badge_at(LIVERIES[railroad], x + 90, top + 56, 64)
        yield Text(x + 186, top + 76, f"×{count}", "hb", 56, INK, role="share")
        yield Text(
            x + _BOX - 22, top + 76, str(state.value[railroad] * count), "h", 60, INK_SOFT, "right", role="worth"
        )
    base = y + 50 + -(-len(owned) // _STOCKS_A_ROW) * 130 + 62
    worth = str(state.worth(seat))
    yield Text(WIDTH - MARGIN - 24, base, worth, "hb", 64, INK, "right", role="total")
    yield Text(WIDTH - MARGIN - 44 - 32 * len(worth), base, "worth today", "s", 46, INK_SOFT, "right", role="caption")


def _alt(state: RailroadRivals, seat: Seat, keys: Mapping[str, str]) -> str:
    cities = []
    for city in state.hand[seat].open():
        edges = " ".join(railroad or "blank" for railroad in CITIES[city].edges)
        press = f"{keys[city]} " if city in keys else ""
        cities.append(f"{press}{city}, goods {CITIES[city].goods}, {edges}, {places(state, seat, city)}")
    stocks = ", ".join(f"{railroad} ×{count}" for railroad, count in _owned(state, seat)) or "none"
    links = sum(link.owner == seat for link in state.board.links)
    return joined(
        (
            "Your hand, seen by you alone.",
            f"Cities: {'; '.join(cities) or 'none'}.",
            f"{counted(state.score[seat], 'point')}, {counted(links, 'link')}.",
            f"Stocks: {stocks}; worth {state.worth(seat)} today.",
        )
    )
