"""Checks the integrity of a database file: pages, indexes, and rows. It changes nothing."""

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

_MAX_REPORTED, _MAX_CHECKED = 5, 1_000_000
"""Maximum number of SQLite's findings that are reported, and that are read: one damaged page may have hundreds."""
_MAX_LOOKS, _PAUSE_SECONDS = 10, 0.1
"""Repeated checks of the log, because it looks truncated while a process writes to it."""
_COLUMN_PROBLEM = re.compile(r"(?:NULL|non-\w+) value in (\w+)\.(\w+)")


def open_read_only(path: Path, *, at_rest: bool = False) -> sqlite3.Connection:
    """Open the database read-only. Raises ``Unreadable``, naming the file, if there is no such file.

    A read-only folder is fine if there is no log: no one else can write there either. With ``at_rest``, while no
    process writes, not even SQLite's own files are created.
    """
    try:
        with open(path, "rb"):
            pass
        where, alone = path.resolve().as_uri(), not path.with_name(path.name + "-wal").exists()
        unchanging = [f"{where}?mode=ro&immutable=1"] if alone else []
        usual = [] if at_rest and alone else [f"{where}?mode=ro"]
        return _connect_to_readable(*usual, *unchanging)
    except (OSError, sqlite3.OperationalError) as error:
        why = os_error_reason(error) if isinstance(error, OSError) else error
        raise Unreadable(f"The database {path} can’t be opened: {why}.") from error


def _connect_to_readable(*addresses: str) -> sqlite3.Connection:
    """The first address at which nothing forbids to read. What else is wrong shows later."""
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
    """The damage of a database, a sentence each; empty for an intact file of the newest version.

    ``is_open``: another process writes to it. An ``older`` version is not compared with the newest schema.
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
    except (sqlite3.Error, ValueError) as error:  # a ValueError: a text of SQLite's own that is none
        yield f"The file is damaged: {error}."
    problem = find_lasting_wal_problem(path, is_open=is_open)
    if problem and not problem.is_unfinished:
        yield problem.text


def find_lasting_wal_problem(path: Path, *, is_open: bool) -> LogProblem | None:
    """The problem of the write-ahead log, if it is still there a second later: another process may be writing."""
    problem = find_wal_problem(path, is_open=is_open)
    for _ in range(_MAX_LOOKS):
        if problem is None:
            break
        time.sleep(_PAUSE_SECONDS)
        problem = find_wal_problem(path, is_open=is_open)
    return problem


def find_page_damage(db: sqlite3.Connection) -> Iterator[str]:
    """SQLite's own integrity check, for any version: pages, order of rows, indexes, types, and constraints."""
    lines = (line for row in db.execute(f"PRAGMA integrity_check({_MAX_CHECKED})") for line in str(row[0]).splitlines())
    yield from (f"The file is damaged: {line}." for line in islice(_drop_false_alarms(db, lines), _MAX_REPORTED))
    for table, row, parent, _ in db.execute("PRAGMA foreign_key_check").fetchmany(_MAX_REPORTED):
        where = "a row" if row is None else f"row {row}"
        yield f"The file is damaged: {where} of “{table}” belongs to a row of “{parent}” that is gone."


def _drop_false_alarms(db: sqlite3.Connection, lines: Iterable[str]) -> Iterator[str]:
    """The lines that tell of damage, those of a column's values only where it has such values.

    SQLite 3.40 tells of missing values in sound tables without row ids whose key is not the first columns.
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
    declared = {name: (kind, needed) for _, name, kind, needed, *_ in db.execute(f'PRAGMA table_info("{table}")')}
    kind, needed = declared[column]
    allowed_types = {str(kind).lower(), *([] if needed else ["null"])}
    types = {typeof for (typeof,) in db.execute(f'SELECT DISTINCT typeof("{column}") FROM "{table}"')}
    return not types <= allowed_types


def _find_schema_damage(db: sqlite3.Connection) -> Iterator[str]:
    """A sentence about tables and indexes that are not as in the newest version, if there are any."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as fresh:
        migrate(fresh, load_migrations())
        expected, actual = _load_schema(fresh), _load_schema(db)
    known = sorted(expected.keys() | actual.keys())
    names = [name for name in known if expected.get(name) != actual.get(name)]
    if names:
        yield (
            "The file is damaged: it does not say what its version says of "
            f"{', '.join(map(repr, names[:_MAX_REPORTED]))}."
        )


def _load_schema(db: sqlite3.Connection) -> dict[str, tuple[str, ...]]:
    rows = db.execute("SELECT name, type, tbl_name, sql FROM sqlite_schema")
    shapes = {str(name): tuple(map(str, more)) for name, *more in rows}
    return {name: shape for name, shape in shapes.items() if not name.startswith("sqlite_stat")}


def _find_row_damage(db: sqlite3.Connection) -> Iterator[str]:
    """Every value is read once: a text may hold bytes that are none."""
    for (table,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall():
        try:
            for _ in db.execute(f'SELECT * FROM "{table}"'):
                pass
        except (sqlite3.Error, ValueError) as error:
            yield f"The file is damaged: a row of “{table}” cannot be read ({error})."
