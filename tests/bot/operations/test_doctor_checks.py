"""Single checks of the doctor at their boundaries: answers of Discord, the user of the database, and pending posts."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from bot.clocks.monotonic import JUMP_SECONDS
from bot.config import Settings
from bot.matchmaking.setup_checks import TABLE_PERMISSIONS
from bot.operations import check_database_file, check_discord
from bot.operations.check_database_file import (
    _check_content,
    check_last_alive,
    check_lock,
    check_outbox,
    version_result,
)
from bot.operations.check_discord import (
    _check_clock,
    _check_connections,
    _check_guilds,
    _check_intents,
    _check_permissions,
    _clock_lead,
    _fetch_guilds,
    _missing_in_guild,
    _Response,
)
from bot.operations.check_result import CheckResult

NOW = 1_000_000.0
ENOUGH = discord.Permissions(**dict.fromkeys(TABLE_PERMISSIONS, True)).value
NO_FILES = ENOUGH & ~discord.Permissions(attach_files=True).value
DB: Any = None


def told(finding: CheckResult) -> str:
    """Return severity and subject of a finding, such as “wrong clock”."""
    return f"{finding.level} {finding.what}"


def said(data: Any, status: int = 200) -> _Response:
    return _Response(status, data, None)


@pytest.mark.parametrize(
    ("ahead", "found", "words"),
    [
        (None, "note", "has no time"),
        (2.0, "fine", "agrees"),
        (-2.0, "fine", "agrees"),
        (2.1, "wrong", "2 seconds ahead of"),
        (-9.0, "wrong", "9 seconds behind"),
    ],
)
def test_the_clock_may_be_two_seconds_off(ahead: float | None, found: str, words: str) -> None:
    finding = _check_clock(ahead)
    assert told(finding) == f"{found} clock" and words in finding.text


@pytest.mark.parametrize(
    ("headers", "ahead"),
    [({"Date": "Mon, 12 Jan 1970 13:46:40 GMT"}, 6.5), ({"Date": "yesterday"}, None), ({}, None)],
)
def test_discords_clock_shows_the_second_that_has_begun(headers: dict[str, str], ahead: float | None) -> None:
    assert _clock_lead(NOW + 7, headers) == ahead


@pytest.mark.parametrize(
    ("flags", "status", "found", "words"),
    [
        (0, 200, "fine", "No privileged intents are on"),
        (0, 500, "note", "(status 500)"),
        (1 << 12, 200, "note", "Bot: presence."),
        (1 << 13, 200, "note", "Bot: presence."),
        (1 << 14 | 1 << 19, 200, "note", "Bot: guild members and message content."),
    ],
)
def test_privileged_intents_are_named_however_they_were_given(flags: int, status: int, found: str, words: str) -> None:
    finding = _check_intents(said({"flags": flags}, status))
    assert told(finding) == f"{found} intents" and words in finding.text


@pytest.mark.parametrize(
    ("chosen", "advised", "left", "found", "words"),
    [
        (None, 2, 2, "fine", "A start needs 2 connections. Discord allows 2 more"),
        (None, 2, 1, "wrong", "A start needs 2 connections, and Discord allows 1 more today. Wait 61 minutes."),
        (3, 2, 3, "fine", "A start needs 3"),
        (1, 2, 9, "note", "ROUNDHOUSE_SHARDS is 1, but Discord advises 2"),
        (2, 2, 1, "wrong", "A start needs 2"),
        (2, 5, 9, "note", "Leave it empty to follow"),
        (2, 6, 9, "wrong", "Discord refuses this number of shards: ROUNDHOUSE_SHARDS is 2, but Discord advises 6"),
    ],
)
def test_a_start_needs_as_many_connections_as_are_chosen_or_advised(
    chosen: int | None, advised: int, left: int, found: str, words: str
) -> None:
    limits = {"remaining": left, "reset_after": 3_600_000}
    finding = _check_connections(said({"shards": advised, "session_start_limit": limits}), Settings(shards=chosen))
    assert told(finding) == f"{found} connections" and words in finding.text


def test_several_bots_need_a_number_of_connections_so_the_advice_names_one() -> None:
    limits = {"remaining": 9, "reset_after": 3_600_000}
    finding = _check_connections(said({"shards": 4, "session_start_limit": limits}), Settings(shards=2, shards_each=1))
    assert "Stop all processes, and set it to 4 for each" in finding.text and "empty" not in finding.text


def test_no_address_to_connect_to_is_wrong() -> None:
    assert told(_check_connections(said(None, 500), Settings())) == "wrong connections"


@pytest.mark.parametrize(
    ("pages", "servers", "asked"),
    [
        ([3], 3, [0]),
        ([0], 0, [0]),
        ([200, 3], 203, [0, 199]),
        ([200] * 9, 1_000, [0, 199, 199, 199, 199]),
        ([-1], 0, [0]),
    ],
)
async def test_servers_are_asked_for_page_by_page_up_to_a_thousand(
    monkeypatch: pytest.MonkeyPatch, pages: list[int], servers: int, asked: list[int]
) -> None:
    left, after = iter(pages), list[int]()

    async def get(_: Any, path: str) -> _Response:
        assert path.startswith("/users/@me/guilds?limit=200&after=")
        after.append(int(path.split("=")[-1]))
        count = next(left)
        return said([{"id": number} for number in range(count)], 200 if count >= 0 else 500)

    monkeypatch.setattr(check_discord, "_fetch", get)
    assert (len(await _fetch_guilds(cast(Any, None))), after) == (servers, asked)


@pytest.mark.parametrize(
    ("guild", "joined", "found"),
    [
        (None, [], ["note servers"]),
        (5, [], ["wrong servers"]),
        (5, [6], ["wrong servers"]),
        (5, [6, 5], ["fine servers", "fine permissions"]),
        (None, [6], ["fine servers", "fine permissions"]),
    ],
)
def test_bot_must_be_on_some_server_and_on_the_named_one(
    guild: int | None, joined: list[int], found: list[str]
) -> None:
    every: Any = [{"id": str(number), "permissions": str(ENOUGH)} for number in joined]
    assert [told(finding) for finding in _check_guilds(every, Settings(guild=guild))] == found


@pytest.mark.parametrize(
    ("granted", "found", "words"),
    [
        ([ENOUGH, ENOUGH], "fine", "on every server"),
        ([discord.Permissions(administrator=True).value], "fine", "on every server"),
        ([0, ENOUGH], "note", "S0 doesn’t give the bot View Channel, Send Messages, "),
        ([ENOUGH, 0, 0], "note", "S1 doesn’t give"),
        (
            [ENOUGH, NO_FILES, 0],
            "note",
            "S1 doesn’t give the bot Attach Files, and permissions are missing on 1 more server.",
        ),
        ([0, 0, 0], "wrong", ", and permissions are missing on 2 more servers."),
        ([0], "wrong", "S0 doesn’t give"),
    ],
)
def test_permissions_are_wrong_where_no_server_gives_them(granted: list[int], found: str, words: str) -> None:
    every: Any = [{"name": f"S{number}", "permissions": str(value)} for number, value in enumerate(granted)]
    finding = _check_permissions(every)
    assert told(finding) == f"{found} permissions" and words in finding.text
    assert ("permissions are missing" in finding.text) == (granted.count(0) + granted.count(NO_FILES) > 1)


# -- the database


@pytest.mark.parametrize(
    ("held", "is_running", "found"),
    [(True, False, "wrong"), (False, True, "wrong"), (True, True, "fine"), (False, False, "fine")],
)
def test_the_bot_that_is_meant_to_run_has_the_database(held: bool, is_running: bool, found: str) -> None:
    assert told(check_lock(held, is_running)) == f"{found} lock"


@pytest.mark.parametrize(("version", "found"), [(7, "fine"), (6, "note")])
def test_older_database_version_is_migrated_by_the_next_start(version: int, found: str) -> None:
    assert told(version_result(version, 7)) == f"{found} database"


@pytest.mark.parametrize(
    ("waited", "held", "found", "minutes"),
    [
        (None, True, "fine", None),
        (-5, True, "fine", "less than a minute"),
        (60, True, "fine", "1 minute"),
        (599, True, "fine", "9 minutes"),
        (600, True, "wrong", "10 minutes"),
        (600, False, "note", "10 minutes"),
    ],
)
def test_post_pending_for_ten_minutes_is_a_problem_if_a_bot_runs(
    monkeypatch: pytest.MonkeyPatch, waited: float | None, held: bool, found: str, minutes: str | None
) -> None:
    waiting = SimpleNamespace(oldest=None if waited is None else NOW - waited, tables=3)
    monkeypatch.setattr(check_database_file, "load_outbox_backlog", lambda _: waiting)
    finding = check_outbox(DB, held, NOW)
    assert told(finding) == f"{found} outbox"
    assert minutes is None or f"pending posts: 3, the oldest for {minutes}." in finding.text


@pytest.mark.parametrize(
    ("last", "found"), [(None, 0), (NOW, 0), (NOW + JUMP_SECONDS, 0), (NOW + JUMP_SECONDS + 1, 1), (NOW + 7_200, 1)]
)
def test_last_saved_time_in_the_future_is_a_problem(
    monkeypatch: pytest.MonkeyPatch, last: float | None, found: int
) -> None:
    monkeypatch.setattr(check_database_file, "load_last_alive", lambda _: last)
    findings = list(check_last_alive(DB, NOW))
    assert len(findings) == found
    assert not findings or f"{int((last or 0) - NOW) // 60} minutes behind" in findings[0].text


def test_server_without_stated_permissions_lacks_all_of_them() -> None:
    assert len(_missing_in_guild({"id": "5"})) == len(TABLE_PERMISSIONS)


def test_unexpected_file_error_is_reported_with_its_reason(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def opened(*_: Any, **__: Any) -> Any:
        raise ValueError("odd bytes")

    monkeypatch.setattr(check_database_file, "open_read_only", opened)
    (found,) = _check_content(tmp_path / "tables.db", is_locked=False, now=NOW)
    assert found.text == "The database can’t be read: odd bytes. Restore a backup."
