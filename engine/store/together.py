"""Transactions that wait for one connection at the same moment, committed as one. It knows no table.

A commit waits for the disk, and that takes longer than all that is written in it. Meanwhile other transactions come to
wait; the next commit is of all of them.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any, TypeVar

from engine.store.db import Db

T = TypeVar("T")

_AT_ONCE = 50
"""Transactions in one commit at most: the first of them waits for all."""


def transaction(db: Db, work: Callable[[Db], T]) -> T:
    """Does ``work`` as one transaction."""
    db.execute("BEGIN IMMEDIATE")
    try:
        result = work(db)
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise
    return result


class Together:
    """A queue for the connection. Mutable: the event loop adds to it, the connection's thread takes from it."""

    def __init__(self, check: Callable[[], None] = lambda: None) -> None:
        """``check`` is called before each transaction and after it; what it raises fails the transaction."""
        self._waiting, self._check = deque[_Job](), check

    def add(self, work: Callable[[Db], T]) -> Callable[[Db], T]:
        """Lets ``work`` wait. What it gives is to be called in the connection's thread, in the order of the adding.

        That commits ``work`` with what waits beside it, unless an earlier call has done so, and gives its result. Work
        that raises is undone alone. When the commit fails, it fails for all, with the same error.
        """
        job = _Job(work)
        self._waiting.append(job)

        def committed(db: Db) -> T:
            if not job.is_over:
                _commit(db, self._taken(), self._check)
            result: T = job.outcome()
            return result

        return committed

    def _taken(self) -> list[_Job]:
        """The jobs that wait, in the order in which they came. Others may come meanwhile."""
        return [self._waiting.popleft() for _ in range(min(len(self._waiting), _AT_ONCE))]


class _Job:
    """One transaction that waits, and what becomes of it. Mutable."""

    def __init__(self, work: Callable[[Db], Any]) -> None:
        self.work, self.is_over = work, False
        self.result: Any = None
        self.error: BaseException | None = None

    def outcome(self) -> Any:
        """The result. Raises what the work raised, or the commit."""
        if self.error is not None:
            raise self.error
        return self.result


def _commit(db: Db, jobs: list[_Job], check: Callable[[], None]) -> None:
    """Does all jobs in one transaction. Raises nothing: each has its error."""
    try:
        check()
        transaction(db, lambda db: _do(db, jobs))
        check()
    except BaseException as error:
        for job in jobs:  # also those that were refused: what they were refused for may not have come about
            job.error = error
    for job in jobs:
        job.is_over = True


def _do(db: Db, jobs: list[_Job]) -> None:
    if len(jobs) == 1:
        jobs[0].result = jobs[0].work(db)
        return
    for job in jobs:
        _do_one_of_several(db, job)


def _do_one_of_several(db: Db, job: _Job) -> None:
    """Does the job so that only what it wrote is undone when it raises."""
    db.execute("SAVEPOINT job")
    try:
        job.result = job.work(db)
    except BaseException as error:
        if not db.in_transaction:  # the database has undone everything itself, such as on a disk that is full
            raise
        job.error = error
        db.execute("ROLLBACK TO job")
    db.execute("RELEASE job")
