"""Reading tables: current and past states."""

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
    """All tables of one store. Mutable: it caches those in use.

    Raises ``Refused`` with a sentence for the player, also for a missing table.
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self._cache = TableCache(store)

    # -- finding tables

    async def table_in_channel(self, channel: ChannelId) -> Table | None:
        """The channel's open table, or the last one that was played there."""
        table_id = await self.store.find_newest_table(channel)
        return None if table_id is None else await self.get(table_id)

    async def last_finished_in(self, channel: ChannelId) -> Table | None:
        """The channel's last finished table, even if another one is open now."""
        table_id = await self.store.find_last_table_over(channel)
        return None if table_id is None else await self.get(table_id)

    async def get(self, table_id: TableId) -> Table:
        """The table of that number."""
        return await self._cache.get(table_id)

    async def open_tables_of(self, user: UserId) -> tuple[Table, ...]:
        """The user's open tables, the longest waiting first, without unreadable ones."""
        return await self.readable_tables(await self.store.find_open_tables(user))

    async def readable_tables(self, numbers: Iterable[TableId]) -> tuple[Table, ...]:
        """The tables with these numbers, without unreadable ones."""
        tables = [await self._cache.get_if_readable(table_id) for table_id in numbers]
        return tuple(table for table in tables if table is not None)

    async def invalidate(self, table_id: TableId) -> None:
        """Drop a table from the cache, after another process has stored message ids.

        It waits for callers that are changing the table.
        """
        async with self._cache.lock_of(table_id):
            self._cache.invalidate(table_id)

    def invalidate_all(self) -> None:
        """Drop every table from the cache."""
        self._cache.clear()

    # -- looking back

    async def history(self, table_id: TableId) -> tuple[LogEntry, ...]:
        """The whole log from the set-up on, including undone moves and their undos."""
        title = (await self._cache.get(table_id)).title
        return tuple(decode_entry(title, entry) for entry in await self.store.load_log(table_id))

    async def active_moves(self, table_id: TableId) -> tuple[LogEntry, ...]:
        """The moves that count, without the set-up, undone ones and their undoing."""
        return await self.active_moves_of(await self._cache.get(table_id))

    async def active_moves_of(self, table: Table, log: Sequence[LogRow] | None = None) -> tuple[LogEntry, ...]:
        """The same for a table at hand, and perhaps its ``log``."""
        rows = drop_undone(log or await self.store.load_log(table.id)) or ()
        return tuple(decode_entry(table.title, entry) for entry in rows)

    async def state_at(self, table_id: TableId, seq: int) -> State:
        """The state after move ``seq``."""
        table = await self._cache.get(table_id)
        if table.state is not None and table.seq == seq:
            return table.state
        return await load_state_at(self.store, game_of(table.title), table_id, seq)

    async def export_game(self, table_id: TableId) -> str:
        """The ``.game`` file of a finished game. Raises ``Refused`` before the end, when its seed would reveal hidden
        information.
        """
        table = await self._cache.get(table_id)
        if table.state is None:
            raise Refused(md("This game hasn’t started yet."))
        return game_file_text(table, await self.store.load_log(table_id))

    async def public_seed(self, table_id: TableId) -> int:
        """The seed of a finished game. Raises ``Refused`` before the end."""
        return public_seed(await self._cache.get(table_id))
