"""The number of store calls for a move is limited, like the number of requests."""

import asyncio
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bot.tables.empty_rows import EmptyRowsCache
from bot.ui.components import custom_id
from engine import GAMES
from engine.store import Store
from tests.bot.simulated_channel import NAMES, World, spelled, world
from tests.bot.whole_game import person_at

HOPS = 5
"""Maximum store calls for a move.

These are the move, the log for the length of the turn, a state for how much of it can be undone, a state for the begin
of the phase, and the mark that the move is posted. A move that is made automatically takes one more.
"""

Hops = list[Callable[[sqlite3.Connection], Any]]


@pytest.fixture
def hops(monkeypatch: pytest.MonkeyPatch) -> Hops:
    """Return the list of recorded store calls."""
    asked: Hops = []

    def counted(plain: Callable[..., Any]) -> Callable[..., Any]:
        async def hop(self: Store, work: Callable[[sqlite3.Connection], Any], *notices: Any, **given: Any) -> Any:
            asked.append(work)
            return await plain(self, work, *notices, **given)

        return hop

    monkeypatch.setattr(Store, "read", counted(Store.read))
    monkeypatch.setattr(Store, "write", counted(Store.write))
    return asked


async def moved_on(running: World, hops: Hops) -> int:
    """Confirm the first offer with all that follows, and return the number of moves made."""
    table = await running.table()
    decision = running.bot.services.tables.decisions(table)[0]
    identity = custom_id("a", table.id, table.seq, f"- {spelled(next(iter(decision.offers)))}")
    hops.clear()
    await running.press_again(person_at(running, table, decision.seat), running.latest("Your move"), identity)
    while running.bot.services.outbox.tasks.keys or running.bot.services.scheduler.tasks.keys:
        await running.env.settle()
    return (await running.bot.services.tables.get(table.id)).seq - table.seq


@pytest.mark.parametrize("title", GAMES)
async def test_move_makes_few_store_calls(tmp_path: Path, hops: Hops, title: str) -> None:
    async with world(tmp_path) as running:
        lobby = await running.lobby(*NAMES[:3], title=title)
        await running.bot.services.tables.set_term(lobby.id, "clock", "daily")
        await running.person(NAMES[0]).slash(running.channel, "game start")
        await running.told()
        await moved_on(running, hops)  # what the table has not is known from now on
        for _ in range(5):
            made = await moved_on(running, hops)
            assert made and made < len(hops) <= HOPS + made - 1


async def test_empty_rows_of_a_table_are_cached_until_something_is_added(tmp_path: Path, hops: Hops) -> None:
    store, bare = await things(tmp_path)
    try:
        assert await bare.read(1) == 0
        hops.clear()
        assert await bare.read(1) == 0 and not hops
        with bare.invalidate_after(1):
            await store.write(one_more)
        assert await bare.read(1) == 1
    finally:
        await store.close()


async def test_row_added_during_the_read_is_not_missed(tmp_path: Path) -> None:
    store, bare = await things(tmp_path)
    try:
        reading = asyncio.create_task(bare.read(1))
        await asyncio.sleep(0)
        with bare.invalidate_after(1):  # which is left before it is written, as by a task that is canceled
            writing = asyncio.create_task(store.write(one_more))
            await asyncio.sleep(0)
        assert await reading == 0
        await writing
        assert await bare.read(1) == 1
    finally:
        await store.close()


async def things(folder: Path) -> tuple[Store, EmptyRowsCache[int]]:
    """Return a store with an empty table of things, and a cache for it."""
    store = await Store.open(folder / "things.db")
    await store.write(lambda db: db.execute("CREATE TABLE thing (session)") and None)
    return store, EmptyRowsCache(
        store, lambda db, at: len(db.execute("SELECT 1 FROM thing WHERE session = ?", (at,)).fetchall())
    )


def one_more(db: sqlite3.Connection) -> None:
    db.execute("INSERT INTO thing VALUES (1)")
