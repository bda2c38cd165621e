"""Detects that the file at a database's path is no longer the one that a process has open.

A process keeps using a file that was removed or renamed: what it writes is lost with the process, or is in a file that
no start will read. A file is identified by device and inode. They are also stored in the lock file, which stays after
the process has ended: for the next start, and for the doctor.
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
"""Added when another program has written the open database: the next start asks the host what happened."""

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
    """The lock file, which one process holds, and which records the files that it has open."""
    return database.with_name(f"{database.name}.lock")


def wal_path(database: Path) -> Path:
    """The write-ahead log."""
    return database.with_name(f"{database.name}-wal")


def wal_index_path(database: Path) -> Path:
    """The index of the write-ahead log, in memory that processes share."""
    return database.with_name(f"{database.name}-shm")


def file_identity(file: Path | int) -> str:
    """Device and inode of a file, or of an open one; empty for a file that is not there."""
    try:
        status = os.stat(file)
    except OSError:
        return ""
    return f"{status.st_dev}:{status.st_ino}"


def read_record(database: Path) -> Mapping[str, str]:
    """The recorded files of the process with the lock, or of the last one: ``database`` and ``log``, if known."""
    try:
        lines = lock_path(database).read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return {}
    words = (line.split() for line in lines)
    return {pair[0]: pair[1] for pair in words if len(pair) == 2}


def check_record(database: Path) -> None:
    """Raises ``Unreadable`` if a start would lose stored data.

    That is a new database in place of a missing one, or the log of one file next to another. A backup restored in place
    is detected by its change counter if it was made before the bot's last start. A later one may have the same counter,
    and nothing in a log identifies its file.
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
    """Whether the log next to it is not its own.

    The last writer of a backup used no log, and an older copy has a lower change counter than the last start noted.
    """
    with open(database, "rb") as file:
        header = read_header(file.fileno())
    return header.format == FORMAT_WITHOUT_WAL or header.counter < counter


class OpenFiles:
    """The files that this process has open, each with its identity. For an opened database.

    It keeps the database open until ``close``, which must come after SQLite's: closing it ends SQLite's locks on it.
    """

    def __init__(self, database: Path, opened: str) -> None:
        """Note the files; ``opened`` is the identity of the database that SQLite has opened."""
        self._database, self._database_identity = database, opened
        self._open_database = OpenDatabase(database, wal_index_path(database))
        beside = (wal_path(database), wal_index_path(database), lock_path(database))
        self._is_written = False
        self._side_files = {file: known for file in beside if (known := file_identity(file))}
        self.check()
        self._write_record()

    def check(self) -> None:
        """Raises ``DatabaseRemoved`` if a file at the path is no longer the open one. Takes microseconds."""
        now = file_identity(self._database)
        if now != self._database_identity:
            raise DatabaseRemoved(
                f"{(_REPLACED_MESSAGE if now else _GONE_MESSAGE).format(self._database)} {_ENDING_SENTENCE}"
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
        """Record for the next start that there was a database, even if the lock file was removed."""
        lock = lock_path(self._database)
        if not lock.exists():
            with suppress(OSError):  # there may not even be a folder, which stops the next start as well
                create_private(lock)
                self._write_record()

    @contextmanager
    def protect_replaced_file(self) -> Iterator[None]:
        """During the block, which closes SQLite, prevent it from writing the log into a replaced file.

        The log is emptied if the file is certainly another one. If that is uncertain, the log is kept for the next
        start: SQLite writes it into the file when the last reader closes, and a read-only reader can't.
        """
        log = wal_path(self._database)
        if self._open_database.is_replaced() and file_identity(log) and file_identity(log) == self._side_files.get(log):
            os.truncate(log, 0)
        elif self._is_written:
            self._write_record(_WRITTEN_MARK)
            with closing(sqlite3.connect(f"{self._database.as_uri()}?mode=ro", uri=True)) as reader:
                with suppress(sqlite3.Error):  # it may be no database anymore
                    reader.execute("SELECT count(*) FROM sqlite_schema").fetchone()
                yield
            return
        yield

    def close(self) -> None:
        """Close the database, after SQLite has."""
        self._open_database.close()

    def _write_record(self, mark: str = "") -> None:
        """Write down what is open, where there is a lock: its process is this one."""
        lock = lock_path(self._database)
        if lock.exists():
            log = self._side_files.get(wal_path(self._database), "none")
            text = _RECORD.format(self._database_identity, log, self._open_database.counter) + mark
            with open(lock, "w", encoding="utf-8", opener=open_private) as file:
                file.write(text)
