"""The store: tables and their logs in one database. Each method is one transaction. It knows no title.

Mutable, because it holds the connection. Every transaction runs whole in the connection's thread: one hop there and
back, and nothing, not even a canceled task, can come between its statements. On a server other processes may write too:
a table is written only as long as it has the revision that was read.
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
from engine.store import locks, logs, sqlite
from engine.store import statements as sql
from engine.store.address import is_address, with_driver
from engine.store.commits import note_commit
from engine.store.db import Db, Link
from engine.store.ids import ChannelId, InteractionId, TableId, UserId
from engine.store.migrate import scripts
from engine.store.plans import Plan, put
from engine.store.reading import decoded, stored
from engine.store.table import Checkpoint, Clock, Entry, Table
from engine.store.trouble import DatabaseError, trouble

T = TypeVar("T")

_ALONE_SECONDS, _TRY_SECONDS = 2.0, 0.02
"""For so long a process waits until another one has done the same work, and how often it asks."""
LOCK_SECONDS = 0.7
"""How long a transaction waits for another program's lock. A press may wait for one that waits, and has 3 s."""


class Row(msgspec.Struct, frozen=True):
    """One move as it is written: the table ``after`` it, its line of the log, and the checkpoints, clocks and standing
    orders that change with it."""

    after: Table
    entry: Entry
    points: tuple[Checkpoint, ...] = ()
    clocks: Mapping[Seat, Clock] = msgspec.field(default_factory=dict)
    plans: tuple[Plan, ...] = ()


class Store:
    """Opened by ``await Store.open(path)``, closed by ``await store.close()``."""

    def __init__(self, link: Link, *, owes_cleaning: bool = False) -> None:
        self._link, self._owes_cleaning = link, owes_cleaning
        self.is_shared = link.is_shared  # whether other processes may write at the same time
        self.timed: Callable[[float], object] = lambda _: None  # is told how many seconds each transaction took

    @classmethod
    async def open(
        cls,
        path: str | Path,
        *,
        read_only: bool = False,
        waits: Callable[[], object] | None = None,
    ) -> Self:
        """The store in that file, made or brought to the newest version if need be (``read_only``: neither).

        A ``path`` that begins with ``postgresql://`` is the address of a database, which several processes may have at
        the same time. While processes of an older release have it, ``waits`` is called again and again; without
        ``waits`` it is ``Unreadable``.

        Raises ``Unreadable`` for what is no database of ours, or one of a newer release, and for a place where it
        cannot be read or written.
        """
        if is_address(path):
            with with_driver():
                from engine.store.postgresql import inspected, join_database
            if read_only:
                return cls(await inspected(str(path), scripts()))
            return cls(await join_database(str(path), scripts(), waits))
        file, owes_cleaning = await sqlite.opened(path, read_only=read_only)
        return cls(file, owes_cleaning=owes_cleaning)

    async def close(self) -> None:
        """Ends the thread; everything committed is on disk."""
        await self._link.close()

    async def check(self) -> None:
        """Raises ``DatabaseError`` when the database does not answer, or is no longer the one that was opened."""
        await self._link.check()

    def is_lost(self) -> bool:
        """Whether the database is gone for good, and with it the right to write: the process has to end."""
        return self._link.is_lost()

    async def clean_up(self) -> None:
        """Empties the write-ahead log, so that nothing that was taken out of the tables stays in it.

        While another program reads the file, that is owed: until ``clean_up_owed``, or until the next opening.
        """
        self._owes_cleaning = not await self._link.emptied()

    async def clean_up_owed(self) -> None:
        """Does what another program's reading has put off."""
        if self._owes_cleaning:
            await self.clean_up()

    # -- tables

    async def create(
        self,
        new: Table,
        log: tuple[Entry, ...] = (),
        points: tuple[Checkpoint, ...] = (),
        beside: Callable[[Db, TableId], object] = lambda db, made: None,
    ) -> TableId:
        """Adds a table, for a resumed game with its log, and gives its id. Refused when the channel has an open one.

        What belongs to the table is written ``beside`` it, in the same transaction.
        """

        def work(db: Db) -> TableId:
            made = sql.add_table(db, new)
            for entry in log:
                logs.add_entry(db, made, entry, announced=True)
            for point in points:
                logs.add_checkpoint(db, made, point)
            sql.put_notes(db, made, new.notes)
            beside(db, made)
            return made

        return await self.write(work)

    async def get(self, session: TableId) -> Table | None:
        """The table of that id. Raises ``Unreadable`` when its rows make no table."""
        found = await self._link.read_snapshot(lambda db: stored(db, session))
        return None if found is None else decoded(found)

    async def revision_of(self, session: TableId) -> int | None:
        """The revision of the table of that id."""
        return await self.read(lambda db: sql.revision_of(db, session))

    async def newest_in(self, channel: ChannelId) -> TableId | None:
        """The channel's open table, or else the last one that was played there."""
        return await self.read(lambda db: sql.newest_in(db, channel))

    async def last_over_in(self, channel: ChannelId) -> TableId | None:
        """The channel's last table that was begun and is over."""
        return await self.read(lambda db: sql.last_over_in(db, channel))

    async def open_of(self, user: UserId) -> tuple[TableId, ...]:
        """The open tables at which the user sits, the longest waiting first."""
        return await self.read(lambda db: sql.open_of(db, user))

    async def tables(self) -> tuple[TableId, ...]:
        """Every table there is, oldest first."""
        return await self.read(sql.tables)

    async def playing(self) -> tuple[TableId, ...]:
        """The tables whose game runs, oldest first."""
        return await self.read(sql.playing)

    async def save(self, table: Table, notes: Mapping[str, int] | None = None, notices: Iterable[str] = ()) -> Table:
        """Writes players, options, host, status, terms and clocks of a table whose game does not move by it.

        Of its notes, only those in ``notes`` are written if these are given. Gives the table as it is then. Raises
        ``Conflict``.
        """

        def work(db: Db) -> None:
            sql.save_lobby(db, table)
            sql.put_notes(db, table.id, table.notes if notes is None else notes)

        await self.write(work, notices, checks_revision=True)
        return replace(table, revision=table.revision + 1)

    # -- moves

    async def start(self, table: Table, setup: Entry, point: Checkpoint, notices: Iterable[str] = ()) -> None:
        """Begins a game: its state, its set-up as log row 0, and its first checkpoint. Raises ``Conflict``."""

        def work(db: Db) -> None:
            sql.save_lobby(db, table)
            sql.deal(db, table)
            logs.add_entry(db, table.id, setup)
            logs.add_checkpoint(db, table.id, point)

        await self.write(work, notices, checks_revision=True)

    async def resume(self, table: Table, notices: Iterable[str] = ()) -> None:
        """Begins to play a table that was created with its log. Raises ``Conflict``."""

        def work(db: Db) -> None:
            sql.save_lobby(db, table)
            sql.unmark_start(db, table.id)

        await self.write(work, notices, checks_revision=True)

    async def append_all(self, rows: Sequence[Row], notices: Iterable[str] = ()) -> tuple[Entry, ...]:
        """Makes moves as one: of each the log row, the new state, and checkpoints, clocks and orders that it changed.

        ``entry.seq`` of each is that of the move before + 1. Gives the entries, or the earlier one if the same
        interaction has made a move before. Raises ``Conflict``, and writes nothing, when the table has moved on.
        """

        def work(db: Db) -> tuple[Entry, ...]:
            made = logs.entry_of(db, rows[0].entry.interaction)
            if made is not None:
                return (made,)
            for row in rows:
                _add(db, row)
            return tuple(row.entry for row in rows)

        return await self.write(work, notices, checks_revision=True)

    async def made_by(self, interaction: InteractionId | None) -> Entry | None:
        """The move that an interaction has made."""
        return await self.read(lambda db: logs.entry_of(db, interaction))

    async def log(self, session: TableId, *, after: int = -1, up_to: int | None = None) -> tuple[Entry, ...]:
        """The log rows with ``after < seq <= up_to``, the set-up (0) included."""
        return await self.read(lambda db: logs.log(db, session, after, up_to))

    async def checkpoints(self, session: TableId) -> tuple[Checkpoint, ...]:
        """All checkpoints, oldest first."""
        return await self.read(lambda db: logs.checkpoints(db, session))

    # -- the outbox

    async def announced(
        self, session: TableId, up_to: int, notes: Mapping[str, int], notices: Iterable[str] = ()
    ) -> None:
        """Marks the log rows up to ``up_to`` as told, and keeps message ids. ``up_to`` -1 marks none.

        It rests on no revision, and makes none: nobody else writes these.
        """

        def work(db: Db) -> None:
            sql.mark(db, session, up_to)
            sql.put_notes(db, session, notes)

        await self.write(work, notices, checks_revision=True)

    async def note(self, session: TableId, notes: Mapping[str, int], notices: Iterable[str]) -> None:
        """Keeps message ids, where another process keeps those of the table otherwise: a revision of its own."""

        def work(db: Db) -> None:
            sql.put_notes(db, session, notes)
            sql.count_change(db, session)

        await self.write(work, notices, checks_revision=True)

    async def pending(self) -> tuple[TableId, ...]:
        """The tables with log rows in the outbox."""
        return await self.read(sql.pending)

    # -- the connection

    async def read(self, work: Callable[[Db], T]) -> T:
        """Runs ``work`` in the connection's thread; the modules with the statements say what it may be."""
        return await self._link.run(work)

    @asynccontextmanager
    async def hold_lock(self, name: str) -> AsyncIterator[None]:
        """No other process does the work of that name meanwhile. Raises ``Conflict`` when one does so for too long.

        A process does not ask for it twice at the same time.
        """
        if not self.is_shared:
            yield
            return
        until = monotonic() + _ALONE_SECONDS
        while not await self.read(lambda db: locks.try_lock(db, name)):
            if monotonic() > until:
                raise Conflict("Someone else is doing this right now. Please try again.")
            await asyncio.sleep(_TRY_SECONDS)
        try:
            yield
        finally:
            await self.read(lambda db: locks.unlock(db, name))

    async def notify(self, *notices: str) -> None:
        """Tells whoever listens to the database; nobody does to a file."""
        if self.is_shared:
            await self._link.write(lambda db: None, notices, checks_revision=True)

    async def write(self, work: Callable[[Db], T], notices: Iterable[str] = (), *, checks_revision: bool = False) -> T:
        """Does ``work`` as one transaction, of which the other processes of a server hear the ``notices``.

        On a server it is done again when another process has changed what it read, unless it ``checks_revision``:
        then it compares that itself.

        Another program's lock is waited for, but not so long that a press would not be answered; then this raises
        ``sqlite3.OperationalError`` (``SQLITE_BUSY``). What is read meanwhile comes in between.
        """
        began = monotonic()
        until = began + LOCK_SECONDS
        while True:
            try:
                done = await self._link.write(work, notices, checks_revision=checks_revision)
                note_commit()
                self.timed(monotonic() - began)
                return done
            except DatabaseError as error:
                if trouble(error) != "locked" or monotonic() > until:
                    raise


def _add(db: Db, row: Row) -> None:
    sql.move_head(db, row.entry.seq - 1, row.after)
    logs.add_entry(db, row.after.id, row.entry)
    for point in row.points:
        logs.add_checkpoint(db, row.after.id, point)
    if row.clocks:
        sql.put_clocks(db, row.after.id, row.clocks)
    put(db, row.plans)
