"""Score and turn order, and the bids while they are made. (style guide, section 9)"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from engine.core.seats import Seat
from engine.core.words import counted
from engine.games.railroad_rivals.robber_baron.shenanigans.windows import IssueDraft
from engine.games.railroad_rivals.state.events import BidMade
from engine.games.railroad_rivals.state.phases import Bidding, Delivering, Drafting, Placing
from engine.games.railroad_rivals.state.state import RailroadRivals
from render.called import News
from render.games.railroad_rivals.alt import joined
from render.games.railroad_rivals.engines import engine
from render.games.railroad_rivals.extras import extras, extras_height, extras_said
from render.games.railroad_rivals.livery import palette
from render.games.railroad_rivals.words import corner, last_move, ordinal, upcoming
from render.labels import Names, first_word
from render.palette import ACCENT, CARD, GOOD, INK, INK_SOFT, PAPER, PAPER_2, PLAYERS, RULE
from render.parts.frame import CONTENT, MARGIN, WIDTH, header, panel, picture
from render.parts.text import BODY, NAME, STRONG, Style
from render.scene import Box, Color, Layer, Line, Scene, Shape

_GAP, _CARD, _LINES = 24, 388, 116
_ROOMY, _NARROW = 300, 250
"""px; on cards that are not wider some words are left out, or stand on a line of their own."""
_EDGE, _RIGHT = 26, 22
"""Of a card: px left and right of its words."""
_LINE, _NOW_LINE = 3, 8
_ENGINE_X, _ENGINE_Y, _ENGINE = 58, 66, 32
_SCORE_LINE, _LOW_SCORE_LINE, _RULE, _LOW_RULE, _RULE_EDGE = 232, 176, 256, 200, 20
_LINKS_LINE, _STATUS_LINE, _HAND_LINE, _ROOM = 51, 307, 361, 48
_NAME_X, _NAME_LINE, _NAME_ROOM, _LOW_NAME_LINE, _LOW_NAME_ROOM, _PLACE_LINE = 106, 84, 118, 158, 44, 182
_STEP, _NEAR = 92, 70
_ABOVE_TRACK, _BELOW_TRACK = 32, 102
_TICK, _LONG_TICK, _AXIS_LINE, _AXIS_WORDS = 9, 16, 4, 56
_TICKS, _NUMBERS, _FAR_NUMBERS, _FAR = 5, 10, 20, 100
"""Points from one tick to a longer one and to numbers; numbers of scores beyond ``_FAR`` are farther apart."""
_POLE_FOOT, _POLE_HEAD, _POLE, _ON_POLE, _TRACK_ENGINE = 12, 66, 6, 14, 30
_AXIS_X, _AXIS_LONG = 70, 1460
_SPANS = (50, 60, 80, 100, 120, 160, 200)
_SCORE = Style("hb", 130)
_PLACE = Style("h", 50)
_LARGE_NAME = Style("hb", 58)


def score_scenes(state: RailroadRivals, news: News, names: Names) -> tuple[Scene, ...]:
    """A card for every player in turn order, and the score track."""
    levels = _levels(state)
    axis = CONTENT + _tall(state) + _ABOVE_TRACK + _STEP * (max(levels.values()) + 1) + _ABOVE_TRACK
    seat, line = _line(state, news, names)
    layers = (
        Layer("cards", tuple(_cards(state, news, names))),
        Layer("track", tuple(_track(state, levels, axis))),
        header("Score and turn order", corner(state), line, seat=seat),
    )
    return (picture("scores", axis + _BELOW_TRACK, palette(state), layers, _alt(state, news, names)),)


def order_preview(state: RailroadRivals, names: Names, seat: Seat) -> tuple[Scene, ...]:
    """The cards as they would stand if a seat went first at no cost. (RB Insider Trading)"""
    order = (seat, *(other for other in state.order if other != seat))
    [scene] = score_scenes(msgspec.structs.replace(state, order=order), (), names)
    title = header("Go first?", "not yet played", "You go first for free. The others keep their order", seat=seat)
    layers = (*(layer for layer in scene.layers if layer.name != "header"), title)
    alt = f"Preview: the turn order would be {', '.join(names[other - 1] for other in order)}."
    return (msgspec.structs.replace(scene, name="preview", layers=layers, alt=alt),)


def _line(state: RailroadRivals, news: News, names: Names) -> tuple[Seat | None, str]:
    """Who is next, while somebody is; what happened last when the game is over."""
    queue = upcoming(state)
    if not queue:
        return last_move(state, news, names)
    verb = _verb(state)
    then = f". Then {names[queue[1] - 1]}." if len(queue) > 1 else "."
    return queue[0], f"Next to {verb}: {names[queue[0] - 1]}{then}"


def _verb(state: RailroadRivals) -> str:
    words = {Bidding: "bid", Drafting: "draft", Placing: "place", Delivering: "deliver", IssueDraft: "draft"}
    said = (verb for phase, verb in words.items() if isinstance(state.flow[-1], phase))
    return next(said, "move")


def _wide(state: RailroadRivals) -> float:
    """The width of a card."""
    return (WIDTH - 2 * MARGIN - _GAP * (state.seats - 1)) / state.seats


def _tall(state: RailroadRivals) -> int:
    """The height of the cards: the same for all, as much as the one with most on it needs."""
    return _CARD + (_LINES if _wide(state) < _NARROW else 0) + extras_height(state)


def _cards(state: RailroadRivals, news: News, names: Names) -> Iterator[Shape]:
    now = next(iter(upcoming(state)), None)
    for place, seat in enumerate(state.order):
        yield from _card(state, news, seat, names[seat - 1], place, is_now=seat == now)


def _card(state: RailroadRivals, news: News, seat: Seat, name: str, place: int, *, is_now: bool) -> Iterator[Shape]:
    wide = _wide(state)
    x, y, ground = round(MARGIN + place * (wide + _GAP)), CONTENT, CARD if is_now else PAPER_2
    ink, line = (ACCENT, _NOW_LINE) if is_now else (INK, _LINE)
    yield panel(x, y, round(wide), _tall(state), ground, ink, line)
    yield engine(seat, x + _ENGINE_X, y + _ENGINE_Y, _ENGINE, ground)
    yield from _who(name, ordinal(place + 1), x, y, wide)
    y += _tall(state) - _CARD - extras_height(state)
    score, rule_at = (_SCORE_LINE, _RULE) if wide > _NARROW else (_LOW_SCORE_LINE, _LOW_RULE)
    yield _SCORE.left(x + _EDGE, y + score, str(state.score[seat]), "score")
    yield Box(x + _RULE_EDGE, y + rule_at, round(wide) - 2 * _RULE_EDGE, 2, RULE)
    links = counted(sum(link.owner == seat for link in state.board.links), "link")
    yield BODY.left(x + _EDGE, y + rule_at + _LINKS_LINE, links, "links")
    words, ink = _status(state, news, seat)
    yield STRONG.right(x + wide - _RIGHT, y + _STATUS_LINE, words, "status", ink)
    yield _in_hand(state, seat, x + _EDGE, y + _HAND_LINE, wide - _ROOM)
    yield from extras(state, seat, x + _EDGE, y + _CARD, wide - _ROOM)


def _in_hand(state: RailroadRivals, seat: Seat, x: float, y: float, room: float) -> Shape:
    """How many city tiles a hand holds, which decides when the game ends. (R Game End & Scoring)"""
    held = state.hand[seat].size
    return BODY.left(x, y, f"{counted(held, 'tile')} in hand", "hand", room=room, short=f"hand {held}")


def _who(name: str, place: str, x: float, y: float, wide: float) -> Iterator[Shape]:
    """Name and place in the turn order: the name beside the engine, on a narrow card below it."""
    right, short = x + wide - _RIGHT, first_word(name)
    if wide < _NARROW:
        yield _PLACE.right(right, y + _NAME_LINE, place, "place", INK_SOFT)
        yield NAME.left(x + _EDGE, y + _LOW_NAME_LINE, name, "name", room=wide - _LOW_NAME_ROOM, short=short)
        return
    roomy = wide > _ROOMY
    style = _LARGE_NAME if roomy else NAME
    yield style.left(x + _NAME_X, y + _NAME_LINE, name, "name", room=wide - _NAME_ROOM, short=short)
    yield _PLACE.right(right, y + (_PLACE_LINE if roomy else _SCORE_LINE), place, "place", INK_SOFT)
    if roomy:
        yield BODY.right(right, y + _SCORE_LINE, "points", "caption", INK_SOFT)


def _status(state: RailroadRivals, news: News, seat: Seat) -> tuple[str, Color]:
    """What a seat has done in this phase: its bid or “out” in the bidding, else “done” or “now”."""
    queue = upcoming(state)
    if isinstance(next(iter(state.flow[-1:]), None), Bidding):
        bids = [event.amount for event in news if isinstance(event, BidMade) and event.seat == seat]
        if seat not in queue:
            return "out", INK_SOFT
        if bids:
            return f"bid {bids[-1]}", ACCENT if seat == queue[0] else INK
    if seat not in queue:
        return ("done", GOOD) if queue and _in_turn(state) else ("", INK)
    return ("now", ACCENT) if seat == queue[0] else ("", INK)


def _in_turn(state: RailroadRivals) -> bool:
    """Whether everybody has a turn in the present phase; a special tile is used by its holder alone."""
    return isinstance(state.flow[-1], Bidding | Drafting | Placing | Delivering)


def _track(state: RailroadRivals, levels: dict[Seat, int], y: int) -> Iterator[Shape]:
    """A rule from 0 up with an engine over every score."""
    span = _span(state)
    yield Box(_AXIS_X, y, _AXIS_LONG, _AXIS_LINE, INK)
    for points in range(span + 1):
        x, tall = round(_x(points, span)), _LONG_TICK if points % _TICKS == 0 else _TICK
        if span <= _FAR or points % _TICKS == 0:
            yield Box(x - 1, y - tall, 2, tall, INK)
        if points % (_NUMBERS if span <= _FAR else _FAR_NUMBERS) == 0:
            yield _PLACE.middle(x, y + _AXIS_WORDS, str(points), "axis", INK_SOFT)
    for seat, level in sorted(levels.items(), key=lambda item: -item[1]):
        at, base = _x(state.score[seat], span), y - _POLE_HEAD - _STEP * level
        yield Line(((at, base), (at, y - _POLE_FOOT)), PLAYERS[seat - 1].color, _POLE)
        yield engine(seat, at, base - _ON_POLE, _TRACK_ENGINE, PAPER)


def _levels(state: RailroadRivals) -> dict[Seat, int]:
    """How high each engine stands, so that none hides another: from the lowest score up, the lowest free level."""
    span, levels = _span(state), dict[Seat, int]()
    at = {seat: _x(state.score[seat], span) for seat in state.everyone}
    by_order = sorted(state.everyone, key=state.order.index)
    for seat in sorted(by_order, key=lambda seat: state.score[seat]):
        near = {level for other, level in levels.items() if abs(at[other] - at[seat]) < _NEAR}
        levels[seat] = next(level for level in range(state.seats) if level not in near)
    return levels


def _span(state: RailroadRivals) -> int:
    most = max(state.score.values())
    return next((span for span in _SPANS if most <= span), most)


def _x(points: int, span: int) -> float:
    return _AXIS_X + _AXIS_LONG * points / span


def _alt(state: RailroadRivals, news: News, names: Names) -> str:
    rows = []
    for seat in state.order:
        links = counted(sum(link.owner == seat for link in state.board.links), "link")
        status = _status(state, news, seat)[0]
        rows.append(
            f"{names[seat - 1]} {counted(state.score[seat], 'point')}, {links}"
            + (f", {status}" if status else "")
            + "".join(f", {words}" for words in extras_said(state, seat))
        )
    hands = ", ".join(f"{names[seat - 1]} {state.hand[seat].size}" for seat in state.order)
    return joined((f"{corner(state)}.", f"Tiles in hand: {hands}.", f"Turn order and score: {'; '.join(rows)}."))
