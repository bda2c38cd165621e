"""Positions of spaces, and drawings of lanes and track. (style guide, section 9)

The lanes are parallel and wrap together into rows, like staves of music. The ground never changes, so each row is a
sprite that all tables of the same size share.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby

import msgspec

from engine.games.railroader.game_data.board import SPACES_PER_SECTION, Board, Space
from render.games.railroader.board.signs import sign_shapes
from render.games.railroader.colors import DOT, SPACE_COLORS
from render.palette import ACCENT, CARD, INK, INK_SOFT, PAPER, PAPER_2, PLAYERS, RULE
from render.parts.page_layout import player_chip
from render.parts.typography import TextStyle
from render.scene import Box, Color, Disc, Placed, Polygon, Shape, Sprite, Text, place_sprite

FIRST_SPACE_X = 124
"""The left edge of the first space of a row, in pixels."""
CHIP_X = 84
_WIDE, _HIGH = 60, 46
LANE_PITCH = 51
"""The distance from one lane to the next, in pixels."""
_ABOVE = 71
"""The distance from the top of a row to the middle of its first lane, in pixels."""
_EDGE = 8
"""The margin of the field around the lanes, in pixels."""
_BREAKS = (24, 44, 68, 92, 104)
"""The last spaces of the rows of the whole board; no row ends within a river."""
_PLACE = TextStyle("h", 44)


class LaneLayout(msgspec.Struct, frozen=True, cache_hash=True):
    """Positions of the lanes of ``seats`` in a picture, in pixels.

    ``rows`` are (first space, last space) pairs; ``scale`` is relative to the picture of the board.
    """

    board: Board
    seats: tuple[int, ...]
    rows: tuple[tuple[int, int], ...]
    top: int
    scale: float = 1
    key_height: int = 0
    """Free pixels under each row, for the keys of choices."""

    @property
    def space_width(self) -> float:
        """The width of a space in pixels."""
        return _WIDE * self.scale

    @property
    def row_height(self) -> int:
        """The height of a row in pixels."""
        return round(self.lane_offset(self.seats[-1]) + _HIGH / 2 * self.scale + _EDGE)

    @property
    def row_pitch(self) -> int:
        """The distance from the top of one row to the top of the next, in pixels."""
        return self.row_height + 8 + self.key_height

    @property
    def bottom(self) -> int:
        """The bottom of the last row."""
        return self.top + len(self.rows) * self.row_pitch - 8

    def row_of(self, space: int) -> int:
        """The index of the row that has a space."""
        return next(i for i, (_, last) in enumerate(self.rows) if space <= last)

    def has_space(self, space: int) -> bool:
        """Whether the picture shows the space."""
        return self.rows[0][0] <= space <= self.rows[-1][1]

    def space_x(self, space: int) -> float:
        """Return the x of the middle of a space.

        Junction City is left of space 1, at the players' marks.
        """
        if not space:
            return CHIP_X
        first, _ = self.rows[self.row_of(space)]
        return FIRST_SPACE_X + (space - first + 0.5) * self.space_width

    def lane_y(self, seat: int, row: int) -> float:
        """Return the y of the middle of a lane in a row."""
        return self.top + row * self.row_pitch + self.lane_offset(seat)

    def lane_offset(self, seat: int) -> float:
        """Return the distance in pixels from the top of a row to the middle of a lane."""
        return _ABOVE + (self.scale - 1) * _HIGH / 2 + LANE_PITCH * self.scale * self.seats.index(seat)

    def space_point(self, seat: int, space: int) -> tuple[float, float]:
        """The middle of a space of a seat's lane, as (x, y)."""
        return self.space_x(space), self.lane_y(seat, self.row_of(space))


def full_layout(board: Board, seats: int, top: int) -> LaneLayout:
    """The layout of the whole board for a number of seats."""
    last = board.last_space
    starts = (1, *(end + 1 for end in _BREAKS))
    row_starts = [start for start in starts if start <= last]
    rows = tuple((start, min(end, last)) for start, end in zip(row_starts, _BREAKS, strict=False))
    return LaneLayout(board, tuple(range(1, seats + 1)), rows, top)


# -- the ground


def draw_ground(layout: LaneLayout) -> Iterator[Placed]:
    """Draw the field, rivers, signs, and numbers of every row."""
    row_layout = msgspec.structs.replace(layout, top=0, key_height=0)
    for i in range(len(layout.rows)):
        yield place_sprite(0, layout.top + i * layout.row_pitch, row_sprite(row_layout, i))


@lru_cache(256)
def row_sprite(layout: LaneLayout, row: int) -> Sprite:
    """Return the sprite of a row's ground, which begins at the left edge of the picture."""
    first, last = layout.rows[row]
    field = _ABOVE - _HIGH / 2 - _EDGE
    wide, high = (last - first + 1) * layout.space_width, layout.row_height - field
    bar = Box(FIRST_SPACE_X + wide, field, 14, high, INK)
    shapes = (
        Box(FIRST_SPACE_X, field, wide, high, PAPER_2),
        *_draw_ticks(layout, first, last, field),
        *_draw_rivers(layout, first, last, field),
        *_draw_signs(layout, first, last),
        *(player_chip(seat, CHIP_X, layout.lane_offset(seat), 23) for seat in layout.seats),
        *_draw_numbers(layout, first, last),
        *([bar] if last == layout.board.last_space else []),
    )
    right = FIRST_SPACE_X + wide + 16
    return Sprite(f"lanes {first} to {last}", right, layout.row_height, shapes, PAPER)


def _draw_ticks(layout: LaneLayout, first: int, last: int, field: float) -> Iterator[Box]:
    for border in (space for space in range(first - 1, last + 1) if space % SPACES_PER_SECTION == 0):
        x = FIRST_SPACE_X + (border - first + 1) * layout.space_width
        yield Box(x - 1, field - 9, 3, layout.row_height - field + 9, RULE)


def _draw_numbers(layout: LaneLayout, first: int, last: int) -> Iterator[Text]:
    base = 34
    if layout.scale > 1.2:
        for space in range(first, last + 1):
            yield _PLACE.middle(layout.space_x(space), base, str(space), "space number", INK_SOFT)
        return
    first_number = 8 if first == 1 else first
    for space in range(first, last + 1):
        if space % SPACES_PER_SECTION == 0 and space >= first_number:
            right = FIRST_SPACE_X + (space - first + 1) * layout.space_width
            yield _PLACE.right(right - 6, base, str(space), "space number", INK_SOFT)
    if first == 1:
        yield _PLACE.left(FIRST_SPACE_X, base, "Junction City", "place")


def _draw_rivers(layout: LaneLayout, first: int, last: int, field: float) -> Iterator[Polygon]:
    """Draw each river as one shape across all lanes of a row."""
    runs = [tuple(_river_runs(layout.board, seat, first, last)) for seat in layout.seats]
    steep = 19 * layout.scale
    for river in zip(*runs, strict=False):
        left: list[tuple[float, float]] = []
        right: list[tuple[float, float]] = []
        for seat, (start, end) in zip(layout.seats, river, strict=True):
            y = layout.lane_offset(seat)
            up = field if seat == layout.seats[0] else y - steep
            down = layout.row_height if seat == layout.seats[-1] else y + steep
            a, b = (
                FIRST_SPACE_X + (start - first) * layout.space_width,
                FIRST_SPACE_X + (end - first + 1) * layout.space_width,
            )
            left += [(a, up), (a, down)]
            right += [(b, up), (b, down)]
        yield Polygon((*left, *reversed(right)), SPACE_COLORS[Space.RIVER])


def _river_runs(board: Board, seat: int, first: int, last: int) -> Iterator[tuple[int, int]]:
    spaces = range(first, last + 1)
    lane = board.lanes[seat - 1]
    for is_river, run in groupby(spaces, lambda space: lane[space - 1] is Space.RIVER):
        if is_river:
            run_spaces = list(run)
            yield run_spaces[0], run_spaces[-1]


def _draw_signs(layout: LaneLayout, first: int, last: int) -> Iterator[Shape]:
    k = layout.scale
    across, up = 27 * k, 23 * k
    for seat in layout.seats:
        y = layout.lane_offset(seat)
        for space in range(first, last + 1):
            kind, x = layout.board.lanes[seat - 1][space - 1], layout.space_x(space)
            if kind not in (Space.PLAIN, Space.RIVER):
                yield Box(x - across, y - up, 2 * across, 2 * up, SPACE_COLORS[kind], radius=4 * k)
            yield from sign_shapes(kind, x, y, k)


# -- track


def draw_track(layout: LaneLayout, seat: int, track: int, new: int = 0) -> Iterator[Box]:
    """Draw track up to the space ``track``; the rails of the last ``new`` spaces are red."""
    yield from _draw_rails(layout, seat, 1, track - new, INK)
    yield from _draw_rails(layout, seat, track - new + 1, track, ACCENT)
    across, up = 3 * layout.scale, 23 * layout.scale
    for row, (start, end) in _split_by_row(layout, 1, track):
        y, first = layout.lane_y(seat, row), layout.rows[row][0]
        for border in range(start - 1, end + 1):
            x = FIRST_SPACE_X + (border - first + 1) * layout.space_width
            yield Box(x - across, y - up, 2 * across, 2 * up, INK)


def _draw_rails(layout: LaneLayout, seat: int, start: int, end: int, ink: Color) -> Iterator[Box]:
    k = layout.scale
    for row, (a, b) in _split_by_row(layout, start, end):
        y, first = layout.lane_y(seat, row), layout.rows[row][0]
        x, wide = FIRST_SPACE_X + (a - first) * layout.space_width, (b - a + 1) * layout.space_width
        yield Box(x - 3 * k, y - 21 * k, wide + 6 * k, 5 * k, ink)
        yield Box(x - 3 * k, y + 16 * k, wide + 6 * k, 5 * k, ink)


def _split_by_row(layout: LaneLayout, start: int, end: int) -> Iterator[tuple[int, tuple[int, int]]]:
    """The parts of a range of spaces as (row, (first space, last space)) pairs."""
    for row, (first, last) in enumerate(layout.rows):
        if max(first, start) <= min(last, end):
            yield row, (max(first, start), min(last, end))


def draw_railhead(layout: LaneLayout, seat: int, track: int) -> Iterator[Box]:
    """Draw the end of the track as a bar in the player's color.

    A complete line has no bar.
    """
    if track and track < layout.board.last_space and layout.has_space(track):
        x, y = layout.space_point(seat, track)
        border, tall, bar = x + layout.space_width / 2, 54 * layout.scale, 7 * min(layout.scale, 1.3)
        yield Box(border - bar - 3, y - tall / 2, 2 * bar + 6, tall, CARD)
        yield Box(border - bar, y - tall / 2, 2 * bar, tall, PLAYERS[seat - 1].color)


def draw_dots(layout: LaneLayout, seat: int, track: int) -> Iterator[Placed]:
    """Draw a dot on each plain space without track."""
    r = 4.5 * layout.scale
    for first, last in layout.rows:
        for space in range(max(first, track + 1), last + 1):
            if layout.board.lanes[seat - 1][space - 1] is Space.PLAIN:
                x, y = layout.space_point(seat, space)
                yield place_sprite(x - r - 1, y - r - 1, _dot_sprite(r))


@lru_cache(None)
def _dot_sprite(r: float) -> Sprite:
    disc, side = Disc(r + 1, r + 1, r, DOT), 2 * r + 2
    return Sprite("dot", side, side, (disc,), PAPER_2)
