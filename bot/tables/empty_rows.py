"""Tables that are known to have no rows of some kind, so that their moves need not ask for them. It knows no SQL."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Generic, TypeVar

from engine.store import Store
from engine.store.connection import Connection
from engine.store.ids import TableId

T = TypeVar("T")


class EmptyRowsCache(Generic[T]):
    """Reads of a table what most tables have not. Mutable: it remembers of which tables the answer was empty.

    Whatever writes the first row of a table does so within ``invalidate_after``. Rows that go need not be told. It is
    not bounded: an entry is a number and an empty value, for tables that were in use since the start. Where other
    processes write too, nothing is remembered.
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
        """Rows of these tables are written, and it may be the first ones."""
        try:
            yield
        finally:
            self._write_count += 1
            for table_id in table_ids:
                self._empty.pop(table_id, None)
