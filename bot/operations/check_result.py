"""The result of one check of the doctor, which is printed as a line."""

from typing import Literal

import msgspec

ResultLevel = Literal["fine", "note", "wrong"]

SET_CLOCK_ADVICE = "Set it, for example with `timedatectl set-ntp true`."
"""Advice to correct a wrong clock."""


class CheckResult(msgspec.Struct, frozen=True):
    """The result of a check: its level, its subject, and a sentence that says what was found and what to do.

    A result of level ``note`` does not keep the bot from running.
    """

    level: ResultLevel
    what: str
    text: str

    def text_line(self) -> str:
        """Return the result as a line to print."""
        return f"{self.level:<5}  {self.what}: {self.text}"


def ok_result(what: str, text: str) -> CheckResult:
    """A result that needs no action."""
    return CheckResult("fine", what, text)


def remark_result(what: str, text: str) -> CheckResult:
    """A result that the host should know about, but that does not keep the bot from running."""
    return CheckResult("note", what, text)


def problem_result(what: str, text: str) -> CheckResult:
    """A problem that the host must solve; the text says how."""
    return CheckResult("wrong", what, text)
