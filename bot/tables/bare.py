"""Tables that are known to have no rows of some kind, so that their moves need not ask for them. It knows no SQL."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Generic, TypeVar

from engine.store import Store
from engine.store.db import Db
from engine.store.ids import TableId

T = TypeVar("T")


class Bare(Generic[T]):
    """Reads of a table what most tables have not. Mutable: it remembers of which tables the answer was empty.

    Whatever writes the first row of a table does so within ``adding``. Rows that go need not be told. It is not
    bounded: an entry is a number and an empty value, for tables that were in use since the start. Where other processes
    write too, nothing is remembered.
    """

    def __init__(self, store: Store, read: Callable[[Db, TableId], T]) -> None:
        self._store, self._read = store, read
        self._bare: dict[TableId, T] = {}
        self._added = 0

    async def of(self, table_id: TableId) -> T:
        """The table's rows of that kind, as they were read."""
        if table_id in self._bare:
            return self._bare[table_id]
        before = self._added
        found = await self._store.read(lambda db: self._read(db, table_id))
        if not found and before == self._added and not self._store.is_shared:  # nothing was added while it was read
            self._bare[table_id] = found
        return found

    @contextmanager
    def adding(self, *table_ids: TableId) -> Iterator[None]:
        """Rows of these tables are written, and it may be the first ones."""
        try:
            yield
        finally:
            self._added += 1
            for table_id in table_ids:
                self._bare.pop(table_id, None)
