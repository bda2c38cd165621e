"""Autocompletion: Discord's limits, and what is logged when it fails."""

from pathlib import Path
from typing import Any, cast

import aiohttp
import pytest

from bot.errors import autocomplete_from
from bot.play.service import TableService
from tests.bot.broken_connection import cut
from tests.bot.simulated_channel import world


async def test_autocomplete_with_broken_connection_is_logged_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        person, _ = await running.asked()
        cut(monkeypatch, "POST", "/interactions/*", aiohttp.ServerDisconnectedError)
        await person.autocomplete(running.channel, "move", "line", "")
        said = [record.getMessage() for record in caplog.records if "completing move" in record.getMessage()]
        assert len(said) == 1 and said[0].startswith("Lost the connection to Discord")
        assert not any(record.exc_info for record in caplog.records)


async def test_autocomplete_bug_is_logged_once_with_error_number(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(*_: object) -> None:
        raise LookupError("a bug")

    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        person, _ = await running.asked()
        monkeypatch.setattr(TableService, "table_in_channel", broken)
        assert not await person.autocomplete(running.channel, "move", "line", "")
        (said,) = [record for record in caplog.records if record.exc_info]
        assert said.name == "bot.errors" and said.getMessage().endswith("in completing move")


async def test_autocomplete_keeps_discord_limit() -> None:
    async def found(*_: object) -> list[tuple[str, str]]:
        return [("n" * 101, "v" * 101), ("n" * 101, "v" * 100), *((str(n), str(n)) for n in range(30))]

    choices = await autocomplete_from(found)(cast(Any, None), "")
    assert [len(choice.value) for choice in choices][:2] == [100, 1] and len(choices) == 25
    assert len(choices[0].name) == 100
