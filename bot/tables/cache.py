"""A cache of tables in use, with their locks."""

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import TypeVar
from weakref import WeakValueDictionary

from bot.markdown import md
from engine.errors import Conflict, Refused, Unreadable
from engine.store import Store, Table
from engine.store.ids import TableId

_log = logging.getLogger(__name__)

T = TypeVar("T")

_MAX_TABLES = 256
"""Maximum number of cached tables. Each takes about 40 kB, and is read from the store in about a millisecond."""
_FRESH_SECONDS = 0.05
"""Seconds for which a cached table is used without comparing its revision with the store."""
_MAX_ATTEMPTS = 8
"""Maximum number of attempts at a change while other processes change the table at the same time."""


class CorruptTable(Unreadable):
    """Raised for a table that can't be read. Other tables are not affected."""

    def __init__(self, table_id: TableId) -> None:
        super().__init__(
            f"Table {table_id} can’t be read, so no one can play there until the operator of this bot has repaired it. "
            "Other tables aren’t affected, and you can open a new one in another channel or thread."
        )


class TableCache:
    """A limited number of cached tables, and the locks of tables in use. Mutable.

    A caller that changes a table takes the table's lock. Before the transaction, it removes the table from the cache,
    so that a canceled task leaves no outdated table there. If other processes write to the store as well, a table's
    revision is compared with the store before the table is used.
    """

    def __init__(self, store: Store, *, max_tables: int = _MAX_TABLES) -> None:
        self._store, self._max_tables = store, max_tables
        self._tables: OrderedDict[TableId, Table] = OrderedDict()
        self._locks: WeakValueDictionary[TableId, asyncio.Lock] = WeakValueDictionary()
        self._corrupt: set[TableId] = set()
        self._compared_at: dict[TableId, float] = {}

    def lock_of(self, table_id: TableId) -> asyncio.Lock:
        """Return the table's lock. It exists as long as a caller uses it."""
        lock = self._locks.get(table_id)
        if lock is None:
            lock = self._locks[table_id] = asyncio.Lock()
        return lock

    async def get(self, table_id: TableId) -> Table:
        """Return the table, for reading."""
        table = await self._get_if_current(table_id)
        if table is not None:
            return table
        lock = self.lock_of(table_id)
        if self._store.is_shared and lock.locked():  # the caller itself may have the lock
            return await self._read_from_store(table_id)
        async with lock:
            return await self.get_locked(table_id)

    async def get_if_readable(self, table_id: TableId) -> Table | None:
        """Return the table, for reading; None if it can't be read."""
        try:
            return await self.get(table_id)
        except CorruptTable:
            return None

    async def get_locked(self, table_id: TableId) -> Table:
        """Return the table to a caller that has its lock.

        Raises ``Refused`` if there is no such table, and ``CorruptTable`` if its stored data are invalid. Invalid data
        are logged once.
        """
        table = self._tables.get(table_id) if self._is_fresh(table_id) else await self._get_if_current(table_id)
        table = table or await self._read_from_store(table_id)
        self.put(table)
        return table

    def _is_fresh(self, table_id: TableId) -> bool:
        """Whether the table was written, or compared with the store, a moment ago."""
        return time.monotonic() < self._compared_at.get(table_id, 0.0) + _FRESH_SECONDS

    async def _get_if_current(self, table_id: TableId) -> Table | None:
        """Return the cached table if it agrees with the store; otherwise None."""
        table = self._tables.get(table_id)
        if table is None or not self._store.is_shared:
            return table
        query_time = time.monotonic()
        if await self._store.load_revision(table_id) != table.revision:
            self.invalidate(table_id)
            return None
        if self._tables.get(table_id) is table:
            self._compared_at[table_id] = query_time
        return table

    async def _read_from_store(self, table_id: TableId) -> Table:
        try:
            table = await self._store.load_table(table_id)
        except Unreadable as error:
            if table_id not in self._corrupt:
                self._corrupt.add(table_id)
                _log.error("Table %d cannot be read and is quarantined: %s", table_id, error)
            raise CorruptTable(table_id) from error
        if table is None:
            raise Refused(md("There’s no table number {}.", table_id))
        self._corrupt.discard(table_id)
        return table

    @asynccontextmanager
    async def lock_all(self) -> AsyncIterator[None]:
        """Lock all tables during the block, and clear the cache."""
        async with AsyncExitStack() as stack:
            while True:
                table_ids = sorted(self._locks)  # in a fixed order, to avoid deadlocks
                locks = [self.lock_of(table_id) for table_id in table_ids]
                for lock in locks:
                    await stack.enter_async_context(lock)
                if set(self._locks) <= set(table_ids):
                    break
                await stack.aclose()  # another table came into use meanwhile
            self.clear()
            yield

    def clear(self) -> None:
        """Remove all tables from the cache."""
        self._tables.clear()
        self._compared_at.clear()

    def peek(self, table_id: TableId) -> Table | None:
        """Return the table if it is cached; otherwise None. The store is not read."""
        return self._tables.get(table_id)

    def invalidate(self, table_id: TableId) -> None:
        """Remove the table from the cache."""
        self._tables.pop(table_id, None)
        self._compared_at.pop(table_id, None)

    def put_written(self, table: Table, start_time: float) -> None:
        """Cache a table that was just written. Its transaction started at ``start_time`` and compared the revision."""
        self.put(table)
        self._compared_at[table.id] = start_time

    def put(self, table: Table) -> None:
        """Cache the table. If there are too many tables, drop the least recently used one."""
        self._tables[table.id] = table
        self._tables.move_to_end(table.id)
        if len(self._tables) > self._max_tables:
            self.invalidate(next(iter(self._tables)))


async def retry(work: Callable[[], Awaitable[T]]) -> T:
    """Call ``work``. If another process has changed the table first, try again, but only a few times."""
    for _ in range(_MAX_ATTEMPTS - 1):
        try:
            return await work()
        except Conflict:
            continue
    return await work()
