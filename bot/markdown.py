"""Text for Discord as a type of its own: only what is escaped, or a constant of the code, can become part of it.

What sends a message takes ``Markdown``, which ``md`` makes of a template and values. A name, or anything else that a
person has typed, enters through ``escape`` or ``quote``; a text of a game through ``bot.game_text``.
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
_MARKS_IN_PROSE = re.compile(r"([\\*_~`|@\[\]]|<(?=[@#:/]|a:|t:|id:)|:(?=//)|:(?=\w+:)|(?<=\w)\.(?=\w+/))")
"""Marks of emphasis, code, spoilers, mentions, links, addresses and emoji."""
_LINE_START_MARKS = re.compile(r"^(\s*)([#>+-])|^(\s*\d+)(\.)(?=\s)", re.MULTILINE)
"""Marks of headings, quotes and lists."""
_END_OF_SENTENCE = re.compile(r"(?<=\.)(?<!\\\.)(?<!\bSt\.) ")
"""The space between two sentences; a full stop in a name is escaped."""
_RIGHT_TO_LEFT = ("R", "AL", "AN")
"""Bidirectional classes of letters and digits that turn the line around (UAX #9)."""
_DIRECTION_MARKS = re.compile("[\u202a-\u202e\u2066-\u2069]")
"""Invisible characters that turn what follows, or end the isolation of a text (UAX #9, explicit formatting)."""


_ISOLATE, _END_OF_ISOLATE = "\u2068", "\u2069"
"""Around text of which the direction is its own (UAX #9)."""


class Markdown(str):
    """Text that Discord renders as Markdown. Made by the functions of this module alone."""

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
        """The text with a small first letter."""
        return Markdown(self[:1].lower() + self[1:])


def md(template: str, *values: Markdown | float | date) -> Markdown:
    """``template`` with the values in place of each ``{}``, as ``str.format`` does.

    The template is a constant: a test refuses anything else. Text that is no ``Markdown`` is escaped, whatever mypy
    was told of it.
    """
    return Markdown(template.format(*(_escape_value(value) for value in values)))


def escape(text: str) -> Markdown:
    """``text`` as it is, whatever it holds: no markdown, mention, emoji code or link comes of it; ``Markdown`` stays.

    Text that runs from right to left is isolated, so that it does not turn the text beside it, and characters that
    would turn it are left out.
    """
    if isinstance(text, Markdown):
        return text
    return _isolate(_MARKS.sub(r"\\\1", text))


def code_text(text: str) -> Markdown:
    """Text between backticks: nothing in it is a mark but a backtick, which becomes an apostrophe."""
    return Markdown(" ".join(_DIRECTION_MARKS.sub("", text).replace("`", "’").split()))


def escape_prose(text: str) -> Markdown:
    """An English sentence that may repeat what somebody typed, such as a refusal of the engine, without any markdown.

    Marks that mean nothing in Discord at their place, such as a full stop, stay as they are. Each stretch of it that
    runs from right to left is isolated, so that the sentence around it keeps its order.
    """
    if isinstance(text, Markdown):
        return text
    text = _isolate_stretches(_DIRECTION_MARKS.sub("", text))
    return Markdown(_LINE_START_MARKS.sub(_escape_line_start, _MARKS_IN_PROSE.sub(r"\\\1", text)))


def trust_game_text(text: str) -> Markdown:
    """A text that a game has made, in which every name is escaped already. For ``bot.game_text`` alone."""
    return Markdown(text)


def trust_markdown(text: str) -> Markdown:
    """Markdown that the bot itself has made: it comes out of the store, or out of one of the bot's messages."""
    return Markdown(text)


def quote(typed: str) -> Markdown:
    """A typed value in quotation marks, in one line and short enough to be repeated."""
    return escape_prose(f"“{core.shorten(typed)}”")


def error_message(error: RoundhouseError) -> Markdown:
    """The sentence of an error; one of the engine may repeat what somebody typed."""
    text: str = error.args[0] if error.args else ""
    return escape_prose(text)


def join_lines(lines: Iterable[Markdown], between: str = "\n") -> Markdown:
    """The lines with ``between`` them."""
    return Markdown(between.join(lines))


def join_words(parts: Sequence[Markdown], last: str = "and") -> Markdown:
    """The parts as a list in a sentence: “a, b and c”."""
    return Markdown(core.join_words(parts, last))


def split_sentences(text: Markdown) -> list[Markdown]:
    """The sentences of a line, each with its full stop. “St. Louis” is one word."""
    return [Markdown(sentence) for sentence in _END_OF_SENTENCE.split(text)]


def count_noun(number: int, one: str, many: str = "") -> Markdown:
    """A number of things: “1 move”, “2 moves”. The words are constants."""
    return Markdown(core.count_noun(number, one, many) if many else core.count_noun(number, one))


def possessive(name: Markdown) -> Markdown:
    """A name in the possessive: “Ada’s”, “your”."""
    return Markdown(core.possessive_of(name))


def replace_matches(
    text: Markdown, pattern: re.Pattern[str], replacement: Callable[[re.Match[str]], Markdown]
) -> Markdown:
    """``text`` with each match of ``pattern`` replaced by ``replacement`` of it."""
    return Markdown(pattern.sub(replacement, text))


def split_at(text: Markdown, index: int) -> tuple[Markdown, Markdown]:
    """The first ``index`` characters, and the rest."""
    return Markdown(text[:index]), Markdown(text[index:])


def to_discord(text: Markdown) -> str:
    """The text as discord.py takes it. What is sent to Discord passes here, so that mypy refuses any other text.

    Text that is no ``Markdown`` is escaped, whatever mypy was told of it, such as by a dictionary of arguments.
    """
    return str(escape_prose(text))


def truncate(text: Markdown, length: int) -> Markdown:
    """``text`` in at most ``length`` characters, with an ellipsis where something was left out.

    No escape is halved, and no isolate is left open, which would turn the text after it around.
    """
    if len(text) <= length:
        return text
    start = text[: length - 1]
    is_open = start.count(_ISOLATE) > start.count(_END_OF_ISOLATE)
    start = start[:-1] if is_open else start
    marks = len(start) - len(start.rstrip("\\"))
    return Markdown((start[:-1] if marks % 2 else start) + (f"{_END_OF_ISOLATE}…" if is_open else "…"))


def _escape_value(value: Markdown | float | date) -> Markdown | float | date:
    return escape(value) if isinstance(value, str) and not isinstance(value, Markdown) else value


def _escape_line_start(match: re.Match[str]) -> str:
    return f"{match[1] or match[3] or ''}\\{match[2] or match[4]}"


def _isolate(text: str) -> Markdown:
    """The text without ``_DIRECTION_MARKS``, so that it does not turn what is beside it if it runs from right to
    left.
    """
    text = _DIRECTION_MARKS.sub("", text)
    return Markdown(f"{_ISOLATE}{text}{_END_OF_ISOLATE}" if any(map(_is_right_to_left, text)) else text)


def _isolate_stretches(text: str) -> str:
    """The text with an isolate around each stretch from a letter that runs from right to left to the last such one.

    A letter that runs from left to right ends a stretch, and so does the end of a line.
    """
    stretches = list[str]()
    for is_letter, chars in groupby(text, lambda char: unicodedata.bidirectional(char) in ("L", "B")):
        stretch = "".join(chars)
        turning = [] if is_letter else [at for at, char in enumerate(stretch) if _is_right_to_left(char)]
        if turning:
            first, end = turning[0], turning[-1] + 1
            stretch = f"{stretch[:first]}{_ISOLATE}{stretch[first:end]}{_END_OF_ISOLATE}{stretch[end:]}"
        stretches.append(stretch)
    return "".join(stretches)


def _is_right_to_left(char: str) -> bool:
    return unicodedata.bidirectional(char) in _RIGHT_TO_LEFT
