"""The number of store reads for one press of *Confirm* without caches."""

import asyncio
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeVar

import pytest
import simcord

from bot.client import Roundhouse
from bot.config import Settings
from bot.operations.database_watch import DatabaseWatch
from bot.ui.components import custom_id
from engine import GAMES, write_action
from engine.store import Store
from engine.store.connection import Connection
from engine.store.sqlite import SqliteDatabase, open_sqlite
from tests.bot.empty_stores import lay, of_a_file
from tests.bot.simulated_channel import World, simulated

T = TypeVar("T")

PRESSES = 6
"""The number of measured presses in each game, from the first move on."""
MAX_READS = 8
"""Maximum reads for one press: each goes to the database's thread or to a server."""


class CountingDatabase:
    """A file database that counts the reads of presses.

    After every call, the bot forgets the tables in its memory.
    """

    is_shared = False

    def __init__(self, file: SqliteDatabase) -> None:
        self._file, self.reads = file, 0
        self.forget: Callable[[], object] = lambda: None
        self.purge_deleted, self.is_lost = file.purge_deleted, file.is_lost
        self.check, self.close = file.check, file.close

    async def run(self, work: Callable[[Connection], T]) -> T:
        self.reads += is_press_task()
        result = await self._file.run(work)
        self.forget()
        return result

    read_snapshot = run

    async def write(
        self, work: Callable[[Connection], T], changes: Iterable[str] = (), *, checks_revision: bool = False
    ) -> T:
        result = await self._file.write(work, changes, checks_revision=checks_revision)
        self.forget()
        return result


def is_press_task() -> bool:
    """Whether the current task answers an interaction, and does not post or run the scheduler."""
    task = asyncio.current_task()
    return task is not None and task.get_name().startswith("discord.py")


class CountedStore(DatabaseWatch):
    """Opens a store whose reads are counted, and keeps its database."""

    database: CountingDatabase

    async def open_store(self, database: str, *, is_alone: bool = False) -> Store:
        file, _ = await open_sqlite(database, read_only=False)
        self.database = CountingDatabase(file)
        return Store(self.database)


async def count_confirm(bot: Roundhouse, running: World, counted: CountingDatabase) -> int:
    """Confirm the first move without caches, and return the number of reads."""
    table, person = await running.table(), (await running.asked())[0]
    decision = bot.services.tables.decisions(table)[0]
    action = next(iter(decision.offers))
    identity = custom_id("a", table.id, table.seq, write_action(action))
    await running.told()
    bot.services.ratings.forget_ratings()
    counted.forget = bot.services.tables.invalidate_all
    counted.reads = 0
    await running.press_again(person, running.latest("Your move"), identity)
    await running.env.settle()
    reads = counted.reads
    counted.forget = lambda: None
    assert (await running.table()).seq > table.seq
    return reads


@of_a_file
@pytest.mark.parametrize("title", GAMES)
async def test_confirm_reads_the_store_few_times(tmp_path: Path, title: str) -> None:
    settings = Settings(database=str(tmp_path / "tables.db"), pictures="none", pace=0.0)
    await lay(settings.database)
    bot = simulated(settings)
    watch = bot.database_watch = CountedStore(bot.close)
    async with simcord.run(bot, shard_count=1) as env:
        running = World(env, bot, settings)
        bot.services.tables.store.is_shared = True  # so nothing is remembered but tables
        await running.started("Ada", "Ben", "Cleo", title=title)
        counts = [await count_confirm(bot, running, watch.database) for _ in range(PRESSES)]
        await running.stop()
    assert max(counts) <= MAX_READS, counts
