"""A SQLite file and the thread in which it is read and written."""

import sqlite3
from collections.abc import Awaitable, Callable, Iterable
from contextlib import nullcontext, suppress
from pathlib import Path
from typing import TypeVar, cast

import aiosqlite

from engine.errors import Unreadable
from engine.private import create_private
from engine.store.apart import answered
from engine.store.db import Db, transaction
from engine.store.identity import OpenFiles, identity
from engine.store.opening import emptied, inspected, prepared
from engine.store.trouble import Removed, reason

T = TypeVar("T")


class File:
    """A link to a file that is open. Mutable: it holds the connection and its thread.

    A file that is written is compared with the one at its path: after a difference nothing is read or written.
    """

    is_shared = False

    def __init__(self, db: aiosqlite.Connection) -> None:
        self._db = db
        self._files: OpenFiles | None = None
        self._removed: Removed | None = None

    def watch(self, files: OpenFiles) -> None:
        """Compares these files with those at their paths from now on."""
        self._files = files

    async def run(self, work: Callable[[Db], T]) -> T:
        """Runs ``work`` in the connection's thread. Raises ``ValueError`` when it was closed."""
        return await self.run_on_file(work)

    async def read_snapshot(self, work: Callable[[Db], T]) -> T:
        """The same: nobody else writes."""
        return await self.run_on_file(work)

    async def write(self, work: Callable[[Db], T], notices: Iterable[str] = (), *, checks_revision: bool = False) -> T:
        """Does ``work`` as one transaction. Nobody else writes or listens to a file.

        Raises ``Removed``, as all other calls do, when the file at its path is another one.
        """
        return await self.run_on_file(lambda db: self._checked_transaction(db, work))

    async def run_on_file(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """The same for work that is SQLite's alone.

        aiosqlite's public calls are one hop a statement. A task canceled between two of them would leave its
        transaction open on the connection that all tables share, so this uses the call beneath them.
        """
        run = cast("Callable[..., Awaitable[T]]", self._db._execute)
        return await run(lambda: answered(self._guarded, work))

    async def check(self) -> None:
        """Raises ``Removed`` when the file at its path is another one."""
        await self.run_on_file(lambda db: self._check_files())

    async def emptied(self) -> bool:
        """Empties the write-ahead log; False while another program reads what it is needed for."""

        def work(db: sqlite3.Connection) -> bool:
            self._check_files()
            return emptied(db)

        return await self.run_on_file(work)

    def is_lost(self) -> bool:
        """Whether the file at its path was found to be another one."""
        return self._removed is not None

    async def close(self) -> None:
        """Ends the thread; everything committed is on disk."""
        files, self._files = self._files, None
        if files is None:
            await self._db.close()
            return
        with files.spare_database() if self._removed is not None else nullcontext():
            await self._db.close()
        files.close()

    def _guarded(self, work: Callable[[sqlite3.Connection], T]) -> T:
        if self._removed is not None:
            raise Removed(str(self._removed))
        return work(self._db._conn)

    def _checked_transaction(self, db: Db, work: Callable[[Db], T]) -> T:
        """Do ``work`` as one transaction, with the files compared before it and after the commit."""
        self._check_files()
        result = transaction(db, work)
        self._check_files()
        return result

    def _check_files(self) -> None:
        if self._files is None:
            return
        try:
            self._files.check()
        except Removed as error:
            self._removed = error
            self._files.keep_record()
            raise


async def opened(path: str | Path, *, read_only: bool) -> tuple[File, bool]:
    """The file of the newest version, and whether its write-ahead log is still to be emptied.

    Raises ``Unreadable`` for a file that is no database of ours, or one of a newer release, and for a place where it
    cannot be read or written.
    """
    database = Path(path).resolve()
    address = f"{database.as_uri()}?mode={'ro' if read_only else 'rwc'}"
    if not read_only:
        with suppress(OSError):  # SQLite says why, below
            create_private(database)
    before = identity(database)
    try:
        sqlite3.connect(address, uri=True).close()  # aiosqlite's thread would outlive a failure
    except sqlite3.OperationalError as error:
        raise Unreadable(f"The database {path} can’t be opened: {_reason(path, error)}.") from error
    file = File(await aiosqlite.connect(address, uri=True, isolation_level=None))
    try:
        if read_only:
            return file, await file.run_on_file(inspected)
        owes_cleaning = await file.run_on_file(prepared)
        file.watch(OpenFiles(database, before))
        return file, owes_cleaning
    except Removed as error:
        await file.close()
        raise Unreadable(str(error)) from error
    except BaseException:
        await file.close()
        raise


def _reason(path: str | Path, error: sqlite3.Error) -> str:
    """Why a database cannot even be opened: SQLite does not say which of these it is."""
    where = Path(path).resolve()
    try:
        if where.is_dir():
            return "it is a folder"
        return str(error) if where.parent.is_dir() else f"there is no folder {where.parent}"
    except OSError as forbidden:
        return reason(forbidden)
