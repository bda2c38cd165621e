"""Detection of a replaced database file.

A process can continue to use a file that was removed or renamed, but what it writes into that file is lost. Files are
identified by device and inode. The lock file, which remains after the process has ended, records these for the next
start and for the doctor.
"""

import os
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from engine.errors import Unreadable
from engine.private import create_private, open_private
from engine.store.errors import DatabaseRemoved
from engine.store.overwrite_detection import FORMAT_WITHOUT_WAL, OpenDatabase, read_header

_RECORD = """\
Made by Roundhouse. This file belongs to the database beside it; it stays also while no bot runs.
database {}
log {}
counter {}
"""
_WRITTEN_MARK = "written True\n"
"""The line in the lock file that says that another program has written the open database.

The next start then asks the host what to do.
"""

_ENDING_SENTENCE = "The bot confirms no more moves and ends."
_GONE_MESSAGE = "The database {0} was removed or renamed, or its disk is gone, while the bot had it open."
_REPLACED_MESSAGE = "The database {0} was replaced by another file while the bot had it open."
_OVERWRITTEN_MESSAGE = "The database {0} was overwritten while the bot had it open."
_WRITTEN_MESSAGE = "Another program has written the database {0} while the bot had it open."
_SIDE_FILE_MESSAGE = (
    "The file {1}, which belongs to the database {0}, was removed or replaced while the bot had it open."
)

_MISSING_MESSAGE = (
    "The database {0} is gone or empty, though a bot has used it. If its disk isn’t mounted, mount it. Otherwise put"
    " the file back, or a copy of it. To begin with an empty database, remove {1}."
)
_OTHER_FILE_MESSAGE = (
    "The database {0} was replaced, but {1} belongs to the file that was there before. If {0} is a copy, move {1} and"
    " {2} to another folder, then start again. Otherwise put the file back that was there before."
)
_PERHAPS_OTHER_FILE_MESSAGE = (
    "Another program wrote the database {0} while a bot had it open. If you copied a file there, move {1} and {2} to"
    " another folder, then start again. If you copied nothing there, remove {3} and start again."
)


def lock_path(database: Path) -> Path:
    """Return the path of a database's lock file, which one process locks.

    The process records in it which files it has open.
    """
    return database.with_name(f"{database.name}.lock")


def wal_path(database: Path) -> Path:
    """Return the path of a database's write-ahead log."""
    return database.with_name(f"{database.name}-wal")


def wal_index_path(database: Path) -> Path:
    """Return the path of the index of a database's write-ahead log.

    The processes that use the log share the index in memory.
    """
    return database.with_name(f"{database.name}-shm")


def file_identity(file: Path | int) -> str:
    """Return device and inode of a file, given by path or descriptor; empty if there is no such file."""
    try:
        status = os.stat(file)
    except OSError:
        return ""
    return f"{status.st_dev}:{status.st_ino}"


def read_record(database: Path) -> Mapping[str, str]:
    """Return the record in the lock file of a database: names such as ``database`` and ``log``, with their values.

    The record was written by the process that has the lock, or by the last process that had it.
    """
    try:
        lines = lock_path(database).read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return {}
    words = (line.split() for line in lines)
    return {pair[0]: pair[1] for pair in words if len(pair) == 2}


def check_record(database: Path) -> None:
    """Raise ``Unreadable`` if a start would lose stored data.

    This happens if a known database is missing, or if the write-ahead log belongs to another file. A restored backup is
    detected by its change counter if it was made before the bot's last start. A later backup is not detected: it may
    have the same counter, and nothing in a log identifies the database.
    """
    record = read_record(database)
    if "database" in record and not _file_size(database):
        raise Unreadable(_MISSING_MESSAGE.format(database, lock_path(database)))
    log = wal_path(database)
    if not _file_size(database) or not _file_size(log):
        return
    is_other = record.get("log") == file_identity(log) and record.get("database") != file_identity(database)
    counter = record.get("counter", "")
    if is_other or _is_copy(database, int(counter) if counter.isdecimal() else 0):
        raise Unreadable(_OTHER_FILE_MESSAGE.format(database, log, wal_index_path(database)))
    if "written" in record:
        raise Unreadable(
            _PERHAPS_OTHER_FILE_MESSAGE.format(database, log, wal_index_path(database), lock_path(database))
        )


def _file_size(file: Path) -> int:
    return file.stat().st_size if file.is_file() else 0


def _is_copy(database: Path, counter: int) -> bool:
    """Whether a database is a backup, to which the log next to it does not belong.

    This is so if the file was written without a log, or has a lower change counter than at the last start
    (``counter``).
    """
    with open(database, "rb") as file:
        header = read_header(file.fileno())
    return header.format == FORMAT_WITHOUT_WAL or header.counter < counter


class OpenFiles:
    """The files of an open database, each with its identity.

    The database file is kept open until ``close``. Call ``close`` after SQLite has closed the database, because closing
    the file releases SQLite's locks.
    """

    def __init__(self, database: Path, identity: str) -> None:
        """Record the files. ``identity`` identifies the database file that SQLite has opened."""
        self._database, self._database_identity = database, identity
        self._open_database = OpenDatabase(database, wal_index_path(database))
        side_files = (wal_path(database), wal_index_path(database), lock_path(database))
        self._is_written = False
        self._side_files = {file: known for file in side_files if (known := file_identity(file))}
        self.check()
        self._write_record()

    def check(self) -> None:
        """Raise ``DatabaseRemoved`` if the path of an open file now leads to another file, or to none.

        The check takes microseconds.
        """
        identity = file_identity(self._database)
        if identity != self._database_identity:
            raise DatabaseRemoved(
                f"{(_REPLACED_MESSAGE if identity else _GONE_MESSAGE).format(self._database)} {_ENDING_SENTENCE}"
            )
        if self._open_database.is_replaced():
            raise DatabaseRemoved(f"{_OVERWRITTEN_MESSAGE.format(self._database)} {_ENDING_SENTENCE}")
        if self._open_database.is_written_by_others():
            self._is_written = True
            raise DatabaseRemoved(f"{_WRITTEN_MESSAGE.format(self._database)} {_ENDING_SENTENCE}")
        for file, known in self._side_files.items():
            if file_identity(file) != known:
                raise DatabaseRemoved(f"{_SIDE_FILE_MESSAGE.format(self._database, file)} {_ENDING_SENTENCE}")

    def ensure_record(self) -> None:
        """Write the lock file again if it was removed, so that the next start knows that there was a database."""
        lock = lock_path(self._database)
        if not lock.exists():
            with suppress(OSError):  # the folder may be missing too, which also stops the next start
                create_private(lock)
                self._write_record()

    @contextmanager
    def protect_replaced_file(self) -> Iterator[None]:
        """Keep SQLite from writing the log into a replaced file.

        SQLite closes the database during the block. If the file was certainly replaced, the log is emptied. If this is
        uncertain, the log is kept for the next start. For this purpose, a read-only connection stays open: only the
        last connection that closes writes the log into the database, and a read-only one can't.
        """
        log = wal_path(self._database)
        if self._open_database.is_replaced() and file_identity(log) and file_identity(log) == self._side_files.get(log):
            os.truncate(log, 0)
        elif self._is_written:
            self._write_record(_WRITTEN_MARK)
            with closing(sqlite3.connect(f"{self._database.as_uri()}?mode=ro", uri=True)) as reader:
                with suppress(sqlite3.Error):  # it may not be a database anymore
                    reader.execute("SELECT count(*) FROM sqlite_schema").fetchone()
                yield
            return
        yield

    def close(self) -> None:
        """Close the database. Call it after SQLite has closed it."""
        self._open_database.close()

    def _write_record(self, mark: str = "") -> None:
        """Write the record of the open files into the lock file, if there is one. ``mark`` is added as a line."""
        lock = lock_path(self._database)
        if lock.exists():
            log = self._side_files.get(wal_path(self._database), "none")
            text = _RECORD.format(self._database_identity, log, self._open_database.counter) + mark
            with open(lock, "w", encoding="utf-8", opener=open_private) as file:
                file.write(text)
