"""Measure how long a press at another table waits while a user's data is deleted from a large database."""

import asyncio
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, time

from bot.persons.privacy import forget_user
from bot.persons.ratings import RatingService
from bot.play.service import TableService
from engine.core import write_action
from engine.store import Store
from tests.bench.large_database import crowd
from tests.bench.measurement import Figure, against

__all__ = ["measure"]

SEATED_AT = 1_000
"""The user whose data is deleted sits at the table with this number."""


def measure(tables: int) -> Figure:
    """Compare the longest commit at another table during the deletion with the longest one before."""
    return asyncio.run(_measured(tables))


async def _measured(tables: int) -> Figure:
    with TemporaryDirectory() as folder:
        path = Path(folder, "tables.db")
        await crowd(path, tables)
        store = await Store.open(path)
        sessions = TableService(store, clock=time)
        await sessions.user_settings.load()
        user = (await sessions.get(SEATED_AT)).players[1].user
        assert user is not None
        before = await _pressed(sessions, asyncio.create_task(asyncio.sleep(1.0)))
        began = perf_counter()
        during = await _pressed(sessions, asyncio.create_task(_forgotten(sessions, user)))
        note = f"{path.stat().st_size / 1e6:,.0f} MB; deleting took {perf_counter() - began:.2f} s"
        await store.close()
    return against("longest move while data are deleted", during, before, "ms", most=5, note=note)


async def _forgotten(sessions: TableService, user: int) -> None:
    await forget_user(sessions, RatingService(sessions), user)


async def _pressed(sessions: TableService, meanwhile: asyncio.Task[None]) -> float:
    """Return the longest of consecutive moves at the second table, in milliseconds."""
    longest = 0.0
    while not meanwhile.done() or not longest:
        table = await sessions.get(2)
        question = sessions.decisions(table)[0]
        user, line = table.players[question.seat - 1].user, write_action(next(iter(question.offers)))
        assert user is not None
        began = perf_counter()
        await sessions.play_move(2, user, line)
        longest = max(longest, 1_000 * (perf_counter() - began))
        await asyncio.sleep(0.02)
    await meanwhile
    return longest
