"""Whether something was stored while some work was done."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar


class Commits:
    """Whether anything was committed while watching. Mutable."""

    def __init__(self) -> None:
        self.has_any = False


_current_commits: ContextVar[Commits | None] = ContextVar("_watching", default=None)


@contextmanager
def watch_commits() -> Iterator[Commits]:
    """Watch the transactions of the current task, and of tasks that it starts meanwhile."""
    commits = Commits()
    token = _current_commits.set(commits)
    try:
        yield commits
    finally:
        _current_commits.reset(token)


def note_commit() -> None:
    """Record that a transaction was committed, for watchers of the current task."""
    commits = _current_commits.get()
    if commits is not None:
        commits.has_any = True
