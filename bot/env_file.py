"""Parses ``.env`` files.

A message about a line repeats only the name of a setting, because the rest of the line may contain the token.
"""

import re
from collections.abc import Collection, Iterable, Sequence

import msgspec

_LINE = re.compile(r"(?:export\s+)?([\w.-]+)\s*=(.*)")
"""``NAME=value``, optionally with ``export`` in front, as in shells."""
_QUOTED_VALUE = re.compile(r"""(["'])(.*?)\1(?:\s*#.*)?""")
_COMMENT = re.compile(r"\s#.*")


class Assignment(msgspec.Struct, frozen=True):
    """A line that assigns a value to a name; ``line`` is the line's number, starting at 1."""

    name: str
    value: str
    line: int


class EnvFile(msgspec.Struct, frozen=True):
    """The assignments of a ``.env`` file, and a sentence for each line that can’t be used."""

    assignments: tuple[Assignment, ...] = ()
    problems: tuple[str, ...] = ()

    @property
    def values(self) -> dict[str, str]:
        """Name -> value. If several lines set a name, the last line counts."""
        return {assignment.name: assignment.value for assignment in self.assignments}

    @property
    def lines(self) -> dict[str, int]:
        """Name -> number of the last line that sets it."""
        return {assignment.name: assignment.line for assignment in self.assignments}

    def duplicate_warnings(self, known_names: Collection[str]) -> list[str]:
        """Return a sentence for each known name that several lines set."""
        counts = {
            name: [str(assignment.line) for assignment in self.assignments if assignment.name == name]
            for name in known_names
        }
        return [
            f"Lines {', '.join(lines)} of .env set {name}. Only line {lines[-1]} counts."
            for name, lines in counts.items()
            if len(lines) > 1
        ]


def parse_lines(lines: Iterable[str], known_names: Collection[str]) -> EnvFile:
    """Parse ``NAME=value`` lines. ``known_names`` are the names of settings, which messages may repeat.

    Settings of other programs may have quoted values of several lines; these are skipped.
    """
    assignments: list[Assignment] = []
    problems: list[str] = []
    texts = [line.strip() for line in lines]
    read_up_to = 0
    for number, text in enumerate(texts, 1):
        if number <= read_up_to or not text or text.startswith("#"):
            continue
        match = _LINE.fullmatch(text)
        value = _unquote(match[2]) if match else None
        if match is None:
            problems.append(_unreadable_line_text(number, text, known_names))
        elif value is None and (length := _length_of_foreign_value(texts[number - 1 :], known_names)):
            read_up_to = number + length - 1
        elif value is None:
            name = match[1] if match[1] in known_names else "the value"
            problems.append(f"Line {number} of .env: a quotation mark isn’t closed. Close it, or write {name} without.")
        elif match[1] not in known_names and match[1].upper() in known_names:
            problems.append(f"Line {number} of .env: names of settings are in capitals. Write {match[1].upper()}.")
        else:
            assignments.append(Assignment(match[1], value, number))
    return EnvFile(tuple(assignments), tuple(problems))


def _length_of_foreign_value(texts: Sequence[str], known_names: Collection[str]) -> int:
    """Return the number of lines of another program's quoted value, which begins in the first line.

    The number is 0 if the first line sets a known name, or if the quote is not closed before a line that does.
    """
    name, _, value = texts[0].partition("=")
    if name.split()[-1].upper() in known_names:
        return 0
    quote = value.strip()[0]
    for length, text in enumerate(texts[1:], 2):
        match = _LINE.fullmatch(text)
        if match and match[1].upper() in known_names:
            return 0
        if text.endswith(quote):
            return length
    return 0


def _unquote(text: str) -> str | None:
    """Return the value without quotes and comment; None if a quote isn’t closed."""
    value = text.strip()
    if value[:1] in ('"', "'"):
        quoted = _QUOTED_VALUE.fullmatch(value)
        return quoted[2] if quoted else None
    return _COMMENT.sub("", text).strip()


def _unreadable_line_text(number: int, text: str, known_names: Collection[str]) -> str:
    words = (word.upper() for word in re.findall(r"\w+", text))
    name = next((word for word in words if word in known_names), "NAME")
    if name == "NAME":
        return f"Line {number} of .env can’t be read. Write NAME=value, or put # before a comment."
    return f"Line {number} of .env can’t be read. Write {name}=value, with an equals sign, and no word before the name."
