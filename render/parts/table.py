"""Tables: columns of fixed width, and rows of texts."""

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from render.parts.typography import BODY, TextStyle
from render.scene import Anchor, Color, Face, Text

_ANCHOR_SHARES: Mapping[Anchor, float] = {"left": 0, "middle": 0.5, "right": 1}
"""The position of an anchor as a share of the column's width."""


class Column(msgspec.Struct, frozen=True):
    """A column of a table; its texts are aligned left, right, or centered."""

    role: str
    """The purpose of the column's texts, for the test of minimum font sizes."""
    width: float
    """Distance to the next column in px."""
    style: TextStyle = BODY
    anchor: Anchor = "left"
    ink: Color = ""
    gap: float = 0
    """Free space in px at the end of the width.

    A text that is wider than the rest is shrunk, then shortened, then cut.
    """
    drop: float = 0
    """Distance in px from the row's baseline down to the column's baseline, for larger texts."""


class TableCell(msgspec.Struct, frozen=True):
    """A cell with another color or font than its column, or with a short form of its text."""

    words: str
    short: str = ""
    ink: Color = ""
    face: Face | None = None


def draw_cells(left: float, columns: Sequence[Column], line: float, words: Sequence[TableCell | str]) -> Iterator[Text]:
    """Draw one row that starts at ``left``, with its baseline at ``line``.

    Empty cells are omitted.
    """
    for column, cell_or_words in zip(columns, words, strict=True):
        cell = cell_or_words if isinstance(cell_or_words, TableCell) else TableCell(cell_or_words)
        if cell.words:
            yield _cell_text(column, cell, left, line + column.drop)
        left += column.width


def _cell_text(column: Column, cell: TableCell, left: float, line: float) -> Text:
    style = msgspec.structs.replace(column.style, face=cell.face) if cell.face else column.style
    ink, room = cell.ink or column.ink, column.width - column.gap
    x = left + room * _ANCHOR_SHARES[column.anchor]
    return style.place_text(column.anchor, x, line, cell.words, column.role, ink, max_width=room, short=cell.short)
