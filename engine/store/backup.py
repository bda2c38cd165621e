"""Backup of a database file, even while a bot writes to it.

The backup is checked before it gets its final name.
"""

import os
import re
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from itertools import zip_longest
from pathlib import Path

import msgspec

from engine.errors import Unreadable
from engine.store.errors import classify_error, os_error_reason
from engine.store.file_lock import is_database_locked
from engine.store.integrity import find_lasting_wal_problem, find_page_damage, open_read_only
from engine.store.migrations import APPLICATION, check_owner, load_migrations

_SIDE_FILE_SUFFIXES = ("-wal", "-journal", "-shm")
"""Suffixes of the files that SQLite creates next to a database in use."""

_TIME_FORMAT, _TIME_LENGTH = "%Y%m%dT%H%M%SZ", 16
"""The format of the time in the name of a backup, and the number of characters of the formatted time."""
_STALE_SECONDS = 6 * 3_600.0
"""Age in seconds from which an unfinished copy is assumed to be abandoned."""
_FOLDER_MESSAGE = "The copy {} cannot be written: it is a folder. Name a file in it."


class BackupResult(msgspec.Struct, frozen=True):
    """A finished backup: its size in bytes, and the numbers of database tables and rows in it.

    ``warning`` is a sentence about a change that may be missing in the database itself; usually empty.
    """

    size: int
    tables: int
    rows: int
    warning: str


class RotationResult(msgspec.Struct, frozen=True):
    """The result of a rotation: the new backup, with the time in its name, and the older backups that were deleted.

    ``problems`` has a sentence for each older backup that could not be deleted.
    """

    file: Path
    backup: BackupResult
    deleted: tuple[Path, ...]
    problems: tuple[str, ...]


def rotate_backups(source: Path, target: Path, keep: int, now: datetime) -> RotationResult:
    """Back up the database to a file with the time in its name, and delete older backups.

    The newest ``keep`` backups remain. Nothing is deleted before the new backup is complete and compared with the
    database. Only finished backups for the same ``target`` are deleted. Raises ``Unreadable`` if the backup fails.
    """
    if target.is_dir():
        raise Unreadable(_FOLDER_MESSAGE.format(target))
    file = target.with_name(f"{target.stem}-{now.astimezone(UTC):{_TIME_FORMAT}}{target.suffix}")
    pattern = _name_pattern(target)
    _delete_stale_parts(target.parent, pattern)
    backup = back_up_database(source, file)
    deleted, problems = list[Path](), list[str]()
    try:
        for old_backup in _find_older_backups(file, pattern, source)[keep - 1 :]:
            if problem := _delete_backup(old_backup):
                problems.append(problem)
            else:
                deleted.append(old_backup)
        sync_folder(target.parent)
    except OSError as error:
        problems.append(f"Old backups in {target.parent} cannot be found: {os_error_reason(error)}.")
    return RotationResult(file, backup, tuple(deleted), tuple(problems))


def find_newest_backup_time(target: Path, now: float) -> datetime | None:
    """Return the time of the newest backup that ``rotate_backups`` made for ``target``.

    Return None if there is none. ``now`` is in seconds since 1970. Times more than a day after ``now`` are ignored,
    because they come from a wrong clock. Raises ``OSError``.
    """
    times, latest = [], datetime.fromtimestamp(now + 86_400.0, UTC)
    for file in target.parent.iterdir():
        if re.fullmatch(_name_pattern(target), file.name):
            with suppress(ValueError):  # a file of another program
                text = file.name.removesuffix(target.suffix)[-_TIME_LENGTH:]
                times.append(datetime.strptime(text, _TIME_FORMAT).replace(tzinfo=UTC))
    return max((time for time in times if time <= latest), default=None)


def _name_pattern(target: Path) -> str:
    """Return a regular expression for the names of backups with a time."""
    return re.escape(target.stem) + r"-[0-9]{8}T[0-9]{6}Z" + re.escape(target.suffix)


def _find_older_backups(newest: Path, pattern: str, source: Path) -> list[Path]:
    """Return the older backups of the same database, the newest first.

    The database itself and files that are no backups are excluded.
    """
    files = (file for file in newest.parent.iterdir() if re.fullmatch(pattern, file.name) and file.name < newest.name)
    backups = (file for file in files if not file.is_symlink() and file.is_file() and not file.samefile(source))
    return sorted((file for file in backups if file.stat().st_size and _is_ours(file)), reverse=True)


def _delete_backup(file: Path) -> str:
    """Delete an old backup. Return a sentence if this fails, otherwise an empty text."""
    if _is_in_use(file):
        return f"The old backup {file} is in use as a database, so it stays."
    try:
        file.unlink()
    except OSError as error:
        return f"The old backup {file} cannot be deleted: {os_error_reason(error)}."
    return ""


def _delete_stale_parts(folder: Path, pattern: str) -> None:
    """Delete unfinished copies that interrupted processes left, so that they do not fill the disk."""
    parts = re.compile(rf"\.{pattern}\.\w{{8}}\.part(?:{'|'.join(_SIDE_FILE_SUFFIXES)})?")
    with suppress(OSError):
        for file in folder.iterdir():
            if parts.fullmatch(file.name) and time.time() - file.stat().st_mtime > _STALE_SECONDS:
                file.unlink()


def back_up_database(source: Path, target: Path) -> BackupResult:
    """Copy the database in one snapshot, check and compare the copy, and then give the copy its final name.

    The copy includes everything up to the last commit. An older backup with the same name is replaced. If the backup
    fails, no file remains. Raises ``Unreadable`` for every failure.
    """
    # before the file is opened, because closing it would release SQLite's locks
    is_open = is_database_locked(str(source))
    try:
        with closing(open_read_only(source)) as db:
            _check_target(source, target)
            _delete_stale_parts(target.parent, re.escape(target.name))
            warning = _partial_log_warning(source, is_open=is_open)
            with make_temporary_file(target) as copy:
                result = _copy_database(db, copy, warning)
                os.replace(copy, target)
            sync_folder(target.parent)
            return result
    except sqlite3.Error as error:
        raise Unreadable(_failure_message(error, source, target)) from error
    except OSError as error:
        raise Unreadable(f"The copy {target} cannot be written: {os_error_reason(error)}.") from error


def _copy_database(db: sqlite3.Connection, copy: Path, warning: str) -> BackupResult:
    """Copy the database to ``copy`` and compare both, in one read transaction of ``db``."""
    db.execute("BEGIN")
    check_owner(db, load_migrations())
    with closing(sqlite3.connect(copy, isolation_level=None)) as copy_db:
        db.backup(copy_db)
        copy_db.execute("PRAGMA journal_mode = DELETE")  # a single file, without a log next to it
    sync_file(copy)
    with closing(open_read_only(copy)) as copy_db:
        _check_integrity(copy_db)
        tables, rows = _compare_databases(db, copy_db)
    return BackupResult(copy.stat().st_size, tables, rows, warning)


def _check_target(source: Path, target: Path) -> None:
    """Raise ``Unreadable`` if the target can't be written, or is an existing file other than an old backup."""
    if not target.parent.is_dir():
        raise Unreadable(f"The copy {target} cannot be written: there is no folder {target.parent}. Make it first.")
    if target.is_dir():
        raise Unreadable(_FOLDER_MESSAGE.format(target))
    if not target.exists():
        return
    if source.exists() and target.samefile(source):
        raise Unreadable("The copy would replace the database itself. Name another file.")
    if _is_in_use(target):
        raise Unreadable(f"The file {target} is in use as a database. Name another file for the copy.")
    if not _is_ours(target):
        raise Unreadable(f"The file {target} is no copy of a Roundhouse database, so it stays. Name another file.")


def _is_in_use(file: Path) -> bool:
    has_side_file = any(file.with_name(file.name + suffix).exists() for suffix in _SIDE_FILE_SUFFIXES)
    return has_side_file or is_database_locked(str(file))


def _is_ours(file: Path) -> bool:
    if file.stat().st_size == 0:
        return True
    try:
        with closing(open_read_only(file)) as db:
            (owner,) = db.execute("PRAGMA application_id").fetchone()
            return bool(owner == APPLICATION)
    except (sqlite3.Error, Unreadable):
        return False


def _partial_log_warning(source: Path, *, is_open: bool) -> str:
    """Return a sentence if the write-ahead log ends in the middle of a change, otherwise an empty text.

    Raises ``Unreadable`` for a damaged log, because SQLite would silently ignore a part of it.
    """
    problem = find_lasting_wal_problem(source, is_open=is_open)
    if problem is None:
        return ""
    if not problem.is_unfinished:
        raise Unreadable(f"{problem.text} No copy was made.")
    return problem.text


def _check_integrity(copy: sqlite3.Connection) -> None:
    damage = next(find_page_damage(copy), "")
    if damage:
        raise Unreadable(f"{damage} The database is damaged, so no copy was kept. Run `roundhouse verify` on it.")


def _compare_databases(source: sqlite3.Connection, copy: sqlite3.Connection) -> tuple[int, int]:
    """Compare all rows of two databases. Return the number of database tables and of rows.

    Raises ``Unreadable`` at the first difference.
    """
    names = _table_names(source)
    if names != _table_names(copy):
        raise Unreadable("The copy does not have the same tables as the database, so it was not kept.")
    return len(names), sum(_compare_rows(source, copy, name) for name in names)


def _compare_rows(source: sqlite3.Connection, copy: sqlite3.Connection, name: str) -> int:
    rows = 0
    query = f'SELECT * FROM "{name}"'
    for source_row, copied_row in zip_longest(_raw_rows(source, query), _raw_rows(copy, query)):
        if source_row != copied_row:
            raise Unreadable(f"The copy differs from the database in “{name}”, so it was not kept.")
        rows += 1
    return rows


def _raw_rows(db: sqlite3.Connection, query: str) -> Iterator[object]:
    """Yield the rows of a query, with texts as bytes, so that texts in invalid UTF-8 can be compared."""
    cursor = db.cursor()
    db.text_factory = bytes
    yield from cursor.execute(query)


def _table_names(db: sqlite3.Connection) -> list[str]:
    db.text_factory = str
    query = "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name"
    return [name for (name,) in db.execute(query)]


@contextmanager
def make_temporary_file(target: Path) -> Iterator[Path]:
    """Create a private file next to ``target`` for the block.

    At the end of the block, the file is deleted unless it was renamed.
    """
    handle, name = tempfile.mkstemp(prefix=f".{target.name}.", suffix=".part", dir=target.parent)
    os.close(handle)
    try:
        yield Path(name)
    finally:
        for suffix in ("", *_SIDE_FILE_SUFFIXES):
            with suppress(FileNotFoundError):
                os.unlink(name + suffix)


def sync_file(file: Path) -> None:
    """Wait until a file's content is on disk.

    Otherwise, a power failure could leave an empty file with its name.
    """
    with open(file, "rb+") as handle:
        os.fsync(handle.fileno())


def sync_folder(folder: Path) -> None:
    """Wait until the names of a folder's files are on disk, if the system supports it."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


_FAILURE_MESSAGES: dict[str, Callable[[Path, Path], str]] = {
    "locked": lambda source, _: f"The database {source} is in use by another program, so no copy was made. Try again.",
    "forbidden": lambda _, target: f"The copy {target} cannot be written: its folder may not be written.",
    "full": lambda _, target: f"The copy {target} cannot be written: the disk is full. Make room there.",
}


def _failure_message(error: sqlite3.Error, source: Path, target: Path) -> str:
    words = _FAILURE_MESSAGES.get(classify_error(error) or "")
    return words(source, target) if words else f"The database {source} cannot be copied: {error}. No copy was kept."
