"""Leader election among processes: one leader posts, runs clocks, and sends notifications for all tables.

All processes answer presses, and delegate the other work to the leader. With SQLite, there is only one process, which
is the leader.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial

from bot.clocks.monotonic import monotonic_seconds
from engine.store import DatabaseError, Store, advisory_locks
from engine.store.connection import Connection
from engine.store.ids import TableId

_log = logging.getLogger(__name__)

_HEARTBEAT_SECONDS = 0.1
"""Seconds between two queries of the leader, and between two checks of the other processes."""
_LEASE_SECONDS = 0.5
"""Seconds for which a successful query confirms the leader. Must be less than ``SILENT_SECONDS``."""
SILENT_SECONDS = 0.7
"""Seconds without a query of the leader after which another process may close the leader's database connection."""
_FROZEN_SECONDS = 10.0
"""Seconds without a query after which the leader closes another process's connection, which frees its leases."""


class Leadership:
    """Whether this process is the leader, and until which time that is certain. Mutable.

    The connection that writes also has the leader's lock. A process that loses the connection can't write anymore:
    ``lost`` is called, and the process exits. ``clock`` must not stop while the machine sleeps, because another process
    may become the leader meanwhile.
    """

    def __init__(
        self,
        store: Store,
        lost: Callable[[], Awaitable[None]] | None = None,
        *,
        clock: Callable[[], float] = monotonic_seconds,
    ) -> None:
        self._store, self._on_lost, self._clock = store, lost, clock
        self.leads = not store.is_shared
        self._sure_until = 0.0
        self._heartbeat: asyncio.Task[None] | None = None
        self._send_tasks = set[asyncio.Task[None]]()

    # -- the lock

    async def try_to_lead(self) -> bool:
        """Try to become the leader, and return whether that succeeded.

        A leader that has been silent for ``SILENT_SECONDS`` loses the lock.
        """
        if not self.leads:
            query_time = self._clock()
            self.leads = await self._store.read(_try_take_lead)
            if self.leads:
                self._sure_until = query_time + _LEASE_SECONDS
                self._heartbeat = asyncio.create_task(self._send_heartbeats(), name="leader")
        return self.leads

    async def wait_to_lead(self, meanwhile: Callable[[], object] = lambda: None) -> bool:
        """Wait until this process is the leader, calling ``meanwhile`` repeatedly; False if the database is lost."""
        while not self._store.is_lost():
            try:
                if await self.try_to_lead():
                    return True
            except DatabaseError as error:
                _log.warning("Could not check which process is the leader: %s", error)
            meanwhile()
            await asyncio.sleep(_HEARTBEAT_SECONDS)
        return False

    async def check(self) -> None:
        """Ask the database whether this process is still the leader.

        Not needed if that is certain, or if the process never was the leader. Raises ``DatabaseError`` if another
        process may be the leader by now.
        """
        if self._heartbeat is not None and self._clock() > self._sure_until:
            await self._confirm_lead()

    async def resign(self) -> None:
        """Give up the lead, after all background work has stopped."""
        if self._heartbeat is not None and not self._store.is_lost():
            self._heartbeat.cancel()
            self._heartbeat, self.leads = None, False
            with suppress(*DatabaseError, ValueError):  # if the connection is lost, so is the lock
                await self._store.read(partial(advisory_locks.unlock, name=advisory_locks.LEADER))

    def close(self) -> None:
        """Stop the heartbeats. The lock is released when the store is closed."""
        for task in (self._heartbeat, *self._send_tasks):
            if task is not None:
                task.cancel()

    async def _confirm_lead(self) -> None:
        query_time = self._clock()
        await self._store.check()
        self._sure_until = max(self._sure_until, query_time + _LEASE_SECONDS)

    async def _send_heartbeats(self) -> None:
        """Send heartbeats until the connection is lost. This process is then no longer the leader, and exits."""
        last_check = self._clock()
        while True:
            try:
                await self._confirm_lead()
                if self._clock() > last_check + _FROZEN_SECONDS:
                    last_check = self._clock()
                    await self._store.read(_end_frozen_processes)
            except DatabaseError as error:
                if self._store.is_lost():
                    _log.critical("Lost the leader lock (%s). The process exits.", error)
                    break
            except ValueError:  # the store was closed because the bot shuts down
                return
            await asyncio.sleep(_HEARTBEAT_SECONDS)
        if self._on_lost is not None:
            await self._on_lost()

    # -- notifying the leader

    def delegate(self, work: str, *numbers: int) -> bool:
        """Notify the leader of ``work`` that it must do. ``numbers`` are arguments of the work, such as a table's id.

        Return False if this process is the leader, and must do the work itself.
        """
        if self.leads:
            return False
        task = asyncio.create_task(self._send_change(" ".join(map(str, (work, *numbers)))), name="wake-up")
        self._send_tasks.add(task)
        task.add_done_callback(self._send_tasks.discard)
        return True

    async def _send_change(self, words: str) -> None:
        try:
            await self._store.notify(words)
        except DatabaseError as error:  # the leader also searches for pending work
            _log.warning("Could not notify the leader of the change “%s”: %s", words, error)

    def table_changes(self, table_id: TableId) -> tuple[str, ...]:
        """Return the notifications to send when a table changes; none if this process is the leader.

        They are sent in the same transaction as the change. The leader then posts to the channel.
        """
        return () if self.leads else (f"table {table_id}",)

    def bookkeeping_changes(self, table_id: TableId) -> tuple[str, ...]:
        """Return the notifications about a table's new message ids, which other processes may have cached."""
        return (f"noted {table_id}",) if self._store.is_shared else ()


def _try_take_lead(db: Connection) -> bool:
    if advisory_locks.try_lock(db, advisory_locks.LEADER):
        return True
    return bool(advisory_locks.end_idle_holders(db, advisory_locks.LEADER, SILENT_SECONDS)) and advisory_locks.try_lock(
        db, advisory_locks.LEADER
    )


def _end_frozen_processes(db: Connection) -> None:
    advisory_locks.end_idle_holders(db, advisory_locks.PROCESSES, _FROZEN_SECONDS)
