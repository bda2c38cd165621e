"""Tables: columns of fixed width, and rows of words."""

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from render.parts.typography import BODY, TextStyle
from render.scene import Anchor, Color, Face, Text

_AT: Mapping[Anchor, float] = {"left": 0, "middle": 0.5, "right": 1}
"""The anchor of words, as a part of the width of their column."""


class Column(msgspec.Struct, frozen=True):
    """A column of a table; its words are aligned left, right, or centered."""

    role: str
    """The role of its words, which the test of minimum sizes uses."""
    width: float
    """px to where the next column begins."""
    style: TextStyle = BODY
    anchor: Anchor = "left"
    ink: Color = ""
    gap: float = 0
    """px of the width that words leave free; wider words are shrunk, then shortened, then cut."""
    drop: float = 0
    """px below the row's line, for larger words."""


class TableCell(msgspec.Struct, frozen=True):
    """Words that differ from their column: another ink or face, or with a short form."""

    words: str
    short: str = ""
    ink: Color = ""
    face: Face | None = None


def draw_cells(left: float, columns: Sequence[Column], line: float, words: Sequence[TableCell | str]) -> Iterator[Text]:
    """One row from ``left`` on: the words of every column on one line; empty cells are omitted."""
    for column, cell_or_words in zip(columns, words, strict=True):
        cell = cell_or_words if isinstance(cell_or_words, TableCell) else TableCell(cell_or_words)
        if cell.words:
            yield _cell_text(column, cell, left, line + column.drop)
        left += column.width


def _cell_text(column: Column, cell: TableCell, left: float, line: float) -> Text:
    style = msgspec.structs.replace(column.style, face=cell.face) if cell.face else column.style
    ink, room = cell.ink or column.ink, column.width - column.gap
    x = left + room * _AT[column.anchor]
    return style.place_text(column.anchor, x, line, cell.words, column.role, ink, max_width=room, short=cell.short)
