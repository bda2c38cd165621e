"""Divides the shards (connections to Discord) among all processes of the bot, which open them in turn."""

import asyncio
from collections.abc import Callable
from functools import partial

from engine.store import Store, advisory_locks
from engine.store.shard_leases import lease_shards, save_shard_count

_TURN_SECONDS = 5.0
"""Minimum seconds between two connections in one of Discord's groups of shards. (docs, gateway, max_concurrency)"""
_TURN_RETRY_SECONDS = 0.25
"""Seconds between two attempts to lock a turn to connect."""
_LEASE_RETRY_SECONDS = 0.5


async def wait_for_shards(
    store: Store, shards: int | None, max_shards: int | None, on_wait: Callable[[], object]
) -> list[int] | None:
    """Lease up to ``max_shards`` of ``shards``, and return their ids; None if Discord decides the number of shards.

    While other processes have all shards, call ``on_wait`` repeatedly. Raise ``Unreadable`` if other processes use a
    different number of shards.
    """
    number = shards or 0
    max_count = max_shards or max(1, number)
    while True:
        shard_ids = await store.read(partial(lease_shards, shards=number, most=max_count))
        if shard_ids:
            await store.write(partial(save_shard_count, shards=number))
            return list(shard_ids) if number else None
        on_wait()
        await asyncio.sleep(_LEASE_RETRY_SECONDS)


class IdentifyQueue:
    """Lets shards identify one after another; ``at_once`` of them may identify at the same time. Mutable."""

    def __init__(self, store: Store, at_once: int) -> None:
        self._store, self._at_once = store, at_once
        self._local_locks = [asyncio.Lock() for _ in range(at_once)]
        self._tasks = set[asyncio.Task[None]]()

    async def wait_for_turn(self, shard: int) -> None:
        """Wait until the shard may identify. For five seconds after that, no other shard of its group may."""
        turn_came = asyncio.Event()
        task = asyncio.create_task(self._hold_turn(shard % self._at_once, turn_came), name="turn")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        await turn_came.wait()

    async def _hold_turn(self, number: int, turn_came: asyncio.Event) -> None:
        """Take a turn to identify, and release it even if the caller is canceled.

        (discord.py cancels the caller after three minutes.)
        """
        async with self._local_locks[number]:  # the lock of the database excludes only other processes
            await self._lock_turn(number)
            turn_came.set()
            await asyncio.sleep(_TURN_SECONDS)
            await self._store.read(partial(advisory_locks.unlock, name=_lock_name(number)))

    async def _lock_turn(self, number: int) -> None:
        while True:
            if await self._store.read(partial(advisory_locks.try_lock, name=_lock_name(number))):
                return
            await asyncio.sleep(_TURN_RETRY_SECONDS)

    def close(self) -> None:
        """Cancel all turns. Their database locks end with the connection to the database."""
        for task in self._tasks:
            task.cancel()


def _lock_name(number: int) -> str:
    return f"/identify {number}"
