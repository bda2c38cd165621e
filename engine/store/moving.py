"""A whole database moved into another, empty one, of the same kind or the other: every row, and not one less.

The new database is filled in one transaction and compared row by row before it counts, so nothing half-written is ever
left. The old one is only read, and nobody else may have either of them meanwhile. It knows no table by name.
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
from engine.store.address import is_address, shown, with_driver
from engine.store.backup import settle, sync, unnamed
from engine.store.damage import damages, opened
from engine.store.db import Db, one
from engine.store.hold import held
from engine.store.migrate import check, migrate, scripts
from engine.store.trouble import DatabaseError, for_operators, reason

_BATCH = 1_000
"""Rows that are written at once."""


class _Shape(msgspec.Struct, frozen=True):
    """A table as both kinds of databases have it. ``counted``: whether its ids are given by the database."""

    name: str
    columns: tuple[str, ...]
    key: tuple[str, ...]
    parents: frozenset[str]
    counted: bool


def move(source: str, target: str) -> Mapping[str, int]:
    """Copies every row, and gives how many each table has. The source stays as it is.

    Raises ``Unreadable`` when a bot has one of them, when the source is damaged or of an older release, when the target
    holds something, and when the two differ in the end.
    """
    if source == target:
        raise Unreadable("Both names are those of one database. Name another one with --to.")
    try:
        with _reading(source) as here, _filling(target) as there:
            shapes = _shapes()
            for shape in shapes:
                _copy(here, there, shape)
            counts = {shape.name: _compared(here, there, shape) for shape in shapes}
            _count_on(here, there, source, target, [shape.name for shape in shapes if shape.counted])
            return counts
    except DatabaseError as error:
        why = for_operators(error) or f"{error}."
        raise Unreadable(f"The database was not moved. {why}") from error
    except OSError as error:
        raise Unreadable(f"The file {shown(target)} can’t be written: {reason(error)}.") from error


@contextmanager
def _reading(source: str) -> Iterator[Db]:
    """One moment of the source, which nobody else has."""
    if is_address(source):
        with with_driver():
            from engine.store.postgresql import reading
        with reading(source, scripts(), alone=True) as server:
            yield server
        return
    path = Path(source)
    opened(path, at_rest=True).close()  # before it is held, which would leave a lock beside a file that isn't there
    with held(source), closing(opened(path)) as db:
        check(db, scripts())
        if said := next(damages(db, path), ""):
            raise Unreadable(said)
        db.execute("BEGIN")
        yield db


@contextmanager
def _filling(target: str) -> Iterator[Db]:
    """An empty database in an open transaction, committed in the end; as it was before when something fails."""
    if is_address(target):
        with with_driver():
            from engine.store.postgresql import filling
        with filling(target, scripts()) as server:
            yield server
        return
    path = Path(target)
    if path.exists():
        raise Unreadable(f"The file {target} exists already. Name a new one.")
    if not path.parent.is_dir():
        raise Unreadable(f"The file {target} can’t be written: there is no folder {path.parent}. Make it first.")
    with ExitStack() as kept:
        copy = kept.enter_context(unnamed(path))
        with closing(sqlite3.connect(copy, isolation_level=None)) as db:
            migrate(db, scripts())
            db.execute("BEGIN")
            yield db
            db.execute("COMMIT")
        sync(copy)
        os.replace(copy, path)
        settle(path.parent)


def _shapes() -> list[_Shape]:
    """The tables of the newest version, those that others refer to first."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
        migrate(db, scripts())
        query = "SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name"
        left = [_shape(db, name, "AUTOINCREMENT" in text) for name, text in db.execute(query).fetchall()]
    ordered: list[_Shape] = []
    while left:
        known = {shape.name for shape in ordered}
        ready = [shape for shape in left if shape.parents <= known]
        ordered += ready
        left = [shape for shape in left if shape not in ready]
    return ordered


def _shape(db: sqlite3.Connection, name: str, counted: bool) -> _Shape:
    columns = db.execute(f"PRAGMA table_info({name})").fetchall()
    key = sorted((place, column) for _, column, _, _, _, place in columns if place)
    parents = frozenset(row[2] for row in db.execute(f"PRAGMA foreign_key_list({name})"))
    names, keys = tuple(row[1] for row in columns), tuple(column for _, column in key)
    return _Shape(name, names, keys, parents, counted)


def _rows(db: Db, shape: _Shape) -> Iterator[tuple[Any, ...]]:
    """Every row in the order of its key, which are numbers and plain words."""
    query = f"SELECT {', '.join(shape.columns)} FROM {shape.name} ORDER BY {', '.join(shape.key)}"
    return iter(db.execute(query))


def _copy(here: Db, there: Db, shape: _Shape) -> None:
    marks = ", ".join("?" * len(shape.columns))
    added = f"INSERT INTO {shape.name} ({', '.join(shape.columns)}) VALUES ({marks})"
    rows = _rows(here, shape)
    while batch := list(islice(rows, _BATCH)):
        there.executemany(added, batch)


def _compared(here: Db, there: Db, shape: _Shape) -> int:
    """The number of rows that both have. Raises ``Unreadable`` at the first that differs."""
    count = 0
    for mine, other in zip_longest(_rows(here, shape), _rows(there, shape)):
        if mine != other:
            raise Unreadable(f"The new database differs in “{shape.name}”, so it was not kept.")
        count += 1
    return count


def _count_on(here: Db, there: Db, source: str, target: str, names: list[str]) -> None:
    """Goes on with ids where the source is: none is given twice, even if its row is gone, for old buttons carry it."""
    for name in names:
        last = _last_of_server(here, name) if is_address(source) else _last_of_file(here, name)
        if last and is_address(target):
            there.execute("SELECT setval(pg_get_serial_sequence(?1::text, 'id'), ?2::bigint)", (name, last))
        elif last:
            there.execute("DELETE FROM sqlite_sequence WHERE name = ?", (name,))
            there.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", (name, last))


def _last_of_file(db: Db, name: str) -> int:
    return one(db.execute("SELECT seq FROM sqlite_sequence WHERE name = ?", (name,)), int) or 0


def _last_of_server(db: Db, name: str) -> int:
    (sequence,) = db.execute("SELECT pg_get_serial_sequence(?1::text, 'id')", (name,)).fetchone()
    last, is_used = db.execute(f"SELECT last_value, is_called FROM {sequence}").fetchone()
    return int(last) if is_used else 0


def told(source: str, target: str, counts: Mapping[str, int]) -> str:
    """A sentence about what was moved, without passwords."""
    return f"moved {sum(counts.values())} rows of {len(counts)} tables from {shown(source)} to {shown(target)}"
