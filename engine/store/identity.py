"""The identity of the files of a database: are those at its path still those that a process has open?

A process keeps a file that is removed or renamed: what it writes there is lost with the process, or is in a file that
no start will read. A file is the same while its device and inode are. They are also kept in the file of the lock,
which stays when the process has ended: for the next start, and for the doctor.
"""

import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from engine.errors import Unreadable
from engine.private import create_private, open_private
from engine.store.trouble import Removed

_FORMAT_AT, _WITHOUT_LOG = 18, b"\x01\x01"
"""Two bytes of the file's header: whether its writers use a write-ahead log (sqlite.org/fileformat2.html, 1.3)."""

_RECORD = """\
Made by Roundhouse. This file belongs to the database beside it; it stays also while no bot runs.
database {}
log {}
"""

_END = "The bot confirms no more moves and ends."
_GONE = "The database {0} was removed or renamed, or its disk is gone, while the bot had it open."
_REPLACED = "The database {0} was replaced by another file while the bot had it open."
_OVERWRITTEN = "The database {0} was overwritten while the bot had it open."
_BESIDE = "The file {1}, which belongs to the database {0}, was removed or replaced while the bot had it open."

_MISSING = (
    "The database {0} is gone or empty, though a bot has used it. If its disk isn’t mounted, mount it. Otherwise put"
    " the file back, or a copy of it. To begin with an empty database, remove {1}."
)
_OF_ANOTHER = (
    "The database {0} was replaced, but {1} belongs to the file that was there before. If {0} is a copy, move {1} and"
    " {2} to another folder, then start again. Otherwise put the file back that was there before."
)


def lock_of(database: Path) -> Path:
    """The file whose lock one process has, and which says what files that process has open."""
    return database.with_name(f"{database.name}.lock")


def log_of(database: Path) -> Path:
    """The write-ahead log."""
    return database.with_name(f"{database.name}-wal")


def index_of(database: Path) -> Path:
    """The index of the write-ahead log, in memory that processes share."""
    return database.with_name(f"{database.name}-shm")


def identity(file: Path | int) -> str:
    """Device and inode of a file, or of an open one; empty for a file that is not there."""
    try:
        found = os.stat(file)
    except OSError:
        return ""
    return f"{found.st_dev}:{found.st_ino}"


def recorded(database: Path) -> Mapping[str, str]:
    """The files that the process with the lock has open, or the last one had: ``database`` and ``log``, if known."""
    try:
        lines = lock_of(database).read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return {}
    words = (line.split() for line in lines)
    return {pair[0]: pair[1] for pair in words if len(pair) == 2}


def check_recorded(database: Path) -> None:
    """Raises ``Unreadable`` where a start would lose what was stored.

    That is a new database in place of one that is gone, and the log of one file written into another.
    """
    known = recorded(database)
    if "database" in known and not _size(database):
        raise Unreadable(_MISSING.format(database, lock_of(database)))
    log = log_of(database)
    if not _size(database) or not _size(log):
        return
    is_other = known.get("log") == identity(log) and known.get("database") != identity(database)
    if is_other or _is_closed_copy(database):
        raise Unreadable(_OF_ANOTHER.format(database, log, index_of(database)))


def _size(file: Path) -> int:
    return file.stat().st_size if file.is_file() else 0


def _is_closed_copy(database: Path) -> bool:
    """Whether its last writer used no write-ahead log, such as a backup: then the one beside it is not its own."""
    with open(database, "rb") as file:
        return file.read(_FORMAT_AT + 2)[_FORMAT_AT:] == _WITHOUT_LOG


class OpenFiles:
    """The files that this process has open, each with its identity at that time. For a database that has been opened.

    It keeps the database open until ``close``, which must come after SQLite's: closing it ends SQLite's locks on it.
    """

    def __init__(self, database: Path, opened: str) -> None:
        """Note the files; ``opened`` is the identity of the database that SQLite has opened."""
        self._database = database
        self._handle = os.open(database, os.O_RDONLY | getattr(os, "O_BINARY", 0))
        self._of_database, self._format = opened, self._read_format()
        beside = (log_of(database), index_of(database), lock_of(database))
        self._beside = {file: known for file in beside if (known := identity(file))}
        self.check()
        self._record()

    def check(self) -> None:
        """Raises ``Removed`` when a file at the path is no longer the open one. It takes some microseconds."""
        now = identity(self._database)
        if now != self._of_database:
            raise Removed(f"{(_REPLACED if now else _GONE).format(self._database)} {_END}")
        if self.is_overwritten():
            raise Removed(f"{_OVERWRITTEN.format(self._database)} {_END}")
        for file, known in self._beside.items():
            if identity(file) != known:
                raise Removed(f"{_BESIDE.format(self._database, file)} {_END}")

    def is_overwritten(self) -> bool:
        """Whether something else than SQLite has written the open file, such as ``cp`` from a backup."""
        return self._read_format() != self._format

    def _read_format(self) -> bytes:
        os.lseek(self._handle, _FORMAT_AT, os.SEEK_SET)
        return os.read(self._handle, 2)

    def keep_record(self) -> None:
        """Lets the next start know that there was a database, also when the lock was removed with it."""
        lock = lock_of(self._database)
        if not lock.exists():
            with suppress(OSError):  # there may not even be a folder, which stops the next start as well
                create_private(lock)
                self._record()

    def spare_database(self) -> None:
        """Before SQLite closes: empties the log, which it would write into what was put into the open file."""
        log = log_of(self._database)
        if self.is_overwritten() and identity(log) and identity(log) == self._beside.get(log):
            os.truncate(log, 0)

    def close(self) -> None:
        """Closes the database, after SQLite has."""
        os.close(self._handle)

    def _record(self) -> None:
        """Writes down what is open, where there is a lock: its process is this one."""
        lock = lock_of(self._database)
        if lock.exists():
            text = _RECORD.format(self._of_database, self._beside.get(log_of(self._database), "none"))
            with open(lock, "w", encoding="utf-8", opener=open_private) as file:
                file.write(text)
