"""Remembers tables that have no rows of some kind, to save queries with each move."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Generic, TypeVar

from engine.store import Store
from engine.store.connection import Connection
from engine.store.ids import TableId

T = TypeVar("T")


class EmptyRowsCache(Generic[T]):
    """Reads rows that most tables do not have. Mutable: it remembers tables whose result was empty.

    Code that writes a table's first row must use ``invalidate_after``. The cache is unbounded: an entry is a number and
    an empty value. With several writing processes nothing is cached.
    """

    def __init__(self, store: Store, read: Callable[[Connection, TableId], T]) -> None:
        self._store, self._read = store, read
        self._empty: dict[TableId, T] = {}
        self._write_count = 0

    async def read(self, table_id: TableId) -> T:
        """The table's rows of that kind, as they were read."""
        if table_id in self._empty:
            return self._empty[table_id]
        before = self._write_count
        rows = await self._store.read(lambda db: self._read(db, table_id))
        if (
            not rows and before == self._write_count and not self._store.is_shared
        ):  # nothing was added while it was read
            self._empty[table_id] = rows
        return rows

    @contextmanager
    def invalidate_after(self, *table_ids: TableId) -> Iterator[None]:
        """Forget these tables when the block, which may write their first rows, ends."""
        try:
            yield
        finally:
            self._write_count += 1
            for table_id in table_ids:
                self._empty.pop(table_id, None)
