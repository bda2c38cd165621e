"""Tables: columns that know where they stand and how they are set, rows that are words. It knows no title."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from render.labels import fitted
from render.palette import INK
from render.scene import Anchor, Color, Face, Text


class Column(msgspec.Struct, frozen=True):
    """Where a column's words stand: ``x`` is their left end, middle or right end."""

    role: str
    """What the words are; the floor of sizes is tested by it."""
    x: float
    anchor: Anchor = "left"
    face: Face = "s"
    size: float = 46
    ink: Color = INK
    room: float = 0
    """px for the longest words, which are shrunk, then cut; 0: they always fit."""
    drop: float = 0
    """px below the row's line, for words that are larger than others."""


class Cell(msgspec.Struct, frozen=True):
    """Words that are set otherwise than their column: in another ink or face, or with a short form."""

    words: str
    short: str = ""
    ink: Color = ""
    face: Face | None = None


def cells(columns: Sequence[Column], line: float, words: Sequence[Cell | str]) -> Iterator[Text]:
    """One row: the words of every column on one line; an empty cell is left out."""
    for column, given in zip(columns, words, strict=True):
        cell = given if isinstance(given, Cell) else Cell(given)
        if cell.words:
            yield _set(column, cell, line)


def _set(column: Column, cell: Cell, line: float) -> Text:
    face = cell.face or column.face
    ink = cell.ink or column.ink
    y = line + column.drop
    if not column.room:
        return Text(column.x, y, cell.words, face, column.size, ink, column.anchor, role=column.role)
    return fitted(
        column.x,
        y,
        cell.words,
        face,
        column.size,
        ink,
        room=column.room,
        anchor=column.anchor,
        short=cell.short,
        role=column.role,
    )
