"""Temporary migrated copies of database files of earlier releases. The original files are unchanged."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from engine.errors import Unreadable
from engine.store.errors import classify_error, os_error_reason
from engine.store.migrations import check_owner, load_migrations, migrate


def is_older_release(db: sqlite3.Connection) -> bool:
    """Whether this is a Roundhouse database of an earlier release."""
    try:
        return check_owner(db, load_migrations()) < max(load_migrations())
    except Unreadable:
        return False


@contextmanager
def make_upgraded_copy(db: sqlite3.Connection, path: Path) -> Iterator[tuple[sqlite3.Connection, Path]]:
    """Create a private migrated copy of the open database at ``path`` for the block, and delete the copy afterwards.

    The block gets the connection to the copy, and the copy's path. Raises ``Unreadable`` if the copy can't be created.
    """
    try:
        folder = TemporaryDirectory(prefix="roundhouse-")
    except OSError as error:
        raise Unreadable(_failure_message(path, os_error_reason(error))) from error
    with folder:
        file = Path(folder.name) / "upgraded.db"
        with closing(sqlite3.connect(file, isolation_level=None)) as copy:
            try:
                copy.execute("PRAGMA synchronous = OFF")
                db.backup(copy)
                migrate(copy, load_migrations())
            except sqlite3.Error as error:
                is_full = classify_error(error) == "full"
                raise Unreadable(_failure_message(path, "its disk is full" if is_full else str(error))) from error
            yield copy, file


def _failure_message(path: Path, why: str) -> str:
    return (
        f"The database {path} has an older version, and no temporary copy of it can be upgraded: {why}. "
        "Set TMPDIR to a folder with room for a copy, or verify after the bot’s first start has updated the database."
    )
