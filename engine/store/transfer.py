"""Transfer of a whole database to an empty one, in a file or on a server.

The new database is filled in one transaction and compared row by row before the commit. The old one is only read. No
other process may use the two databases meanwhile.
"""

import os
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from itertools import islice, zip_longest
from pathlib import Path
from typing import Any

import msgspec

from engine.errors import Unreadable
from engine.store.address import is_server_address, printable_address, require_driver
from engine.store.backup import make_temporary_file, sync_file, sync_folder
from engine.store.connection import Connection, read_scalar
from engine.store.errors import DatabaseError, operator_message, os_error_reason
from engine.store.file_lock import lock_database
from engine.store.integrity import find_damage, open_read_only
from engine.store.migrations import check_version, load_migrations, migrate

_BATCH_ROWS = 1_000
"""The number of rows that are written at once."""


class _TableSchema(msgspec.Struct, frozen=True):
    """A database table, which has the same columns in SQLite and PostgreSQL.

    ``key`` has the columns of the primary key, and ``parents`` the database tables to which this one refers.
    ``has_counter``: whether the database assigns the ids.
    """

    name: str
    columns: tuple[str, ...]
    key: tuple[str, ...]
    parents: frozenset[str]
    has_counter: bool


def transfer_database(source: str, target: str) -> Mapping[str, int]:
    """Copy all rows, and return the numbers of rows by database table. The source is unchanged.

    Raises ``Unreadable`` if a bot uses one of the databases, if the source is damaged or of an older release, if the
    target is not empty, or if the copied rows differ from the source.
    """
    if source == target:
        raise Unreadable("Both names are those of one database. Name another one with --to.")
    try:
        with _open_source(source) as source_db, _open_target(target) as target_db:
            schemas = _table_schemas()
            for schema in schemas:
                _copy_rows(source_db, target_db, schema)
            counts = {schema.name: _compare_rows(source_db, target_db, schema) for schema in schemas}
            _copy_id_counters(
                source_db, target_db, source, target, [schema.name for schema in schemas if schema.has_counter]
            )
            return counts
    except DatabaseError as error:
        reason = operator_message(error) or f"{error}."
        raise Unreadable(f"The database was not moved. {reason}") from error
    except OSError as error:
        raise Unreadable(f"The file {printable_address(target)} can’t be written: {os_error_reason(error)}.") from error


@contextmanager
def _open_source(source: str) -> Iterator[Connection]:
    """Open a read-only snapshot of the source, which is locked against other processes."""
    if is_server_address(source):
        with require_driver():
            from engine.store.postgresql import open_snapshot
        with open_snapshot(source, load_migrations(), alone=True) as server:
            yield server
        return
    path = Path(source)
    # a missing file raises an error here, before a lock file is created next to it
    open_read_only(path, at_rest=True).close()
    with lock_database(source), closing(open_read_only(path)) as db:
        check_version(db, load_migrations())
        if damage := next(find_damage(db, path), ""):
            raise Unreadable(damage)
        db.execute("BEGIN")
        yield db


@contextmanager
def _open_target(target: str) -> Iterator[Connection]:
    """Create or open the empty target with a transaction.

    The transaction is committed at the end of the block. If anything fails, a new file is deleted, and a database on a
    server remains empty.
    """
    if is_server_address(target):
        with require_driver():
            from engine.store.postgresql import fill_empty_database
        with fill_empty_database(target, load_migrations()) as server:
            yield server
        return
    path = Path(target)
    if path.exists():
        raise Unreadable(f"The file {target} exists already. Name a new one.")
    if not path.parent.is_dir():
        raise Unreadable(f"The file {target} can’t be written: there is no folder {path.parent}. Make it first.")
    with ExitStack() as open_files:
        copy = open_files.enter_context(make_temporary_file(path))
        with closing(sqlite3.connect(copy, isolation_level=None)) as db:
            migrate(db, load_migrations())
            db.execute("BEGIN")
            yield db
            db.execute("COMMIT")
        sync_file(copy)
        os.replace(copy, path)
        sync_folder(path.parent)


def _table_schemas() -> list[_TableSchema]:
    """Return the schemas of the database tables of the newest version.

    Each database table comes after those to which it refers.
    """
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
        migrate(db, load_migrations())
        query = "SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name"
        remaining = [_table_schema(db, name, "AUTOINCREMENT" in text) for name, text in db.execute(query).fetchall()]
    ordered: list[_TableSchema] = []
    while remaining:
        ordered_names = {schema.name for schema in ordered}
        ready = [schema for schema in remaining if schema.parents <= ordered_names]
        ordered += ready
        remaining = [schema for schema in remaining if schema not in ready]
    return ordered


def _table_schema(db: sqlite3.Connection, name: str, has_counter: bool) -> _TableSchema:
    columns = db.execute(f"PRAGMA table_info({name})").fetchall()
    key = sorted((place, column) for _, column, _, _, _, place in columns if place)
    parents = frozenset(row[2] for row in db.execute(f"PRAGMA foreign_key_list({name})"))
    names, keys = tuple(row[1] for row in columns), tuple(column for _, column in key)
    return _TableSchema(name, names, keys, parents, has_counter)


def _rows_by_key(db: Connection, schema: _TableSchema) -> Iterator[tuple[Any, ...]]:
    query = f"SELECT {', '.join(schema.columns)} FROM {schema.name} ORDER BY {', '.join(schema.key)}"
    return iter(db.execute(query))


def _copy_rows(source_db: Connection, target_db: Connection, schema: _TableSchema) -> None:
    marks = ", ".join("?" * len(schema.columns))
    insert_sql = f"INSERT INTO {schema.name} ({', '.join(schema.columns)}) VALUES ({marks})"
    rows = _rows_by_key(source_db, schema)
    while batch := list(islice(rows, _BATCH_ROWS)):
        target_db.executemany(insert_sql, batch)


def _compare_rows(source_db: Connection, target_db: Connection, schema: _TableSchema) -> int:
    """Compare the rows of a database table, and return their number.

    Raises ``Unreadable`` at the first difference.
    """
    count = 0
    for row, copied_row in zip_longest(_rows_by_key(source_db, schema), _rows_by_key(target_db, schema)):
        if row != copied_row:
            raise Unreadable(f"The new database differs in “{schema.name}”, so it was not kept.")
        count += 1
    return count


def _copy_id_counters(source_db: Connection, target_db: Connection, source: str, target: str, names: list[str]) -> None:
    """Copy the last assigned ids, so that the target does not assign an id of a deleted row again.

    Old buttons may still contain such ids.
    """
    for name in names:
        last = _last_postgresql_id(source_db, name) if is_server_address(source) else _last_sqlite_id(source_db, name)
        if last and is_server_address(target):
            target_db.execute("SELECT setval(pg_get_serial_sequence(?1::text, 'id'), ?2::bigint)", (name, last))
        elif last:
            target_db.execute("DELETE FROM sqlite_sequence WHERE name = ?", (name,))
            target_db.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", (name, last))


def _last_sqlite_id(db: Connection, name: str) -> int:
    return read_scalar(db.execute("SELECT seq FROM sqlite_sequence WHERE name = ?", (name,)), int) or 0


def _last_postgresql_id(db: Connection, name: str) -> int:
    (sequence,) = db.execute("SELECT pg_get_serial_sequence(?1::text, 'id')", (name,)).fetchone()
    last, is_used = db.execute(f"SELECT last_value, is_called FROM {sequence}").fetchone()
    return int(last) if is_used else 0


def transfer_summary(source: str, target: str, counts: Mapping[str, int]) -> str:
    """Return a sentence with the number of copied rows and both databases, without passwords."""
    return (
        f"moved {sum(counts.values())} rows of {len(counts)} tables from {printable_address(source)} to "
        f"{printable_address(target)}"
    )
