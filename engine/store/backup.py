"""A copy of a database made while a bot writes to it, and proven before it has its name. It changes nothing else."""

import os
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from itertools import zip_longest
from pathlib import Path

import msgspec

from engine.errors import Unreadable
from engine.store.damage import log_problem, opened, page_damages
from engine.store.hold import is_held
from engine.store.migrate import APPLICATION, check_owner, scripts
from engine.store.trouble import reason, trouble

_BESIDE = ("-wal", "-journal", "-shm")
"""What SQLite puts beside a file that is in use, by the end of its name."""


class Copied(msgspec.Struct, frozen=True):
    """The size of a copy: how many bytes, and how many rows in how many of SQLite's tables.

    ``doubt`` is a sentence about what the copy perhaps lacks, though the source has no more either.
    """

    size: int
    tables: int
    rows: int
    doubt: str


def backup(source: Path, target: Path) -> Copied:
    """Copies the database as it is at one moment, checks and compares the copy, and only then gives it its name.

    It is copied up to its last commit. An older copy of that name is replaced. Raises ``Unreadable`` for every trouble,
    and then leaves nothing behind.
    """
    is_open = is_held(str(source))  # before the file is opened: to close it once more would end SQLite's locks on it
    try:
        with closing(opened(source)) as db:
            _check_target(source, target)
            doubt = _doubt(source, is_open=is_open)
            with unnamed(target) as copy:
                made = _copied(db, copy, doubt)
                os.replace(copy, target)
            settle(target.parent)
            return made
    except sqlite3.Error as error:
        raise Unreadable(_said(error, source, target)) from error
    except OSError as error:
        raise Unreadable(f"The copy {target} cannot be written: {reason(error)}.") from error


def _copied(db: sqlite3.Connection, copy: Path, doubt: str) -> Copied:
    """The rows of one moment: the transaction that is open here is also what SQLite copies from."""
    db.execute("BEGIN")
    check_owner(db, scripts())
    with closing(sqlite3.connect(copy, isolation_level=None)) as there:
        db.backup(there)
        there.execute("PRAGMA journal_mode = DELETE")  # one file, with nothing beside it
    sync(copy)
    with closing(opened(copy)) as there:
        _check_whole(there)
        tables, rows = _compared(db, there)
    return Copied(copy.stat().st_size, tables, rows, doubt)


def _check_target(source: Path, target: Path) -> None:
    """Raises ``Unreadable`` where a copy would take something away that is no copy."""
    if not target.parent.is_dir():
        raise Unreadable(f"The copy {target} cannot be written: there is no folder {target.parent}. Make it first.")
    if target.is_dir():
        raise Unreadable(f"The copy {target} cannot be written: it is a folder. Name a file in it.")
    if not target.exists():
        return
    if source.exists() and target.samefile(source):
        raise Unreadable("The copy would replace the database itself. Name another file.")
    in_use = any(target.with_name(target.name + end).exists() for end in _BESIDE)
    if in_use or is_held(str(target)):
        raise Unreadable(f"The file {target} is in use as a database. Name another file for the copy.")
    if not _is_ours(target):
        raise Unreadable(f"The file {target} is no copy of a Roundhouse database, so it stays. Name another file.")


def _is_ours(file: Path) -> bool:
    if file.stat().st_size == 0:
        return True
    try:
        with closing(opened(file)) as db:
            (owner,) = db.execute("PRAGMA application_id").fetchone()
            return bool(owner == APPLICATION)
    except (sqlite3.Error, Unreadable):
        return False


def _doubt(source: Path, *, is_open: bool) -> str:
    """A sentence about a write-ahead log that ends in the middle of a change; empty for one that is whole.

    Raises ``Unreadable`` for a damaged one, of which SQLite would leave out the rest without a word.
    """
    problem = log_problem(source, is_open=is_open)
    if problem is None:
        return ""
    if not problem.is_unfinished:
        raise Unreadable(f"{problem.text} No copy was made.")
    return problem.text


def _check_whole(copy: sqlite3.Connection) -> None:
    said = next(page_damages(copy), "")
    if said:
        raise Unreadable(f"{said} The database is damaged, so no copy was kept. Run `roundhouse verify` on it.")


def _compared(source: sqlite3.Connection, copy: sqlite3.Connection) -> tuple[int, int]:
    """The number of tables and of rows that both have. Raises ``Unreadable`` at the first that only one of them has."""
    names = _names(source)
    if names != _names(copy):
        raise Unreadable("The copy does not have the same tables as the database, so it was not kept.")
    return len(names), sum(_rows_compared(source, copy, name) for name in names)


def _rows_compared(source: sqlite3.Connection, copy: sqlite3.Connection, name: str) -> int:
    rows = 0
    query = f'SELECT * FROM "{name}"'
    for mine, other in zip_longest(_bytes(source, query), _bytes(copy, query)):
        if mine != other:
            raise Unreadable(f"The copy differs from the database in “{name}”, so it was not kept.")
        rows += 1
    return rows


def _bytes(db: sqlite3.Connection, query: str) -> Iterator[object]:
    """The rows, with texts as the bytes that they are: they need not be readable to be the same."""
    cursor = db.cursor()
    db.text_factory = bytes
    yield from cursor.execute(query)


def _names(db: sqlite3.Connection) -> list[str]:
    db.text_factory = str
    query = "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name"
    return [name for (name,) in db.execute(query)]


@contextmanager
def unnamed(target: Path) -> Iterator[Path]:
    """A new file beside ``target``, which nobody else may read, and which is gone afterwards if it was not renamed."""
    handle, name = tempfile.mkstemp(prefix=f".{target.name}.", suffix=".part", dir=target.parent)
    os.close(handle)
    try:
        yield Path(name)
    finally:
        for end in ("", *_BESIDE):
            with suppress(FileNotFoundError):
                os.unlink(name + end)


def sync(file: Path) -> None:
    """Waits until the file is on the disk: a name for what a power cut takes away would be worse than none."""
    with open(file, "rb+") as there:
        os.fsync(there.fileno())


def settle(folder: Path) -> None:
    """The same for the file's new name, where a folder can be waited for."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


_WORDS: dict[str, Callable[[Path, Path], str]] = {
    "locked": lambda source, _: f"The database {source} is in use by another program, so no copy was made. Try again.",
    "forbidden": lambda _, target: f"The copy {target} cannot be written: its folder may not be written.",
    "full": lambda _, target: f"The copy {target} cannot be written: the disk is full. Make room there.",
}


def _said(error: sqlite3.Error, source: Path, target: Path) -> str:
    """An error of SQLite's in words for a copy."""
    words = _WORDS.get(trouble(error) or "")
    return words(source, target) if words else f"The database {source} cannot be copied: {error}. No copy was kept."
