"""One thing that was looked at, as a line for the person who runs the bot. It knows no Discord and no title."""

from typing import Literal

import msgspec

ResultLevel = Literal["fine", "note", "wrong"]

SET_CLOCK_ADVICE = "Set it, for example with `timedatectl set-ntp true`."
"""What to do about a wrong clock."""


class CheckResult(msgspec.Struct, frozen=True):
    """Something that was looked at: its state and, unless that is fine, what to do.

    A result of the level ``note`` keeps nothing from running.
    """

    level: ResultLevel
    what: str
    text: str

    def text_line(self) -> str:
        """The finding as it is printed."""
        return f"{self.level:<5}  {self.what}: {self.text}"


def ok_result(what: str, text: str) -> CheckResult:
    """Nothing need be done."""
    return CheckResult("fine", what, text)


def remark_result(what: str, text: str) -> CheckResult:
    """Something to know, with which the bot runs."""
    return CheckResult("note", what, text)


def problem_result(what: str, text: str) -> CheckResult:
    """Something to repair; the text says how."""
    return CheckResult("wrong", what, text)
