"""The interface of a database, SQLite or PostgreSQL.

Statements are written once, in the common subset of SQLite and PostgreSQL; ``?``, ``?1``, and ``:name`` are
placeholders.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol, TypeVar

T = TypeVar("T")

CAPPED_TIME_SQL = "CASE WHEN {0} + ?1 > ?2 THEN ?2 ELSE {0} + ?1 END"
"""SQL for a time plus a delay, but not after another time; NULL stays NULL. The two databases have no common
function.
"""


class QueryResult(Protocol):
    """The answer to a statement."""

    @property
    def rowcount(self) -> int:
        """The number of rows that it has changed."""

    @property
    def description(self) -> Any:
        """Its columns, name first."""

    def fetchone(self) -> Any:
        """The next row; None if there is none."""

    def fetchall(self) -> list[Any]:
        """All remaining rows."""

    def __iter__(self) -> Iterator[Any]:
        """The remaining rows, one by one."""


def read_scalar(rows: QueryResult, read: Callable[[Any], T]) -> T | None:
    """The only value of the next row; None if there is no row or it is NULL."""
    (value,) = rows.fetchone() or (None,)
    return None if value is None else read(value)


class Connection(Protocol):
    """A connection, in its own thread: ``sqlite3.Connection`` is one."""

    @property
    def in_transaction(self) -> bool:
        """Whether a transaction has begun that is not over."""

    def execute(self, statement: str, given: Sequence[Any] | Mapping[str, Any] = (), /) -> QueryResult:
        """Run one statement."""

    def executemany(self, statement: str, rows: Iterable[Sequence[Any]], /) -> object:
        """Run one statement for each row of values."""


def run_transaction(
    db: Connection, work: Callable[[Connection], T], begin: str = "BEGIN IMMEDIATE", end: str = "COMMIT"
) -> T:
    """Run ``work`` as one transaction: committed when it returns, undone when it raises."""
    db.execute(begin)
    try:
        result = work(db)
        db.execute(end)
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise
    return result


class Database(Protocol):
    """An open database, and the thread of its connection.

    ``is_shared``: whether other processes may write to it.
    """

    is_shared: bool

    async def run(self, work: Callable[[Connection], T]) -> T:
        """Run ``work`` in the connection's thread. Raises ``ValueError`` when it was closed."""

    async def read_snapshot(self, work: Callable[[Connection], T]) -> T:
        """Run ``work``, which only reads, on a snapshot of the database."""

    async def write(
        self, work: Callable[[Connection], T], changes: Iterable[str] = (), *, checks_revision: bool = False
    ) -> T:
        """Run ``work`` as one transaction and return when it is on disk. Raises as ``run`` does.

        Listeners are notified of ``changes``. With ``checks_revision``, ``work`` itself detects conflicting changes of
        others.
        """

    async def check(self) -> None:
        """Raises ``DatabaseError`` when the database does not answer, or is no longer the one that was opened."""

    async def purge_deleted(self) -> bool:
        """Remove deleted data from the files next to the database; False if that must wait."""

    def is_lost(self) -> bool:
        """Whether the connection is permanently lost."""

    async def close(self) -> None:
        """End the thread; everything committed is on disk."""
