"""The few things that statements and store need of a database, whichever it is.

The statements are written once, in the words that SQLite and PostgreSQL have in common; ``?``, ``?1`` and ``:name``
stand for values.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol, TypeVar

T = TypeVar("T")

CAPPED_TIME_SQL = "CASE WHEN {0} + ?1 > ?2 THEN ?2 ELSE {0} + ?1 END"
"""A moment so much later, but not after another one; of no moment, none. The two have no common word for it."""


class QueryResult(Protocol):
    """The answer to a statement."""

    @property
    def rowcount(self) -> int:
        """The number of rows that it has changed."""

    @property
    def description(self) -> Any:
        """Its columns, of which the name comes first."""

    def fetchone(self) -> Any:
        """The next row; None when there is none."""

    def fetchall(self) -> list[Any]:
        """All rows that are left."""

    def __iter__(self) -> Iterator[Any]:
        """The rows that are left, one by one."""


def read_scalar(rows: QueryResult, read: Callable[[Any], T]) -> T | None:
    """The only value of the next row; None when there is no row, or nothing in it."""
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
    """A database that is open, and the thread of its connection.

    ``is_shared``: whether other processes may write to it at the same time.
    """

    is_shared: bool

    async def run(self, work: Callable[[Connection], T]) -> T:
        """Run ``work`` in the connection's thread. Raises ``ValueError`` when it was closed."""

    async def read_snapshot(self, work: Callable[[Connection], T]) -> T:
        """Run ``work``, which only reads: all of it sees the database as it is at one moment."""

    async def write(
        self, work: Callable[[Connection], T], changes: Iterable[str] = (), *, checks_revision: bool = False
    ) -> T:
        """Does ``work`` as one transaction, and answers when it is on disk. Raises as ``run`` does.

        Anyone who listens to the database hears the ``changes`` then. If it ``checks_revision``, it compares by itself
        whether others have changed what it read.
        """

    async def check(self) -> None:
        """Raises ``DatabaseError`` when the database does not answer, or is no longer the one that was opened."""

    async def purge_deleted(self) -> bool:
        """Make sure that nothing that was taken out stays next to the tables; False when that has to wait."""

    def is_lost(self) -> bool:
        """Whether the connection is gone for good."""

    async def close(self) -> None:
        """End the thread; everything committed is on disk."""
