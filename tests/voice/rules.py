"""What no text may say: the banned wording, and the texts that may have it all the same."""

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
"""In all texts; in all but documents for developers; in what programs show. A pattern for kind and file."""


class Rule(NamedTuple):
    """Wording that is banned, and an example of it with what is said instead."""

    where: str
    name: str
    banned: re.Pattern[str]
    wrong: str
    right: str

    def found(self, text: Text) -> str:
        """The banned words in a text, empty where it has none or the rule does not hold."""
        if not re.search(_WHERE[self.where], f"{text.kind} {text.file}"):
            return ""
        hit = self.banned.search(text.words)
        return hit[0] if hit else ""


def rules() -> tuple[Rule, ...]:
    """Every rule of `banned.txt`: five lines each, with an empty line between two."""
    blocks = (_HERE / "banned.txt").read_text("utf-8").split("\n\n")
    return tuple(_rule(block.strip().split("\n")) for block in blocks if block.strip() and block[0] != "#")


def _rule(lines: list[str]) -> Rule:
    where, _, name = lines[0].partition(": ")
    return Rule(where, name, re.compile(lines[1]), lines[2].removeprefix("wrong: "), lines[3].removeprefix("right: "))


def exceptions() -> dict[tuple[str, str], str]:
    """File and a piece of the text -> why it may have the wording; rows of `exceptions.txt`."""
    rows = (_HERE / "exceptions.txt").read_text("utf-8").splitlines()
    split = (row.split(" | ") for row in rows if row and not row.startswith("#"))
    return {(file, words): reason for file, words, reason in split}


def excepted(text: Text) -> Iterator[tuple[str, str]]:
    """The exceptions that a text falls under."""
    for file, words in exceptions():
        if file == text.file and words in text.words:
            yield file, words
