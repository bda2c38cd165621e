"""The start of the program."""

import gc
import logging
import runpy
import sqlite3
import sys
from functools import partial
from pathlib import Path
from typing import Any, cast
from unittest.mock import AsyncMock, Mock

import discord
import pytest

from bot import __main__ as program
from bot import local
from bot.client import Roundhouse
from bot.config import Settings, load_settings, setting_warnings
from bot.services import Services

ABOUT_NO_TABLE = (
    *("q:7:0:m00", "q:7:3:a1 p1 pass", "P:7:0:m0", "j:7:0:m00", "j:7:0:show", "L:7:0:railroader", "i:7:0:large.on"),
    *("S:7:0:home", "B:7:0:play daily", "B:0:7:here", "z:7:0:1 q:m00", "z:7:0:1 j:m00", "z:7:0:1 P:m0"),
)
"""Presses whose number is a daily, a puzzle, a lesson, a season, or nothing."""


def test_imported_modules_are_excluded_from_garbage_collection(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = list[int]()
    monkeypatch.setattr(program, "load_settings", lambda folder: Settings(token="t"))
    monkeypatch.setattr(program, "_run_on_discord", lambda settings: seen.append(gc.get_freeze_count()))
    gc.unfreeze()  # the tests have done so for themselves, and it is so again afterwards
    program.main([])
    assert seen[0] > 10_000


def test_unknown_argument_gives_exit_status_2_and_the_usage(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit, match="2"):
        program.main(["--locally"])
    assert capsys.readouterr().err == (
        "usage: python -m bot [-h] [--local]\npython -m bot: error: unrecognized arguments: --locally\n"
    )


def test_program_reads_all_its_arguments(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["bot", "--locally"])
    with pytest.raises(SystemExit, match="2"):
        runpy.run_path(str(program.__file__), run_name="__main__")
    assert "usage" in capsys.readouterr().err


def _full() -> sqlite3.Error:
    error = sqlite3.OperationalError("database or disk is full")
    error.sqlite_errorcode = sqlite3.SQLITE_FULL
    return error


def _closed(code: int) -> Exception:
    return discord.ConnectionClosed(cast(Any, Mock(close_code=code)), shard_id=0)


@pytest.mark.parametrize(
    ("met", "said"),
    [
        (discord.LoginFailure("no"), "Discord rejected DISCORD_TOKEN."),
        (
            discord.HTTPException(cast(Any, Mock(status=500, reason="broken")), "down"),
            "Discord did not let the bot start: ",
        ),
        (ConnectionError("no network"), "Cannot reach Discord: "),
        (_closed(4010), "Set the same ROUNDHOUSE_SHARDS"),
        (_closed(4011), "Set a higher ROUNDHOUSE_SHARDS"),
        (_closed(4013), "Update the bot."),
        (_closed(4999), "Discord closed the connection (code 4999)."),
        (discord.PrivilegedIntentsRequired(None), "page Bot,"),
        (_full(), "The disk is full, so the database cannot be written;"),
    ],
)
def test_failed_start_gives_exit_status_1_and_the_reason(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    met: Exception,
    said: str,
) -> None:
    monkeypatch.setattr(program, "set_up_log", lambda *_: None)
    monkeypatch.setattr(program.signal, "signal", lambda *_: None)
    monkeypatch.setattr(program, "build_bot", lambda settings: Mock(run=Mock(side_effect=met)))
    assert program._run_on_discord(Settings(token="t", database=str(tmp_path / "tables.db"))) == 1
    assert said in capsys.readouterr().err


def test_missing_simulated_discord_is_explained_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("bot.local.find_spec", lambda module: None if module == "simcord" else module)
    assert local.main(Settings()) == 1
    assert "pip install" in capsys.readouterr().err


def test_simulated_discord_is_served_if_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.local.server.run_server", lambda settings: 7)
    monkeypatch.setattr("bot.local.set_up_log", lambda settings: None)
    assert local.main(Settings()) == 7


@pytest.mark.parametrize(("said", "kept"), [("Privileged message content intent is missing.", False), ("Oh.", True)])
def test_a_warning_about_intents_that_the_bot_does_not_need_is_left_out(said: str, kept: bool) -> None:
    record = logging.LogRecord("discord.state", logging.WARNING, "state.py", 1, said, None, None)
    assert program._is_not_about_intents(record) is kept


@pytest.mark.parametrize(
    ("data", "channel", "kicked"),
    [
        ({"custom_id": "m:7:0:-0"}, 5, 7),
        ({"custom_id": "z:7:0:1 v:cboard"}, 5, 7),
        ({"custom_id": "B:7:2:join"}, 5, 7),
        ({"name": "move"}, 5, 5),
        (None, 5, 5),
        *(({"custom_id": identity}, 5, 5) for identity in ABOUT_NO_TABLE),
    ],
)
async def test_failed_press_wakes_its_table_or_that_of_its_channel(
    data: dict[str, str] | None, channel: int, kicked: int
) -> None:
    table_of = AsyncMock(side_effect=lambda number: Mock(id=number))
    at = Mock(tables=Mock(get=table_of, table_in_channel=table_of))
    at.find_table = partial(Services.find_table, at)
    await Roundhouse.wake_table_of(cast(Any, Mock(services=at)), Mock(data=data, channel_id=channel))
    at.outbox.wake.assert_called_once_with(kicked)


@pytest.mark.parametrize(("words", "is_running"), [(["doctor"], False), (["doctor", "--running"], True)])
def test_program_returns_its_exit_status(monkeypatch: pytest.MonkeyPatch, words: list[str], is_running: bool) -> None:
    asked = list[bool]()

    def examined(settings: Settings, *, is_running: bool, remarks: list[str]) -> int:
        asked.append(is_running)
        return 1

    monkeypatch.setattr(program, "examine", examined)
    assert program.main(words) == 1
    assert asked == [is_running]


@pytest.mark.parametrize("words", [["doctor"], ["--local"]])
def test_misspelled_setting_is_reported(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".env").write_text("ROUNDHOUSE_SHARD=2")
    monkeypatch.setattr("bot.local.main", lambda settings: 1)
    monkeypatch.setenv("ROUNDHOUSE_PICTURES", "none")
    assert program.main(words) == 1
    assert "There’s no setting ROUNDHOUSE_SHARD (line 1 of .env). Did you mean ROUNDHOUSE_SHARDS?" in "".join(
        capsys.readouterr()
    )


WRONG = "ROUNDHOUSE_PACE=soon\nROUNDHOUSE_LOG: error\nROUNDHOUSE_SHARD=2\n"


def test_setting_of_an_earlier_release_is_reported_and_does_not_stop_the_start(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("ROUNDHOUSE_POST_FILES=webp")
    assert load_settings(tmp_path) == Settings()
    assert setting_warnings(tmp_path) == [
        "The setting ROUNDHOUSE_POST_FILES (line 1 of .env) has no effect anymore: every picture is a PNG file now."
        " Remove it."
    ]


def test_start_names_all_wrong_settings_and_does_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".env").write_text(WRONG)
    assert program.main([]) == 1
    assert capsys.readouterr() == (
        "",
        "There’s no setting ROUNDHOUSE_SHARD (line 3 of .env). Did you mean ROUNDHOUSE_SHARDS?\n"
        "Line 2 of .env can’t be read. Write ROUNDHOUSE_LOG=value, with an equals sign, and no word before the name.\n"
        "Invalid setting: Expected a number for ROUNDHOUSE_PACE.\n",
    )


def test_doctor_names_all_wrong_settings_like_the_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".env").write_text(WRONG)
    assert program.main(["doctor"]) == 1
    assert capsys.readouterr() == (
        "note   settings: There’s no setting ROUNDHOUSE_SHARD (line 3 of .env). Did you mean ROUNDHOUSE_SHARDS?\n"
        "wrong  settings: Line 2 of .env can’t be read. Write ROUNDHOUSE_LOG=value, with an equals sign, and no word"
        " before the name.\n"
        "wrong  settings: Invalid setting: Expected a number for ROUNDHOUSE_PACE.\n"
        "2 problems found. Correct the settings, then run the doctor again: it skipped the other checks.\n",
        "",
    )


def test_binary_settings_file_is_explained_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".env").write_bytes(b"DISCORD_TOKEN=\xff")
    assert program.main([]) == 1
    assert capsys.readouterr().err == f"Cannot read the settings in {tmp_path / '.env'}: save the file as UTF-8 text.\n"


def test_invalid_tile_list_is_reported_and_does_not_stop_the_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "ours.txt").write_text("Denver 4", "utf-8")
    monkeypatch.setattr(program, "load_settings", lambda folder: Settings(token="t", boxes=str(tmp_path)))
    monkeypatch.setattr(program, "setting_warnings", lambda folder: [])
    monkeypatch.setattr(program, "_run_on_discord", lambda settings: 7)
    assert program.main([]) == 7
    assert capsys.readouterr().err.startswith(
        "ours.txt in ROUNDHOUSE_BOXES is left out. Line 1: “Denver 4” isn’t a city tile."
    )
