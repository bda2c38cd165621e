"""``Markdown``, the type of texts for Discord.

A text of this type consists only of escaped text and of constants in the code. Functions that send messages take
``Markdown``, which ``md`` makes from a template and values. Names and other user input are escaped with ``escape`` or
``quote``; texts of games pass through ``bot.game_text``.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from datetime import date
from itertools import groupby

from engine import core
from engine.errors import RoundhouseError

_MARKS = re.compile(r"([\\*_~`|>#<@\[\]():\-+=!.])")
"""All characters that may have a meaning in Markdown."""
_MARKS_IN_PROSE = re.compile(r"([\\*_~`|@\[\]]|<(?=[@#:/]|a:|t:|id:)|:(?=//)|:(?=\w+:)|(?<=\w)\.(?=\w+/))")
"""Characters that begin emphasis, code, spoilers, mentions, links, URLs, or emoji within a sentence."""
_LINE_START_MARKS = re.compile(r"^(\s*)([#>+-])|^(\s*\d+)(\.)(?=\s)", re.MULTILINE)
"""Characters that begin a heading, a quote, or a list at the start of a line."""
_END_OF_SENTENCE = re.compile(r"(?<=\.)(?<!\\\.)(?<!\bSt\.) ")
"""The space between two sentences. Periods in names are escaped, so they end no sentence."""
_RIGHT_TO_LEFT = ("R", "AL", "AN")
"""Bidirectional classes of letters and digits that reverse the text around them. (UAX #9)"""
_DIRECTION_MARKS = re.compile("[\u202a-\u202e\u2066-\u2069]")
"""Invisible characters that change the text direction. (UAX #9, explicit formatting)"""


_ISOLATE, _END_OF_ISOLATE = "\u2068", "\u2069"
"""Characters around text that has its own direction. (UAX #9)"""


class Markdown(str):
    """Text that Discord displays as Markdown. Only the functions of this module create it."""

    __slots__ = ()

    def strip(self, chars: str | None = None, /) -> Markdown:
        return Markdown(super().strip(chars))

    def rstrip(self, chars: str | None = None, /) -> Markdown:
        return Markdown(super().rstrip(chars))

    def lstrip(self, chars: str | None = None, /) -> Markdown:
        return Markdown(super().lstrip(chars))

    def splitlines(self, keepends: bool = False) -> list[Markdown]:  # type: ignore[override]
        return [Markdown(line) for line in super().splitlines(keepends)]

    def removeprefix(self, prefix: str, /) -> Markdown:
        return Markdown(super().removeprefix(prefix))

    def partition(self, sep: str, /) -> tuple[Markdown, Markdown, Markdown]:
        before, between, after = super().partition(sep)
        return Markdown(before), Markdown(between), Markdown(after)

    def lower_first(self) -> Markdown:
        """The text with a lowercase first letter."""
        return Markdown(self[:1].lower() + self[1:])


def md(template: str, *values: Markdown | float | date) -> Markdown:
    """Insert the values into the placeholders ``{}`` of ``template``, like ``str.format``.

    The template must be a constant, which a test checks. Values that are not ``Markdown`` are escaped, even if mypy did
    not check them.
    """
    return Markdown(template.format(*(_escape_value(value) for value in values)))


def escape(text: str) -> Markdown:
    """Escape ``text``, so that it has no formatting, mentions, emoji codes, or links.

    ``Markdown`` is returned unchanged. Right-to-left text is isolated, so that it does not reorder the text around it.
    Characters that control the direction are removed.
    """
    if isinstance(text, Markdown):
        return text
    return _isolate(_MARKS.sub(r"\\\1", text))


def code_text(text: str) -> Markdown:
    """Format text as inline code. Backticks in it become apostrophes."""
    return Markdown(" ".join(_DIRECTION_MARKS.sub("", text).replace("`", "’").split()))


def escape_prose(text: str) -> Markdown:
    """Escape an English sentence that may repeat user input, such as a refusal of the engine.

    Characters that have no meaning at their place, such as a period, are unchanged. Right-to-left parts are isolated,
    so that they do not reorder the sentence.
    """
    if isinstance(text, Markdown):
        return text
    text = _isolate_parts(_DIRECTION_MARKS.sub("", text))
    return Markdown(_LINE_START_MARKS.sub(_escape_line_start, _MARKS_IN_PROSE.sub(r"\\\1", text)))


def trust_game_text(text: str) -> Markdown:
    """Mark a game's text, in which names are already escaped, as ``Markdown``. Only for ``bot.game_text``."""
    return Markdown(text)


def trust_markdown(text: str) -> Markdown:
    """Mark the bot's own text, from the store or from one of its messages, as ``Markdown``."""
    return Markdown(text)


def quote(typed: str) -> Markdown:
    """Return typed text in quotation marks, on one line and shortened."""
    return escape_prose(f"“{core.shorten(typed)}”")


def error_message(error: RoundhouseError) -> Markdown:
    """Return the sentence of an error, escaped because an error of the engine may repeat user input."""
    text: str = error.args[0] if error.args else ""
    return escape_prose(text)


def join_lines(lines: Iterable[Markdown], between: str = "\n") -> Markdown:
    """Join lines; ``between`` is the separator."""
    return Markdown(between.join(lines))


def join_words(parts: Sequence[Markdown], last: str = "and") -> Markdown:
    """Join parts into an enumeration for a sentence: “a, b, and c”. ``last`` is the word before the last part."""
    return Markdown(core.join_words(parts, last))


def split_sentences(text: Markdown) -> list[Markdown]:
    """Split a line into sentences, each with its period. The period of “St. Louis” does not end a sentence."""
    return [Markdown(sentence) for sentence in _END_OF_SENTENCE.split(text)]


def count_noun(number: int, one: str, many: str = "") -> Markdown:
    """Return a number with its noun: “1 move”, “2 moves”. The words must be constants."""
    return Markdown(core.count_noun(number, one, many) if many else core.count_noun(number, one))


def possessive(name: Markdown) -> Markdown:
    """Return the possessive of a name: “Ada’s” for “Ada”, “your” for “you”."""
    return Markdown(core.possessive_of(name))


def replace_matches(
    text: Markdown, pattern: re.Pattern[str], replacement: Callable[[re.Match[str]], Markdown]
) -> Markdown:
    """Replace each match of ``pattern`` in ``text`` by the result of ``replacement``."""
    return Markdown(pattern.sub(replacement, text))


def split_at(text: Markdown, index: int) -> tuple[Markdown, Markdown]:
    """Return (the first ``index`` characters, the rest)."""
    return Markdown(text[:index]), Markdown(text[index:])


def to_discord(text: Markdown) -> str:
    """Convert ``Markdown`` to a string for discord.py.

    All sent text passes through here, so that mypy rejects text of other types. If mypy does not see the type, as in a
    dictionary of arguments, text that is not ``Markdown`` is escaped.
    """
    return str(escape_prose(text))


def truncate(text: Markdown, length: int) -> Markdown:
    """Shorten ``text`` to at most ``length`` characters, with an ellipsis in place of the omitted part.

    Escape sequences are not split, and each open isolate is closed.
    """
    if len(text) <= length:
        return text
    start = text[: length - 1]
    is_open = start.count(_ISOLATE) > start.count(_END_OF_ISOLATE)
    start = start[:-1] if is_open else start
    backslashes = len(start) - len(start.rstrip("\\"))
    return Markdown((start[:-1] if backslashes % 2 else start) + (f"{_END_OF_ISOLATE}…" if is_open else "…"))


def _escape_value(value: Markdown | float | date) -> Markdown | float | date:
    return escape(value) if isinstance(value, str) and not isinstance(value, Markdown) else value


def _escape_line_start(match: re.Match[str]) -> str:
    return f"{match[1] or match[3] or ''}\\{match[2] or match[4]}"


def _isolate(text: str) -> Markdown:
    text = _DIRECTION_MARKS.sub("", text)
    return Markdown(f"{_ISOLATE}{text}{_END_OF_ISOLATE}" if any(map(_is_right_to_left, text)) else text)


def _isolate_parts(text: str) -> str:
    """Isolate each right-to-left part of the text.

    A part ends before a left-to-right letter, and at the end of a line.
    """
    parts = list[str]()
    for is_letter, chars in groupby(text, lambda char: unicodedata.bidirectional(char) in ("L", "B")):
        part = "".join(chars)
        right_to_left = [] if is_letter else [index for index, char in enumerate(part) if _is_right_to_left(char)]
        if right_to_left:
            first, end = right_to_left[0], right_to_left[-1] + 1
            part = f"{part[:first]}{_ISOLATE}{part[first:end]}{_END_OF_ISOLATE}{part[end:]}"
        parts.append(part)
    return "".join(parts)


def _is_right_to_left(char: str) -> bool:
    return unicodedata.bidirectional(char) in _RIGHT_TO_LEFT
