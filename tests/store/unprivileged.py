"""Runs Python code in a process without special rights, because the tests may run as root."""

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

NOBODY = 65_534

_BEFORE = """
import asyncio, concurrent.futures.thread, encodings.idna, importlib.resources, os, resource, signal, sys
import engine.__main__, engine.store
from engine.store import Store, lock_database
from engine.errors import Unreadable
from engine.store.migrations import load_migrations
load_migrations()
os.getuid() or os.setuid({nobody})
"""


@contextmanager
def shared_folder() -> Iterator[Path]:
    """Yield a folder that everybody may read and enter, and in which only the caller may write."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        yield folder
        folder.chmod(0o755)


def run(code: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the code with the arguments as ``sys.argv[1:]``; modules of the engine are already imported."""
    return subprocess.run(
        [sys.executable, "-c", _BEFORE.format(nobody=NOBODY) + code, *arguments],
        capture_output=True,
        text=True,
        check=False,
    )
