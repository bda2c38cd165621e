"""The places of spaces on a picture, the ground of the lanes, and the track on them. (style guide, section 9)

Lanes stand one under another like the staves of a system of music, and wrap together. Their ground never changes, so
each system of it is a sprite for all tables of that size.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby

import msgspec

from engine.games.railroader.box.board import BOARDS, SPACES, Board, Space
from render.games.railroader.livery import DOT, TINTS
from render.games.railroader.signs import sign
from render.palette import ACCENT, CARD, INK, INK_SOFT, PAPER, PAPER_2, PLAYERS, RULE
from render.parts.marks import chip
from render.parts.text import Style
from render.scene import Box, Color, Disc, Placed, Polygon, Shape, Sprite, Text, placed

LEFT = 124
"""Where the first space of a system begins."""
CHIP = 84
_WIDE, _HIGH = 60, 46
PITCH = 51
"""From a lane to the next."""
_ABOVE = 71
"""From the top of a system's box to the middle of its first lane: room for numbers."""
_EDGE = 8
"""The field's edge beyond the lanes."""
_BREAKS = (24, 44, 68, 92, 104)
"""The last spaces of the board's systems: no river is split."""
_PLACE = Style("h", 44)


class Staves(msgspec.Struct, frozen=True, cache_hash=True):
    """Lanes of ``seats`` as they lie on a picture: ``rows`` of first and last spaces, ``k`` times the board's size."""

    line: int
    seats: tuple[int, ...]
    rows: tuple[tuple[int, int], ...]
    top: int
    k: float = 1
    beneath: int = 0
    """px left free under each system."""

    @property
    def board(self) -> Board:
        """The lanes."""
        return BOARDS[self.line]

    @property
    def wide(self) -> float:
        """The width of a space in px."""
        return _WIDE * self.k

    @property
    def high(self) -> int:
        """The height of a system's box in px."""
        return round(self.inside(self.seats[-1]) + _HIGH / 2 * self.k + _EDGE)

    @property
    def pitch(self) -> int:
        """The distance in px from the top of a system to the top of the next."""
        return self.high + 8 + self.beneath

    @property
    def bottom(self) -> int:
        """Under the last system."""
        return self.top + len(self.rows) * self.pitch - 8

    def row(self, space: int) -> int:
        """The system of a space."""
        return next(i for i, (_, last) in enumerate(self.rows) if space <= last)

    def shows(self, space: int) -> bool:
        """Whether the space is on the picture."""
        return self.rows[0][0] <= space <= self.rows[-1][1]

    def x(self, space: int) -> float:
        """The middle of a space; Junction City lies where the chips are."""
        if not space:
            return CHIP
        first, _ = self.rows[self.row(space)]
        return LEFT + (space - first + 0.5) * self.wide

    def lane(self, seat: int, row: int) -> float:
        """The middle of a lane in a system."""
        return self.top + row * self.pitch + self.inside(seat)

    def inside(self, seat: int) -> float:
        """The middle of a lane, from the top of a system's box."""
        return _ABOVE + (self.k - 1) * _HIGH / 2 + PITCH * self.k * self.seats.index(seat)

    def at(self, seat: int, space: int) -> tuple[float, float]:
        """The middle of a space of a seat's lane."""
        return self.x(space), self.lane(seat, self.row(space))


def staves(line: int, seats: int, top: int) -> Staves:
    """The whole board."""
    last = BOARDS[line].last
    starts = (1, *(end + 1 for end in _BREAKS))
    begun = [start for start in starts if start <= last]
    rows = tuple((start, min(end, last)) for start, end in zip(begun, _BREAKS, strict=False))
    return Staves(line, tuple(range(1, seats + 1)), rows, top)


# -- what never changes


def ground(there: Staves) -> Iterator[Placed]:
    """Every system's field, rivers, signs and numbers."""
    plain = msgspec.structs.replace(there, top=0, beneath=0)
    for i in range(len(there.rows)):
        yield placed(0, there.top + i * there.pitch, system(plain, i))


@lru_cache(256)
def system(there: Staves, row: int) -> Sprite:
    """One system in a box of its own, from the left edge of the picture on."""
    first, last = there.rows[row]
    field = _ABOVE - _HIGH / 2 - _EDGE
    wide, high = (last - first + 1) * there.wide, there.high - field
    bar = Box(LEFT + wide, field, 14, high, INK)
    shapes = (
        Box(LEFT, field, wide, high, PAPER_2),
        *_ticks(there, first, last, field),
        *_rivers(there, first, last, field),
        *_signs(there, first, last),
        *(chip(seat, CHIP, there.inside(seat), 23) for seat in there.seats),
        *_numbers(there, first, last),
        *([bar] if last == there.board.last else []),
    )
    right = LEFT + wide + 16
    return Sprite(f"lanes {first} to {last}", right, there.high, shapes, PAPER)


def _ticks(there: Staves, first: int, last: int, field: float) -> Iterator[Box]:
    for border in (space for space in range(first - 1, last + 1) if space % SPACES == 0):
        x = LEFT + (border - first + 1) * there.wide
        yield Box(x - 1, field - 9, 3, there.high - field + 9, RULE)


def _numbers(there: Staves, first: int, last: int) -> Iterator[Text]:
    base = 34
    if there.k > 1.2:
        for space in range(first, last + 1):
            yield _PLACE.middle(there.x(space), base, str(space), "space number", INK_SOFT)
        return
    begun = 8 if first == 1 else first
    for space in range(first, last + 1):
        if space % SPACES == 0 and space >= begun:
            right = LEFT + (space - first + 1) * there.wide
            yield _PLACE.right(right - 6, base, str(space), "space number", INK_SOFT)
    if first == 1:
        yield _PLACE.left(LEFT, base, "Junction City", "place")


def _rivers(there: Staves, first: int, last: int, field: float) -> Iterator[Polygon]:
    """One water shape through all lanes for each river."""
    runs = [tuple(_runs(there.board, seat, first, last)) for seat in there.seats]
    steep = 19 * there.k
    for river in zip(*runs, strict=False):
        left: list[tuple[float, float]] = []
        right: list[tuple[float, float]] = []
        for seat, (start, end) in zip(there.seats, river, strict=True):
            y = there.inside(seat)
            up = field if seat == there.seats[0] else y - steep
            down = there.high if seat == there.seats[-1] else y + steep
            a, b = LEFT + (start - first) * there.wide, LEFT + (end - first + 1) * there.wide
            left += [(a, up), (a, down)]
            right += [(b, up), (b, down)]
        yield Polygon((*left, *reversed(right)), TINTS[Space.RIVER])


def _runs(board: Board, seat: int, first: int, last: int) -> Iterator[tuple[int, int]]:
    spaces = range(first, last + 1)
    lane = board.lanes[seat - 1]
    for wet, run in groupby(spaces, lambda n: lane[n - 1] is Space.RIVER):
        if wet:
            found = list(run)
            yield found[0], found[-1]


def _signs(there: Staves, first: int, last: int) -> Iterator[Shape]:
    k = there.k
    across, up = 27 * k, 23 * k
    for seat in there.seats:
        y = there.inside(seat)
        for space in range(first, last + 1):
            kind, x = there.board.lanes[seat - 1][space - 1], there.x(space)
            if kind not in (Space.PLAIN, Space.RIVER):
                yield Box(x - across, y - up, 2 * across, 2 * up, TINTS[kind], radius=4 * k)
            yield from sign(kind, x, y, k)


# -- track


def track(there: Staves, seat: int, laid: int, fresh: int = 0) -> Iterator[Box]:
    """Rails and sleepers up to a space; the last ``fresh`` spaces are new: their rails are red."""
    yield from _rails(there, seat, 1, laid - fresh, INK)
    yield from _rails(there, seat, laid - fresh + 1, laid, ACCENT)
    across, up = 3 * there.k, 23 * there.k
    for row, (start, end) in _stretches(there, 1, laid):
        y, first = there.lane(seat, row), there.rows[row][0]
        for border in range(start - 1, end + 1):
            x = LEFT + (border - first + 1) * there.wide
            yield Box(x - across, y - up, 2 * across, 2 * up, INK)


def _rails(there: Staves, seat: int, start: int, end: int, ink: Color) -> Iterator[Box]:
    k = there.k
    for row, (a, b) in _stretches(there, start, end):
        y, first = there.lane(seat, row), there.rows[row][0]
        x, wide = LEFT + (a - first) * there.wide, (b - a + 1) * there.wide
        yield Box(x - 3 * k, y - 21 * k, wide + 6 * k, 5 * k, ink)
        yield Box(x - 3 * k, y + 16 * k, wide + 6 * k, 5 * k, ink)


def _stretches(there: Staves, start: int, end: int) -> Iterator[tuple[int, tuple[int, int]]]:
    """The parts of a stretch of spaces by system."""
    for row, (first, last) in enumerate(there.rows):
        if max(first, start) <= min(last, end):
            yield row, (max(first, start), min(last, end))


def railhead(there: Staves, seat: int, laid: int) -> Iterator[Box]:
    """The end of the track: a bar in the player's color, until there are the buffers."""
    if laid and laid < there.board.last and there.shows(laid):
        x, y = there.at(seat, laid)
        border, tall, bar = x + there.wide / 2, 54 * there.k, 7 * min(there.k, 1.3)
        yield Box(border - bar - 3, y - tall / 2, 2 * bar + 6, tall, CARD)
        yield Box(border - bar, y - tall / 2, 2 * bar, tall, PLAYERS[seat - 1].color)


def dots(there: Staves, seat: int, laid: int) -> Iterator[Placed]:
    """Plain spaces without track."""
    r = 4.5 * there.k
    for first, last in there.rows:
        for space in range(max(first, laid + 1), last + 1):
            if there.board.lanes[seat - 1][space - 1] is Space.PLAIN:
                x, y = there.at(seat, space)
                yield placed(x - r - 1, y - r - 1, _dot(r))


@lru_cache(None)
def _dot(r: float) -> Sprite:
    disc, side = Disc(r + 1, r + 1, r, DOT), 2 * r + 2
    return Sprite("dot", side, side, (disc,), PAPER_2)
