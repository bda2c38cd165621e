"""The number of table lookups for one press, each of which may read the database."""

import asyncio
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from bot.play.service import TableService
from bot.tables.cache import TableCache
from bot.tables.table import LogEntry, Table
from engine.core import verb_of
from tests.bot.simulated_channel import world
from tests.bot.whole_game import chosen

CONFIRMING = 3
"""Lookups for *Confirm*: by the access check, under the lock of the move, and after it."""


async def test_confirm_looks_up_the_table_three_times(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    looked, playing = Counter[Any](), list[Any]()
    look, load, play = TableCache.get, TableCache.get_locked, TableService.play_move

    async def counted_look(cache: TableCache, table_id: int) -> Table:
        looked[asyncio.current_task()] += 1
        return await look(cache, table_id)

    async def counted_load(cache: TableCache, table_id: int) -> Table:
        looked[asyncio.current_task()] += 1
        return await load(cache, table_id)

    async def noted(tables: TableService, *given: Any, **named: Any) -> LogEntry:
        playing.append(asyncio.current_task())
        return await play(tables, *given, **named)

    async with world(tmp_path) as running:
        await running.started("Ada", "Ben", title="railroader")
        person, decision = await running.asked()
        wanted = next(offer for offer in decision.offers if verb_of(offer) == "buy")
        first = await person.click(running.latest("Your move"), label="Your move")
        shown, _ = await chosen(running, person, first, wanted)
        monkeypatch.setattr(TableCache, "get", counted_look)
        monkeypatch.setattr(TableCache, "get_locked", counted_load)
        monkeypatch.setattr(TableService, "play_move", noted)
        await person.click(shown.response, label="Confirm")
        assert await running.moves() == 1
    assert looked[playing[0]] == CONFIRMING
