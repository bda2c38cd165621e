"""The board: four lanes of spaces from Junction City to Buffalo Creek, from a text sheet. It has no rules.

Spaces count from 1; space 0 is Junction City. A section of track covers four spaces.
"""

from collections.abc import Mapping
from enum import StrEnum

import msgspec

from engine.core import Seat
from engine.errors import Unreadable
from engine.kit.sheets import read_packaged, read_sheet

SPACES = 4
"""Spaces of one section of track."""

LENGTHS = (26, 20, 16)
"""Sections of a whole line, by option."""

_LANES = ("A", "B", "C", "D")


class Space(StrEnum):
    """A kind of space; the value is its sign on the sheet."""

    PLAIN = "."
    RIVER = "~"
    RED = "R"
    PURPLE = "P"
    WHITE = "W"


class Board(msgspec.Struct, frozen=True):
    """The lanes, cut to the length of the line; the last section is plain. A seat has the lane of its number."""

    sections: int
    """Of a complete line; the last one is Buffalo Creek."""
    lanes: tuple[tuple[Space, ...], ...]

    @property
    def last(self) -> int:
        """The last space before the buffers."""
        return self.sections * SPACES

    def space(self, seat: Seat, number: int) -> Space:
        """The kind of a space on the seat's lane; Junction City has no color. (ruling 6)"""
        return self.lanes[seat - 1][number - 1] if number else Space.PLAIN

    def garrison(self, seat: Seat, behind: int) -> int:
        """The highest white space behind a space, else Junction City, 0. (RR Ambush; rulings 6, 48)"""
        below = range(behind - 1, 0, -1)
        return next((n for n in below if self.space(seat, n) is Space.WHITE), 0)


def section(space: int) -> int:
    """The section of a space; Junction City is 0."""
    return -(-space // SPACES)


def first_space(section: int) -> int:
    """The first space of a section; for Junction City, section 0, a number below 0, which no train is behind."""
    return SPACES * (section - 1) + 1


def read_lanes(text: str) -> tuple[tuple[Space, ...], ...]:
    """The lanes of the sheet. Raises ``Unreadable`` with line and column."""
    lanes: dict[str, tuple[Space, ...]] = {}
    sheet = read_sheet(text, heads=(), sections=("lanes",), wrapped=("lanes",))
    for entry in sheet.sections["lanes"]:
        name, words = entry.named()
        if name not in _LANES or name in lanes:
            raise entry.wrong(f"“{name[:40]}” isn’t a lane, or comes twice. The lanes are {', '.join(_LANES)}.")
        for word in words:
            if len(word.text) != SPACES or set(word.text) - set(Space):
                raise word.wrong(f"“{word.text[:40]}” isn’t a section. Write {SPACES} of {' '.join(Space)}.")
        if len(words) != max(LENGTHS):
            raise entry.wrong(f"Lane {name} has {len(words)} sections, but needs {max(LENGTHS)}.")
        lanes[name] = tuple(Space(sign) for word in words for sign in word.text)
    if missing := [name for name in _LANES if name not in lanes]:
        raise Unreadable(f"The sheet has no lane {', '.join(missing)}.")
    return tuple(lanes[name] for name in _LANES)


def _load() -> Mapping[int, Board]:
    lanes = read_packaged(__package__, "board.txt", read_lanes)
    return {length: Board(length, tuple(_cut(lane, length * SPACES) for lane in lanes)) for length in LENGTHS}


def _cut(lane: tuple[Space, ...], spaces: int) -> tuple[Space, ...]:
    """A lane so long, its last section plain."""
    return lane[: spaces - SPACES] + (Space.PLAIN,) * SPACES


BOARDS = _load()
"""By number of sections."""
