"""Preparations of a database when it is opened, and of its write-ahead log."""

import sqlite3
from collections.abc import Mapping

from engine.errors import Unreadable
from engine.store.errors import classify_error, operator_message
from engine.store.migrations import check_version, load_migrations, migrate

WAL_SIZE_LIMIT = 16_777_216
"""Bytes of the write-ahead log that stay on the disk when its content has been written into the file.

SQLite does that after 4 MB. The log grows beyond them only in a larger transaction, or while a reader prevents it.
"""

_PRAGMAS = (
    "journal_mode = WAL",
    f"journal_size_limit = {WAL_SIZE_LIMIT}",
    "synchronous = FULL",
    "foreign_keys = ON",
    "secure_delete = ON",
)
"""FULL: what was answered with “done” survives a power cut (0.3 ms a move). What is deleted is overwritten with zeros,
so that nothing of it stays in free pages; commits take as long as without."""

_SECURE_DELETE_SINCE = 6
"""Files of older versions may have left-overs of what was deleted in their free pages."""

_TRY_MILLISECONDS = 20
"""How long each try for another program's lock waits in the connection's thread, which all tables share."""


def prepare_database(db: sqlite3.Connection) -> bool:
    """Make it a database of the newest version, and says whether ``empty_wal`` is owed, as another program reads it.

    Raises ``Unreadable`` for a file that is no database of ours, one of a newer release, and one that is not to be read
    or written.
    """
    migrations = load_migrations()
    if 0 < _read_schema_version(db) < _SECURE_DELETE_SINCE:
        _rewrite_file(db, migrations)
    migrate(db, migrations)  # before the rest, so that another program's file is refused as it was found
    try:
        for pragma in (*_PRAGMAS, f"busy_timeout = {_TRY_MILLISECONDS}"):
            db.execute(f"PRAGMA {pragma}")
        _bump_change_counter(db)
        return not empty_wal(db)
    except sqlite3.Error as error:
        raise _convert_error(error) from error


def check_for_reading(db: sqlite3.Connection) -> bool:
    """Raises ``Unreadable`` unless it is a database of the newest version. False: to a reader nothing is owed."""
    check_version(db, load_migrations())
    return False


def empty_wal(db: sqlite3.Connection) -> bool:
    """Empties the write-ahead log, so that nothing that was taken out stays in it. Outside of a transaction.

    In the file itself it was overwritten when it was deleted (``secure_delete``). It takes some milliseconds. False
    when another program reads a moment of the file that the log is needed for.
    (sqlite.org/pragma.html#pragma_wal_checkpoint)
    """
    try:
        is_busy, *_ = db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    except sqlite3.OperationalError as error:
        if classify_error(error) != "locked":
            raise
        return False
    return not is_busy


def _bump_change_counter(db: sqlite3.Connection) -> None:
    """Write the file's first page, by which the change counter rises: older copies are known by a lower one.

    SQLite writes the version as it is also if it stays the same.
    """
    db.execute(f"PRAGMA user_version = {_read_schema_version(db)}")


def _rewrite_file(db: sqlite3.Connection, migrations: Mapping[int, str]) -> None:
    """About a second for 30 MB, once: only then is it a file of the version that needs it no more."""
    migrate(db, {step: migrations[step] for step in migrations if step < _SECURE_DELETE_SINCE})
    try:
        db.execute("VACUUM")
    except sqlite3.Error as error:
        raise _convert_error(error) from error


def _convert_error(error: sqlite3.Error) -> Exception:
    """The error in words for anyone who starts a program on the file; a bug of ours as it is."""
    why = operator_message(error)
    return Unreadable(why) if why else error


def _read_schema_version(db: sqlite3.Connection) -> int:
    """The file's version; 0 for a new one, and for one that ``migrate`` is about to refuse."""
    try:
        (version,) = db.execute("PRAGMA user_version").fetchone()
        return int(version)
    except sqlite3.DatabaseError:
        return 0
