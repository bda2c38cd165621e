"""The schema of an SQLite database: its version, and its migrations."""

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.resources import files

from engine.errors import Unreadable
from engine.store.data_migrations import DATA_MIGRATIONS
from engine.store.dialect import split_statements
from engine.store.errors import operator_message

APPLICATION = 0x526E6448
"""The ``PRAGMA application_id`` of Roundhouse databases: “RndH”."""


def load_migrations() -> Mapping[int, str]:
    """Return the migration scripts by version. Each script migrates from the previous version.

    The files are named ``0001_what_it_does.sql``.
    """
    folder = files("engine.store").joinpath("migrations")
    script_files = [file for file in folder.iterdir() if file.name.endswith(".sql")]
    in_order = sorted(script_files, key=lambda file: file.name)
    return {int(file.name[:4]): file.read_text(encoding="utf-8") for file in in_order}


def migrate(db: sqlite3.Connection, migrations: Mapping[int, str]) -> None:
    """Migrate ``db`` to the newest version, each step in its own transaction.

    Raises ``Unreadable``, also if ``db`` is of the newest version but not writable.
    """
    newest = max(migrations)
    version = _read_schema_version(db, newest)
    with _roll_back_on_error(db):
        if version == newest:
            db.execute("BEGIN IMMEDIATE")
            db.execute(f"PRAGMA user_version = {version}")
            db.execute("ROLLBACK")
        for step in range(version + 1, newest + 1):
            _run_migration(db, step, migrations[step])


def check_owner(db: sqlite3.Connection, migrations: Mapping[int, str]) -> int:
    """Return the version of a Roundhouse database. Raises ``Unreadable`` for any other file."""
    version = _read_schema_version(db, max(migrations))
    if version == 0:
        raise Unreadable("The file is empty: no table was ever stored in it, or everything is lost.")
    return version


def check_version(db: sqlite3.Connection, migrations: Mapping[int, str]) -> None:
    """Raise ``Unreadable`` unless ``db`` is a Roundhouse database of the newest version."""
    version = check_owner(db, migrations)
    if version < max(migrations):
        raise Unreadable(f"This database has version {version}. Start the bot once to update it to {max(migrations)}.")


def _run_migration(db: sqlite3.Connection, step: int, script: str) -> None:
    """Migrate ``db`` from the previous version to version ``step``, in one transaction."""
    marks = f"PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {step};"
    if step not in DATA_MIGRATIONS:
        db.executescript(f"BEGIN IMMEDIATE;\n{script}\n{marks}\nCOMMIT;")
        return
    db.execute("BEGIN IMMEDIATE")
    DATA_MIGRATIONS[step](db)
    for statement in split_statements(f"{script}\n{marks}"):  # executescript would commit first
        db.execute(statement)
    db.execute("COMMIT")


@contextmanager
def _roll_back_on_error(db: sqlite3.Connection) -> Iterator[None]:
    """Roll back the open transaction if the block raises an error.

    An error of the database file or disk is raised as ``Unreadable``.
    """
    try:
        yield
    except (sqlite3.Error, UnicodeDecodeError) as error:
        if db.in_transaction:
            db.execute("ROLLBACK")
        if why := operator_message(error):
            raise Unreadable(why) from error
        raise


def _read_schema_version(db: sqlite3.Connection, newest: int) -> int:
    try:
        (version,) = db.execute("PRAGMA user_version").fetchone()
        (owner,) = db.execute("PRAGMA application_id").fetchone()
        (used,) = db.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        raise Unreadable(operator_message(error) or f"The file can’t be read as a database: {error}.") from error
    if used and owner != APPLICATION:
        raise Unreadable("This database belongs to another program. Use a different file for the bot.")
    if version > newest:
        raise Unreadable(
            f"This database has version {version}, but this release reads only up to {newest}. Update the bot."
        )
    return int(version)
