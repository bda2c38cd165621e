"""The interface of a database, SQLite or PostgreSQL.

Statements are written once, in the common subset of SQLite and PostgreSQL; ``?``, ``?1``, and ``:name`` are
placeholders.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol, TypeVar

T = TypeVar("T")

CAPPED_TIME_SQL = "CASE WHEN {0} + ?1 > ?2 THEN ?2 ELSE {0} + ?1 END"
"""SQL for the value of the column ``{0}`` plus ``?1``, but at most ``?2``; NULL stays NULL.

SQLite and PostgreSQL have no common function for the lesser of two values.
"""


class QueryResult(Protocol):
    """The result of a statement."""

    @property
    def rowcount(self) -> int:
        """The number of rows that the statement has changed."""

    @property
    def description(self) -> Any:
        """The columns of the result, as tuples that begin with the name."""

    def fetchone(self) -> Any:
        """Return the next row; None if there is none."""

    def fetchall(self) -> list[Any]:
        """Return all remaining rows."""

    def __iter__(self) -> Iterator[Any]:
        """Return the remaining rows, one by one."""


def read_scalar(rows: QueryResult, read: Callable[[Any], T]) -> T | None:
    """Return the only value of the next row, converted by ``read``.

    Return None if there is no row or the value is NULL.
    """
    (value,) = rows.fetchone() or (None,)
    return None if value is None else read(value)


class Connection(Protocol):
    """A connection, which is used in one thread. ``sqlite3.Connection`` has this interface."""

    @property
    def in_transaction(self) -> bool:
        """Whether a transaction is open."""

    def execute(self, statement: str, given: Sequence[Any] | Mapping[str, Any] = (), /) -> QueryResult:
        """Run one statement."""

    def executemany(self, statement: str, rows: Iterable[Sequence[Any]], /) -> object:
        """Run one statement for each row of values."""


def run_transaction(
    db: Connection, work: Callable[[Connection], T], begin: str = "BEGIN IMMEDIATE", end: str = "COMMIT"
) -> T:
    """Run ``work`` as one transaction.

    The transaction is committed when ``work`` returns, and rolled back when ``work`` raises an error.
    """
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

    ``is_shared``: whether other processes may write to the database.
    """

    is_shared: bool

    async def run(self, work: Callable[[Connection], T]) -> T:
        """Run ``work`` in the connection's thread.

        Raises ``ValueError`` if the connection was closed.
        """

    async def read_snapshot(self, work: Callable[[Connection], T]) -> T:
        """Run ``work``, which only reads, on a snapshot of the database."""

    async def write(
        self, work: Callable[[Connection], T], changes: Iterable[str] = (), *, checks_revision: bool = False
    ) -> T:
        """Run ``work`` as one transaction, and return when the changes are on disk.

        Raises the errors of ``run``. Other processes are notified of ``changes``. With ``checks_revision``, ``work``
        itself detects conflicting changes of other processes.
        """

    async def check(self) -> None:
        """Raise ``DatabaseError`` if the database does not answer, or is no longer the same."""

    async def purge_deleted(self) -> bool:
        """Remove deleted data from the files next to the database.

        Return False if this must be repeated later.
        """

    def is_lost(self) -> bool:
        """Whether the connection is permanently lost."""

    async def close(self) -> None:
        """End the thread. Everything that was committed is on disk."""
