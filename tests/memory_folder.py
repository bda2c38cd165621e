"""A folder in memory for what tests write: nothing of it is to be kept, so no test need wait for a disk."""

import os
import shutil
import tempfile
from pathlib import Path

_MEMORY = Path("/dev/shm")
_ROOM = 1 << 30
"""Bytes that must be free; a whole run writes less at a time."""


def memory() -> Path | None:
    """The folder; None where the system has none (macOS, Windows), or a small one (many containers)."""
    try:
        usable = os.access(_MEMORY, os.W_OK | os.X_OK) and shutil.disk_usage(_MEMORY).free >= _ROOM
    except OSError:
        return None
    return _MEMORY if usable else None


def write_to_memory() -> None:
    """From now on temporary files of this process, and of those it starts, are in memory, unless ``TMPDIR`` is set."""
    folder = memory()
    if folder is not None and "TMPDIR" not in os.environ:
        tempfile.tempdir = os.environ["TMPDIR"] = str(folder)
