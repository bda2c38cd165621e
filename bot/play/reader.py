"""Tables as they are and as they were, for whoever only reads. It knows no Discord and no title."""

from collections.abc import Iterable

from bot.markdown import md
from bot.play.adoption import exported, public_seed
from bot.tables.cache import TableCache
from bot.tables.table import Move, Table, game_of, move_of
from engine.core import State
from engine.errors import Refused
from engine.store import Store, effective, state_at
from engine.store.ids import ChannelId, TableId, UserId


class TableReader:
    """All tables of one store. Mutable, because it keeps those in use.

    Raises ``Refused`` with a sentence for the player, also for a table that does not exist.
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self._cache = TableCache(store)

    # -- finding tables

    async def at(self, channel: ChannelId) -> Table | None:
        """The channel's open table, or else the last one that was played there."""
        found = await self.store.newest_in(channel)
        return None if found is None else await self.get(found)

    async def last_over(self, channel: ChannelId) -> Table | None:
        """The last table of the channel whose game is over, whatever is open there now."""
        found = await self.store.last_over_in(channel)
        return None if found is None else await self.get(found)

    async def get(self, table_id: TableId) -> Table:
        """The table of that number."""
        return await self._cache.look(table_id)

    async def of_user(self, user: UserId) -> tuple[Table, ...]:
        """The open tables at which the user sits, the longest waiting first, without any that cannot be read."""
        return await self.whole(await self.store.open_of(user))

    async def whole(self, numbers: Iterable[TableId]) -> tuple[Table, ...]:
        """The tables of these numbers, without any that cannot be read."""
        found = [await self._cache.look_unless_damaged(table_id) for table_id in numbers]
        return tuple(table for table in found if table is not None)

    async def forget(self, table_id: TableId) -> None:
        """Reads the table anew when it is wanted next: another process has written ids of its messages.

        Whoever changes it now may have read it before, and is waited for.
        """
        async with self._cache.lock(table_id):
            self._cache.drop(table_id)

    def forget_all(self) -> None:
        """Reads every table anew when it is wanted next."""
        self._cache.clear()

    # -- looking back

    async def history(self, table_id: TableId) -> tuple[Move, ...]:
        """The whole log, from the set-up on, with undone moves and their undoing."""
        title = (await self._cache.look(table_id)).title
        return tuple(move_of(title, entry) for entry in await self.store.log(table_id))

    async def standing(self, table_id: TableId) -> tuple[Move, ...]:
        """The moves that count, without the set-up, undone ones and their undoing."""
        title = (await self._cache.look(table_id)).title
        return tuple(move_of(title, entry) for entry in effective(await self.store.log(table_id)) or ())

    async def state_at(self, table_id: TableId, seq: int) -> State:
        """The state after move ``seq``."""
        table = await self._cache.look(table_id)
        if table.state is not None and table.seq == seq:
            return table.state
        return await state_at(self.store, game_of(table.title), table_id, seq)

    async def export(self, table_id: TableId) -> str:
        """The ``.game`` file of a game that is over. Refused before that: its seed would show hidden things."""
        table = await self._cache.look(table_id)
        if table.state is None:
            raise Refused(md("This game hasn’t started yet."))
        return exported(table, await self.store.log(table_id))

    async def seed(self, table_id: TableId) -> int:
        """The seed of a game that is over. Refused before that."""
        return public_seed(await self._cache.look(table_id))
