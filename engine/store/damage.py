"""Whether a database is whole as a file: each page, index and row that another one needs. It changes nothing."""

import errno
import re
import sqlite3
import time
from collections.abc import Iterable, Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path

from engine.errors import Unreadable
from engine.store.migrate import check, migrate, scripts
from engine.store.trouble import reason, trouble
from engine.store.walcheck import LogProblem, wal_problem

_SHOWN, _LOOKED_AT = 5, 1_000_000
"""So many of SQLite's own findings are told, and at most looked at: one damaged page may have hundreds."""
_LOOKS, _PAUSE_SECONDS = 10, 0.1
"""A process that is just writing has a log that looks cut off; what is still so at the last look stays so."""
_OF_A_COLUMN = re.compile(r"(?:NULL|non-\w+) value in (\w+)\.(\w+)")


def opened(path: Path, *, at_rest: bool = False) -> sqlite3.Connection:
    """The database, for reading only. Raises ``Unreadable``, naming the file, when there is no such file.

    A folder that may not be written is no hindrance: nobody else writes there either, if there is no log beside it.
    With ``at_rest``, as long as nobody writes, not even SQLite's own files are made beside it.
    """
    try:
        with open(path, "rb"):
            pass
        where, alone = path.resolve().as_uri(), not path.with_name(path.name + "-wal").exists()
        unchanging = [f"{where}?mode=ro&immutable=1"] if alone else []
        usual = [] if at_rest and alone else [f"{where}?mode=ro"]
        return _first_read(*usual, *unchanging)
    except (OSError, sqlite3.OperationalError) as error:
        said = reason(error) if isinstance(error, OSError) else error
        raise Unreadable(f"The database {path} can’t be opened: {said}.") from error


def _first_read(*addresses: str) -> sqlite3.Connection:
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
        return trouble(error) == "forbidden"
    return False


def damages(db: sqlite3.Connection, path: Path, *, is_open: bool = False, older: bool = False) -> Iterator[str]:
    """The damages of a database, a sentence each; nothing for a file that is whole and of the newest version.

    ``is_open``: another process writes to it. An ``older`` version is not compared with the newest.
    """
    try:
        if not older:
            check(db, scripts())
        yield from page_damages(db)
        if not older:
            yield from _in_shape(db)
        yield from _in_rows(db)
    except Unreadable as error:
        yield str(error)
    except (sqlite3.Error, ValueError) as error:  # a ValueError: a text of SQLite's own that is none
        yield f"The file is damaged: {error}."
    problem = log_problem(path, is_open=is_open)
    if problem and not problem.is_unfinished:
        yield problem.text


def log_problem(path: Path, *, is_open: bool) -> LogProblem | None:
    """The problem of the write-ahead log, if it is still there a second later: another process may be writing."""
    problem = wal_problem(path, is_open=is_open)
    for _ in range(_LOOKS):
        if problem is None:
            break
        time.sleep(_PAUSE_SECONDS)
        problem = wal_problem(path, is_open=is_open)
    return problem


def page_damages(db: sqlite3.Connection) -> Iterator[str]:
    """SQLite's own proof, of any version: pages, order of rows, indexes, types, and what each row must fulfill."""
    lines = (line for row in db.execute(f"PRAGMA integrity_check({_LOOKED_AT})") for line in str(row[0]).splitlines())
    yield from (f"The file is damaged: {line}." for line in islice(_true(db, lines), _SHOWN))
    for table, row, parent, _ in db.execute("PRAGMA foreign_key_check").fetchmany(_SHOWN):
        where = "a row" if row is None else f"row {row}"
        yield f"The file is damaged: {where} of “{table}” belongs to a row of “{parent}” that is gone."


def _true(db: sqlite3.Connection, lines: Iterable[str]) -> Iterator[str]:
    """The lines that tell of damage, those of a column's values only where it has such values.

    SQLite 3.40 tells of missing values in sound tables without row ids whose key is not the first columns.
    """
    known: dict[str, bool] = {}
    for line in lines:
        if line == "ok" or line.startswith("***"):  # a heading: which database
            continue
        column = _OF_A_COLUMN.fullmatch(line)
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
    right = {str(kind).lower(), *([] if needed else ["null"])}
    found = {typeof for (typeof,) in db.execute(f'SELECT DISTINCT typeof("{column}") FROM "{table}"')}
    return not found <= right


def _in_shape(db: sqlite3.Connection) -> Iterator[str]:
    """A sentence about tables and indexes that are not as in the newest version, if there are any."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as fresh:
        migrate(fresh, scripts())
        wanted, there = _shape(fresh), _shape(db)
    known = sorted(wanted.keys() | there.keys())
    names = [name for name in known if wanted.get(name) != there.get(name)]
    if names:
        yield f"The file is damaged: it does not say what its version says of {', '.join(map(repr, names[:_SHOWN]))}."


def _shape(db: sqlite3.Connection) -> dict[str, tuple[str, ...]]:
    rows = db.execute("SELECT name, type, tbl_name, sql FROM sqlite_schema")
    shapes = {str(name): tuple(map(str, more)) for name, *more in rows}
    return {name: shape for name, shape in shapes.items() if not name.startswith("sqlite_stat")}


def _in_rows(db: sqlite3.Connection) -> Iterator[str]:
    """Every value is read once: a text may hold bytes that are none."""
    for (table,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall():
        try:
            for _ in db.execute(f'SELECT * FROM "{table}"'):
                pass
        except (sqlite3.Error, ValueError) as error:
            yield f"The file is damaged: a row of “{table}” cannot be read ({error})."
