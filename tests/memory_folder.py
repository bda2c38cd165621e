"""A folder in memory for files written by tests, so that no test waits for a disk."""

import os
import shutil
import tempfile
from pathlib import Path

_MEMORY = Path("/dev/shm")
_ROOM = 1 << 30
"""Bytes that must be free. A whole run writes less at a time."""


def memory() -> Path | None:
    """Return the folder, or None if the system has none (macOS, Windows) or a small one (many containers)."""
    try:
        usable = os.access(_MEMORY, os.W_OK | os.X_OK) and shutil.disk_usage(_MEMORY).free >= _ROOM
    except OSError:
        return None
    return _MEMORY if usable else None


def write_to_memory() -> None:
    """Put temporary files of this process and its children into memory, unless ``TMPDIR`` is set."""
    folder = memory()
    if folder is not None and "TMPDIR" not in os.environ:
        tempfile.tempdir = os.environ["TMPDIR"] = str(folder)
