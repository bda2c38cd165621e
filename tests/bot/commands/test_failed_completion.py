"""A completion that fails while somebody types: one line of the log for a cut connection, our number for a bug."""

from __future__ import annotations

from pathlib import Path

import aiohttp
import pytest

from bot.play.sessions import Tables
from tests.bot.cut import cut
from tests.bot.world import world


async def test_a_completion_whose_connection_breaks_is_one_line_of_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        person, _ = await running.asked()
        cut(monkeypatch, "POST", "/interactions/*", aiohttp.ServerDisconnectedError)
        await person.autocomplete(running.channel, "move", "line", "")
        said = [record.getMessage() for record in caplog.records if "completing move" in record.getMessage()]
        assert len(said) == 1 and said[0].startswith("the connection to Discord broke")
        assert not any(record.exc_info for record in caplog.records)


async def test_a_bug_in_a_completion_is_logged_once_with_our_number(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(*_: object) -> None:
        raise LookupError("a bug")

    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        person, _ = await running.asked()
        monkeypatch.setattr(Tables, "at", broken)
        assert not await person.autocomplete(running.channel, "move", "line", "")
        (said,) = [record for record in caplog.records if record.exc_info]
        assert said.name == "bot.errors" and said.getMessage().endswith("in completing move")
