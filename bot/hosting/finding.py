"""One thing that was looked at, as a line for the person who runs the bot. It knows no Discord and no title."""

from typing import Literal

import msgspec

Level = Literal["fine", "note", "wrong"]

SET_CLOCK = "Set it, for example with `timedatectl set-ntp true`."
"""What to do about a wrong clock."""


class Finding(msgspec.Struct, frozen=True):
    """Something that was looked at: its state and, unless that is fine, what to do.

    A ``note`` keeps nothing from running.
    """

    level: Level
    what: str
    text: str

    def line(self) -> str:
        """The finding as it is printed."""
        return f"{self.level:<5}  {self.what}: {self.text}"


def fine(what: str, text: str) -> Finding:
    """Nothing need be done."""
    return Finding("fine", what, text)


def note(what: str, text: str) -> Finding:
    """Something to know, with which the bot runs."""
    return Finding("note", what, text)


def wrong(what: str, text: str) -> Finding:
    """Something to repair; the text says how."""
    return Finding("wrong", what, text)
