"""A broken connection to Discord is not reported as a bug, and repeatable requests are retried."""

import logging
from collections.abc import Callable
from pathlib import Path

import aiohttp
import pytest

from tests.bot.broken_connection import cut
from tests.bot.simulated_channel import World, world

ERRORS: dict[str, Callable[[], Exception]] = {
    "disconnected": aiohttp.ServerDisconnectedError,
    "os error": lambda: aiohttp.ClientOSError(104, "Connection reset by peer"),
    "reset": lambda: ConnectionResetError(104, "Connection reset by peer"),
    "timeout": TimeoutError,
}
errors = pytest.mark.parametrize("error", ERRORS.values(), ids=ERRORS)


def no_bug(caplog: pytest.LogCaptureFixture) -> bool:
    """Whether the log has neither a traceback nor an error."""
    return not any(record.exc_info or record.levelno >= logging.ERROR for record in caplog.records)


@errors
async def test_undelivered_reply_is_sent_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, error: Callable[[], Exception]
) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        broken = cut(monkeypatch, "POST", "/interactions/*", error)
        said = await running.person("Ada").slash(running.channel, "board")
        assert not broken.left and "connection" not in said.response.content
        assert no_bug(caplog)


@errors
async def test_permanently_failed_reply_is_not_a_bug(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, error: Callable[[], Exception]
) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        cut(monkeypatch, "POST", "/interactions/*", error, times=2)
        said = await running.person("Ada").slash(running.channel, "board")
        assert said.response.content.startswith("The connection to Discord broke while I was answering.")
        assert "went wrong" not in said.response.content and no_bug(caplog)


async def test_player_reads_confirmation_despite_broken_connection(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        person, line = await running.first_offer()
        cut(monkeypatch, "POST", "/interactions/*", aiohttp.ServerDisconnectedError)
        said = (await person.slash(running.channel, "move", line=line)).response.content
        assert said.startswith("✓ Your move was made.\n") and (await running.table()).seq == 1
        assert no_bug(caplog)


async def test_reply_without_connection_is_logged_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        cut(monkeypatch, "POST", "/interactions/*", aiohttp.ServerDisconnectedError, times=9)
        await running.person("Ada").slash(running.channel, "board")
        assert no_bug(caplog) and "Could not send the reply to interaction" in caplog.text


@errors
@pytest.mark.parametrize("arrived", [False, True])
async def test_post_with_broken_connection_is_made_once(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    error: Callable[[], Exception],
    arrived: bool,
) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        await running.told()
        before = marks(running)
        broken = cut(monkeypatch, "POST", f"/channels/{running.channel.id}/messages", error, arrived=arrived)
        await running.move_on(1)
        await running.told()
        new = [mark for mark in marks(running) if mark not in before]
        assert not broken.left and new and len(new) == len(set(new))
        assert not running.bot.services.outbox.problem((await running.table()).id) and no_bug(caplog)


async def test_edit_with_broken_connection_is_retried(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        broken = cut(monkeypatch, "PATCH", "/channels/*/messages/*", aiohttp.ServerDisconnectedError)
        await running.move_on(1)
        await running.told()
        assert not broken.left and not running.bot.services.outbox.problem((await running.table()).id)
        assert no_bug(caplog)


def marks(running: World) -> list[str]:
    """Return the ``custom_id`` that identifies each of the bot's posts, oldest first."""
    return [",".join(running.identities(post)) for post in running.posts()]
