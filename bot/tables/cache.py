"""The present state of the tables in use, and a lock for each. It knows no Discord and no title."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from weakref import WeakValueDictionary

from bot.markdown import md
from engine.errors import Refused, Unreadable
from engine.store import Store, Table
from engine.store.ids import TableId

_log = logging.getLogger(__name__)

_KEPT = 256
"""Tables whose state stays decoded: about 40 kB each; any other is read from the store in a millisecond."""


MOVING = md("That table is just moving. Press again.")
"""Said where a table belongs to another process of the bot, which does not answer."""


class Damaged(Unreadable):
    """Raised for a table that cannot be read: it is set aside, and everything else continues."""

    def __init__(self, table_id: TableId) -> None:
        super().__init__(
            f"Table {table_id} can’t be read, so no one can play there until the operator of this bot has repaired it. "
            "Other tables aren’t affected, and you can open a new one in another channel or thread."
        )


class TableCache:
    """Mutable: a bounded cache and the locks. Whoever changes a table holds its lock, and forgets it here before the
    transaction: a task that is canceled in the middle of one then leaves nothing here that is not true."""

    def __init__(self, store: Store, *, kept: int = _KEPT) -> None:
        self._store, self._most = store, kept
        self._kept: OrderedDict[TableId, Table] = OrderedDict()
        self._locks: WeakValueDictionary[TableId, asyncio.Lock] = WeakValueDictionary()
        self._aside: set[TableId] = set()

    def lock(self, table_id: TableId) -> asyncio.Lock:
        """The table's lock; it exists as long as somebody uses it."""
        lock = self._locks.get(table_id)
        if lock is None:
            lock = self._locks[table_id] = asyncio.Lock()
        return lock

    async def look(self, table_id: TableId) -> Table:
        """The table, for somebody who only reads."""
        table = self._kept.get(table_id)
        if table is not None:
            return table
        async with self.lock(table_id):
            table = self._kept.get(table_id) or await self._read(table_id)
            if self._store.part.has(table.guild):  # another process may change any other one at any time
                self.keep(table)
            return table

    async def look_unless_damaged(self, table_id: TableId) -> Table | None:
        """The table, for somebody who only reads; None for one that cannot be read."""
        try:
            return await self.look(table_id)
        except Damaged:
            return None

    async def load(self, table_id: TableId) -> Table:
        """The table, for somebody who holds the lock. Refused when there is no such table or it is another process's,
        ``Damaged`` when what is stored of it makes no table; its number is then in the log, once."""
        table = self._kept.get(table_id) or await self._read(table_id)
        if not self._store.part.has(table.guild):
            raise Refused(MOVING)
        self.keep(table)
        return table

    async def _read(self, table_id: TableId) -> Table:
        try:
            table = await self._store.get(table_id)
        except Unreadable as error:
            if table_id not in self._aside:
                self._aside.add(table_id)
                _log.error("table %d is set aside, for it cannot be read: %s", table_id, error)
            raise Damaged(table_id) from error
        if table is None:
            raise Refused(md("There’s no table number {}.", table_id))
        self._aside.discard(table_id)
        return table

    @asynccontextmanager
    async def still(self) -> AsyncIterator[None]:
        """Nobody changes a table meanwhile, and none is remembered from before."""
        async with AsyncExitStack() as held:
            while True:
                known = sorted(self._locks)  # always in the same order, so that no two wait for each other
                locks = [self.lock(table_id) for table_id in known]
                for lock in locks:
                    await held.enter_async_context(lock)
                if set(self._locks) <= set(known):
                    break
                await held.aclose()  # somebody has begun with another table meanwhile
            self._kept.clear()
            yield

    def peek(self, table_id: TableId) -> Table | None:
        """The table, if it is at hand."""
        return self._kept.get(table_id)

    def drop(self, table_id: TableId) -> None:
        """Forgets the table: the store alone knows it now."""
        self._kept.pop(table_id, None)

    def keep(self, table: Table) -> None:
        """Remembers the table, and forgets the one unused longest when there are too many."""
        self._kept[table.id] = table
        self._kept.move_to_end(table.id)
        if len(self._kept) > self._most:
            self._kept.popitem(last=False)
