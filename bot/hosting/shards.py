"""A process leases connections to Discord (shards), and waits while others have all of them. It knows no Discord."""

import asyncio
from collections.abc import Callable
from functools import partial

from engine.store import Store
from engine.store.sharding import agree_on_shards, lease_shards

_TRY_SECONDS = 0.5


async def lease(store: Store, shards: int | None, each: int | None, waits: Callable[[], object]) -> list[int] | None:
    """The shards that this process connects from now on, up to ``each`` of ``shards``; None for all that there are.

    While others have all of them, ``waits`` is called again and again. Raises ``Unreadable`` when others have another
    number of shards.
    """
    number = shards or 0
    most = each or max(1, number)
    while True:
        leased = await store.read(partial(lease_shards, shards=number, most=most))
        if leased:
            await store.write(partial(agree_on_shards, shards=number))
            return list(leased) if number else None
        waits()
        await asyncio.sleep(_TRY_SECONDS)
