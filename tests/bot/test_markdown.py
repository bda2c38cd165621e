"""Text for Discord: what is escaped, and what is not."""

from typing import Any

import pytest

from bot.markdown import (
    Markdown,
    error_message,
    escape,
    escape_prose,
    join_lines,
    md,
    quote,
    split_sentences,
    to_discord,
    truncate,
)
from engine import Refused, Unreadable
from tests.bot.test_hostile_text import MARKS, NAMES, TYPED, bare, read


@pytest.mark.parametrize("name", [*NAMES.values(), TYPED, "\u05d0bc", "a\\", "||", "~~~"])
def test_escaped_text_shows_every_character_and_formats_nothing(name: str) -> None:
    shown = escape(name)
    assert read(shown).strip("\u2068\u2069") == name
    assert not [mark for mark in MARKS if mark in bare(shown)]


def test_prose_keeps_marks_without_meaning_at_their_position() -> None:
    assert escape_prose("You can’t build there (3 > 2): that’s over. Why-not!") == (
        "You can’t build there (3 > 2): that’s over. Why-not!"
    )
    assert escape_prose("> a\n# b\n-# c\n1. d") == "\\> a\n\\# b\n\\-# c\n1\\. d"
    assert escape_prose("[a](https://b.c/d) <@1>") == "\\[a\\](https\\://b\\.c/d) \\<\\@1>"


def test_plain_text_is_escaped_whatever_its_type() -> None:
    raw: Any = "**x**"
    assert md("{} {}", raw, md("*y*")) == "\\*\\*x\\*\\* *y*"
    assert error_message(Unreadable(raw)) == "\\*\\*x\\*\\*"
    assert error_message(Unreadable(md("`/game`"))) == "`/game`"
    assert escape(md("*y*")) == "*y*", "once is enough"


def test_a_typed_value_is_repeated_in_one_short_line() -> None:
    assert quote("a\n  b") == "“a b”"
    assert len(quote("x" * 21_000)) < 50


@pytest.mark.parametrize("typed", ["\u202eevil", "\u05d0\u2069\u202ex", "a\u2066b", "\u2067\u05d0"])
def test_bidirectional_marks_do_not_affect_the_text_beside_them(typed: str) -> None:
    for shown in (escape(typed), quote(typed), md("{}", escape(typed))):
        assert not any(turn in shown for turn in "\u202a\u202b\u202d\u202e\u2066\u2067")
        assert shown.count("\u2068") == shown.count("\u2069") == ("\u05d0" in typed)


def test_shortening_does_not_split_an_escape() -> None:
    text = join_lines([escape("*" * 10)])
    for length in range(2, 20):
        short = truncate(text, length)
        assert isinstance(short, Markdown) and len(short) <= length
        assert not short.removesuffix("…").endswith("\\") or short.removesuffix("…").endswith("\\\\")


def test_text_is_split_after_sentences_and_not_after_st_or_an_initial() -> None:
    text = md("The cities are St. Louis and St. Paul. {} pays 4.", escape("J. Doe"))
    assert split_sentences(text) == ["The cities are St. Louis and St. Paul.", f"{escape('J. Doe')} pays 4."]


def test_a_sentence_isolates_each_stretch_that_runs_from_right_to_left() -> None:
    shown = "\u2068שלום, עולם\u2069"
    assert escape_prose("You can’t move שלום, עולם (3).") == f"You can’t move {shown} (3)."
    assert error_message(Refused("a שלום\nb \u202eג 2")) == "a \u2068שלום\u2069\nb \u2068ג\u2069 2"
    assert quote("שלום, עולם") == f"“{shown}”"
    assert escape_prose("Ada") == "Ada"


def test_unchecked_plain_text_is_escaped_when_sent() -> None:
    message: dict[str, Any] = {"content": "[click](https://a.b)"}
    assert read(to_discord(text=message["content"])) == "[click](https://a.b)"
    assert to_discord(md("**{}**", 1)) == "**1**"
