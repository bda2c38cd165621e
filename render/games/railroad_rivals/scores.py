"""Score and turn order, and the bids while they are made: a row a player. (style guide, section 9)"""

from collections.abc import Iterator, Mapping

import msgspec

from engine.core import Seat, counted
from engine.games.railroad_rivals.robber_baron.shenanigans.windows import IssueDraft
from engine.games.railroad_rivals.state.events import BidMade
from engine.games.railroad_rivals.state.phases import Bidding, Delivering, Drafting, Placing
from engine.games.railroad_rivals.state.state import RailroadRivals
from render.called import News
from render.games.railroad_rivals.alt import joined
from render.games.railroad_rivals.engines import engine
from render.games.railroad_rivals.extras import extras_said, left_to_build, tiles_of
from render.games.railroad_rivals.livery import palette
from render.games.railroad_rivals.words import corner, last_move, ordinal, upcoming
from render.labels import Names, beside, first_word
from render.palette import ACCENT, CARD, GOOD, INK, INK_SOFT, PAPER, PAPER_2, PLAYERS
from render.parts.frame import BLEED, WIDTH, header, panel, picture
from render.parts.text import TABLE_BODY, TABLE_FIGURE, TABLE_STRONG, TABLE_TIGHT, Style
from render.scene import Box, Color, Line, Scene, Shape, layer

_TOP, _HEADS = 256, 238
_ROWS = {2: 150, 3: 150, 4: 124, 5: 110, 6: 91}
"""By seats: the height of a row."""
_TILES, _TILES_LINE = 62, 28
"""How much higher the row of a player with special tiles is, and how far above its end their line stands."""
_PLACE, _ENGINE_X, _ENGINE, _LARGEST, _NAME, _NAME_END, _STATUS = 44, 172, 0.23, 28, 222, 30, 1552
"""Of a row: the engine is as large as the row has room for, up to its largest size."""
_FIGURES = {False: (1010, 1150, 1318), True: (834, 970, 1134)}
"""Where points end, and the middle of links and of tiles in hand; farther left at a table with buildings."""
_BUILDINGS = 1304
_CARD_LINE, _CARD_RADIUS, _ROW_GAP = 8, 10, 3
_ABOVE_TRACK, _BELOW_TRACK = 136, 72
_TICK, _LONG_TICK, _AXIS_LINE, _AXIS_WORDS = 9, 16, 4, 56
_TICKS, _NUMBERS, _FAR_NUMBERS, _FAR = 5, 10, 20, 100
"""Points from one tick to a longer one and to numbers; numbers of scores beyond ``_FAR`` are farther apart."""
_POLE_FOOT, _POLE_TOP, _POLE, _ON_POLE, _TRACK_ENGINE, _APART = 12, 54, 6, 84, 30, 72
"""Of the engines on the track: their poles, their size, px from one to the next at least."""
_AXIS_X, _AXIS_LONG = 70, 1460
_SPANS = (50, 60, 80, 100, 120, 160, 200)
_SCORE = Style("hb", 84)


def score_scenes(state: RailroadRivals, news: News, names: Names) -> tuple[Scene, ...]:
    """A row for every player in turn order, and the score track."""
    axis = _TOP + sum(_heights(state)) + _ABOVE_TRACK
    seat, line = _line(state, news, names)
    layers = (
        layer("cards", (*_heads(state), *_cards(state, news, names))),
        layer("track", _track(state, axis)),
        header("Score and turn order", corner(state), line, seat=seat, tall=True),
    )
    return (picture("scores", axis + _BELOW_TRACK, palette(state), layers, _alt(state, news, names)),)


def order_preview(state: RailroadRivals, names: Names, seat: Seat) -> tuple[Scene, ...]:
    """The cards as they would stand if a seat went first at no cost. (RB Insider Trading)"""
    order = (seat, *(other for other in state.order if other != seat))
    [scene] = score_scenes(msgspec.structs.replace(state, order=order), (), names)
    title = header(
        "Go first?", "not yet played", "You go first for free. The others keep their order", seat=seat, tall=True
    )
    layers = (*(layer for layer in scene.layers if layer.name != "header"), title)
    alt = f"Preview: the turn order would be {', '.join(names[other - 1] for other in order)}."
    return (msgspec.structs.replace(scene, name="preview", layers=layers, alt=alt),)


def _line(state: RailroadRivals, news: News, names: Names) -> tuple[Seat | None, str]:
    """The next player in turn order and what they do; once the game is over, the last move."""
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


def _heights(state: RailroadRivals) -> tuple[int, ...]:
    """The height of every row, in turn order: special tiles stand in a second line."""
    return tuple(_ROWS[state.seats] + (_TILES if tiles_of(state, seat) else 0) for seat in state.order)


def _heads(state: RailroadRivals) -> Iterator[Shape]:
    points, links, hand = _figures(state)
    yield TABLE_TIGHT.right(points, _HEADS, "points", "axis", INK_SOFT)
    yield TABLE_TIGHT.middle(links, _HEADS, "links", "axis", INK_SOFT)
    yield TABLE_TIGHT.middle(hand, _HEADS, "in hand", "axis", INK_SOFT)
    if state.options.buildings:
        yield TABLE_TIGHT.middle(_BUILDINGS, _HEADS, "to build", "axis", INK_SOFT)


def _figures(state: RailroadRivals) -> tuple[int, int, int]:
    return _FIGURES[state.options.buildings]


def _cards(state: RailroadRivals, news: News, names: Names) -> Iterator[Shape]:
    now, y = next(iter(upcoming(state)), None), _TOP
    for place, (seat, tall) in enumerate(zip(state.order, _heights(state), strict=True)):
        yield from _ground(place, y, tall, is_now=seat == now)
        striped = PAPER if place % 2 else PAPER_2
        middle, ground = y + _ROWS[state.seats] // 2, CARD if seat == now else striped
        yield from _who(state, seat, names[seat - 1], place, middle, ground)
        yield from _what(state, news, seat, middle)
        said = ", ".join(tiles_of(state, seat))
        if said:
            yield TABLE_TIGHT.left(_NAME, y + tall - _TILES_LINE, said, "special tile", room=_STATUS - _NAME)
        y += tall


def _ground(place: int, y: int, tall: int, *, is_now: bool) -> Iterator[Shape]:
    """Every other row is darker; whoever is asked has a card in a red frame."""
    wide, top, high = WIDTH - 2 * BLEED, y + _ROW_GAP, tall - 2 * _ROW_GAP
    if is_now:
        yield panel(BLEED, top, wide, high, CARD, ACCENT, _CARD_LINE, _CARD_RADIUS)
    elif place % 2 == 0:
        yield Box(BLEED, y, wide, tall, PAPER_2)


def _who(state: RailroadRivals, seat: Seat, name: str, place: int, y: int, ground: Color) -> Iterator[Shape]:
    """Place in the turn order, engine, name and score, around the height ``y``."""
    base, points, score = y + TABLE_BODY.rise, _figures(state)[0], str(state.score[seat])
    size = min(_LARGEST, round(_ENGINE * _ROWS[state.seats]))
    room = points - _SCORE.wide(score) - _NAME_END - _NAME
    yield TABLE_TIGHT.left(_PLACE, base, ordinal(place + 1), "place", INK_SOFT)
    yield engine(seat, _ENGINE_X, y + 3, size, ground)
    words = name if TABLE_FIGURE.wide(name) <= room else TABLE_FIGURE.cut(first_word(name), room)
    yield TABLE_FIGURE.left(_NAME, base, words, "name")
    yield _SCORE.right(points, y + _SCORE.rise, score, "score")


def _what(state: RailroadRivals, news: News, seat: Seat, y: int) -> Iterator[Shape]:
    """Links, city tiles in hand, which decide when the game ends, what is still to build, and the status."""
    (_, at_links, at_hand), base = _figures(state), y + TABLE_BODY.rise
    links = sum(link.owner == seat for link in state.board.links)
    yield TABLE_BODY.middle(at_links, base, str(links), "links")
    yield TABLE_STRONG.middle(at_hand, base, str(state.hand[seat].size), "hand")
    yield from left_to_build(state, seat, _BUILDINGS, y)
    words, ink = _status(state, news, seat)
    if words:
        yield TABLE_STRONG.right(_STATUS, base, words, "status", ink)


def _status(state: RailroadRivals, news: News, seat: Seat) -> tuple[str, Color]:
    """A seat's state in this phase and its color: its bid or “out” in the bidding, else “done” or “now”."""
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


def _track(state: RailroadRivals, y: int) -> Iterator[Shape]:
    """A rule from 0 up with an engine over every score; those whose scores are near lean apart."""
    span = _span(state)
    yield Box(_AXIS_X, y, _AXIS_LONG, _AXIS_LINE, INK)
    for points in range(span + 1):
        at, tall = round(_x(points, span)), _LONG_TICK if points % _TICKS == 0 else _TICK
        if span <= _FAR or points % _TICKS == 0:
            yield Box(at - 1, y - tall, 2, tall, INK)
        if points % (_NUMBERS if span <= _FAR else _FAR_NUMBERS) == 0:
            yield TABLE_TIGHT.middle(at, y + _AXIS_WORDS, str(points), "axis", INK_SOFT)
    for seat, x in _places(state).items():
        foot = (_x(state.score[seat], span), y - _POLE_FOOT)
        yield Line(((x, y - _POLE_TOP), foot), PLAYERS[seat - 1].color, _POLE)
        yield engine(seat, x, y - _ON_POLE, _TRACK_ENGINE, PAPER)


def _places(state: RailroadRivals) -> Mapping[Seat, float]:
    """The x of each engine on the scale: over its score, or as near as those beside it leave room."""
    span = _span(state)
    by_order = sorted(state.everyone, key=state.order.index)
    seats = sorted(by_order, key=lambda seat: state.score[seat])
    groups = [[_x(state.score[seat], span)] for seat in seats]
    while (near := _touching(groups)) is not None:
        groups[near : near + 2] = [groups[near] + groups[near + 1]]
    places = (_left(group) + _APART * i for group in groups for i in range(len(group)))
    return dict(zip(seats, places, strict=True))


def _touching(groups: list[list[float]]) -> int | None:
    """The first group that is too near to the next one."""
    lefts = [_left(group) for group in groups]
    ends = [left + _APART * len(group) for left, group in zip(lefts, groups, strict=True)]
    near = (end > left for end, left in zip(ends, lefts[1:], strict=False))
    return next((i for i, is_near in enumerate(near) if is_near), None)


def _left(group: list[float]) -> float:
    """The x of the first of some engines that stand side by side around the middle of their scores."""
    long = _APART * (len(group) - 1)
    return min(max(sum(group) / len(group) - long / 2, _AXIS_X), _AXIS_X + _AXIS_LONG - long)


def _span(state: RailroadRivals) -> int:
    most = max(state.score.values())
    return next((span for span in _SPANS if most <= span), most)


def _x(points: int, span: int) -> float:
    return _AXIS_X + _AXIS_LONG * points / span


_SAID = {"now": "next to move", "out": "out of the bidding", "done": "done in this phase"}
"""The states in the words of the alt text."""


def _alt(state: RailroadRivals, news: News, names: Names) -> str:
    rows = []
    for seat in state.order:
        links = counted(sum(link.owner == seat for link in state.board.links), "link")
        status = _status(state, news, seat)[0]
        rows.append(
            f"{beside(names[seat - 1], counted(state.score[seat], 'point'))}, {links}"
            + (f", {_SAID.get(status, status)}" if status else "")
            + "".join(f", {words}" for words in extras_said(state, seat))
        )
    hands = ", ".join(beside(names[seat - 1], state.hand[seat].size) for seat in state.order)
    return joined((f"{corner(state)}.", f"Tiles in hand: {hands}.", f"Turn order and score: {'; '.join(rows)}."))
