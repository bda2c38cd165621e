"""The table of routes to choose from, and what their map shares: letters in squares, lines told apart by form."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate

from engine.core import Seat
from render.games.railway_rivals.livery import LAND
from render.games.railway_rivals.route_map import AROUND
from render.games.railway_rivals.tables import figure
from render.games.railway_rivals.trips import Question, Way
from render.geometry import Points
from render.labels import Names, first_word
from render.palette import INK, INK_SOFT, PAPER, PLAYERS, RULE
from render.parts.frame import MARGIN, WIDTH
from render.parts.lines import along, body, edge
from render.parts.marks import chip
from render.parts.text import BODY, NAME, TAG, Style
from render.scene import Box, Disc, Line, Shape, Sprite, placed

KEY = 33
"""Half the side of a letter's square."""
PANEL = 640
"""Width of the table beside a map."""
_HEAD = 74
_ROW_BELOW, _ROW_BESIDE = 96, 168
_CHIP, _RIVAL, _BEATS = 26, 72, 490
_BESIDE, _BELOW = (300, 190, 150), (420, 280, 820)
"""Widths of the columns of moves, odds and fees."""
_DOTS, _RUNGS, _STRIPE = 2, 3, 4
_INLAYS = {_DOTS: (0.2, 1.3, 0.7), _RUNGS: (0.26, 1.6, 0.8), _STRIPE: (0.22, 0, 0)}
"""By form, as parts of a line's width: what is inlaid in ink, how far apart, where it begins."""
_EDGE, _JOINT_EDGE = 0.5, 3
_KEY_RIM, _KEY_RADIUS, _KEY_RIM_RADIUS = 3, 10, 12
_HEADS_LINE, _BELOW_FIGURES, _BELOW_PAID, _PAID_X, _BELOW_END = 52, 66, 64, 820, 20
_MARK, _BESIDE_FIGURES, _BESIDE_PAID = 50, 68, 142
_RIVALS, _RIVALS_LINE, _RIVAL_LINE, _RIVAL_NAME, _RIVAL_ROOM, _RIVAL_FEES = 92, 82, 52, 66, 60, 50
_CHIP_GAP, _KEY_GAP, _FEES = 10, 24, 58
_SAMPLE, _SAMPLE_WIDE, _SAMPLE_TALL, _SAMPLE_LINE = ((16, 18), (104, 18)), 120, 36, 22
_PAYS_GAP, _PAID_CHIP_GAP, _PAID_GAP = 18, 8, 22
_RIVALS_TITLE = Style("h", 46, tracking=2)
_MOVES = Style("hb", 58)
_NAME = Style("s", 48)
_BEATEN = Style("h", 50)
_ODDS = Style("h", 54)


def route_line(form: int, train: Sequence[Seat], points: Points, w: float) -> Iterator[Shape]:
    """A route's line: the own one, or paper with an inlay of ink; a joint run's edge has the partner's color."""
    yield edge(points, w, AROUND + _EDGE)
    if len(train) > 1:
        yield edge(points, w, AROUND + _JOINT_EDGE, PLAYERS[train[1] - 1].color)
    if not form:
        yield from body(train[0], points, w, LAND)
        return
    yield Line(points, PAPER, w, round=True)
    inlaid, step, start = (w * share for share in _INLAYS.get(form, (0, 0, 0)))
    if form == _DOTS:
        middles = along(points, step, start)
        yield from (Disc(x, y, inlaid, INK) for x, y, _, _ in middles)
    elif form == _RUNGS:
        half = w / 2
        for x, y, dx, dy in along(points, step, start):
            left, right = (x - dy * half, y + dx * half), (x + dy * half, y - dx * half)
            yield Line((left, right), INK, inlaid)
    elif inlaid:
        yield Line(points, INK, inlaid)


def key_square(key: str, x: float, y: float) -> tuple[Shape, ...]:
    """A letter in an ink square."""
    side, rim = 2 * KEY, KEY + _KEY_RIM
    label = NAME.middle(x, y + NAME.rise, key, "key", PAPER)
    return (
        Box(x - rim, y - rim, 2 * rim, 2 * rim, LAND, radius=_KEY_RIM_RADIUS),
        Box(x - KEY, y - KEY, side, side, INK, radius=_KEY_RADIUS),
        label,
    )


def below(question: Question, top: float) -> Iterator[Shape]:
    """A line a route under the map."""
    yield from _heads(question, MARGIN, top + _HEADS_LINE, _BELOW)
    for i, way in enumerate(question.ways):
        y = top + _HEAD + _ROW_BELOW * i
        yield Box(MARGIN, y, WIDTH - 2 * MARGIN, 2, RULE if i else INK)
        yield from _mark(question, way, MARGIN, y + _ROW_BELOW / 2)
        yield from _figures(question, way, MARGIN, y + _BELOW_FIGURES, _BELOW)
        yield from _paid(question, way, _PAID_X, y + _BELOW_PAID)


def below_height(question: Question) -> int:
    """The height in px of the table under a map."""
    return _HEAD + _ROW_BELOW * len(question.ways) + _BELOW_END


def beside(question: Question, names: Names, x: float, top: float) -> Iterator[Shape]:
    """Two lines a route beside the map, and below them how quick the rivals are alone."""
    yield from _heads(question, x, top + _HEADS_LINE, _BESIDE)
    for i, way in enumerate(question.ways):
        y = top + _HEAD + _ROW_BESIDE * i
        yield Box(x, y, PANEL, 2, RULE if i else INK)
        yield from _mark(question, way, x, y + _MARK)
        yield from _figures(question, way, x, y + _BESIDE_FIGURES, _BESIDE)
        yield from _paid(question, way, x, y + _BESIDE_PAID)
    yield from _others(question, names, x, top + _HEAD + _ROW_BESIDE * len(question.ways))


def beside_height(question: Question) -> int:
    """The height in px of the panel beside a map."""
    return _HEAD + _ROW_BESIDE * len(question.ways) + _RIVALS + _RIVAL * len(question.rivals)


def _others(question: Question, names: Names, x: float, top: float) -> Iterator[Shape]:
    """A line a rival."""
    yield Box(x, round(top), PANEL, 2, RULE)
    words = "RIVALS ALONE" if question.rivals else "NO RIVAL CAN RUN ALONE"
    yield _RIVALS_TITLE.left(x, top + _RIVALS_LINE, words, "section heading")
    moves, _, fees = accumulate(_BESIDE)
    if question.rivals:
        yield BODY.right(x + _BEATS, top + _RIVALS_LINE, "moves", "head", INK_SOFT)
        yield BODY.right(x + fees, top + _RIVALS_LINE, "fees", "head", INK_SOFT)
    for i, rival in enumerate(question.rivals):
        base = top + _RIVALS + _RIVAL * i + _RIVAL_LINE
        name = names[rival.seat - 1]
        yield chip(rival.seat, x + _CHIP, base - BODY.rise, _CHIP)
        room = moves - 2 * _CHIP + _RIVAL_ROOM
        yield _NAME.left(x + _RIVAL_NAME, base, name, "name", room=room, short=first_word(name))
        yield _BEATEN.right(x + _BEATS, base, str(rival.moves), "rival’s moves")
        yield figure(x + fees, base, -rival.fees, size=_RIVAL_FEES, role="rival’s fees")


def _heads(question: Question, x: float, base: float, widths: Sequence[float]) -> Iterator[Shape]:
    moves, beats, fees = accumulate(widths)
    yield BODY.right(x + moves, base, "moves", "head", INK_SOFT)
    if question.rival is not None:
        yield chip(question.rival, x + beats - _CHIP, base - BODY.rise, _CHIP)
        yield BODY.right(x + beats - 2 * _CHIP - _CHIP_GAP, base, "beats", "head", INK_SOFT)
    yield BODY.right(x + fees, base, "fees", "head", INK_SOFT)


def _mark(question: Question, way: Way, x: float, middle: float) -> Iterator[Shape]:
    """A route's letter and a piece of its line."""
    start = x
    if way.key:
        yield from key_square(way.key, x + KEY, middle)
        start += 2 * KEY + _KEY_GAP
    yield placed(round(start), round(middle - _SAMPLE_TALL / 2), _sample(way.form, question.train))


@lru_cache(64)
def _sample(form: int, train: tuple[Seat, ...]) -> Sprite:
    line = tuple(route_line(form, train, _SAMPLE, _SAMPLE_LINE))
    return Sprite(f"route {form}", _SAMPLE_WIDE, _SAMPLE_TALL, line)


def _figures(question: Question, way: Way, x: float, base: float, widths: Sequence[float]) -> Iterator[Shape]:
    moves, beats, fees = accumulate(widths)
    yield _MOVES.right(x + moves, base, str(way.moves), "moves")
    if question.rival is not None:
        yield _ODDS.right(x + beats, base, question.beats(way), "odds")
    yield figure(x + fees, base, -question.fees(way), size=_FEES, face="hb", role="fees")


def _paid(question: Question, way: Way, x: float, base: float) -> Iterator[Shape]:
    """The seats that would get the fees, and how much, less what the partner of an exchange pays in return."""
    paid = tuple(question.paid(way))
    if not paid:
        yield BODY.left(x, base, "pays no one", "paid", INK_SOFT)
        return
    yield BODY.left(x, base, "pays", "paid", INK_SOFT)
    at = x + BODY.wide("pays") + _PAYS_GAP
    for seat, gold, back in paid:
        yield chip(seat, at + _CHIP, base - BODY.rise, _CHIP)
        at += 2 * _CHIP + _PAID_CHIP_GAP
        words = f"{gold} − {back}" if back else str(gold)
        yield TAG.left(at, base, words, "paid")
        at += TAG.wide(words) + _PAID_GAP
