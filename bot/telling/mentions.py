"""Who is not mentioned again: a question that came back with an undo and a redo was read before. It knows no title."""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from bot.tables.notes import Note, SeatNote
from bot.tables.table import Move, Table
from bot.telling.asking import mask, seats_in
from engine import Decision, Seat


def remembering(table: Table, moves: Sequence[Move], asked: Sequence[Decision]) -> tuple[Table, Mapping[str, int]]:
    """The table with a note of who had the same question at the same decision before, and the marks to keep.

    Who is asked by an undo itself is told so.
    """
    marks = marks_of(table, asked)
    same = [one for one in asked if table.notes.get(name := SeatNote.TOLD.of(one.seat)) == marks[name]]
    again = 0 if moves[-1].by == "undo" else mask(same)
    return replace(table, notes={**table.notes, Note.ASKED_BEFORE: again}), marks


def marks_of(table: Table, asked: Sequence[Decision]) -> dict[str, int]:
    """What is kept of the questions that are told."""
    return {SeatNote.TOLD.of(one.seat): _mark(table, one) for one in asked}


def told_seats(table: Table) -> frozenset[Seat]:
    """The seats that the open question is put to, but for those whose player sat down since."""
    seats = seats_in(table.notes.get(Note.ASKED, 0))
    return frozenset(seat for seat in seats if table.notes.get(SeatNote.TOLD.of(seat)) != 0)


def _mark(table: Table, asked: Decision) -> int:
    return zlib.crc32(f"{table.moves} {table.players[asked.seat - 1].user} {asked.prompt}".encode())
