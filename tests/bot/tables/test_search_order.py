"""Searches for tables with people run first, however many tables of computers wait."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.play.service import Player, Table, TableService
from bot.priority_semaphore import Priority, PrioritySemaphore
from engine.store import Store
from tests.bot.seated_players import ADA, TITLE


@pytest.fixture
async def tables(tmp_path: Path) -> AsyncIterator[TableService]:
    store = await Store.open(tmp_path / "tables.db")
    yield TableService(store, new_seed=lambda: 7)
    await store.close()


async def begun(tables: TableService, channel: int, *, alone: bool) -> Table:
    """Start a table at which a computer is asked; the others are computers or people."""
    opened = await tables.open_lobby(channel, None, TITLE, ADA, seated=False)
    for _ in range(3):
        await tables.add_computer(opened.id, "random")
    table = await tables.start_game(opened.id, opened.host)
    if alone:
        return table
    asked = tables.decisions(table)[0].seat
    async with tables.lock_table(table.id) as held:
        others = (Player(f"Player {seat}", seat) for seat in range(1, 4))
        players = tuple(p if n == asked else next(others) for n, p in enumerate(table.players, 1))
        return await held.save(replace(held.table, players=players))


async def test_search_for_a_table_with_people_runs_before_all_others(tables: TableService) -> None:
    people, computers = await begun(tables, 1, alone=False), await begun(tables, 2, alone=True)
    tables._computer_slots = PrioritySemaphore(2, 1)
    async with tables._computer_slots.acquire(Priority.NOBODY):
        waits = asyncio.create_task(tables.play_automatic_move(computers.id))
        assert await asyncio.wait_for(tables.play_automatic_move(people.id), 30)
        assert not waits.done()
    assert await waits


async def test_table_with_a_waiting_search_can_be_closed(tables: TableService) -> None:
    table = await begun(tables, 1, alone=True)
    async with tables._computer_slots.acquire(Priority.NOBODY):
        waits = asyncio.create_task(tables.play_automatic_move(table.id))
        await asyncio.sleep(0.01)
        assert (await asyncio.wait_for(tables.end_game(table.id, table.host), 30)).status == "ended"
    assert await waits is None


async def test_computer_seated_during_the_wait_searches(tables: TableService) -> None:
    people = await begun(tables, 1, alone=False)
    async with tables._cache.lock_of(people.id):
        waits = asyncio.create_task(tables.play_automatic_move(people.id))
        await asyncio.sleep(0.01)
        computers = tuple(replace(player, user=None, policy="random") for player in people.players)
        await tables._save(people, replace(people, players=computers))
    assert await asyncio.wait_for(waits, 30)
