"""Connections to Discord are opened in turns, by all processes of the bot together."""

import asyncio
from functools import partial

from engine.store import Store, advisory_locks

_TURN_SECONDS = 5.0
"""Discord's minimum seconds between two connections of one group. (docs, gateway, max_concurrency)"""
_TRY_SECONDS = 0.25


class IdentifyQueue:
    """Mutable: it holds the tasks that release turns. ``at_once`` shards may identify at the same time."""

    def __init__(self, store: Store, at_once: int) -> None:
        self._store, self._at_once = store, at_once
        self._local_locks = [asyncio.Lock() for _ in range(at_once)]
        self._tasks = set[asyncio.Task[None]]()

    async def wait_for_turn(self, shard: int) -> None:
        """Return when the shard may identify; no other shard of its group may for five seconds."""
        turn_came = asyncio.Event()
        task = asyncio.create_task(self._hold_turn(shard % self._at_once, turn_came), name="turn")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        await turn_came.wait()

    async def _hold_turn(self, number: int, turn_came: asyncio.Event) -> None:
        """Take a turn and release it, even if the caller gave up, as discord.py does after three minutes."""
        async with self._local_locks[number]:  # to ask the database twice would give it twice
            await self._lock_turn(number)
            turn_came.set()
            await asyncio.sleep(_TURN_SECONDS)
            await self._store.read(partial(advisory_locks.unlock, name=_lock_name(number)))

    async def _lock_turn(self, number: int) -> None:
        while True:
            if await self._store.read(partial(advisory_locks.try_lock, name=_lock_name(number))):
                return
            await asyncio.sleep(_TRY_SECONDS)

    def close(self) -> None:
        """Stop. The locks end with the connection to the database."""
        for task in self._tasks:
            task.cancel()


def _lock_name(number: int) -> str:
    return f"/identify {number}"
