"""Reads tables in their current and past states."""

from collections.abc import Iterable, Sequence

from bot.markdown import md
from bot.play.game_files import game_file_text, public_seed
from bot.tables.cache import TableCache
from bot.tables.table import LogEntry, Table, decode_entry, game_of
from engine.core import State
from engine.errors import Refused
from engine.store import LogRow, Store, drop_undone, load_state_at
from engine.store.ids import ChannelId, TableId, UserId


class TableReader:
    """Reads the tables of a store. Mutable: it caches tables in use.

    Its methods raise ``Refused`` with a sentence for the player, for example if a table does not exist.
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self._cache = TableCache(store)

    # -- finding tables

    async def table_in_channel(self, channel: ChannelId) -> Table | None:
        """Return the channel's open table, or else the newest table; None if there is none."""
        table_id = await self.store.find_newest_table(channel)
        return None if table_id is None else await self.get(table_id)

    async def last_finished_in(self, channel: ChannelId) -> Table | None:
        """Return the table that was finished last in the channel; None if there is none.

        A newer table may be open there.
        """
        table_id = await self.store.find_last_table_over(channel)
        return None if table_id is None else await self.get(table_id)

    async def get(self, table_id: TableId) -> Table:
        """Return the table with this id."""
        return await self._cache.get(table_id)

    async def open_tables_of(self, user: UserId) -> tuple[Table, ...]:
        """Return the user's open tables, longest unchanged first. Unreadable tables are left out."""
        return await self.readable_tables(await self.store.find_open_tables(user))

    async def readable_tables(self, table_ids: Iterable[TableId]) -> tuple[Table, ...]:
        """Return the tables with these ids. Unreadable tables are left out."""
        tables = [await self._cache.get_if_readable(table_id) for table_id in table_ids]
        return tuple(table for table in tables if table is not None)

    async def invalidate(self, table_id: TableId) -> None:
        """Drop a table from the cache after another process has changed it. Waits until the table's lock is free."""
        async with self._cache.lock_of(table_id):
            self._cache.invalidate(table_id)

    def invalidate_all(self) -> None:
        """Drop every table from the cache."""
        self._cache.clear()

    # -- past states

    async def history(self, table_id: TableId) -> tuple[LogEntry, ...]:
        """Return the whole log, including the set-up, undone moves, and undos."""
        title = (await self._cache.get(table_id)).title
        return tuple(decode_entry(title, entry) for entry in await self.store.load_log(table_id))

    async def active_moves(self, table_id: TableId) -> tuple[LogEntry, ...]:
        """Return the moves that are not undone, without the set-up and undos."""
        return await self.active_moves_of(await self._cache.get(table_id))

    async def active_moves_of(self, table: Table, log: Sequence[LogRow] | None = None) -> tuple[LogEntry, ...]:
        """Return the moves of a table that are not undone. ``log`` is the table's log if the caller has loaded it."""
        rows = drop_undone(log or await self.store.load_log(table.id)) or ()
        return tuple(decode_entry(table.title, entry) for entry in rows)

    async def state_at(self, table_id: TableId, seq: int) -> State:
        """Return the state after move ``seq``."""
        table = await self._cache.get(table_id)
        if table.state is not None and table.seq == seq:
            return table.state
        return await load_state_at(self.store, game_of(table.title), table_id, seq)

    async def export_game(self, table_id: TableId) -> str:
        """Return the ``.game`` file of a finished game. Raises ``Refused`` before the end: the seed is secret."""
        table = await self._cache.get(table_id)
        if table.state is None:
            raise Refused(md("This game hasn’t started yet."))
        return game_file_text(table, await self.store.load_log(table_id))

    async def public_seed(self, table_id: TableId) -> int:
        """Return the seed of a finished game. Raises ``Refused`` while the game runs, because the seed is secret."""
        return public_seed(await self._cache.get(table_id))
