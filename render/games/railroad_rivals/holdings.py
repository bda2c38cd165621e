"""The number of stocks each player holds, in columns by player, and below them what everybody's are worth."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.core.seats import Seat
from engine.games.railroad_rivals.box.data import Railroad
from engine.games.railroad_rivals.state.state import RailroadRivals
from render.games.railroad_rivals.blocks import HEAD, LEFTS, Spot
from render.labels import Names, first_word
from render.palette import RULE
from render.parts.frame import MARGIN, RIGHT, THICK, panel, rule
from render.parts.marks import chip
from render.parts.text import HEADING, RANK, TABLE_BODY, TABLE_TIGHT
from render.scene import Disc, Shape

_COLUMNS = {2: (510, 110), 3: (462, 86), 4: (438, 70), 5: (428, 58), 6: (420, 48)}
"""By seats: the middle of the first player's column, from the left edge of a block, and from one to the next."""
_CHIP, _NONE_DOT = 22, 4
_MOST, _MOST_TALL, _MOST_LINE, _MOST_RADIUS = 29, 72, 4, 8
"""Half the width of the box around the largest share, and the rest of its measures."""
_CLOSE = 2
"""px that columns which stand close leave between such a box and the column's edge."""
_RULE, _LINE, _TOTAL_CHIP, _NAME, _GAP, _NEXT = 12, 92, 24, 58, 14, 26
"""Of the totals: the rule and the line below the rows, a chip, where the name begins, px between what follows."""
_CAPTIONS = ("Current value, in points", "Current value", "Value")
_LEAST = 300
"""px that a player has when the caption is not a shorter one."""


def first_column(seats: int) -> float:
    """The middle of the first player's column, from the left edge of a block."""
    return _COLUMNS[seats][0]


def room_before(seats: int) -> float:
    """px to the left of a column's middle that its marks take."""
    return min(_MOST, _COLUMNS[seats][1] / 2 - _CLOSE)


def _column(seat: int, seats: int) -> float:
    first, pitch = _COLUMNS[seats]
    return first + pitch * (seat - 1)


def holdings(state: RailroadRivals, rows: Mapping[Railroad, Spot]) -> Iterator[Shape]:
    """Every player's chip above a column of shares, in both blocks."""
    for seat in state.everyone:
        at = _column(seat, state.seats)
        for left in LEFTS:
            yield chip(seat, left + at, HEAD - TABLE_BODY.rise, _CHIP)
        for railroad, spot in rows.items():
            yield from _share(state, railroad, seat, spot.left + at, spot.y)


def _share(state: RailroadRivals, railroad: Railroad, seat: Seat, x: float, y: float) -> Iterator[Shape]:
    shares = [state.stocks[other].get(railroad, 0) for other in state.everyone]
    mine = state.stocks[seat].get(railroad, 0)
    if not mine:
        yield Disc(x, y, _NONE_DOT, RULE)
        return
    if mine > 1 and shares.count(mine) == 1 and mine == max(shares):
        half = room_before(state.seats)
        yield panel(x - half, y - _MOST_TALL / 2, 2 * half, _MOST_TALL, line=_MOST_LINE, radius=_MOST_RADIUS)
    yield HEADING.middle(x, y + HEADING.rise, str(mine), "share")


def totals(state: RailroadRivals, names: Names, bottom: int) -> Iterator[Shape]:
    """One line under the rows: chip, name and worth of every player."""
    base = bottom + _LINE
    yield rule(bottom + _RULE, THICK)
    caption = _caption(state.seats)
    yield TABLE_BODY.left(MARGIN, base, caption, "caption")
    x = MARGIN + TABLE_BODY.wide(caption) + _NEXT
    worth = {seat: str(state.worth(seat)) for seat in state.everyone}
    taken = sum(_NAME + _GAP + RANK.wide(points) for points in worth.values())
    room = RIGHT - x - taken - _NEXT * (state.seats - 1)
    for (seat, points), name in zip(worth.items(), _cut(names, room), strict=True):
        yield chip(seat, x + _TOTAL_CHIP, base - TABLE_BODY.rise, _TOTAL_CHIP)
        yield TABLE_TIGHT.left(x + _NAME, base, name, "name")
        x += _NAME + TABLE_TIGHT.wide(name) + _GAP
        yield RANK.left(x, base, points, "total")
        x += RANK.wide(points) + _NEXT


def _caption(seats: int) -> str:
    """The longest caption that leaves room for names."""

    def room_beside(words: str) -> float:
        return (RIGHT - MARGIN - TABLE_BODY.wide(words)) / seats

    return next((words for words in _CAPTIONS if room_beside(words) >= _LEAST), _CAPTIONS[-1])


def _cut(names: Names, room: float) -> tuple[str, ...]:
    """The names side by side in ``room`` px: whole, or their first words, or the first letters of the longest."""
    if sum(map(TABLE_TIGHT.wide, names)) <= room:
        return tuple(names)
    words = [first_word(name) for name in names]
    longest = max(map(len, words))
    starts = ([word[:end] for word in words] for end in range(longest, 0, -1))
    fitting = (cut for cut in starts if sum(map(TABLE_TIGHT.wide, cut)) <= room)
    return tuple(next(fitting, [word[:1] for word in words]))
