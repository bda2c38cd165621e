"""A database that cannot be written while the bot runs: people read why, it is logged, and no work is half done."""

import asyncio
import logging
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from engine.store import store as stores
from tests.bot.empty_stores import of_a_file
from tests.bot.simulated_channel import World, world

pytestmark = of_a_file

TIME_TO_ANSWER = 3.0
"""Seconds in which an interaction must be answered. (docs, receiving-and-responding)"""


async def full(running: World, *, now: bool) -> None:
    """Stop the database from growing, or let it grow again."""

    def work(db: sqlite3.Connection) -> None:
        ((pages,),) = db.execute("PRAGMA page_count").fetchall()
        db.execute(f"PRAGMA max_page_count = {pages if now else 1_000_000}").fetchall()

    await running.bot._store.read(work)


def bugs(caplog: pytest.LogCaptureFixture) -> list[logging.LogRecord]:
    return [record for record in caplog.records if record.exc_info]


async def test_press_on_a_full_disk_is_explained_and_play_continues_later(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        await running.told()
        await full(running, now=True)
        said = ""
        while "disk is full" not in said:  # there is still room in the last pages
            person, line = await running.first_offer()
            before = (await running.table()).seq
            said = (await person.slash(running.channel, "move", line=line)).response.content
        assert "went wrong" not in said and not bugs(caplog)
        assert re.search(
            r"The database is full \(database or disk is full\): application_command \d+ move", caplog.text
        )
        assert (await running.table()).seq == before
        await full(running, now=False)
        await running.move_on(1)
        assert (await running.table()).seq > before


async def test_press_is_answered_while_database_is_locked(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        await running.told()
        person, line = await running.first_offer()
        with closing(sqlite3.connect(running.settings.database, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            said = (await person.slash(running.channel, "move", line=line)).response.content
        assert "Another program is using the bot’s database" in said and "went wrong" not in said
        assert not bugs(caplog) and "The database is locked" in caplog.text
        assert (await running.table()).seq == 0
        assert 3 * stores.BUSY_SECONDS < TIME_TO_ANSWER
        await running.move_on(1)
        assert (await running.table()).seq == 1


async def test_short_lock_is_unnoticed_and_readers_do_not_wait(tmp_path: Path) -> None:
    store = await stores.Store.open(tmp_path / "tables.db")
    with closing(sqlite3.connect(tmp_path / "tables.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        writing = asyncio.create_task(store.write(lambda db: db.execute("SELECT 1").fetchall()))
        for _ in range(3):
            await store.read(lambda db: db.execute("SELECT 1").fetchall())
        assert not writing.done()
        other.execute("ROLLBACK")
    assert await writing == [(1,)]
    await store.close()
