"""A finding of the doctor, as a line for the host."""

from typing import Literal

import msgspec

ResultLevel = Literal["fine", "note", "wrong"]

SET_CLOCK_ADVICE = "Set it, for example with `timedatectl set-ntp true`."
"""Advice to correct a wrong clock."""


class CheckResult(msgspec.Struct, frozen=True):
    """A finding: its level, its subject, and what to do.

    A finding of level ``note`` does not keep the bot from running.
    """

    level: ResultLevel
    what: str
    text: str

    def text_line(self) -> str:
        """The finding as a printed line."""
        return f"{self.level:<5}  {self.what}: {self.text}"


def ok_result(what: str, text: str) -> CheckResult:
    """A finding that needs no action."""
    return CheckResult("fine", what, text)


def remark_result(what: str, text: str) -> CheckResult:
    """A finding that the host should know; the bot runs anyway."""
    return CheckResult("note", what, text)


def problem_result(what: str, text: str) -> CheckResult:
    """A problem that the host must correct; the text says how."""
    return CheckResult("wrong", what, text)
