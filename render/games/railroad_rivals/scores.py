"""Score and turn order, and the bids while they are made. (style guide, section 9)"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.core.event import Event
from engine.core.seats import Seat
from engine.core.words import counted
from engine.games.railroad_rivals.events import BidMade
from engine.games.railroad_rivals.phases import Bidding
from engine.games.railroad_rivals.state import RailroadRivals
from render.games.railroad_rivals.alt import joined
from render.games.railroad_rivals.livery import PALETTE
from render.games.railroad_rivals.words import corner, last_move, ordinal, upcoming
from render.labels import first_word, fitted
from render.palette import ACCENT, CARD, GOOD, INK, INK_SOFT, PAPER, PAPER_2, PLAYERS, RULE
from render.parts.frame import CONTENT, MARGIN, WIDTH, header
from render.parts.marks import engine
from render.scene import Box, Color, Layer, Line, Scene, Shape, Text

__all__ = ["score_scenes"]

_GAP, _CARD = 24, 330
_STEP, _NEAR = 92, 70
_AXIS_X, _AXIS_LONG = 70, 1460
_SPANS = (50, 60, 80, 100, 120, 160, 200)


def score_scenes(state: RailroadRivals, news: tuple[Event, ...], names: tuple[str, ...]) -> tuple[Scene, ...]:
    """A card for every player in turn order, and the score track."""
    levels = _levels(state)
    axis = CONTENT + _CARD + 32 + _STEP * (max(levels.values()) + 1) + 32
    seat, line = _line(state, news, names)
    layers = (
        Layer("cards", tuple(_cards(state, news, names))),
        Layer("track", tuple(_track(state, levels, axis))),
        header("Score and turn order", corner(state), line, seat=seat),
    )
    return (Scene("scores", WIDTH, axis + 102, PAPER, PALETTE, layers, _alt(state, news, names)),)


def _line(state: RailroadRivals, news: tuple[Event, ...], names: Sequence[str]) -> tuple[Seat | None, str]:
    """Who is next, while somebody is; what happened last when the game is over."""
    queue = upcoming(state)
    if not queue:
        return last_move(state, news, names)
    verb = _verb(state)
    then = f". Then {names[queue[1] - 1]}." if len(queue) > 1 else "."
    return queue[0], f"Next to {verb}: {names[queue[0] - 1]}{then}"


def _verb(state: RailroadRivals) -> str:
    words = {"Bidding": "bid", "Drafting": "draft", "Placing": "place", "Delivering": "deliver"}
    return words.get(type(state.flow[-1]).__name__, "move")


def _cards(state: RailroadRivals, news: Sequence[Event], names: Sequence[str]) -> Iterator[Shape]:
    wide = (WIDTH - 2 * MARGIN - _GAP * (state.seats - 1)) / state.seats
    now = next(iter(upcoming(state)), None)
    for place, seat in enumerate(state.order):
        x, y = round(MARGIN + place * (wide + _GAP)), CONTENT
        is_now = seat == now
        yield Box(
            x, y, round(wide), _CARD, CARD if is_now else PAPER_2, ACCENT if is_now else INK, 8 if is_now else 3, 10
        )
        yield engine(seat, x + 58, y + 66, 32, CARD if is_now else PAPER_2)
        yield fitted(
            x + 106,
            y + 84,
            names[seat - 1],
            "hb",
            58 if wide > 300 else 50,
            INK,
            room=wide - 118,
            short=first_word(names[seat - 1]),
            role="name",
        )
        right = x + wide - 22
        yield Text(x + 26, y + 232, str(state.score[seat]), "hb", 130, INK, role="score")
        yield Text(
            right, y + (182 if wide > 300 else 232), ordinal(place + 1), "h", 50, INK_SOFT, "right", role="place"
        )
        if wide > 300:
            yield Text(right, y + 232, "points", "s", 46, INK_SOFT, "right", role="caption")
        yield Box(x + 20, y + 256, round(wide) - 40, 2, RULE)
        links = counted(sum(link.owner == seat for link in state.board.links), "link")
        yield Text(x + 26, y + 307, links, "s", 46, INK, role="links")
        words, ink = _status(state, news, seat)
        yield Text(right, y + 307, words, "sb", 46, ink, "right", role="status")


def _status(state: RailroadRivals, news: Sequence[Event], seat: Seat) -> tuple[str, Color]:
    """What a seat has done in this phase: its bid or “out” in the bidding, else “done” or “now”."""
    queue = upcoming(state)
    if isinstance(next(iter(state.flow[-1:]), None), Bidding):
        bids = [event.amount for event in news if isinstance(event, BidMade) and event.seat == seat]
        if seat not in queue:
            return "out", INK_SOFT
        if bids:
            return f"bid {bids[-1]}", ACCENT if seat == queue[0] else INK
    if not queue or seat not in queue:
        return ("done", GOOD) if queue else ("", INK)
    return ("now", ACCENT) if seat == queue[0] else ("", INK)


def _track(state: RailroadRivals, levels: dict[Seat, int], y: int) -> Iterator[Shape]:
    """A rule from 0 up with an engine over every score."""
    span = _span(state)
    yield Box(_AXIS_X, y, _AXIS_LONG, 4, INK)
    for points in range(span + 1):
        x, tall = round(_x(points, span)), 16 if points % 5 == 0 else 9
        if span <= 100 or points % 5 == 0:
            yield Box(x - 1, y - tall, 2, tall, INK)
        if points % 10 == 0 and (span <= 100 or points % 20 == 0):
            yield Text(x, y + 56, str(points), "h", 50, INK_SOFT, "middle", role="axis")
    for seat, level in sorted(levels.items(), key=lambda item: -item[1]):
        at, base = _x(state.score[seat], span), y - 66 - _STEP * level
        yield Line(((at, base), (at, y - 12)), PLAYERS[seat - 1].color, 6)
        yield engine(seat, at, base - 14, 30, PAPER)


def _levels(state: RailroadRivals) -> dict[Seat, int]:
    """How high each engine stands, so that none hides another: from the lowest score up, the lowest free level."""
    span, levels = _span(state), dict[Seat, int]()
    for seat in sorted(state.everyone, key=lambda seat: (state.score[seat], state.order.index(seat))):
        x = _x(state.score[seat], span)
        near = {level for other, level in levels.items() if abs(_x(state.score[other], span) - x) < _NEAR}
        levels[seat] = next(level for level in range(state.seats) if level not in near)
    return levels


def _span(state: RailroadRivals) -> int:
    most = max(state.score.values())
    return next((span for span in _SPANS if most <= span), most)


def _x(points: int, span: int) -> float:
    return _AXIS_X + _AXIS_LONG * points / span


def _alt(state: RailroadRivals, news: Sequence[Event], names: Sequence[str]) -> str:
    rows = []
    for seat in state.order:
        links = counted(sum(link.owner == seat for link in state.board.links), "link")
        status = _status(state, news, seat)[0]
        rows.append(
            f"{names[seat - 1]} {counted(state.score[seat], 'point')}, {links}" + (f", {status}" if status else "")
        )
    return joined((f"{corner(state)}.", f"Turn order and score: {'; '.join(rows)}."))
