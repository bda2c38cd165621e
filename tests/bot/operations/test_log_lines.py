"""The log as JSON lines: their fields, and what they must never contain."""

import asyncio
import json
import logging
import subprocess
import sys
from typing import Any

import pytest

from bot.config import Settings
from bot.errors import report_exception
from bot.operations.json_log import log_formatter
from engine.errors import Unreadable

TOKEN = "MTA5ODc2NTQzMjEwOTg3NjU0.GxYzAb.dGhpcyBpcyBhIHNlY3JldCB0b2tlbg"
PRESS = "aW50ZXJhY3Rpb246MTIzNDU2Nzg5OnNlY3JldA=="
SEED = "340282366920938463463374607431768211455"


def line(record: logging.LogRecord, token: str = TOKEN) -> dict[str, Any]:
    formatter = log_formatter(Settings(token=token, log_format="json"))
    assert formatter is not None
    text = formatter.format(record)
    assert "\n" not in text
    read: dict[str, Any] = json.loads(text)
    return read


def record(message: object, *args: object, name: str = "bot.client", error: Exception | None = None) -> Any:
    trace = (type(error), error, error.__traceback__) if error else None
    return logging.LogRecord(name, logging.WARNING, "file.py", 1, message, args, trace)


def test_without_the_setting_lines_are_text() -> None:
    assert log_formatter(Settings()) is None


def test_a_line_is_an_object_with_time_level_logger_and_message() -> None:
    said = line(record("%d tables in “%s”\nand more", 3, "games"))
    assert said.pop("time").endswith("+00:00")
    assert said == {"level": "warning", "logger": "bot.client", "message": "3 tables in “games”\nand more"}


async def test_work_on_one_table_names_it() -> None:
    async def work() -> dict[str, Any]:
        return line(record("told"))

    assert (await asyncio.create_task(work(), name="announce-12"))["table"] == 12
    assert "table" not in await asyncio.create_task(work(), name="watch-times")


def failure(words: str) -> Exception:
    try:
        raise KeyError(words)
    except KeyError as error:
        return error


def test_logged_exception_has_kind_and_place_but_no_message() -> None:
    said = line(record("error %s in %s", "1f2e", "a command", error=failure("a hand: Pittsburgh, Cincinnati")))
    assert said["error"] == "KeyError" and said["message"] == "error 1f2e in a command"
    assert said["where"][-1].endswith(" failure") and "test_log_lines.py:" in said["where"][-1]
    assert "Pittsburgh" not in json.dumps(said)


@pytest.mark.parametrize("error", [Unreadable("Its hand holds Pittsburgh."), failure("Pittsburgh")])
def test_exception_argument_of_a_line_is_logged_by_kind_alone(error: Exception) -> None:
    said = line(record("table %d is set aside: %s", 4, error))
    assert said["message"] == f"table 4 is set aside: {type(error).__name__}"
    assert "Pittsburgh" not in json.dumps(line(record(error)))


def test_network_exception_keeps_its_message() -> None:
    assert line(record("cut off (%s)", OSError("no route")))["message"] == "cut off (no route)"


def test_exception_of_a_background_task_is_logged_without_its_message() -> None:
    said = line(record(f"Task exception was never retrieved\nfuture: {failure('Pittsburgh')!r}", name="asyncio"))
    assert said["message"] == "Task exception was never retrieved"


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        (f"logged in with {TOKEN}", TOKEN),
        ("logged in with abc", "abc"),
        (f"another bot's {TOKEN[1:]}", TOKEN[1:]),
        (f"POST https://discord.com/api/v10/interactions/123/{PRESS}/callback responded with 429", PRESS),
        ("PATCH https://discord.com/api/v10/webhooks/123/short/messages/@original responded with 429", "short"),
        (f"token {PRESS}", PRESS),
        (f"dealt with {SEED}", SEED),
    ],
)
def test_secrets_are_hidden(text: str, secret: str) -> None:
    token = "abc" if secret == "abc" else TOKEN
    said = line(record("%s", text), token)["message"]
    assert secret not in said and "[hidden]" in said


def test_ids_and_addresses_are_not_hidden() -> None:
    text = "user 1098765432109876543 at /interactions/123/tok/callback"
    assert line(record(text))["message"] == "user 1098765432109876543 at /interactions/123/[hidden]/callback"


def test_line_with_wrong_arguments_is_logged_without_them() -> None:
    assert line(record("%d of %d", "many"))["message"] == "%d of %d"


def test_a_bug_that_a_player_meets_is_one_line(caplog: pytest.LogCaptureFixture) -> None:
    answer = report_exception(failure("a seed"), "a command")
    said = line(caplog.records[0])
    assert said["message"].split()[1] in answer and said["error"] == "KeyError" and "a seed" not in json.dumps(said)


@pytest.mark.parametrize("module", ["bot.__main__", "bot.local"])
def test_json_lines_are_written_to_standard_error(module: str) -> None:
    wanted = "Settings(log_format='json')"
    call = f"20, log_formatter({wanted})" if module == "bot.__main__" else wanted
    code = (
        f"import logging; from {module} import set_up_log; from bot.config import Settings\n"
        f"from bot.operations.json_log import log_formatter; set_up_log({call})\n"
        "logging.getLogger('bot.client').warning('here')"
    )
    ended = subprocess.run([sys.executable, "-W", "ignore", "-c", code], capture_output=True, text=True, check=True)
    assert json.loads(ended.stderr)["message"] == "here"


def test_missing_voice_support_is_not_logged() -> None:
    code = (
        "import logging; from bot.__main__ import set_up_log; from bot.client import build_bot\n"
        "from bot.config import Settings; set_up_log(20); build_bot(Settings(token='t'))\n"
        "logging.getLogger('discord.client').warning('other')"
    )
    ended = subprocess.run([sys.executable, "-W", "ignore", "-c", code], capture_output=True, text=True, check=True)
    [line] = ended.stderr.splitlines()
    assert line.endswith("other")


def test_error_object_that_was_not_raised_is_also_named() -> None:
    never = (ValueError, ValueError("odd"), None)
    told = line(logging.LogRecord("bot", logging.ERROR, "", 0, "It failed.", (), never))
    assert (told["error"], told["where"]) == ("ValueError", [])
