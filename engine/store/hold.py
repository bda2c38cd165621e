"""One process a database: two of them would tell every move twice. It knows no SQL."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from engine.errors import Unreadable

try:
    import fcntl
except ImportError:  # Windows, where nothing stops a second process
    fcntl = None  # type: ignore[assignment]


@contextmanager
def held(path: str) -> Iterator[None]:
    """Keeps the database at ``path`` for this process, by a lock on ``<path>.lock`` that ends with the process.

    Raises ``Unreadable`` when another process has it, or when the lock file cannot be written.
    """
    try:
        with open(f"{path}.lock", "w") as file:
            if fcntl is not None:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            yield
    except BlockingIOError as error:
        raise Unreadable(f"The database {path} is in use by another Roundhouse; stop that one first.") from error
