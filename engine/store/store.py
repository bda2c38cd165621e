"""The store: tables and their logs in one database. Each method is one transaction.

A transaction runs completely in the connection's thread, so that nothing can interrupt its statements, not even a
canceled task. On a server, other processes may write too, so a table is written only if its revision is unchanged.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from time import monotonic
from typing import Self, TypeVar

import msgspec
from msgspec.structs import replace

from engine.core import Seat
from engine.errors import Conflict
from engine.store import advisory_locks, move_log, sqlite
from engine.store import table_rows as sql
from engine.store.address import is_server_address, require_driver
from engine.store.commit_watch import note_commit
from engine.store.connection import Connection, Database
from engine.store.errors import DatabaseError, classify_error
from engine.store.ids import ChannelId, InteractionId, TableId, UserId
from engine.store.migrations import load_migrations
from engine.store.models import Checkpoint, Clock, LogRow, Table
from engine.store.orders import StoredOrder, save_orders
from engine.store.table_reading import decode_table, load_readable_rows

T = TypeVar("T")

_NAMED_LOCK_SECONDS, _RETRY_SECONDS = 2.0, 0.02
"""Seconds for which a process waits for another process's lock, and seconds between its attempts."""
BUSY_SECONDS = 0.7
"""Seconds for which a transaction waits for another program's lock.

A press must be answered within 3 seconds, and its transaction may have to wait behind another one that is itself
waiting for the lock.
"""


class MoveWrite(msgspec.Struct, frozen=True):
    """A move to write, with everything that changes because of the move.

    ``after`` is the table after the move, and ``entry`` its log row. ``points`` are new checkpoints, ``clocks`` the
    changed clocks, and ``plans`` the changed standing orders.
    """

    after: Table
    entry: LogRow
    points: tuple[Checkpoint, ...] = ()
    clocks: Mapping[Seat, Clock] = msgspec.field(default_factory=dict)
    plans: tuple[StoredOrder, ...] = ()


class Store:
    """The tables and logs in one database.

    Open a store with ``await Store.open(path)``, and close it with ``await store.close()``.
    """

    def __init__(self, database: Database, *, is_purge_pending: bool = False) -> None:
        self._database, self._is_purge_pending = database, is_purge_pending
        self.is_shared = database.is_shared  # whether other processes may write at the same time
        # called after each transaction with its duration in seconds
        self.on_transaction: Callable[[float], object] = lambda _: None

    @classmethod
    async def open(
        cls,
        path: str | Path,
        *,
        read_only: bool = False,
        on_wait: Callable[[], object] | None = None,
    ) -> Self:
        """Open the store. The database is created or migrated if necessary, unless ``read_only``.

        A ``path`` that begins with ``postgresql://`` is the address of a database on a server, which several processes
        may open. While processes of an older release use that database, ``on_wait`` is called repeatedly; if
        ``on_wait`` is None, ``Unreadable`` is raised.

        Raises ``Unreadable`` for a database that is not Roundhouse's, is of a newer release, or is not readable and
        writable.
        """
        if is_server_address(path):
            with require_driver():
                from engine.store.postgresql import join_database, open_read_only
            if read_only:
                return cls(await open_read_only(str(path), load_migrations()))
            return cls(await join_database(str(path), load_migrations(), on_wait))
        file, needs_purge = await sqlite.open_sqlite(path, read_only=read_only)
        return cls(file, is_purge_pending=needs_purge)

    async def close(self) -> None:
        """End the thread. Everything that was committed is on disk."""
        await self._database.close()

    async def check(self) -> None:
        """Raise ``DatabaseError`` if the database does not answer, or is no longer the same."""
        await self._database.check()

    def is_lost(self) -> bool:
        """Whether the database is permanently lost, so that the process must exit."""
        return self._database.is_lost()

    async def purge_deleted(self) -> None:
        """Empty the write-ahead log, so that no deleted data remain in it.

        If another program reads the file, this is postponed until ``purge_if_pending`` or the next start.
        """
        self._is_purge_pending = not await self._database.purge_deleted()

    async def purge_if_pending(self) -> None:
        """Repeat a postponed ``purge_deleted``."""
        if self._is_purge_pending:
            await self.purge_deleted()

    # -- tables

    async def create_table(
        self,
        new: Table,
        log: tuple[LogRow, ...] = (),
        checkpoints: tuple[Checkpoint, ...] = (),
        write_beside: Callable[[Connection, TableId], object] = lambda db, made: None,
    ) -> TableId:
        """Store a new table and return its id. An imported game has a log and checkpoints.

        ``write_beside`` writes related rows in the same transaction. Raises ``Refused`` if the channel already has an
        open table.
        """

        def write_table(db: Connection) -> TableId:
            table_id = sql.add_table(db, new)
            for row in log:
                move_log.add_log_row(db, table_id, row, announced=True)
            for checkpoint in checkpoints:
                move_log.add_checkpoint(db, table_id, checkpoint)
            sql.save_notes(db, table_id, new.notes)
            write_beside(db, table_id)
            return table_id

        return await self.write(write_table)

    async def load_table(self, table_id: TableId) -> Table | None:
        """Return a table by its id; None if there is none.

        Raises ``Unreadable`` if its rows are invalid.
        """
        rows = await self._database.read_snapshot(lambda db: load_readable_rows(db, table_id))
        return None if rows is None else decode_table(rows)

    async def load_revision(self, table_id: TableId) -> int | None:
        """Return the revision of a table; None if there is no such table."""
        return await self.read(lambda db: sql.load_revision(db, table_id))

    async def find_newest_table(self, channel: ChannelId) -> TableId | None:
        """Return the channel's open table, or else the last table that was played there.

        Return None if there is none.
        """
        return await self.read(lambda db: sql.find_newest_table(db, channel))

    async def find_last_table_over(self, channel: ChannelId) -> TableId | None:
        """Return the channel's last table that was begun and is over; None if there is none."""
        return await self.read(lambda db: sql.find_last_table_over(db, channel))

    async def find_open_tables(self, user: UserId) -> tuple[TableId, ...]:
        """Return the user's open tables, the longest unchanged first."""
        return await self.read(lambda db: sql.find_open_tables(db, user))

    async def list_tables(self) -> tuple[TableId, ...]:
        """Return all tables, oldest first."""
        return await self.read(sql.list_tables)

    async def list_tables_in_play(self) -> tuple[TableId, ...]:
        """Return the tables in play, oldest first."""
        return await self.read(sql.list_tables_in_play)

    async def save_table(
        self, table: Table, notes: Mapping[str, int] | None = None, changes: Iterable[str] = ()
    ) -> Table:
        """Store a table's players, options, host, status, settings, and clocks, without a move.

        If ``notes`` are given, only these notes are stored, otherwise all notes of ``table``. Return the table with its
        new revision. Raises ``Conflict`` if the stored table has another revision.
        """

        def work(db: Connection) -> None:
            sql.save_table(db, table)
            sql.save_notes(db, table.id, table.notes if notes is None else notes)

        await self.write(work, changes, checks_revision=True)
        return replace(table, revision=table.revision + 1)

    # -- moves

    async def start_game(
        self, table: Table, setup_row: LogRow, checkpoint: Checkpoint, changes: Iterable[str] = ()
    ) -> None:
        """Store that a game begins: its state, its set-up as log row 0, and its first checkpoint.

        Raises ``Conflict`` if the table has changed.
        """

        def work(db: Connection) -> None:
            sql.save_table(db, table)
            sql.save_initial_state(db, table)
            move_log.add_log_row(db, table.id, setup_row)
            move_log.add_checkpoint(db, table.id, checkpoint)

        await self.write(work, changes, checks_revision=True)

    async def resume_game(self, table: Table, changes: Iterable[str] = ()) -> None:
        """Store that an imported game continues. Raises ``Conflict`` if the table has changed."""

        def work(db: Connection) -> None:
            sql.save_table(db, table)
            sql.queue_start_row(db, table.id)

        await self.write(work, changes, checks_revision=True)

    async def append_moves(self, moves: Sequence[MoveWrite], changes: Iterable[str] = ()) -> tuple[LogRow, ...]:
        """Store several moves in one transaction: log rows, states, checkpoints, clocks, and orders.

        The ``entry.seq`` of each move is that of the previous move + 1. Return the log rows; if the same interaction
        has already made a move, store nothing and return its row. Raises ``Conflict``, and stores nothing, if the table
        has changed.
        """

        def work(db: Connection) -> tuple[LogRow, ...]:
            earlier_row = move_log.find_move_by_interaction(db, moves[0].entry.interaction)
            if earlier_row is not None:
                return (earlier_row,)
            for move in moves:
                _write_move(db, move)
            return tuple(move.entry for move in moves)

        return await self.write(work, changes, checks_revision=True)

    async def find_move_by_interaction(self, interaction: InteractionId | None) -> LogRow | None:
        """Return the log row that an interaction has made; None if there is none."""
        return await self.read(lambda db: move_log.find_move_by_interaction(db, interaction))

    async def load_log(self, table_id: TableId, *, after: int = -1, up_to: int | None = None) -> tuple[LogRow, ...]:
        """Return the log rows of a table with ``after < seq <= up_to``. The set-up is row 0."""
        return await self.read(lambda db: move_log.load_log(db, table_id, after, up_to))

    async def load_checkpoints(self, table_id: TableId) -> tuple[Checkpoint, ...]:
        """Return all checkpoints of a table, oldest first."""
        return await self.read(lambda db: move_log.load_checkpoints(db, table_id))

    # -- the outbox

    async def mark_announced(
        self, table_id: TableId, up_to: int, notes: Mapping[str, int], changes: Iterable[str] = ()
    ) -> None:
        """Mark the log rows up to ``up_to`` as posted (-1: none), and store message ids in notes.

        The revision does not change, because only the leader writes the marks and these notes.
        """

        def work(db: Connection) -> None:
            sql.mark_announced(db, table_id, up_to)
            sql.save_notes(db, table_id, notes)

        await self.write(work, changes, checks_revision=True)

    async def save_notes(self, table_id: TableId, notes: Mapping[str, int], changes: Iterable[str]) -> None:
        """Store message ids in notes, and give the table a new revision.

        The revision is necessary because another process usually writes the table's notes.
        """

        def work(db: Connection) -> None:
            sql.save_notes(db, table_id, notes)
            sql.bump_revision(db, table_id)

        await self.write(work, changes, checks_revision=True)

    async def list_pending_tables(self) -> tuple[TableId, ...]:
        """Return the tables with pending posts."""
        return await self.read(sql.list_pending_tables)

    # -- the connection

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Run ``work``, such as a function of a module with SQL, in the connection's thread."""
        return await self._database.run(work)

    @asynccontextmanager
    async def hold_lock(self, name: str) -> AsyncIterator[None]:
        """Lock a name against other processes during the block. Raises ``Conflict`` after a timeout.

        A process must not lock a name twice at the same time.
        """
        if not self.is_shared:
            yield
            return
        until = monotonic() + _NAMED_LOCK_SECONDS
        while not await self.read(lambda db: advisory_locks.try_lock(db, name)):
            if monotonic() > until:
                raise Conflict("Someone else is doing this right now. Please try again.")
            await asyncio.sleep(_RETRY_SECONDS)
        try:
            yield
        finally:
            await self.read(lambda db: advisory_locks.unlock(db, name))

    async def notify(self, *changes: str) -> None:
        """Notify the other processes of the database of ``changes``. For a database in a file, there is no effect."""
        if self.is_shared:
            await self._database.write(lambda db: None, changes, checks_revision=True)

    async def write(
        self, work: Callable[[Connection], T], changes: Iterable[str] = (), *, checks_revision: bool = False
    ) -> T:
        """Run ``work`` as one transaction and notify the other processes of ``changes``.

        On a server, the transaction is repeated if another process has changed what it read. With ``checks_revision``,
        ``work`` detects such changes itself. The transaction waits for another program's lock for at most
        ``BUSY_SECONDS``, and then raises a ``DatabaseError``. Reads may run meanwhile.
        """
        began = monotonic()
        until = began + BUSY_SECONDS
        while True:
            try:
                result = await self._database.write(work, changes, checks_revision=checks_revision)
                note_commit()
                self.on_transaction(monotonic() - began)
                return result
            except DatabaseError as error:
                if classify_error(error) != "locked" or monotonic() > until:
                    raise


def _write_move(db: Connection, move: MoveWrite) -> None:
    sql.save_move_state(db, move.entry.seq - 1, move.after)
    move_log.add_log_row(db, move.after.id, move.entry)
    for point in move.points:
        move_log.add_checkpoint(db, move.after.id, point)
    if move.clocks:
        sql.put_clocks(db, move.after.id, move.clocks)
    save_orders(db, move.plans)
