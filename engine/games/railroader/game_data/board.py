"""The board: four lanes of spaces from Junction City to Buffalo Creek, from a text file.

Spaces count from 1; space 0 is Junction City. A section of track covers four spaces.
"""

from collections.abc import Mapping
from enum import StrEnum

import msgspec

from engine.core import Seat
from engine.errors import Unreadable
from engine.kit.data_sheets import read_packaged_sheet, read_sheet

SPACES_PER_SECTION = 4
"""Spaces of one section of track."""

LINE_LENGTHS = (26, 20, 16)
"""Sections of a whole line, by option."""

_LANES = ("A", "B", "C", "D")


class Space(StrEnum):
    """A kind of space; the value is its character in the file."""

    PLAIN = "."
    RIVER = "~"
    RED = "R"
    PURPLE = "P"
    WHITE = "W"


class Board(msgspec.Struct, frozen=True):
    """The lanes, cut to the length of the line; the last section is plain. A seat has the lane of its number."""

    sections: int
    """The number of sections of a complete line; the last one is Buffalo Creek."""
    lanes: tuple[tuple[Space, ...], ...]

    @property
    def last_space(self) -> int:
        """The last space before the buffers."""
        return self.sections * SPACES_PER_SECTION

    def space_kind(self, seat: Seat, number: int) -> Space:
        """The kind of a space on the seat's lane; Junction City has no color. (ruling 6)"""
        return self.lanes[seat - 1][number - 1] if number else Space.PLAIN

    def garrison_behind(self, seat: Seat, behind: int) -> int:
        """The last white space behind a space, or Junction City, 0. (RR Ambush; rulings 6, 48)"""
        below = range(behind - 1, 0, -1)
        return next((n for n in below if self.space_kind(seat, n) is Space.WHITE), 0)


def section_of(space: int) -> int:
    """The section of a space; Junction City is 0."""
    return -(-space // SPACES_PER_SECTION)


def first_space_of(section: int) -> int:
    """The first space of a section; for section 0, Junction City, a negative number that no train is behind."""
    return SPACES_PER_SECTION * (section - 1) + 1


def read_lanes(text: str) -> tuple[tuple[Space, ...], ...]:
    """Parse the lanes of the file. Raises ``Unreadable`` with line and column."""
    lanes: dict[str, tuple[Space, ...]] = {}
    sheet = read_sheet(text, heads=(), sections=("lanes",), wrapped_sections=("lanes",))
    for entry in sheet.sections["lanes"]:
        name, words = entry.split_name()
        if name not in _LANES or name in lanes:
            raise entry.error(f"“{name[:40]}” isn’t a lane, or comes twice. The lanes are {', '.join(_LANES)}.")
        for word in words:
            if len(word.text) != SPACES_PER_SECTION or set(word.text) - set(Space):
                raise word.error(
                    f"“{word.text[:40]}” isn’t a section. Write {SPACES_PER_SECTION} of {' '.join(Space)}."
                )
        if len(words) != max(LINE_LENGTHS):
            raise entry.error(f"Lane {name} has {len(words)} sections, but needs {max(LINE_LENGTHS)}.")
        lanes[name] = tuple(Space(sign) for word in words for sign in word.text)
    if missing := [name for name in _LANES if name not in lanes]:
        raise Unreadable(f"The sheet has no lane {', '.join(missing)}.")
    return tuple(lanes[name] for name in _LANES)


def _load_boards() -> Mapping[int, Board]:
    lanes = read_packaged_sheet(__package__, "board.txt", read_lanes)
    return {
        length: Board(length, tuple(_cut_lane(lane, length * SPACES_PER_SECTION) for lane in lanes))
        for length in LINE_LENGTHS
    }


def _cut_lane(lane: tuple[Space, ...], spaces: int) -> tuple[Space, ...]:
    """A lane so long, its last section plain."""
    return lane[: spaces - SPACES_PER_SECTION] + (Space.PLAIN,) * SPACES_PER_SECTION


BOARDS = _load_boards()
"""By number of sections."""
