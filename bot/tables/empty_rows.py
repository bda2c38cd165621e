"""Caches which tables have no rows of some kind, to save a query with each move."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Generic, TypeVar

from engine.store import Store
from engine.store.connection import Connection
from engine.store.ids import TableId

T = TypeVar("T")


class EmptyRowsCache(Generic[T]):
    """Reads rows that most tables do not have. Mutable: it caches empty results.

    Code that writes a table's first row must use ``invalidate_after``. The cache has no size limit, because its entries
    are tiny: an id and an empty value. If several processes write to the store, nothing is cached.
    """

    def __init__(self, store: Store, read: Callable[[Connection, TableId], T]) -> None:
        self._store, self._read = store, read
        self._empty: dict[TableId, T] = {}
        self._write_count = 0

    async def read(self, table_id: TableId) -> T:
        """Return the table's rows."""
        if table_id in self._empty:
            return self._empty[table_id]
        write_count = self._write_count
        rows = await self._store.read(lambda db: self._read(db, table_id))
        if (
            not rows and write_count == self._write_count and not self._store.is_shared
        ):  # nothing was written during the read
            self._empty[table_id] = rows
        return rows

    @contextmanager
    def invalidate_after(self, *table_ids: TableId) -> Iterator[None]:
        """After the block, which may write the first rows of these tables, drop their cached results."""
        try:
            yield
        finally:
            self._write_count += 1
            for table_id in table_ids:
                self._empty.pop(table_id, None)
