"""Parts of the stock table: columns with each player's stock tiles, and totals below."""

from collections.abc import Iterator, Mapping

from engine.core import Seat
from engine.games.railroad_rivals.game_data.printed_data import Railroad
from engine.games.railroad_rivals.state.state import RailroadRivals
from render.games.railroad_rivals.tables.two_column_table import BLOCK_LEFTS, HEAD_LINE, RowPosition
from render.palette import INK_SOFT, RULE
from render.parts.page_layout import MARGIN, RIGHT, THICK_RULE, ink_rule, panel, player_chip
from render.parts.typography import HEADING, RANK, TABLE_BODY, TABLE_FIGURE, TABLE_TIGHT
from render.scene import Disc, Shape
from render.text_fitting import Names, first_word

_COLUMNS = {2: (510, 110), 3: (462, 86), 4: (438, 70), 5: (428, 58), 6: (420, 48)}
"""By number of players: the x of the first player's column in a block, and the distance between columns, in pixels."""
_CHIP, _NONE_DOT = 22, 4
_MOST, _MOST_TALL = 29, 72
"""Half the width, and the height, of the box around a row's largest number of tiles, in pixels."""
_MOST_LINE, _MOST_RADIUS = 4, 8
"""Line width and corner radius of the box around a row's largest number, in pixels."""
_CLOSE = 2
"""Minimum pixels between the box around a row's largest number and the edge of its column."""
_RULE, _LINE = 12, 92
"""Pixels from the top of the totals to the ruled line, and to the baseline of the first text line."""
_NEXT_LINE = 72
"""Pixels between the baselines of the two lines of the totals."""
_TOTAL_CHIP = 22
"""Radius of a player's mark in the totals, in pixels."""
_NAME, _GAP = 52, 10
"""Pixels from the left edge of a player's mark to the name, and from the name to the points."""
_NEXT = 22
"""Pixels between the totals of two players, and between the captions and the first player's totals."""
_CAPTIONS = (("Points so far", "Value of stocks"), ("Points", "Stocks"))
_OVER = (("Final score", "of it for stocks"), ("Score", "Stocks"))
_LEAST = 230
"""Minimum pixels for each player's totals beside the captions; with less room, shorter captions are used."""


def first_column_x(seats: int) -> float:
    """The x of the middle of the first player's column in a block, in pixels."""
    return _COLUMNS[seats][0]


def column_half_width(seats: int) -> float:
    """Half the width of the largest sign in a column, in pixels."""
    return min(_MOST, _COLUMNS[seats][1] / 2 - _CLOSE)


def _column_x(seat: int, seats: int) -> float:
    first, pitch = _COLUMNS[seats]
    return first + pitch * (seat - 1)


def draw_holdings(state: RailroadRivals, rows: Mapping[Railroad, RowPosition]) -> Iterator[Shape]:
    """Draw each player's mark above a column with the numbers of tiles, in both blocks."""
    for seat in state.everyone:
        at = _column_x(seat, state.seats)
        for left in BLOCK_LEFTS:
            yield player_chip(seat, left + at, HEAD_LINE - TABLE_BODY.baseline_shift, _CHIP)
        for railroad, spot in rows.items():
            yield from _draw_share(state, railroad, seat, spot.left + at, spot.y)


def _draw_share(state: RailroadRivals, railroad: Railroad, seat: Seat, x: float, y: float) -> Iterator[Shape]:
    shares = [state.stocks[other].get(railroad, 0) for other in state.everyone]
    mine = state.stocks[seat].get(railroad, 0)
    if not mine:
        yield Disc(x, y, _NONE_DOT, RULE)
        return
    if mine > 1 and shares.count(mine) == 1 and mine == max(shares):
        half = column_half_width(state.seats)
        yield panel(x - half, y - _MOST_TALL / 2, 2 * half, _MOST_TALL, line=_MOST_LINE, radius=_MOST_RADIUS)
    yield HEADING.middle(x, y + HEADING.baseline_shift, str(mine), "share")


def draw_totals(state: RailroadRivals, names: Names, bottom: int) -> Iterator[Shape]:
    """Draw two lines below the rows: the points of each player, and the value of each player's stocks.

    Their sum is not shown, because readers then took the value of stocks for the score.
    """
    base = bottom + _LINE
    yield ink_rule(bottom + _RULE, THICK_RULE)
    captions = _fit_captions(state)
    yield from TABLE_BODY.text_lines(MARGIN, base, _NEXT_LINE, captions, "caption")
    x = MARGIN + max(map(TABLE_BODY.width, captions)) + _NEXT
    figures = {seat: (str(state.score[seat]), _stock_value_text(state, seat)) for seat in state.everyone}
    figures_width = sum(_NAME + _GAP + RANK.width(points) for points, _ in figures.values())
    room = RIGHT - x - figures_width - _NEXT * (state.seats - 1)
    shown_names = dict(zip(figures, _fit_names(names, room), strict=True))
    for seat, (points, worth) in figures.items():
        name = shown_names[seat]
        yield player_chip(seat, x + _TOTAL_CHIP, base - TABLE_BODY.baseline_shift, _TOTAL_CHIP)
        yield TABLE_TIGHT.left(x + _NAME, base, name, "name")
        x += _NAME + TABLE_TIGHT.width(name) + _GAP + RANK.width(points)
        yield RANK.right(x, base, points, "total")
        yield TABLE_FIGURE.right(x, base + _NEXT_LINE, worth, "worth", INK_SOFT)
        x += _NEXT


def _stock_value_text(state: RailroadRivals, seat: Seat) -> str:
    """The value of a seat's stocks. Before the end, the score does not include it, so it has a plus sign: “+15”."""
    return f"+{state.stock_worth(seat)}" if state.flow else str(state.stock_worth(seat))


def _fit_captions(state: RailroadRivals) -> tuple[str, str]:
    """The longest captions of both lines that leave room for names."""
    every = _CAPTIONS if state.flow else _OVER

    def room_beside(pair: tuple[str, str]) -> float:
        return (RIGHT - MARGIN - max(map(TABLE_BODY.width, pair))) / state.seats

    return next((pair for pair in every if room_beside(pair) >= _LEAST), every[-1])


def _fit_names(names: Names, room: float) -> tuple[str, ...]:
    """Names that together fit into ``room`` pixels: whole names, first words, or first words cut to an equal length."""
    if sum(map(TABLE_TIGHT.width, names)) <= room:
        return tuple(names)
    words = [first_word(name) for name in names]
    longest = max(map(len, words))
    starts = ([word[:end] for word in words] for end in range(longest, 0, -1))
    fitting = (cut for cut in starts if sum(map(TABLE_TIGHT.width, cut)) <= room)
    return tuple(next(fitting, [word[:1] for word in words]))
