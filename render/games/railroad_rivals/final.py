"""The final table: every stock of every player, best player first; before the end, as if the game ended now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.core.game import Place
from engine.core.seats import Seat
from engine.core.words import listed
from engine.games.railroad_rivals.data import RAILROADS, Railroad
from engine.games.railroad_rivals.ending import ranking, score_stocks
from engine.games.railroad_rivals.state import RailroadRivals
from render.games.railroad_rivals.alt import joined
from render.games.railroad_rivals.livery import LIVERIES, PALETTE
from render.games.railroad_rivals.words import corner
from render.labels import first_word, fitted
from render.palette import ACCENT, CARD, INK, INK_SOFT, PAPER, RULE
from render.parts.badges import badge_at
from render.parts.frame import MARGIN, WIDTH, header, rule, stripes
from render.parts.marks import engine
from render.scene import Box, Disc, Layer, Scene, Shape, Text

__all__ = ["final_scenes"]

_NAMES, _TOP, _ROW = 314, 330, 80
_BADGE, _VALUE = 116, 330
_HEIGHT = 1580


def final_scenes(state: RailroadRivals, names: tuple[str, ...]) -> tuple[Scene, ...]:
    """Ranked columns; the winner's stands on a card."""
    over = not state.flow
    scored = state if over else score_stocks(state)
    places = ranking(scored)
    title, right = (
        ("Final scores", f"{state.turn} turns · {len(state.board.laid)} cities")
        if over
        else ("If it ended now", corner(state))
    )
    winners = [place.seat for place in places if place.place == 1]
    layers = (
        Layer("stripes", stripes(_TOP, _ROW, len(RAILROADS))),
        Layer("winner", _card(places, len(winners), CARD, None)),
        Layer("rows", tuple(_rows(scored))),
        Layer("columns", tuple(shape for i, place in enumerate(places) for shape in _column(scored, place, i, names))),
        Layer("frame", _card(places, len(winners), None, ACCENT)),
        header(title, right, _verdict(places, names, over), seat=winners[0] if len(winners) == 1 else None),
    )
    return (Scene("final", WIDTH, _HEIGHT, PAPER, PALETTE, layers, _alt(scored, places, names, over)),)


def _columns(seats: int) -> tuple[float, float]:
    """Where the first player's column starts, and how wide each is."""
    return {2: (421, 480), 3: (421, 380), 4: (421, 285)}.get(seats, (351, 242))


def _card(places: Sequence[Place], winners: int, fill: str | None, ink: str | None) -> tuple[Shape, ...]:
    start, wide = _columns(len(places))
    bottom = _TOP + _ROW * len(RAILROADS) + 264
    line = 6 if ink else 0
    return tuple(Box(start + i * wide, 186, wide - 20, bottom - 186, fill, ink, line, 10) for i in range(winners))


def _rows(state: RailroadRivals) -> Iterator[Shape]:
    bottom = _TOP + _ROW * len(RAILROADS)
    yield Text(_VALUE, 286, "value", "s", 44, INK_SOFT, "right", role="axis")
    yield rule(_NAMES, 3)
    for row, railroad in enumerate(RAILROADS):
        y = _TOP + _ROW * row + _ROW / 2
        yield badge_at(LIVERIES[railroad], _BADGE, y, 58)
        yield Text(_VALUE, y + 21, str(state.value[railroad]), "h", 60, INK_SOFT, "right", role="value")
    yield rule(bottom + 8, 3)
    yield Text(MARGIN, bottom + 76, "Stocks", "s", 50, INK, role="caption")
    yield Text(MARGIN, bottom + 148, "Score track", "s", 50, INK, role="caption")
    yield rule(bottom + 168, 4)
    yield Text(MARGIN, bottom + 236, "TOTAL", "h", 60, INK, tracking=2, role="section title")


def _column(state: RailroadRivals, place: Place, number: int, names: Sequence[str]) -> Iterator[Shape]:
    start, wide = _columns(state.seats)
    x, seat = start + number * wide, place.seat
    right, bottom = x + wide - 56, _TOP + _ROW * len(RAILROADS)
    yield engine(seat, x + 48, 256, 30, CARD if place.place == 1 else PAPER)
    yield fitted(
        x + 92,
        276,
        names[seat - 1],
        "hb",
        58 if wide > 260 else 50,
        INK,
        room=wide - 134,
        short=first_word(names[seat - 1]),
        role="name",
    )
    for row, railroad in enumerate(RAILROADS):
        yield from _cell(state, seat, railroad, x + 24, right, _TOP + _ROW * row + _ROW / 2)
    worth = state.worth(seat)
    yield Text(right, bottom + 78, str(worth), "hb", 60, INK, "right", role="figure")
    yield Text(right, bottom + 150, str(place.score - worth), "hb", 60, INK, "right", role="figure")
    yield Text(
        right, bottom + 240, str(place.score), "hb", 76, ACCENT if place.place == 1 else INK, "right", role="total"
    )


def _cell(
    state: RailroadRivals, seat: Seat, railroad: Railroad, left: float, right: float, y: float
) -> Iterator[Shape]:
    count = state.stocks[seat].get(railroad, 0)
    if not count:
        yield Disc(right - 14, y, 4, RULE)
        return
    yield Text(left, y + 17, f"{count} ×", "s", 46, INK_SOFT, role="share")
    yield Text(right, y + 21, str(count * state.value[railroad]), "hb", 60, INK, "right", role="figure")


def _verdict(places: Sequence[Place], names: Sequence[str], over: bool) -> str:
    first = [place for place in places if place.place == 1]
    who = listed(tuple(names[place.seat - 1] for place in first))
    verb = ("wins" if over else "leads") if len(first) == 1 else ("share the win" if over else "share the lead")
    note = f"; {first[0].note}" if first[0].note and len(first) == 1 else ""
    return f"{who} {verb} with {first[0].score} points{note}"


def _alt(state: RailroadRivals, places: Sequence[Place], names: Sequence[str], over: bool) -> str:
    rows = []
    for place in places:
        worth = state.worth(place.seat)
        rows.append(f"{names[place.seat - 1]} {place.score} ({place.score - worth} + stocks {worth})")
    values = ", ".join(f"{railroad} {state.value[railroad]}" for railroad in RAILROADS)
    title = "Final scores" if over else "Scores if the game ended now"
    stocks = [
        f"{names[p.seat - 1]} " + (", ".join(f"{r} {n}" for r, n in sorted(state.stocks[p.seat].items())) or "none")
        for p in places
    ]
    return joined(
        (
            f"{title}: {_verdict(places, names, over)}.",
            f"{', '.join(rows)}.",
            f"Stock values: {values}.",
            f"Stocks: {'; '.join(stocks)}.",
        )
    )
