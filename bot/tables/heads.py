"""The present state of the tables in use, and a lock for each. It knows no Discord and no title."""

from __future__ import annotations

import asyncio
import logging
import math
from collections import OrderedDict
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from weakref import WeakValueDictionary

import msgspec
from msgspec.structs import replace

from bot.tables.table import game_of, table_of
from engine.core.codec import load
from engine.core.flow import State
from engine.errors import Refused, Unreadable
from engine.store import Clock, Session, Store

_log = logging.getLogger(__name__)

_KEPT = 256
"""Tables whose state stays decoded: about 40 kB each; any other is read from the store in a millisecond."""


_LAST_MOMENT = 253_370_764_800.0
"""The year 9999: no clock began later. (``datetime``)"""


class Damaged(Unreadable):
    """What is stored of a table cannot be read: it is set aside, and everything else goes on."""

    def __init__(self, table_id: int) -> None:
        super().__init__(
            f"Table {table_id} cannot be read any more, so it is set aside: nothing can be done at it until whoever "
            "runs this bot has repaired it. All other tables go on, and another channel or thread can have a new one."
        )


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
        self._aside: set[int] = set()

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
        """The head, for somebody who holds the lock. Refused when there is no such table, ``Damaged`` when what is
        stored of it makes no table; its number is then in the log, once."""
        head = self._kept.get(table_id) or await self._read(table_id)
        self.keep(head)
        return head

    async def _read(self, table_id: int) -> Head:
        try:
            session = await self._store.get(table_id)
            head = None if session is None else _decoded(session)
        except Unreadable as error:
            if table_id not in self._aside:
                self._aside.add(table_id)
                _log.error("table %d is set aside, for it cannot be read: %s", table_id, error)
            raise Damaged(table_id) from error
        if head is None:
            raise Refused(f"There is no table number {table_id}.")
        self._aside.discard(table_id)
        return head

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


def _decoded(session: Session) -> Head:
    """The head of what is stored. Raises ``Unreadable`` when that makes no table."""
    try:
        raw, game = session.state, game_of(session.title)
        head = Head(replace(session, state=None), None if raw is None else load(game, raw, session.version))
        table_of(head.session, head.state)
    except Unreadable:
        raise
    except Exception as error:  # whatever the bytes led to: they are not a state of this title
        raise Unreadable(f"{type(error).__name__}: {error}.") from error
    if not all(_is_sound(seat, clock, session) for seat, clock in session.clocks.items()):
        raise Unreadable("Its clocks are of no seat, or of no time.")
    return head


def _is_sound(seat: int, clock: Clock, session: Session) -> bool:
    return (
        1 <= seat <= len(session.players)
        and math.isfinite(clock.bank)
        and abs(clock.bank) < _LAST_MOMENT
        and 0.0 <= (clock.since or 0.0) < _LAST_MOMENT
    )
