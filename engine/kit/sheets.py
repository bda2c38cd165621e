"""Text sheets that a player can proof-read: words that know their line and column. It knows no title and no rules.

A sheet has heads (``name: value``) above its first section, and sections (``[towns]``) of entries, one a line. In the
sections that may be wrapped, what is indented by four blanks goes on from the line above. Lines that are empty or begin
with ``#`` are passed over.
"""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from importlib.resources import files
from typing import NamedTuple, TypeVar

from engine.errors import Unreadable

T = TypeVar("T")


class Word(NamedTuple):
    """A word of a sheet; lines and columns count from 1."""

    text: str
    line: int
    column: int

    def wrong(self, why: str) -> Unreadable:
        """The error to raise when this word is a mistake."""
        return Unreadable(f"Line {self.line}, column {self.column}: {why}")


class SheetLine(NamedTuple):
    """The words of one entry, at least one; they may stand on several lines."""

    words: tuple[Word, ...]

    def wrong(self, why: str) -> Unreadable:
        """The error to raise when the entry as a whole is a mistake."""
        return self.words[0].wrong(why)

    def named(self) -> tuple[str, tuple[Word, ...]]:
        """An entry ``name: what belongs to it``; both have at least one word. Raises ``Unreadable``."""
        ends = (i for i, word in enumerate(self.words) if word.text.endswith(":"))
        end = next(ends, len(self.words))
        words = " ".join(word.text for word in self.words[: end + 1])
        name = words.removesuffix(":").strip()
        if not name or end + 1 >= len(self.words):
            raise self.wrong("write a name, a colon, and what belongs to it.")
        return name, self.words[end + 1 :]


class Sheet(NamedTuple):
    """A whole sheet: every head as one word, every section as its entries."""

    heads: Mapping[str, Word]
    sections: Mapping[str, tuple[SheetLine, ...]]


def read_sheet(text: str, heads: Sequence[str], sections: Sequence[str], wrapped: Collection[str] = ()) -> Sheet:
    """A sheet with exactly these heads and sections, each once. Raises ``Unreadable`` with line and column."""
    found: dict[str, Word] = {}
    entries: dict[str, list[SheetLine]] = {}
    title = ""
    for number, line in enumerate(text.splitlines(), 1):
        words = tuple(_words(number, line))
        if not words or line.startswith("#"):
            continue
        if line.startswith("["):
            title = _title(words[0], line, [name for name in sections if name not in entries])
            entries[title] = []
        elif not title:
            name, value = _head(words[0], line, [name for name in heads if name not in found])
            found[name] = value
        elif line.startswith(_GOES_ON) and title in wrapped:
            if not entries[title]:
                raise words[0].wrong(f"four spaces continue the line above, but [{title}] has none yet.")
            entries[title][-1] = SheetLine(entries[title][-1].words + words)
        else:
            entries[title].append(SheetLine(words))
    missing = [name for name in heads if name not in found] + [f"[{name}]" for name in sections if name not in entries]
    if missing:
        raise Unreadable(f"The sheet has no {', '.join(missing)}.")
    return Sheet(found, {name: tuple(lines) for name, lines in entries.items()})


def read_packaged(package: str, name: str, read: Callable[[str], T]) -> T:
    """Read a sheet that comes with a package. A mistake in it is a bug and no player's: ``RuntimeError``."""
    try:
        return read(files(package).joinpath(name).read_text(encoding="utf-8"))
    except Unreadable as error:
        raise RuntimeError(f"{name}: {error}") from error


_GOES_ON = "    "


def _words(number: int, line: str) -> Iterator[Word]:
    found = re.finditer(r"\S+", line)
    return (Word(match.group(), number, match.start() + 1) for match in found)


def _title(first: Word, line: str, to_come: Sequence[str]) -> str:
    title = line[1:].partition("]")[0]
    if title not in to_come or "]" not in line:
        rest = ", ".join(f"[{name}]" for name in to_come) or "none"
        raise first.wrong(f"“{line[:40].strip()}” isn’t a section that belongs here. Missing: {rest}.")
    return title


def _head(first: Word, line: str, to_come: Sequence[str]) -> tuple[str, Word]:
    name, colon, value = line.partition(":")
    if not colon or name not in to_come or not value.strip():
        rest = ", ".join(f"“{name}: …”" for name in to_come) or "none, but a section such as [hexes]"
        raise first.wrong(f"“{line[:40].strip()}” isn’t a heading that belongs here. Missing: {rest}.")
    told = value.strip()
    before = len(name) + len(colon) + value.index(told)
    return name, Word(told, first.line, before + 1)
