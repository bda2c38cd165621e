"""The banned wording of texts, and the exceptions."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.voice.texts import Text

_HERE = Path(__file__).parent
_WHERE = {
    "everywhere": r"",
    "players": r"^(?!document (?:bot|engine|render|docs|CONTRIBUTING))",
    "screen": r"^(?!document)",
}
"""Where a rule holds -> a pattern for kind and file of a text.

These are all texts, all but documents for developers, and the texts of programs.
"""


class Rule(NamedTuple):
    """Banned wording, and an example of it with the right wording."""

    where: str
    name: str
    banned: re.Pattern[str]
    wrong: str
    right: str

    def found(self, text: Text) -> str:
        """Return the banned words in a text, empty if it has none or the rule does not hold."""
        if not re.search(_WHERE[self.where], f"{text.kind} {text.file}"):
            return ""
        hit = self.banned.search(text.words)
        return hit[0] if hit else ""


def rules() -> tuple[Rule, ...]:
    """Return every rule of `banned.txt`: five lines each, with an empty line between two."""
    blocks = (_HERE / "banned.txt").read_text("utf-8").split("\n\n")
    return tuple(_rule(block.strip().split("\n")) for block in blocks if block.strip() and block[0] != "#")


def _rule(lines: list[str]) -> Rule:
    where, _, name = lines[0].partition(": ")
    return Rule(where, name, re.compile(lines[1]), lines[2].removeprefix("wrong: "), lines[3].removeprefix("right: "))


def exceptions() -> dict[tuple[str, str], str]:
    """Return the exceptions from `exceptions.txt`: pairs of file and piece of text, with the reasons."""
    rows = (_HERE / "exceptions.txt").read_text("utf-8").splitlines()
    split = (row.split(" | ") for row in rows if row and not row.startswith("#"))
    return {(file, words): reason for file, words, reason in split}


def excepted(text: Text) -> Iterator[tuple[str, str]]:
    """Yield the exceptions that apply to a text."""
    for file, words in exceptions():
        if file == text.file and words in text.words:
            yield file, words
