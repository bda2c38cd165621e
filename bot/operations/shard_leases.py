"""A process leases shards (connections to Discord), and waits while other processes hold all of them."""

import asyncio
from collections.abc import Callable
from functools import partial

from engine.store import Store
from engine.store.shard_leases import lease_shards, save_shard_count

_TRY_SECONDS = 0.5


async def wait_for_shards(
    store: Store, shards: int | None, max_shards: int | None, on_wait: Callable[[], object]
) -> list[int] | None:
    """The shards that this process serves: up to ``max_shards`` of ``shards``; None for all.

    While other processes hold all of them, ``on_wait`` is called repeatedly. Raises ``Unreadable`` if they use another
    number of shards.
    """
    number = shards or 0
    most = max_shards or max(1, number)
    while True:
        shard_ids = await store.read(partial(lease_shards, shards=number, most=most))
        if shard_ids:
            await store.write(partial(save_shard_count, shards=number))
            return list(shard_ids) if number else None
        on_wait()
        await asyncio.sleep(_TRY_SECONDS)
