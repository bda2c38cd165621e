"""The table of routes to choose from, and what their map shares: letters in squares, lines told apart by form."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from engine.core.seats import Seat
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

_DOT, _DOT_STEP, _DOT_FROM = 0.2, 1.3, 0.7
_SLEEPER, _SLEEPER_STEP, _SLEEPER_FROM, _INLAY = 0.26, 1.6, 0.8, 0.22
"""A route's dots, sleepers and inlay, and how they follow, as parts of its width."""
KEY = 33
"""Half the side of a letter's square."""
PANEL = 640
"""Width of the table beside a map."""
_HEAD = 74
_ROW_BELOW, _ROW_BESIDE = 96, 168
_CHIP, _RIVAL, _BEATS = 26, 72, 490
_Rights = tuple[float, float, float]
_RIGHTS: _Rights = (300, _BEATS, 640)
_RIGHTS_BELOW: _Rights = (420, 700, 1520)
"""Right ends of moves, odds and fees, from the panel's left."""
_SECTION_TITLE = Style("h", 46, tracking=2)
_MOVES = Style("hb", 58)
_NAME = Style("s", 48)
_BEATEN = Style("h", 50)
_ODDS = Style("h", 54)


def route_line(form: int, train: Sequence[Seat], points: Points, w: float) -> Iterator[Shape]:
    """A route's line: the own one, or paper with an inlay of ink; a joint run's edge has the partner's color."""
    yield edge(points, w, AROUND + 0.5)
    if len(train) > 1:
        yield edge(points, w, AROUND + 3, PLAYERS[train[1] - 1].color)
    if not form:
        yield from body(train[0], points, w, LAND)
        return
    yield Line(points, PAPER, w, round=True)
    match form:
        case 2:
            for x, y, _, _ in along(points, _DOT_STEP * w, _DOT_FROM * w):
                yield Disc(x, y, _DOT * w, INK)
        case 3:
            for x, y, dx, dy in along(points, _SLEEPER_STEP * w, _SLEEPER_FROM * w):
                ax, ay = dy * w / 2, dx * w / 2
                yield Line(((x - ax, y + ay), (x + ax, y - ay)), INK, _SLEEPER * w)
        case 4:
            yield Line(points, INK, _INLAY * w)
        case _:
            pass


def key_square(key: str, x: float, y: float) -> tuple[Shape, ...]:
    """A letter in an ink square."""
    side = 2 * KEY
    label = NAME.middle(x, y + NAME.rise, key, "key", PAPER)
    return (
        Box(x - KEY - 3, y - KEY - 3, side + 6, side + 6, LAND, radius=12),
        Box(x - KEY, y - KEY, side, side, INK, radius=10),
        label,
    )


def below(question: Question, top: float) -> Iterator[Shape]:
    """A line a route under the map."""
    yield from _heads(question, MARGIN, top + 52, _RIGHTS_BELOW)
    for i, way in enumerate(question.ways):
        y = top + _HEAD + _ROW_BELOW * i
        yield Box(MARGIN, y, WIDTH - 2 * MARGIN, 2, RULE if i else INK)
        yield from _mark(question, way, MARGIN, y + _ROW_BELOW / 2)
        yield from _figures(question, way, MARGIN, y + 66, _RIGHTS_BELOW)
        yield from _paid(question, way, MARGIN + 780, y + 64)


def below_height(question: Question) -> int:
    """How high the table under a map is."""
    return _HEAD + _ROW_BELOW * len(question.ways) + 20


def beside(question: Question, names: Names, x: float, top: float) -> Iterator[Shape]:
    """Two lines a route beside the map, and below them how quick the rivals are alone."""
    yield from _heads(question, x, top + 52, _RIGHTS)
    for i, way in enumerate(question.ways):
        y = top + _HEAD + _ROW_BESIDE * i
        yield Box(x, y, PANEL, 2, RULE if i else INK)
        yield from _mark(question, way, x, y + 50)
        yield from _figures(question, way, x, y + 68, _RIGHTS)
        yield from _paid(question, way, x, y + 142)
    yield from _others(question, names, x, top + _HEAD + _ROW_BESIDE * len(question.ways))


def beside_height(question: Question) -> int:
    """How high the panel beside a map is."""
    return _HEAD + _ROW_BESIDE * len(question.ways) + 92 + _RIVAL * len(question.rivals)


def _others(question: Question, names: Names, x: float, top: float) -> Iterator[Shape]:
    """A line a rival."""
    yield Box(x, round(top), PANEL, 2, RULE)
    words = "RIVALS ALONE" if question.rivals else "NO RIVAL CAN RUN ALONE"
    yield _SECTION_TITLE.left(x, top + 82, words, "section title")
    moves, _, fees = _RIGHTS
    if question.rivals:
        yield BODY.right(x + _BEATS, top + 82, "moves", "head", INK_SOFT)
        yield BODY.right(x + fees, top + 82, "fees", "head", INK_SOFT)
    for i, rival in enumerate(question.rivals):
        base = top + 92 + _RIVAL * i + 52
        name = names[rival.seat - 1]
        yield chip(rival.seat, x + _CHIP, base - 16, _CHIP)
        room = moves - 2 * _CHIP + 60
        yield _NAME.left(x + 66, base, name, "name", room=room, short=first_word(name))
        yield _BEATEN.right(x + _BEATS, base, str(rival.moves), "rival’s moves")
        yield figure(x + fees, base, -rival.fees, size=50, role="rival’s fees")


def _heads(question: Question, x: float, base: float, rights: _Rights) -> Iterator[Shape]:
    moves, beats, fees = rights
    yield BODY.right(x + moves, base, "moves", "head", INK_SOFT)
    if question.rival is not None:
        yield chip(question.rival, x + beats - _CHIP, base - 16, _CHIP)
        yield BODY.right(x + beats - 2 * _CHIP - 10, base, "beats", "head", INK_SOFT)
    yield BODY.right(x + fees, base, "fees", "head", INK_SOFT)


def _mark(question: Question, way: Way, x: float, middle: float) -> Iterator[Shape]:
    """A route's letter and a piece of its line."""
    start = x
    if way.key:
        yield from key_square(way.key, x + KEY, middle)
        start += 2 * KEY + 24
    yield placed(round(start), round(middle - 18), _sample(way.form, question.train))


@lru_cache(64)
def _sample(form: int, train: tuple[Seat, ...]) -> Sprite:
    points = ((16.0, 18.0), (104.0, 18.0))
    return Sprite(f"route {form}", 120, 36, tuple(route_line(form, train, points, 22)))


def _figures(
    question: Question, way: Way, x: float, base: float, rights: tuple[float, float, float]
) -> Iterator[Shape]:
    moves, beats, fees = rights
    yield _MOVES.right(x + moves, base, str(way.moves), "moves")
    if question.rival is not None:
        yield _ODDS.right(x + beats, base, question.beats(way), "odds")
    yield figure(x + fees, base, -question.fees(way), size=58, face="hb", role="fees")


def _paid(question: Question, way: Way, x: float, base: float) -> Iterator[Shape]:
    """To whom the fees would go, less what the partner of an exchange pays in return."""
    paid = tuple(question.paid(way))
    if not paid:
        yield BODY.left(x, base, "pays nobody", "paid", INK_SOFT)
        return
    yield BODY.left(x, base, "pays", "paid", INK_SOFT)
    at = x + BODY.wide("pays") + 18
    for seat, gold, back in paid:
        yield chip(seat, at + _CHIP, base - 16, _CHIP)
        at += 2 * _CHIP + 8
        words = f"{gold} − {back}" if back else str(gold)
        yield TAG.left(at, base, words, "paid")
        at += TAG.wide(words) + 22
