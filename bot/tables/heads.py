"""The present state of the tables in use, and a lock for each. It knows no Discord and no title."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from weakref import WeakValueDictionary

import msgspec
from msgspec.structs import replace

from bot.tables.table import game_of
from engine.core.codec import load
from engine.core.flow import State
from engine.errors import Refused
from engine.store import Session, Store

_KEPT = 256
"""Tables whose state stays decoded: about 40 kB each; any other is read from the store in a millisecond."""


class Head(msgspec.Struct, frozen=True):
    """A table as stored, with its state decoded (``session.state`` is None, so as not to keep it twice)."""

    session: Session
    state: State | None


class Heads:
    """Mutable: a bounded cache and the locks. Whoever changes a table holds its lock, and drops its head before the
    transaction: a task that is canceled in the middle of one then leaves nothing here that is not true."""

    def __init__(self, store: Store, *, kept: int = _KEPT) -> None:
        self._store, self._most = store, kept
        self._kept: OrderedDict[int, Head] = OrderedDict()
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def lock(self, table_id: int) -> asyncio.Lock:
        """The table's lock; it exists as long as somebody uses it."""
        lock = self._locks.get(table_id)
        if lock is None:
            lock = self._locks[table_id] = asyncio.Lock()
        return lock

    async def look(self, table_id: int) -> Head:
        """The head, for somebody who only reads."""
        head = self._kept.get(table_id)
        if head is not None:
            return head
        async with self.lock(table_id):
            return await self.load(table_id)

    async def load(self, table_id: int) -> Head:
        """The head, for somebody who holds the lock. Refused when there is no such table."""
        head = self._kept.get(table_id)
        if head is None:
            session = await self._store.get(table_id)
            if session is None:
                raise Refused(f"There is no table number {table_id}.")
            raw, game = session.state, game_of(session.title)
            head = Head(replace(session, state=None), None if raw is None else load(game, raw, session.version))
        self.keep(head)
        return head

    def peek(self, table_id: int) -> Head | None:
        """The head, if it is at hand."""
        return self._kept.get(table_id)

    def drop(self, table_id: int) -> None:
        """Forgets the head: the store alone knows it now."""
        self._kept.pop(table_id, None)

    def keep(self, head: Head) -> None:
        """Remembers the head, and forgets the one unused longest when there are too many."""
        self._kept[head.session.id] = head
        self._kept.move_to_end(head.session.id)
        if len(self._kept) > self._most:
            self._kept.popitem(last=False)
