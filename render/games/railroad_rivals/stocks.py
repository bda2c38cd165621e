"""Stock values and shares: one row a railroad, always in the same order. (style guide, section 9)"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.core.event import Event
from engine.games.railroad_rivals.data import RAILROADS, STOCK_TILES, Railroad
from engine.games.railroad_rivals.state import RailroadRivals
from render.games.railroad_rivals.alt import joined
from render.games.railroad_rivals.livery import LIVERIES, PALETTE
from render.games.railroad_rivals.words import corner, deliveries, last_move
from render.palette import ACCENT, CARD, DEAD, INK, INK_SOFT, PAPER, RULE
from render.parts.badges import badge_at
from render.parts.frame import MARGIN, WIDTH, header, rule, stripes
from render.parts.marks import chip
from render.scene import Box, Disc, Layer, Scene, Shape, Text

__all__ = ["stock_scenes"]

_TOP, _ROW = 270, 88
_BADGE, _VALUE, _AXIS, _AXIS_LONG = 118, 274, 320, 585
_BAR, _LEFT = 38, 1532
_SPANS = (15, 20, 30, 40, 60)
_HEIGHT = 1476


def stock_scenes(state: RailroadRivals, news: tuple[Event, ...], names: tuple[str, ...]) -> tuple[Scene, ...]:
    """Values, this phase's rises, everybody's shares and what they are worth today."""
    rises = _rises(news)
    seat, line = last_move(state, news, names)
    if rises:
        told = ", ".join(f"{railroad} +{rise}" for railroad, rise in rises.items())
        seat, line = None, f"This turn: {told}"
    layers = (
        Layer("stripes", stripes(_TOP, _ROW, len(RAILROADS))),
        Layer("grid", tuple(_grid(_span(state)))),
        Layer("bars", tuple(_bars(state, rises))),
        Layer("rows", tuple(_rows(state))),
        Layer("shares", tuple(_shares(state))),
        header("Stock values", corner(state), line, seat=seat),
    )
    return (Scene("stocks", WIDTH, _HEIGHT, PAPER, PALETTE, layers, _alt(state, rises, names)),)


def _rises(news: Sequence[Event]) -> dict[Railroad, int]:
    """By how much values rose in the news, in the table's order."""
    made = [event.railroad for event in deliveries(news)]
    return {railroad: made.count(railroad) for railroad in RAILROADS if railroad in made}


def _span(state: RailroadRivals) -> int:
    """The end of the axis: 15 unless a value is beyond it."""
    most = max(state.value.values())
    return next((span for span in _SPANS if most <= span), most)


def _grid(span: int) -> Iterator[Shape]:
    cell, bottom = _AXIS_LONG / span, _TOP + _ROW * len(RAILROADS)
    for number in range(span + 1):
        x, strong = round(_AXIS + number * cell), number % 5 == 0
        if strong:
            yield Text(x, 246, str(number), "s", 44, INK_SOFT, "middle", role="axis")
        if strong or span <= 20:
            yield Box(x - 1, _TOP, 2, bottom - _TOP, DEAD if strong else RULE)


def _bars(state: RailroadRivals, rises: dict[Railroad, int]) -> Iterator[Shape]:
    cell = _AXIS_LONG / _span(state)
    for row, railroad in enumerate(RAILROADS):
        livery, value, rise = LIVERIES[railroad], state.value[railroad], rises.get(railroad, 0)
        y, before, end = _TOP + _ROW * row + (_ROW - _BAR) / 2, round((value - rise) * cell), round(value * cell)
        if before:
            yield Box(
                _AXIS, y, before, _BAR, livery.field, None if livery.dark else livery.charge, 0 if livery.dark else 3
            )
        if rise:
            yield Box(_AXIS + before, y, end - before, _BAR, ACCENT)
            yield Text(_AXIS + end + 12, y + 35, f"+{rise}", "hb", 46, ACCENT, role="rise")


def _rows(state: RailroadRivals) -> Iterator[Shape]:
    for row, railroad in enumerate(RAILROADS):
        y = _TOP + _ROW * row + _ROW / 2
        yield badge_at(LIVERIES[railroad], _BADGE, y, 60)
        yield Text(_VALUE, y + 24, str(state.value[railroad]), "hb", 68, INK, "right", role="value")
        yield Text(_LEFT, y + 19, str(_left(state, railroad)), "h", 56, INK_SOFT, "middle", role="tiles left")
    yield Text(_LEFT, 246, "left", "s", 44, INK_SOFT, "middle", role="axis")


def _shares(state: RailroadRivals) -> Iterator[Shape]:
    bottom = _TOP + _ROW * len(RAILROADS)
    yield rule(bottom + 10, 4)
    yield Text(MARGIN, bottom + 82, "Worth today, in points", "s", 46, INK, role="caption")
    for seat in state.everyone:
        x = _column(seat, state.seats)
        yield chip(seat, x, 230, 31)
        for row, railroad in enumerate(RAILROADS):
            yield from _share(state, railroad, seat, x, _TOP + _ROW * row + _ROW / 2)
        yield Text(x, bottom + 84, str(state.worth(seat)), "hb", 64, INK, "middle", role="total")


def _share(state: RailroadRivals, railroad: Railroad, seat: int, x: float, y: float) -> Iterator[Shape]:
    held = {s: state.stocks[s].get(railroad, 0) for s in state.everyone}
    mine = next(count for s, count in held.items() if s == seat)
    if not mine:
        yield Disc(x, y, 4, RULE)
        return
    if mine > 1 and list(held.values()).count(mine) == 1 and mine == max(held.values()):
        yield Box(x - 31, y - 36, 62, 72, CARD, INK, 4, 8)
    yield Text(x, y + 21, str(mine), "hb", 60, INK, "middle", role="share")


def _column(seat: int, seats: int) -> float:
    pitch = 120 if seats < 5 else 104
    return (1015 if seats < 5 else 1000) + pitch * (seat - 1)


def _left(state: RailroadRivals, railroad: Railroad) -> int:
    """Stock tiles that nobody owns yet."""
    return STOCK_TILES[state.seats] - sum(state.stocks[seat].get(railroad, 0) for seat in state.everyone)


def _alt(state: RailroadRivals, rises: dict[Railroad, int], names: Sequence[str]) -> str:
    values = [f"{r} {state.value[r]}" + (f" (+{rises[r]})" if r in rises else "") for r in RAILROADS]
    worth = [f"{name} {state.worth(seat)}" for seat, name in zip(state.everyone, names, strict=True)]
    shares = [
        f"{name} " + (", ".join(f"{r} {state.stocks[seat][r]}" for r in RAILROADS if r in state.stocks[seat]) or "none")
        for seat, name in zip(state.everyone, names, strict=True)
    ]
    return joined(
        (
            f"{corner(state)}.",
            f"Stock values: {', '.join(values)}.",
            f"Worth today: {', '.join(worth)}.",
            f"Shares: {'; '.join(shares)}.",
        )
    )
