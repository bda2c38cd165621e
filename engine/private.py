"""Files that only the user who runs the program may read: they contain hands, seeds, and what players typed."""

import os
from contextlib import suppress
from pathlib import Path

_MODE = 0o600
_OTHERS_BITS = 0o077


def open_private(path: str, flags: int) -> int:
    """Open a file for ``open(…, opener=open_private)``: one that this creates has mode 0600."""
    return os.open(path, flags, _MODE)


def create_private(file: Path) -> None:
    """Create an empty file with mode 0600; an existing file is not opened."""
    with suppress(FileExistsError):
        os.close(os.open(file, os.O_RDWR | os.O_CREAT | os.O_EXCL, _MODE))


def is_open_to_others(file: Path) -> bool:
    """Whether the file's mode lets its group or others read or write it. Windows has no such modes."""
    return os.name == "posix" and file.is_file() and bool(file.stat().st_mode & _OTHERS_BITS)
