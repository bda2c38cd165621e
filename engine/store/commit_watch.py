"""Detection of commits during a block of code."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar


class Commits:
    """A record of whether any transaction was committed. Mutable."""

    def __init__(self) -> None:
        self.has_any = False


_current_commits: ContextVar[Commits | None] = ContextVar("_watching", default=None)


@contextmanager
def watch_commits() -> Iterator[Commits]:
    """Record commits by the current task, and by tasks that it starts, during the block."""
    commits = Commits()
    token = _current_commits.set(commits)
    try:
        yield commits
    finally:
        _current_commits.reset(token)


def note_commit() -> None:
    """Record, for the ``watch_commits`` block of the current task, that a transaction was committed."""
    commits = _current_commits.get()
    if commits is not None:
        commits.has_any = True
