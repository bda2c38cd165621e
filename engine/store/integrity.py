"""Integrity checks of a database file: pages, indexes, and rows. The file is only read."""

import errno
import re
import sqlite3
import time
from collections.abc import Iterable, Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path

from engine.errors import Unreadable
from engine.store.errors import classify_error, os_error_reason
from engine.store.migrations import check_version, load_migrations, migrate
from engine.store.wal_check import LogProblem, find_wal_problem

_MAX_REPORTED = 5
"""Maximum number of SQLite's findings that are reported."""
_MAX_CHECKED = 1_000_000
"""Maximum number of findings that SQLite's check returns; a single damaged page may lead to hundreds."""
_MAX_ATTEMPTS, _PAUSE_SECONDS = 10, 0.1
"""The number of checks of the log, and the seconds between them.

The check is repeated because the log looks truncated while a process writes to it.
"""
_COLUMN_PROBLEM = re.compile(r"(?:NULL|non-\w+) value in (\w+)\.(\w+)")
"""A pattern for SQLite's finding about a wrong value, with the database table and the column as groups."""


def open_read_only(path: Path, *, at_rest: bool = False) -> sqlite3.Connection:
    """Open the database read-only. Raises ``Unreadable`` if that is not possible.

    The folder may be read-only if there is no log, because then no other process can write there either. With
    ``at_rest``, no process writes to the database, so SQLite need not create files next to it.
    """
    try:
        with open(path, "rb"):
            pass
        address, has_no_log = path.resolve().as_uri(), not path.with_name(path.name + "-wal").exists()
        immutable = [f"{address}?mode=ro&immutable=1"] if has_no_log else []
        usual = [] if at_rest and has_no_log else [f"{address}?mode=ro"]
        return _connect_to_readable(*usual, *immutable)
    except (OSError, sqlite3.OperationalError) as error:
        why = os_error_reason(error) if isinstance(error, OSError) else error
        raise Unreadable(f"The database {path} can’t be opened: {why}.") from error


def _connect_to_readable(*addresses: str) -> sqlite3.Connection:
    """Connect to the first of the addresses that may be read.

    Problems other than missing permission are detected later.
    """
    for address in addresses:
        db = sqlite3.connect(address, uri=True, isolation_level=None)
        if not _is_forbidden(db):
            return db
        db.close()
    raise PermissionError(errno.EACCES, "forbidden")


def _is_forbidden(db: sqlite3.Connection) -> bool:
    try:
        db.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        return classify_error(error) == "forbidden"
    return False


def find_damage(db: sqlite3.Connection, path: Path, *, is_open: bool = False, older: bool = False) -> Iterator[str]:
    """Yield a sentence for each damage of a database.

    ``is_open``: another process may write to it. ``older``: the database has an older version, so that its schema is
    not compared with the newest one.
    """
    try:
        if not older:
            check_version(db, load_migrations())
        yield from find_page_damage(db)
        if not older:
            yield from _find_schema_damage(db)
        yield from _find_row_damage(db)
    except Unreadable as error:
        yield str(error)
    except (sqlite3.Error, ValueError) as error:  # a ValueError: text that is not UTF-8
        yield f"The file is damaged: {error}."
    problem = find_lasting_wal_problem(path, is_open=is_open)
    if problem and not problem.is_unfinished:
        yield problem.text


def find_lasting_wal_problem(path: Path, *, is_open: bool) -> LogProblem | None:
    """Return the problem of the write-ahead log; None if there is none.

    A problem counts only if it lasts for a second, because another process may be writing.
    """
    problem = find_wal_problem(path, is_open=is_open)
    for _ in range(_MAX_ATTEMPTS):
        if problem is None:
            break
        time.sleep(_PAUSE_SECONDS)
        problem = find_wal_problem(path, is_open=is_open)
    return problem


def find_page_damage(db: sqlite3.Connection) -> Iterator[str]:
    """Run SQLite's integrity check, and yield a sentence for each finding.

    The schema may have any version.
    """
    lines = (line for row in db.execute(f"PRAGMA integrity_check({_MAX_CHECKED})") for line in str(row[0]).splitlines())
    yield from (f"The file is damaged: {line}." for line in islice(_drop_false_alarms(db, lines), _MAX_REPORTED))
    for table, row, parent, _ in db.execute("PRAGMA foreign_key_check").fetchmany(_MAX_REPORTED):
        row_name = "a row" if row is None else f"row {row}"
        yield f"The file is damaged: {row_name} of “{table}” belongs to a row of “{parent}” that is gone."


def _drop_false_alarms(db: sqlite3.Connection, lines: Iterable[str]) -> Iterator[str]:
    """Yield the lines that report real damage.

    Lines about a column's values are checked against the values. SQLite 3.40 wrongly reports missing values in tables
    without row ids whose key is not in the first columns.
    """
    known: dict[str, bool] = {}
    for line in lines:
        if line == "ok" or line.startswith("***"):  # a heading: which database
            continue
        column = _COLUMN_PROBLEM.fullmatch(line)
        if column is None:
            yield line
            continue
        if line not in known:
            known[line] = _has_wrong_values(db, *column.groups())
            if known[line]:
                yield line


def _has_wrong_values(db: sqlite3.Connection, table: str, column: str) -> bool:
    declared = {name: (kind, not_null) for _, name, kind, not_null, *_ in db.execute(f'PRAGMA table_info("{table}")')}
    kind, not_null = declared[column]
    allowed_types = {str(kind).lower(), *([] if not_null else ["null"])}
    types = {typeof for (typeof,) in db.execute(f'SELECT DISTINCT typeof("{column}") FROM "{table}"')}
    return not types <= allowed_types


def _find_schema_damage(db: sqlite3.Connection) -> Iterator[str]:
    """Yield a sentence for each difference of the database tables and indexes from those of the newest version."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as fresh:
        migrate(fresh, load_migrations())
        expected, actual = _load_schema(fresh), _load_schema(db)
    all_names = sorted(expected.keys() | actual.keys())
    names = [name for name in all_names if expected.get(name) != actual.get(name)]
    if names:
        yield (
            "The file is damaged: it does not say what its version says of "
            f"{', '.join(map(repr, names[:_MAX_REPORTED]))}."
        )


def _load_schema(db: sqlite3.Connection) -> dict[str, tuple[str, ...]]:
    rows = db.execute("SELECT name, type, tbl_name, sql FROM sqlite_schema")
    definitions = {str(name): tuple(map(str, columns)) for name, *columns in rows}
    return {name: definition for name, definition in definitions.items() if not name.startswith("sqlite_stat")}


def _find_row_damage(db: sqlite3.Connection) -> Iterator[str]:
    """Read all rows, and yield a sentence for each database table with unreadable rows.

    For example, a text may be invalid UTF-8.
    """
    for (table,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall():
        try:
            for _ in db.execute(f'SELECT * FROM "{table}"'):
                pass
        except (sqlite3.Error, ValueError) as error:
            yield f"The file is damaged: a row of “{table}” cannot be read ({error})."
