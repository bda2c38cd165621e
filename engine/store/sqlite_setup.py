"""Preparation of an SQLite database and its write-ahead log when it is opened."""

import sqlite3
from collections.abc import Mapping

from engine.errors import Unreadable
from engine.store.errors import classify_error, operator_message
from engine.store.migrations import check_version, load_migrations, migrate

WAL_SIZE_LIMIT = 16_777_216
"""Maximum size in bytes of the write-ahead log after its content was copied into the database file.

SQLite copies the content when the log has 4 MB. The log grows beyond that only in a larger transaction, or while a
reader prevents the copying.
"""

_PRAGMAS = (
    "journal_mode = WAL",
    f"journal_size_limit = {WAL_SIZE_LIMIT}",
    "synchronous = FULL",
    "foreign_keys = ON",
    "secure_delete = ON",
)
"""Settings of the connection.

With ``synchronous = FULL``, confirmed moves survive a power failure (0.3 ms per move). With ``secure_delete``, deleted
data are overwritten with zeros, so that they do not remain in free pages; commits are as fast as without.
"""

_SECURE_DELETE_SINCE = 6
"""The schema version since which deleted data are overwritten. Free pages of older files may contain deleted data."""

_BUSY_TIMEOUT_MS = 20
"""Milliseconds for which an attempt waits for another program's lock.

The time is short, because all tables share the connection's thread.
"""


def prepare_database(db: sqlite3.Connection) -> bool:
    """Migrate the database to the newest version, and return whether ``empty_wal`` must be repeated.

    Raises ``Unreadable`` for a file that is not a Roundhouse database, is of a newer release, or is not readable and
    writable.
    """
    migrations = load_migrations()
    if 0 < _read_schema_version(db) < _SECURE_DELETE_SINCE:
        _rewrite_file(db, migrations)
    migrate(db, migrations)  # before all changes, so that another program's file is refused unchanged
    try:
        for pragma in (*_PRAGMAS, f"busy_timeout = {_BUSY_TIMEOUT_MS}"):
            db.execute(f"PRAGMA {pragma}")
        _bump_change_counter(db)
        return not empty_wal(db)
    except sqlite3.Error as error:
        raise _convert_error(error) from error


def check_for_reading(db: sqlite3.Connection) -> bool:
    """Raise ``Unreadable`` unless this is a Roundhouse database of the newest version.

    Otherwise, return False, because a reader does not need to empty the log.
    """
    check_version(db, load_migrations())
    return False


def empty_wal(db: sqlite3.Connection) -> bool:
    """Empty the write-ahead log, so that no deleted data remain in it. This takes some milliseconds.

    Return False if another program still reads from the log (sqlite.org/pragma.html#pragma_wal_checkpoint). Call this
    outside of a transaction. In the file itself, deleted data are overwritten (``secure_delete``).
    """
    try:
        is_busy, *_ = db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    except sqlite3.OperationalError as error:
        if classify_error(error) != "locked":
            raise
        return False
    return not is_busy


def _bump_change_counter(db: sqlite3.Connection) -> None:
    """Increase the change counter by a write of the file's first page, so that older copies have a lower counter.

    SQLite writes the page even if the version does not change.
    """
    db.execute(f"PRAGMA user_version = {_read_schema_version(db)}")


def _rewrite_file(db: sqlite3.Connection, migrations: Mapping[int, str]) -> None:
    """Migrate an old file to the version before ``_SECURE_DELETE_SINCE``, and remove deleted data from its free pages.

    This takes about a second for 30 MB. If it is interrupted, it is repeated at the next start.
    """
    migrate(db, {step: migrations[step] for step in migrations if step < _SECURE_DELETE_SINCE})
    try:
        db.execute("VACUUM")
    except sqlite3.Error as error:
        raise _convert_error(error) from error


def _convert_error(error: sqlite3.Error) -> Exception:
    """Return ``Unreadable`` with a sentence for the host; for a bug, return the error itself."""
    message = operator_message(error)
    return Unreadable(message) if message else error


def _read_schema_version(db: sqlite3.Connection) -> int:
    """Return the file's schema version; 0 for a new file, and for a file that ``migrate`` will refuse."""
    try:
        (version,) = db.execute("PRAGMA user_version").fetchone()
        return int(version)
    except sqlite3.DatabaseError:
        return 0
