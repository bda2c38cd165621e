"""Data sheets: text files of game data that a player can proof-read.

A file has heads (``name: value``) above its first section, and sections (``[towns]``) of entries, one per line. In
wrapped sections, lines indented by four blanks continue the line above. Empty lines and lines that begin with ``#`` are
ignored. Each word is read with its line and column, for error messages.
"""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from importlib.resources import files
from typing import NamedTuple, TypeVar

from engine.errors import Unreadable

T = TypeVar("T")


class SheetWord(NamedTuple):
    """A word of a file. ``line`` and ``column`` are its position, counted from 1."""

    text: str
    line: int
    column: int

    def error(self, why: str) -> Unreadable:
        """Return the error to raise if this word is wrong."""
        return Unreadable(f"Line {self.line}, column {self.column}: {why}")


class SheetLine(NamedTuple):
    """The words of one entry, at least one; a wrapped entry has words of several lines."""

    words: tuple[SheetWord, ...]

    def error(self, why: str) -> Unreadable:
        """Return the error to raise if the whole entry is wrong."""
        return self.words[0].error(why)

    def split_name(self) -> tuple[str, tuple[SheetWord, ...]]:
        """Split an entry ``name: value``; both have at least one word. Raises ``Unreadable``."""
        ends = (i for i, word in enumerate(self.words) if word.text.endswith(":"))
        end = next(ends, len(self.words))
        words = " ".join(word.text for word in self.words[: end + 1])
        name = words.removesuffix(":").strip()
        if not name or end + 1 >= len(self.words):
            raise self.error("write a name, a colon, and what belongs to it.")
        return name, self.words[end + 1 :]


class Sheet(NamedTuple):
    """A parsed file: the values of its heads by name, and the entries of its sections by name.

    A head's value is one ``SheetWord``.
    """

    heads: Mapping[str, SheetWord]
    sections: Mapping[str, tuple[SheetLine, ...]]


def read_sheet(
    text: str, heads: Sequence[str], sections: Sequence[str], wrapped_sections: Collection[str] = ()
) -> Sheet:
    """Parse a file that must have exactly these heads and sections, each once.

    Raises ``Unreadable`` with line and column.
    """
    head_values: dict[str, SheetWord] = {}
    entries: dict[str, list[SheetLine]] = {}
    title = ""
    for number, line in enumerate(text.splitlines(), 1):
        words = tuple(_split_words(number, line))
        if not words or line.startswith("#"):
            continue
        if line.startswith("["):
            title = _read_section_title(words[0], line, [name for name in sections if name not in entries])
            entries[title] = []
        elif not title:
            name, value = _read_head(words[0], line, [name for name in heads if name not in head_values])
            head_values[name] = value
        elif line.startswith(_CONTINUATION_INDENT) and title in wrapped_sections:
            if not entries[title]:
                raise words[0].error(f"four spaces continue the line above, but [{title}] has none yet.")
            entries[title][-1] = SheetLine(entries[title][-1].words + words)
        else:
            entries[title].append(SheetLine(words))
    missing = [name for name in heads if name not in head_values] + [
        f"[{name}]" for name in sections if name not in entries
    ]
    if missing:
        raise Unreadable(f"The sheet has no {', '.join(missing)}.")
    return Sheet(head_values, {name: tuple(lines) for name, lines in entries.items()})


def read_packaged_sheet(package: str, name: str, read: Callable[[str], T]) -> T:
    """Parse a file of a package with ``read``.

    Raises ``RuntimeError`` if the file is invalid, which is a bug.
    """
    try:
        return read(files(package).joinpath(name).read_text(encoding="utf-8"))
    except Unreadable as error:
        raise RuntimeError(f"{name}: {error}") from error


_CONTINUATION_INDENT = "    "


def _split_words(number: int, line: str) -> Iterator[SheetWord]:
    matches = re.finditer(r"\S+", line)
    return (SheetWord(match.group(), number, match.start() + 1) for match in matches)


def _read_section_title(first: SheetWord, line: str, missing: Sequence[str]) -> str:
    title = line[1:].partition("]")[0]
    if title not in missing or "]" not in line:
        rest = ", ".join(f"[{name}]" for name in missing) or "none"
        raise first.error(f"“{line[:40].strip()}” isn’t a section that belongs here. Missing: {rest}.")
    return title


def _read_head(first: SheetWord, line: str, missing: Sequence[str]) -> tuple[str, SheetWord]:
    name, colon, value = line.partition(":")
    if not colon or name not in missing or not value.strip():
        rest = ", ".join(f"“{name}: …”" for name in missing) or "none, but a section such as [hexes]"
        raise first.error(f"“{line[:40].strip()}” isn’t a heading that belongs here. Missing: {rest}.")
    text = value.strip()
    before = len(name) + len(colon) + value.index(text)
    return name, SheetWord(text, first.line, before + 1)
