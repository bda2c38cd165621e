"""Failures explained in sentences, and suggestions within Discord's limits."""

import logging
import sys
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot import limits
from bot.errors import (
    _interaction_name,
    autocomplete_from,
    check_text,
    error_summary,
    log_completion_error,
    report_exception,
    report_undelivered,
)
from engine import Refused, Unreadable
from tests.bot.announcements.notifications_of_store import error


@pytest.mark.parametrize(
    ("failure", "said"),
    [
        (Refused("No."), "No."),
        (error(404, 10062), ""),
        (error(400, 40060), ""),
        (error(403, 50001), "permission"),
        (error(403, 50013), "permission"),
        (error(500), "Something went wrong. If you report it, include error `"),
        (ConnectionError("cut"), "The connection to Discord broke while I was answering."),
        (TimeoutError(), "The connection to Discord broke while I was answering."),
        (ValueError("bug"), "Something went wrong. If you report it, include error `"),
    ],
)
def test_failure_is_explained_in_a_sentence(caplog: pytest.LogCaptureFixture, failure: Exception, said: str) -> None:
    caplog.set_level(logging.CRITICAL)
    text = report_exception(failure, "a test")
    assert bool(text) == bool(said) and said in text.replace("permissions", "permission")
    lost = report_undelivered(failure, "a test")
    assert (lost == text) == (getattr(failure, "code", 0) in (50001, 50013)) and lost


@pytest.mark.parametrize(("failure", "said"), [(ValueError("x"), "ValueError: x"), (ValueError(), "ValueError")])
def test_logged_failure_has_its_message_if_it_has_one(failure: Exception, said: str) -> None:
    assert error_summary(failure) == said


@pytest.mark.parametrize(
    ("command", "data", "said"),
    [
        (SimpleNamespace(qualified_name="game new"), {"custom_id": "m:7:3:-0 bid 9"}, "game new"),
        (None, {"custom_id": "m:7:3:-0 bid 9"}, "m:7"),
        (None, {}, ""),
        (None, None, ""),
    ],
)
def test_values_of_a_press_or_command_are_never_logged(command: Any, data: Any, said: str) -> None:
    interaction: Any = SimpleNamespace(command=command, data=data)
    assert _interaction_name(interaction) == said


def record(failure: BaseException | None, *args: Any) -> logging.LogRecord:
    info = None if failure is None else (type(failure), failure, None)
    return logging.LogRecord("discord", logging.ERROR, "", 0, "%s", args, cast(Any, info))


@pytest.mark.parametrize(
    ("found", "kept"),
    [(record(None, "x"), True), (record(KeyboardInterrupt(), "x"), True), (record(ValueError("x"), "move"), False)],
)
def test_failed_completion_is_logged_once(
    caplog: pytest.LogCaptureFixture, found: logging.LogRecord, kept: bool
) -> None:
    caplog.set_level(logging.ERROR)
    assert log_completion_error(found) is kept
    assert [line.getMessage().endswith("completing move") for line in caplog.records] == ([] if kept else [True])


async def test_suggestions_keep_discords_limits() -> None:
    pairs = [("x" * 101, "a"), ("long", "v" * 101), ("fits", "v" * 100), *((f"n{n}", str(n)) for n in range(30))]

    async def found(_: Any, __: str) -> list[tuple[str, str]]:
        return pairs

    async def refused(_: Any, __: str) -> list[tuple[str, str]]:
        raise Refused("No.")

    interaction: Any = None
    choices = await autocomplete_from(found)(interaction, "")
    assert len(choices) == limits.AUTOCOMPLETE_CHOICES and max(len(one.name) for one in choices) == limits.CHOICE_NAME
    assert [one.value for one in choices][:2] == ["a", "v" * 100]
    assert await autocomplete_from(refused)(interaction, "") == []


@pytest.mark.parametrize(
    ("text", "reads"),
    [("\ud7ff", True), ("\ud800", False), ("x\udfff", False), ("\ue000", True), (sys.maxsize, True), ("", True)],
)
def test_lone_surrogate_is_refused(text: object, reads: bool) -> None:
    if reads:
        check_text(["fine", text])
    else:
        with pytest.raises(Unreadable):
            check_text(["fine", text])


def test_failed_completion_without_a_known_command_is_still_logged(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.ERROR)
    assert log_completion_error(record(ValueError("x"))) is False
    assert [line.getMessage().endswith("completing a command") for line in caplog.records] == [True]
