"""The board: four lanes from Junction City to Buffalo Creek, read from ``board.txt``.

Spaces count from 1; space 0 is Junction City. A section of track covers four spaces.
"""

from collections.abc import Mapping
from enum import StrEnum

import msgspec

from engine.core import Seat
from engine.errors import Unreadable
from engine.kit.data_sheets import read_packaged_sheet, read_sheet

SPACES_PER_SECTION = 4
"""The number of spaces that one section of track covers."""

LINE_LENGTHS = (26, 20, 16)
"""The numbers of sections that a complete line can have; the option ``line`` chooses one."""

_LANES = ("A", "B", "C", "D")


class Space(StrEnum):
    """A kind of space; the value is its character in ``board.txt``."""

    PLAIN = "."
    RIVER = "~"
    RED = "R"
    PURPLE = "P"
    WHITE = "W"


class Board(msgspec.Struct, frozen=True):
    """The lanes of a board for one length of the line.

    Each seat has the lane with its number.
    """

    sections: int
    """The number of sections of a complete line; the last one is Buffalo Creek."""
    lanes: tuple[tuple[Space, ...], ...]
    """The kinds of spaces of each lane, from space 1 on.

    The last section has only plain spaces.
    """

    @property
    def last_space(self) -> int:
        """The last space of a complete line."""
        return self.sections * SPACES_PER_SECTION

    def space_kind(self, seat: Seat, number: int) -> Space:
        """The kind of a space on the seat's lane; Junction City is plain. (ruling 6)"""
        return self.lanes[seat - 1][number - 1] if number else Space.PLAIN

    def garrison_behind(self, seat: Seat, behind: int) -> int:
        """Return the nearest white space behind a space; if there is none, 0 (Junction City).

        (RR Ambush; rulings 6, 48)
        """
        spaces_behind = range(behind - 1, 0, -1)
        return next((space for space in spaces_behind if self.space_kind(seat, space) is Space.WHITE), 0)

    def is_in_creek(self, space: int) -> bool:
        """Whether a space is on the last section, Buffalo Creek. (ruling 82)"""
        return section_of(space) == self.sections


def section_of(space: int) -> int:
    """The number of the section that a space is on; Junction City is 0."""
    return -(-space // SPACES_PER_SECTION)


def first_space_of(section: int) -> int:
    """The first space of a section; for section 0, Junction City, a negative number."""
    return SPACES_PER_SECTION * (section - 1) + 1


def read_lanes(text: str) -> tuple[tuple[Space, ...], ...]:
    """Read the lanes from the text of ``board.txt``. Raises ``Unreadable`` with line and column."""
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
    plain_section = (Space.PLAIN,) * SPACES_PER_SECTION
    return {
        length: Board(length, tuple(lane[: first_space_of(length) - 1] + plain_section for lane in lanes))
        for length in LINE_LENGTHS
    }


BOARDS = _load_boards()
"""The boards, by the number of sections of a complete line."""
