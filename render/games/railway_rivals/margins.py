"""The margins of a whole map: companies with their gold above it, the letters and numbers of its hexes."""

from collections.abc import Iterator, Sequence
from string import ascii_uppercase

from engine.core import Seat
from engine.games.railway_rivals.box.chart import Chart, Hex
from engine.games.railway_rivals.state.state import RailwayRivals
from engine.kit.hexes import letters
from render.games.railway_rivals.plane import COLUMN, Plane, hex_center
from render.games.railway_rivals.tables import sample
from render.labels import Names, first_word, shared
from render.palette import INK, INK_SOFT
from render.parts.frame import MARGIN, WIDTH
from render.parts.marks import chip
from render.parts.text import FIGURE, Style
from render.scene import Box, Shape

SIDES = 56
"""px beside the map, for the numbers of rows."""
STRIP = 44
"""px above and below it, for the letters of columns."""
_FRAME_IN, _FRAME, _CORNER = 8, 3, 6
_LETTER_UP, _LETTER_DOWN, _NUMBER_OUT = 9, 33, 24
"""px above the map, below and beside it where letters and numbers of its frame stand."""

_KEY_ROW, _KEY_MIDDLE, _KEY_GAP = 66, 34, 14
"""Height of a row of companies, the middle of the first one, and px from them to the map's frame."""
_CHIP, _SAMPLE, _SAMPLE_WIDE = 24, 58, 12
_LONG, _SHORT = 84, 60
"""How long a company's line is, in columns of three and of four side by side."""
_NAME, _GOLD, _UNIT, _BETWEEN = 14, 18, 12, 30
"""px before a company's name, its gold, the word behind the last, and between two companies."""
_COMPANY = Style("h", 46)
_FRAME_LETTER = Style("h", 30)
_ROW_NUMBER = Style("h", 28)


def companies_height(seats: int) -> int:
    """The height in px of the rows of companies, with the gap below them."""
    return -(-seats // _across(seats)) * _KEY_ROW + _KEY_GAP


def companies(state: RailwayRivals, names: Names, top: int) -> Iterator[Shape]:
    """Mark, line, name and gold of every company: four close together in a row, else in columns of three.

    The word “gold” stands behind the last figure, for there is no room behind all.
    """
    across = _across(state.seats)
    long = _LONG if across == 3 else _SHORT
    start = _SAMPLE + long + _NAME
    gold = [str(state.gold[seat]) for seat in state.everyone]
    fixed = [start + _GOLD + FIGURE.wide(words) for words in gold]
    fixed[-1] += _UNIT + _COMPANY.wide("gold")
    placed = _in_columns(names, fixed) if across == 3 else _in_a_row(names, fixed)
    for i, (x, name) in enumerate(placed):
        seat, y = Seat(i + 1), top + _KEY_MIDDLE + i // across * _KEY_ROW
        yield chip(seat, x + _CHIP, y, _CHIP)
        yield sample(seat, x + _SAMPLE, y, long, _SAMPLE_WIDE)
        yield _COMPANY.left(x + start, y + _COMPANY.rise, name, "company")
        left = x + start + _COMPANY.wide(name) + _GOLD
        yield FIGURE.left(left, y + FIGURE.rise, gold[i], "gold")
    behind = left + FIGURE.wide(gold[-1]) + _UNIT
    yield _COMPANY.left(behind, y + FIGURE.rise, "gold", "unit", INK_SOFT)


_ROOM = WIDTH - 2 * MARGIN


def _in_columns(names: Names, fixed: Sequence[float]) -> Iterator[tuple[float, str]]:
    """The left edge of each company, and its name cut to the column's width."""
    for i, (name, used) in enumerate(zip(names, fixed, strict=True)):
        yield MARGIN + i % 3 * _ROOM / 3, _COMPANY.cut(name, _ROOM / 3 - _BETWEEN - used)


def _in_a_row(names: Names, fixed: Sequence[float]) -> Iterator[tuple[float, str]]:
    """The same side by side, names cut where all are too long together."""
    gaps = len(names) - 1
    cut = _named(names, _ROOM - sum(fixed) - _BETWEEN * gaps)
    wide = [used + _COMPANY.wide(name) for name, used in zip(cut, fixed, strict=True)]
    gap = (_ROOM - sum(wide)) / gaps
    for i, name in enumerate(cut):
        yield MARGIN + sum(wide[:i]) + gap * i, name


def _named(names: Names, room: float) -> Names:
    """The names that fit side by side: whole, else their first words, else the longest of these cut."""
    if sum(map(_COMPANY.wide, names)) <= room:
        return names
    return shared([first_word(name) for name in names], _COMPANY.face, _COMPANY.size, room)


def _across(seats: int) -> int:
    """Companies in a row of the key."""
    return 4 if seats == 4 else 3


def frame(chart: Chart, plane: Plane) -> Iterator[Shape]:
    """A frame with the letters of columns above and below, the numbers of rows on both sides."""
    beside = SIDES - _FRAME_IN
    wide, tall = plane.w + 2 * beside, plane.h + 2 * STRIP
    yield Box(plane.x - beside, plane.y - STRIP, wide, tall, None, INK, _FRAME, _CORNER)
    columns = sorted({round(hex_center(hex)[0] / COLUMN) for hex in chart.terrain})
    for column in columns:
        x, _ = plane.at((column * COLUMN, 0))
        for y in (plane.y - _LETTER_UP, plane.y + plane.h + _LETTER_DOWN):
            yield _FRAME_LETTER.middle(x, y, letters(column), "frame letter", INK_SOFT)
    rows = sorted({int(hex.lstrip(ascii_uppercase)) for hex in chart.terrain})
    left, right = plane.x - _NUMBER_OUT, plane.x + plane.w + _NUMBER_OUT
    for column, x in ((columns[0], left), (columns[-1], right)):
        for row in rows:
            hex = Hex(f"{letters(column)}{row}")
            if hex in chart.terrain:
                _, middle = plane.hex(hex)
                yield _ROW_NUMBER.middle(x, middle + _ROW_NUMBER.rise, str(row), "frame letter", INK_SOFT)
