"""The store: tables and their logs in one SQLite file. Each method is one transaction. It knows no title.

Mutable, because it holds the connection. There is one writer, and every transaction runs whole in the connection's
thread: one hop there and back, and nothing, not even a canceled task, can come between its statements.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path
from time import monotonic
from typing import Self, TypeVar, cast

import aiosqlite
import msgspec

from engine.errors import Unreadable
from engine.store import statements as sql
from engine.store.apart import answered
from engine.store.opening import emptied, inspected, prepared
from engine.store.plans import Plan, put
from engine.store.reading import decoded, stored
from engine.store.table import Checkpoint, Clock, Entry, Table
from engine.store.trouble import trouble

T = TypeVar("T")

LOCK_SECONDS = 0.7
"""How long a transaction waits for another program's lock. A press may wait for one that waits, and has 3 s."""


class Row(msgspec.Struct, frozen=True):
    """One move as it is written: the table ``after`` it, its line of the log, and the checkpoints, clocks and standing
    orders that change with it."""

    after: Table
    entry: Entry
    points: tuple[Checkpoint, ...] = ()
    clocks: Mapping[int, Clock] = msgspec.field(default_factory=dict)
    plans: tuple[Plan, ...] = ()


class Store:
    """Opened by ``await Store.open(path)``, closed by ``await store.close()``."""

    def __init__(self, db: aiosqlite.Connection) -> None:
        self._db, self._owes_cleaning = db, False
        self.timed: Callable[[float], object] = lambda _: None  # is told how many seconds each transaction took

    @classmethod
    async def open(cls, path: str | Path, *, read_only: bool = False) -> Self:
        """The store in that file, made or brought to the newest version if need be (``read_only``: neither).

        Raises ``Unreadable`` for a file that is no database of ours, or one of a newer release, and for a place where
        it cannot be read or written.
        """
        address = f"{Path(path).resolve().as_uri()}?mode={'ro' if read_only else 'rwc'}"
        try:
            sqlite3.connect(address, uri=True).close()  # aiosqlite's thread would outlive a failure
        except sqlite3.OperationalError as error:
            raise Unreadable(f"The database {path} can’t be opened: {_reason(path, error)}.") from error
        db = await aiosqlite.connect(address, uri=True, isolation_level=None)
        store = cls(db)
        try:
            store._owes_cleaning = await store.read(inspected if read_only else prepared)
        except BaseException:
            await store.close()
            raise
        return store

    async def close(self) -> None:
        """Ends the thread; everything committed is on disk."""
        await self._db.close()

    async def clean_up(self) -> None:
        """Empties the write-ahead log, so that nothing that was taken out of the tables stays in it.

        While another program reads the file, that is owed: until ``clean_up_owed``, or until the next opening.
        """
        self._owes_cleaning = not await self.read(emptied)

    async def clean_up_owed(self) -> None:
        """Does what another program's reading has put off."""
        if self._owes_cleaning:
            await self.clean_up()

    # -- tables

    async def create(self, new: Table, log: tuple[Entry, ...] = (), points: tuple[Checkpoint, ...] = ()) -> int:
        """Adds a table, for a resumed game with its log, and gives its id. Refused when the channel has an open one."""

        def work(db: sqlite3.Connection) -> int:
            made = sql.add_table(db, new)
            for entry in log:
                sql.add_entry(db, made, entry, announced=True)
            for point in points:
                sql.add_checkpoint(db, made, point)
            return made

        return await self.write(work)

    async def get(self, session: int) -> Table | None:
        """The table of that id. Raises ``Unreadable`` when its rows make no table."""
        found = await self.read(lambda db: stored(db, session))
        return None if found is None else decoded(found)

    async def newest_in(self, channel: int) -> int | None:
        """The channel's open table, or else the last one that was played there."""
        return await self.read(lambda db: sql.newest_in(db, channel))

    async def last_over_in(self, channel: int) -> int | None:
        """The channel's last table that was begun and is over."""
        return await self.read(lambda db: sql.last_over_in(db, channel))

    async def open_of(self, user: int) -> tuple[int, ...]:
        """The open tables at which the user sits, the longest waiting first."""
        return await self.read(lambda db: sql.open_of(db, user))

    async def tables(self) -> tuple[int, ...]:
        """Every table there is, oldest first."""
        return await self.read(sql.tables)

    async def playing(self) -> tuple[int, ...]:
        """The tables whose game runs, oldest first."""
        return await self.read(sql.playing)

    async def save(self, table: Table) -> None:
        """Writes players, options, host, status, terms, clocks and notes of a table whose game does not move by it."""

        def work(db: sqlite3.Connection) -> None:
            sql.save_lobby(db, table)
            sql.put_notes(db, table.id, table.notes)

        await self.write(work)

    # -- moves

    async def start(self, table: Table, setup: Entry, point: Checkpoint) -> None:
        """Begins a game: its state, its set-up as log row 0, and its first checkpoint."""

        def work(db: sqlite3.Connection) -> None:
            sql.save_lobby(db, table)
            sql.deal(db, table)
            sql.add_entry(db, table.id, setup)
            sql.add_checkpoint(db, table.id, point)

        await self.write(work)

    async def resume(self, table: Table) -> None:
        """Begins to play a table that was created with its log."""

        def work(db: sqlite3.Connection) -> None:
            sql.save_lobby(db, table)
            sql.unmark_start(db, table.id)

        await self.write(work)

    async def append_all(self, rows: Sequence[Row]) -> tuple[Entry, ...]:
        """Makes moves as one: of each the log row, the new state, and checkpoints, clocks and orders that it changed.

        ``entry.seq`` of each is that of the move before + 1. Gives the entries, or the earlier one if the same
        interaction has made a move before. Raises ``Stale``, and writes nothing, when the table has moved on.
        """

        def work(db: sqlite3.Connection) -> tuple[Entry, ...]:
            made = sql.entry_of(db, rows[0].entry.interaction)
            if made is not None:
                return (made,)
            for row in rows:
                _add(db, row)
            return tuple(row.entry for row in rows)

        return await self.write(work)

    async def made_by(self, interaction: int | None) -> Entry | None:
        """The move that an interaction has made."""
        return await self.read(lambda db: sql.entry_of(db, interaction))

    async def log(self, session: int, *, after: int = -1, up_to: int | None = None) -> tuple[Entry, ...]:
        """The log rows with ``after < seq <= up_to``, the set-up (0) included."""
        return await self.read(lambda db: sql.log(db, session, after, up_to))

    async def checkpoints(self, session: int) -> tuple[Checkpoint, ...]:
        """All checkpoints, oldest first."""
        return await self.read(lambda db: sql.checkpoints(db, session))

    # -- the outbox

    async def announced(self, session: int, up_to: int, notes: Mapping[str, int]) -> None:
        """Marks the log rows up to ``up_to`` as told, and keeps message ids. ``up_to`` -1 marks none."""

        def work(db: sqlite3.Connection) -> None:
            sql.mark(db, session, up_to)
            sql.put_notes(db, session, notes)

        await self.write(work)

    async def pending(self) -> tuple[int, ...]:
        """The tables with log rows in the outbox."""
        return await self.read(sql.pending)

    # -- the connection

    async def read(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Runs ``work`` in the connection's thread; the modules with the statements say what it may be.

        aiosqlite's public calls are one hop a statement. A task canceled between two of them would leave its
        transaction open on the connection that all tables share, so this uses the call beneath them.
        """
        run = cast("Callable[..., Awaitable[T]]", self._db._execute)
        return await run(lambda: answered(work, self._db._conn))

    async def write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Does ``work`` as one transaction.

        Another program's lock is waited for, but not so long that a press would not be answered; then this raises
        ``sqlite3.OperationalError`` (``SQLITE_BUSY``). What is read meanwhile comes in between.
        """
        began = monotonic()
        until = began + LOCK_SECONDS
        while True:
            try:
                done = await self.read(lambda db: _transaction(db, work))
                self.timed(monotonic() - began)
                return done
            except sqlite3.OperationalError as error:
                if trouble(error) != "locked" or monotonic() > until:
                    raise


def _add(db: sqlite3.Connection, row: Row) -> None:
    sql.move_head(db, row.entry.seq - 1, row.after)
    sql.add_entry(db, row.after.id, row.entry)
    for point in row.points:
        sql.add_checkpoint(db, row.after.id, point)
    if row.clocks:
        sql.put_clocks(db, row.after.id, row.clocks)
    put(db, row.plans)


def _transaction(db: sqlite3.Connection, work: Callable[[sqlite3.Connection], T]) -> T:
    db.execute("BEGIN IMMEDIATE")
    try:
        result = work(db)
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise
    return result


def _reason(path: str | Path, error: sqlite3.Error) -> str:
    """The reason why a database cannot even be opened, as SQLite does not say which of these it is."""
    where = Path(path).resolve()
    if where.is_dir():
        return "it is a folder"
    return str(error) if where.parent.is_dir() else f"there is no folder {where.parent}"
