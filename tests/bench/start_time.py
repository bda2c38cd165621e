"""Measure the start of the bot with many tables of sixty moves, until ready and until all tables were checked.

Discord is left out: commands are not registered, and every post and edit succeeds at once and is counted.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time, time
from typing import Any, NamedTuple
from unittest.mock import patch

from bot.announcements.channel import ChannelMessages
from bot.client import Roundhouse
from bot.config import Settings
from engine.store import Store
from tests.bench.large_database import crowd
from tests.bench.measurement import Figure, against

__all__ = ["measure"]

READY_SECONDS = 5.0
DOWN_SECONDS = 86_400.0
WATCHED_SECONDS = 8.0
"""Seconds after a start in which requests are counted."""


class _Start(NamedTuple):
    """Seconds until the bot was ready, and seconds of processor time for it."""

    seconds: float
    processor: float


class _Offline(Roundhouse):
    """The bot without a connection to Discord."""

    async def _register_commands(self) -> None:
        return


def measure(sizes: list[int]) -> list[Figure]:
    """Measure a start after a short stop and one after a day of downtime, for each number of tables."""
    return [figure for size in sizes for figure in asyncio.run(_started(size))]


async def _started(tables: int) -> list[Figure]:
    with TemporaryDirectory() as folder:
        path = Path(folder, "tables.db")
        await crowd(path, tables)
        size = path.stat().st_size / 1e6
        async with _starting(path, 0) as (bot, ready, _):
            looked, lag = await _looked_at(bot)
        async with _starting(path, DOWN_SECONDS) as (_, again, requests):
            await asyncio.sleep(WATCHED_SECONDS)
            rate = len(requests) / WATCHED_SECONDS
    note = f"{size:,.0f} MB; all looked at after {looked:.1f} s, the loop at most {1_000 * lag:.0f} ms behind"
    return [
        _ready(f"start with {tables:,} tables", ready, note),
        _ready("the same after a day of downtime", again),
        against("requests a second from then on", rate, 20, "requests", most=1),
    ]


def _ready(name: str, start: _Start, note: str = "") -> Figure:
    busy = f"{start.processor:.1f} s of a processor"
    said = f"{busy}; {note}" if note else busy
    return against(name, start.seconds, READY_SECONDS, "s", most=1, note=said)


@asynccontextmanager
async def _starting(path: Path, down: float) -> AsyncIterator[tuple[Roundhouse, _Start, list[float]]]:
    """Yield the bot, the time of its start, and the list of times of its requests since then."""
    store = await Store.open(path)
    await store.write(lambda db: db.execute("INSERT OR REPLACE INTO alive VALUES (1, ?)", (time() - down,)))
    await store.close()
    requests = list[float]()

    async def taken(self: ChannelMessages, *given: Any, **more: Any) -> int:
        requests.append(perf_counter())
        return 5 << 60

    bot = _Offline(Settings(database=str(path), pictures="none"))
    with patch.multiple(ChannelMessages, edit=taken, post=taken, find=taken):
        began, before = perf_counter(), process_time()
        await bot.setup_hook()
        yield bot, _Start(perf_counter() - began, process_time() - before), requests
        await bot.stop()


async def _looked_at(bot: Roundhouse) -> tuple[float, float]:
    """Return the seconds until the bot has nothing more to do, and the longest time that the loop was blocked."""
    began, longest = perf_counter(), 0.0
    while _busy(bot):
        before = perf_counter()
        await asyncio.sleep(0.01)
        longest = max(longest, perf_counter() - before - 0.01)
    return perf_counter() - began, longest


def _busy(bot: Roundhouse) -> bool:
    """Whether a table is still being checked or waits for a check."""
    names = {task.get_name() for task in asyncio.all_tasks()} - {"watch-timer"}
    return any(name.startswith(("announce", "watch-")) for name in names)
