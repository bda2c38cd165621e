"""Files that only the user who runs the program may read.

Such files contain secrets of games and texts of players.
"""

import os
from contextlib import suppress
from pathlib import Path

_MODE = 0o600
_OTHERS_BITS = 0o077


def open_private(path: str, flags: int) -> int:
    """Open a file; if the file is created, it gets mode 0600. Use this as ``open(…, opener=open_private)``."""
    return os.open(path, flags, _MODE)


def create_private(file: Path) -> None:
    """Create an empty file with mode 0600; an existing file is unchanged."""
    with suppress(FileExistsError):
        os.close(os.open(file, os.O_RDWR | os.O_CREAT | os.O_EXCL, _MODE))


def is_open_to_others(file: Path) -> bool:
    """Whether a file's mode allows other users to read or write it; False on Windows, which has no such modes."""
    return os.name == "posix" and file.is_file() and bool(file.stat().st_mode & _OTHERS_BITS)
