"""Prepares a database and its write-ahead log when it is opened."""

import sqlite3
from collections.abc import Mapping

from engine.errors import Unreadable
from engine.store.errors import classify_error, operator_message
from engine.store.migrations import check_version, load_migrations, migrate

WAL_SIZE_LIMIT = 16_777_216
"""Bytes of the write-ahead log that stay on disk after its content was written into the file.

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
"""The time that each attempt to get another program's lock waits in the connection's thread, which all tables share."""


def prepare_database(db: sqlite3.Connection) -> bool:
    """Migrate to the newest version, and return whether ``empty_wal`` must be repeated because of a reader.

    Raises ``Unreadable`` for a file that is not a Roundhouse database, or of a newer release, or not readable and
    writable.
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
    """Raises ``Unreadable`` unless it is a database of the newest version. Returns False: a reader need not empty
    the log.
    """
    check_version(db, load_migrations())
    return False


def empty_wal(db: sqlite3.Connection) -> bool:
    """Empty the write-ahead log, so that no deleted data stay in it. Call it outside of a transaction.

    In the file itself deleted data are overwritten (``secure_delete``). It takes some milliseconds. False if another
    program still reads from the log. (sqlite.org/pragma.html#pragma_wal_checkpoint)
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
