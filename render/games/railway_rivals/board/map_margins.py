"""The margins of a whole map: companies with their gold, letters of columns, and numbers of rows."""

from collections.abc import Iterator, Sequence
from string import ascii_uppercase

from engine.core import Seat
from engine.games.railway_rivals.game_data.hex_map import Hex, HexMap
from engine.games.railway_rivals.state.state import RailwayRivals
from engine.kit.hex_grid import column_letters
from render.games.railway_rivals.board.hex_viewport import COLUMN_STEP, HexViewport, hex_center
from render.games.railway_rivals.tables.table_parts import line_sample
from render.palette import INK, INK_SOFT
from render.parts.page_layout import MARGIN, PAGE_WIDTH, player_chip
from render.parts.typography import FIGURE, TextStyle
from render.scene import Box, Shape
from render.text_fitting import Names, first_word, fit_side_by_side

SIDE_MARGIN = 56
"""Width in px of the margin beside the map, for the numbers of rows."""
EDGE_STRIP = 44
"""Height in px of the strips above and below the map, for the letters of columns."""
_FRAME_IN, _FRAME, _CORNER = 8, 3, 6
_LETTER_UP, _LETTER_DOWN, _NUMBER_OUT = 9, 33, 24
"""Distances in px from the map to the baselines of letters above and below it, and to the middles of numbers."""

_KEY_ROW, _KEY_MIDDLE, _KEY_GAP = 66, 34, 14
"""Height of a row of companies, middle of the first row, and space above the map's frame, in px."""
_CHIP, _SAMPLE, _SAMPLE_WIDE = 24, 58, 12
_LONG, _SHORT = 84, 60
"""Length of a company's line in px, for three and for four companies in a row."""
_NAME, _GOLD, _UNIT = 14, 18, 12
"""Space in px before a company's name, before its gold, and before the word “gold”."""
_BETWEEN = 30
"""Space in px between two companies."""
SIDE_COLUMN = 284
"""Width in px of the column next to an upright map, with companies and legend."""
_SIDE_HEADING, _SIDE_ROW = 52, 122
"""Heights in px of the heading and of a company, in the column next to an upright map."""
_SIDE_NAME, _SIDE_LONG = 90, 100
"""In the column: px from the top of a company to the baseline of its name, and length of its line in px."""
_COMPANY = TextStyle("h", 46)
_FRAME_LETTER = TextStyle("h", 30)
_ROW_NUMBER = TextStyle("h", 28)


def companies_height(seats: int) -> int:
    """The height in px of the rows of companies, with the gap below them."""
    return -(-seats // _companies_per_row(seats)) * _KEY_ROW + _KEY_GAP


def draw_companies(state: RailwayRivals, names: Names, top: int) -> Iterator[Shape]:
    """Draw the mark, line, name, and gold of each company, in rows.

    The word “gold” follows only the last number, to save space.
    """
    across = _companies_per_row(state.seats)
    long = _LONG if across == 3 else _SHORT
    start = _SAMPLE + long + _NAME
    gold = [str(state.gold[seat]) for seat in state.everyone]
    fixed_widths = [start + _GOLD + FIGURE.width(words) for words in gold]
    fixed_widths[-1] += _UNIT + _COMPANY.width("gold")
    positions = _column_positions(names, fixed_widths) if across == 3 else _row_positions(names, fixed_widths)
    for i, (x, name) in enumerate(positions):
        seat, y = Seat(i + 1), top + _KEY_MIDDLE + i // across * _KEY_ROW
        yield player_chip(seat, x + _CHIP, y, _CHIP)
        yield line_sample(seat, x + _SAMPLE, y, long, _SAMPLE_WIDE)
        yield _COMPANY.left(x + start, y + _COMPANY.baseline_shift, name, "company")
        left = x + start + _COMPANY.width(name) + _GOLD
        yield FIGURE.left(left, y + FIGURE.baseline_shift, gold[i], "gold")
    behind = left + FIGURE.width(gold[-1]) + _UNIT
    yield _COMPANY.left(behind, y + FIGURE.baseline_shift, "gold", "unit", INK_SOFT)


def side_companies_height(seats: int) -> int:
    """The height in px of the companies in the column next to a map."""
    return _SIDE_HEADING + seats * _SIDE_ROW


def draw_side_companies(state: RailwayRivals, names: Names, x: float, top: float) -> Iterator[Shape]:
    """Draw the mark, line, and gold of each company in a column, with the name of the company below."""
    right = x + SIDE_COLUMN
    yield _COMPANY.right(right, top + _COMPANY.size * 0.8, "gold", "unit", INK_SOFT)
    for seat, name in zip(state.everyone, names, strict=True):
        y = top + _SIDE_HEADING + (seat - 1) * _SIDE_ROW
        middle = y + _CHIP
        yield player_chip(seat, x + _CHIP, middle, _CHIP)
        yield line_sample(seat, x + _SAMPLE, middle, _SIDE_LONG, _SAMPLE_WIDE)
        yield FIGURE.right(right, middle + FIGURE.baseline_shift, str(state.gold[seat]), "gold")
        yield _COMPANY.left(x, y + _SIDE_NAME, _COMPANY.shorten(name, SIDE_COLUMN), "company")


_ROOM = PAGE_WIDTH - 2 * MARGIN


def _column_positions(names: Names, fixed_widths: Sequence[float]) -> Iterator[tuple[float, str]]:
    """The (left edge, shortened name) pair of each company, if companies are in columns of equal width."""
    for i, (name, fixed_width) in enumerate(zip(names, fixed_widths, strict=True)):
        yield MARGIN + i % 3 * _ROOM / 3, _COMPANY.shorten(name, _ROOM / 3 - _BETWEEN - fixed_width)


def _row_positions(names: Names, fixed_widths: Sequence[float]) -> Iterator[tuple[float, str]]:
    """The (left edge, shortened name) pair of each company, if all companies are in one row."""
    gaps = len(names) - 1
    cut = _fit_names(names, _ROOM - sum(fixed_widths) - _BETWEEN * gaps)
    wide = [fixed_width + _COMPANY.width(name) for name, fixed_width in zip(cut, fixed_widths, strict=True)]
    gap = (_ROOM - sum(wide)) / gaps
    for i, name in enumerate(cut):
        yield MARGIN + sum(wide[:i]) + gap * i, name


def _fit_names(names: Names, room: float) -> Names:
    if sum(map(_COMPANY.width, names)) <= room:
        return names
    return fit_side_by_side([first_word(name) for name in names], _COMPANY.face, _COMPANY.size, room)


def _companies_per_row(seats: int) -> int:
    return 4 if seats == 4 else 3


def draw_frame(chart: HexMap, viewport: HexViewport) -> Iterator[Shape]:
    """Draw the frame of a map with the letters of columns and the numbers of rows."""
    beside = SIDE_MARGIN - _FRAME_IN
    wide, tall = viewport.w + 2 * beside, viewport.h + 2 * EDGE_STRIP
    yield Box(viewport.x - beside, viewport.y - EDGE_STRIP, wide, tall, None, INK, _FRAME, _CORNER)
    columns = sorted({round(hex_center(hex)[0] / COLUMN_STEP) for hex in chart.terrain})
    for column in columns:
        x, _ = viewport.to_px((column * COLUMN_STEP, 0))
        for y in (viewport.y - _LETTER_UP, viewport.y + viewport.h + _LETTER_DOWN):
            yield _FRAME_LETTER.middle(x, y, column_letters(column), "frame letter", INK_SOFT)
    rows = sorted({int(hex.lstrip(ascii_uppercase)) for hex in chart.terrain})
    left, right = viewport.x - _NUMBER_OUT, viewport.x + viewport.w + _NUMBER_OUT
    for column, x in ((columns[0], left), (columns[-1], right)):
        for row in rows:
            hex = Hex(f"{column_letters(column)}{row}")
            if hex in chart.terrain:
                _, middle = viewport.hex_point(hex)
                yield _ROW_NUMBER.middle(x, middle + _ROW_NUMBER.baseline_shift, str(row), "frame letter", INK_SOFT)
