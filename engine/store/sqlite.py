"""A SQLite file and the thread in which it is read and written. It knows no table."""

import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar, cast

import aiosqlite

from engine.errors import Unreadable
from engine.store.apart import answered
from engine.store.db import Db, transaction
from engine.store.opening import emptied, inspected, prepared
from engine.store.trouble import reason

T = TypeVar("T")


class File:
    """A link to a file that is open. Mutable: it holds the connection and its thread."""

    def __init__(self, db: aiosqlite.Connection) -> None:
        self._db = db

    async def run(self, work: Callable[[Db], T]) -> T:
        """Runs ``work`` in the connection's thread. Raises ``ValueError`` when it was closed."""
        return await self.run_on_file(work)

    async def write(self, work: Callable[[Db], T]) -> T:
        """Does ``work`` as one transaction."""
        return await self.run_on_file(lambda db: transaction(db, work))

    async def run_on_file(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """The same for work that is SQLite's alone.

        aiosqlite's public calls are one hop a statement. A task canceled between two of them would leave its
        transaction open on the connection that all tables share, so this uses the call beneath them.
        """
        run = cast("Callable[..., Awaitable[T]]", self._db._execute)
        return await run(lambda: answered(work, self._db._conn))

    async def emptied(self) -> bool:
        """Empties the write-ahead log; False while another program reads what it is needed for."""
        return await self.run_on_file(emptied)

    def is_lost(self) -> bool:
        """False: a file can only fail."""
        return False

    async def close(self) -> None:
        """Ends the thread; everything committed is on disk."""
        await self._db.close()


async def opened(path: str | Path, *, read_only: bool) -> tuple[File, bool]:
    """The file of the newest version, and whether its write-ahead log is still to be emptied.

    Raises ``Unreadable`` for a file that is no database of ours, or one of a newer release, and for a place where it
    cannot be read or written.
    """
    address = f"{Path(path).resolve().as_uri()}?mode={'ro' if read_only else 'rwc'}"
    try:
        sqlite3.connect(address, uri=True).close()  # aiosqlite's thread would outlive a failure
    except sqlite3.OperationalError as error:
        raise Unreadable(f"The database {path} can’t be opened: {_reason(path, error)}.") from error
    file = File(await aiosqlite.connect(address, uri=True, isolation_level=None))
    try:
        return file, await file.run_on_file(inspected if read_only else prepared)
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
