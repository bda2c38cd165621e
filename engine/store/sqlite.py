"""An SQLite database: a file, and the thread of its connection."""

import sqlite3
from collections.abc import Awaitable, Callable, Iterable
from contextlib import nullcontext, suppress
from pathlib import Path
from typing import TypeVar, cast

import aiosqlite

from engine.errors import Unreadable
from engine.private import create_private
from engine.store.connection import Connection, run_transaction
from engine.store.errors import DatabaseRemoved, os_error_reason
from engine.store.file_identity import OpenFiles, file_identity
from engine.store.sqlite_setup import check_for_reading, empty_wal, prepare_database
from engine.threads import call_without_stop_iteration

T = TypeVar("T")


class SqliteDatabase:
    """A ``Database`` in a file, with its connection and thread.

    The open file is compared with the file at its path. If they differ, nothing more is read or written.
    """

    is_shared = False

    def __init__(self, db: aiosqlite.Connection) -> None:
        self._db = db
        self._files: OpenFiles | None = None
        self._removed: DatabaseRemoved | None = None

    def watch_files(self, files: OpenFiles) -> None:
        """Begin to compare these open files with the files at their paths."""
        self._files = files

    async def run(self, work: Callable[[Connection], T]) -> T:
        """Run ``work`` in the connection's thread.

        Raises ``ValueError`` if the connection was closed.
        """
        return await self.run_sqlite(work)

    async def read_snapshot(self, work: Callable[[Connection], T]) -> T:
        """Run ``work``, which only reads. No transaction is needed, because no other process writes."""
        return await self.run_sqlite(work)

    async def write(
        self, work: Callable[[Connection], T], changes: Iterable[str] = (), *, checks_revision: bool = False
    ) -> T:
        """Run ``work`` as one transaction.

        ``changes`` are ignored, because no other process uses the file. Raises ``DatabaseRemoved``, like all other
        methods, if the database's path leads to another file.
        """
        return await self.run_sqlite(lambda db: self._run_checked_transaction(db, work))

    async def run_sqlite(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Run work that uses SQLite's own interface.

        With aiosqlite's public methods, each statement is a separate call. A task that is canceled between two calls
        would leave its transaction open on the shared connection. So this calls the private method on which they are
        based.
        """
        run = cast("Callable[..., Awaitable[T]]", self._db._execute)
        return await run(lambda: call_without_stop_iteration(self._run_unless_removed, work))

    async def check(self) -> None:
        """Raise ``DatabaseRemoved`` if the database's path leads to another file."""
        await self.run_sqlite(lambda db: self._check_files())

    async def purge_deleted(self) -> bool:
        """Empty the write-ahead log; return False if another program still reads from it."""

        def empty_log(db: sqlite3.Connection) -> bool:
            self._check_files()
            return empty_wal(db)

        return await self.run_sqlite(empty_log)

    def is_lost(self) -> bool:
        """Whether the database's path was found to lead to another file."""
        return self._removed is not None

    async def close(self) -> None:
        """End the thread. Everything that was committed is on disk."""
        files, self._files = self._files, None
        if files is None:
            await self._db.close()
            return
        with files.protect_replaced_file() if self._removed is not None else nullcontext():
            await self._db.close()
        files.close()

    def _run_unless_removed(self, work: Callable[[sqlite3.Connection], T]) -> T:
        if self._removed is not None:
            raise DatabaseRemoved(str(self._removed))
        return work(self._db._conn)

    def _run_checked_transaction(self, db: Connection, work: Callable[[Connection], T]) -> T:
        """Run ``work`` as one transaction, and compare the files before ``work`` and after the commit."""
        self._check_files()
        result = run_transaction(db, work)
        self._check_files()
        return result

    def _check_files(self) -> None:
        if self._files is None:
            return
        try:
            self._files.check()
        except DatabaseRemoved as error:
            self._removed = error
            self._files.ensure_record()
            raise


async def open_sqlite(path: str | Path, *, read_only: bool) -> tuple[SqliteDatabase, bool]:
    """Open a database file. Return the database, and whether its write-ahead log must still be emptied.

    The file is created or migrated if necessary, unless ``read_only``. Raises ``Unreadable`` for a file that is not a
    Roundhouse database, is of a newer release, or is not readable and writable.
    """
    database = Path(path).resolve()
    address = f"{database.as_uri()}?mode={'ro' if read_only else 'rwc'}"
    if not read_only:
        with suppress(OSError):  # SQLite's error below is reported
            create_private(database)
    identity_before = file_identity(database)
    try:
        sqlite3.connect(address, uri=True).close()  # aiosqlite's thread would not end after a failure
    except sqlite3.OperationalError as error:
        raise Unreadable(f"The database {path} can’t be opened: {_open_failure_reason(path, error)}.") from error
    file = SqliteDatabase(await aiosqlite.connect(address, uri=True, isolation_level=None))
    try:
        if read_only:
            return file, await file.run_sqlite(check_for_reading)
        needs_purge = await file.run_sqlite(prepare_database)
        file.watch_files(OpenFiles(database, identity_before))
        return file, needs_purge
    except DatabaseRemoved as error:
        await file.close()
        raise Unreadable(str(error)) from error
    except BaseException:
        await file.close()
        raise


def _open_failure_reason(path: str | Path, error: sqlite3.Error) -> str:
    """Return the reason why a database can't be opened, if SQLite's error does not contain it."""
    file = Path(path).resolve()
    try:
        if file.is_dir():
            return "it is a folder"
        return str(error) if file.parent.is_dir() else f"there is no folder {file.parent}"
    except OSError as os_error:
        return os_error_reason(os_error)
