"""Locking of a database file for one process, because two processes would post every move twice."""

import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO, Any

from engine.errors import Unreadable
from engine.private import create_private, open_private
from engine.store.address import is_server_address
from engine.store.errors import os_error_reason
from engine.store.file_identity import check_record, file_identity, lock_path

try:
    import fcntl
except ImportError:  # Windows, where a second process is not prevented
    fcntl = None  # type: ignore[assignment]


@contextmanager
def lock_database(path: str) -> Iterator[None]:
    """Lock the database at ``path`` for this process during the block.

    The locks also end with the process. One lock is on ``<path>.lock``, with links resolved. Another lock is on the
    database file itself, which may have hard links and is created if missing. Raises ``Unreadable`` if another process
    has a lock, if a known database is missing, or if the folder is not writable. For a server's address, nothing is
    locked, because the store's connection has the locks. Close the database before the block ends, because releasing
    the lock on the file also releases SQLite's own locks.
    """
    if is_server_address(path):
        yield
        return
    file = Path(os.path.realpath(path))
    with ExitStack() as open_files:
        _acquire_lock(open_files.enter_context(_open_lock_file(file)), lock_path(file), path)
        check_record(file)
        if sys.platform == "linux":  # on other systems, this lock would conflict with SQLite's own locks
            _acquire_lock(open_files.enter_context(_open_database_file(file)), file, path)
        yield


def is_database_locked(path: str) -> bool:
    """Whether another process has locked the database at ``path``. No file is created or changed."""
    file = Path(os.path.realpath(path))
    names = [lock_path(file)]
    if sys.platform == "linux":
        names.append(file)
    return any(map(_is_locked, names))


def _is_locked(file: Path) -> bool:
    """Whether another process has the lock on a file; False if the file is missing or unreadable."""
    try:
        with open(file, "rb") as handle:
            if fcntl is not None:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False


def _open_lock_file(file: Path) -> IO[str]:
    try:
        has_folder, is_folder = file.parent.is_dir(), file.is_dir()
    except OSError as error:
        raise Unreadable(f"The database {file} can’t be opened: {os_error_reason(error)}.") from error
    if not has_folder:
        raise Unreadable(f"The database {file} can’t be created: there is no folder {file.parent}. Make it first.")
    if is_folder:
        raise Unreadable(f"The database {file} can’t be opened: it is a folder. Name a file in it.")
    with _convert_os_errors(lock_path(file)):
        return open(lock_path(file), "a", opener=open_private)  # the record of the previous process is kept


def _open_database_file(file: Path) -> IO[bytes]:
    """Open the database file so that it can be locked. Create the file if it is missing."""
    with _convert_os_errors(file):
        create_private(file)
        return open(file, "rb")


@contextmanager
def _convert_os_errors(file: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise Unreadable(f"The file {file} can’t be opened: {os_error_reason(error)}.") from error


def _acquire_lock(file: IO[Any], place: Path, path: str) -> None:
    """Lock an open file at the path ``place`` for the database ``path``.

    Raises ``Unreadable`` if another process has the lock, if the file was replaced meanwhile, or if the file system
    does not support locks.
    """
    try:
        if fcntl is not None:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise Unreadable(f"The database {path} is in use by another Roundhouse. Stop that one first.") from error
    except OSError as error:
        raise Unreadable(f"The database {path} is on a disk that keeps no locks: {error.strerror}.") from error
    if file_identity(place) != file_identity(file.fileno()):
        raise Unreadable(f"The file {place} was removed or replaced at this moment. Start again.")
