"""Names of users as Discord has them now: each interaction carries one, and tables with another one are changed.

A user has one name for each server, and one for direct messages.
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress

from bot.errors import stop
from bot.play.holders import away, by_computer, renamed
from bot.play.sessions import Tables
from bot.tables.cache import retry
from bot.tables.table import Table
from engine.errors import RoundhouseError
from engine.store import DatabaseError
from engine.store import names as sql
from engine.store.ids import GuildId, TableId, UserId

_log = logging.getLogger(__name__)

_REMEMBERED = 10_000
"""Users whose present name is remembered, so that their presses cost no look into the database."""
_WAIT_SECONDS = 0.5
"""An answer waits so long for a new name, so that it shows it."""


class Names:
    """Mutable: it remembers the last name of each user, and holds the tasks that change tables."""

    def __init__(self, sessions: Tables, refresh: Callable[[TableId], object]) -> None:
        self._sessions, self._refresh = sessions, refresh
        self._known: OrderedDict[tuple[UserId, GuildId | None], str] = OrderedDict()
        self._tasks = set[asyncio.Task[None]]()
        self._is_closed = False

    async def note(self, user: UserId, guild: GuildId | None, name: str) -> None:
        """Notes a user's present name; tables with another one are changed, in the background if that takes long."""
        key = (user, guild)
        if self._is_closed or self._known.get(key) == name:
            return
        self._known[key] = name
        self._known.move_to_end(key)
        if len(self._known) > _REMEMBERED:
            self._known.popitem(last=False)
        task = asyncio.create_task(self._rename(user, guild, name), name=f"rename-{user}")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        await asyncio.wait({task}, timeout=_WAIT_SECONDS)

    async def close(self) -> None:
        """Stops, and notes nothing more; after a start, the next press of each user goes on."""
        self._is_closed = True
        await stop(*self._tasks)

    async def _rename(self, user: UserId, guild: GuildId | None, name: str) -> None:
        try:
            store, fitting = self._sessions.store, (name, by_computer(name), away(name))
            tables = await store.read(lambda db: sql.misnamed(db, user, guild, fitting))
            for table_id in tables:
                with suppress(RoundhouseError):  # a damaged table keeps the old name
                    await self._rename_at(table_id, user, name)
            if guild is not None:
                await store.write(lambda db: sql.rename_host(db, user, guild, name))
        except DatabaseError as error:
            self._known.pop((user, guild), None)
            _log.warning("Could not change the name of user %d: %s", user, error)

    async def _rename_at(self, table_id: TableId, user: UserId, name: str) -> None:
        async def rename_players() -> Table:
            async with self._sessions.holding(table_id) as held:
                after = renamed(held.table, user, name)
                return held.table if after == held.table else await held.save(after)

        table = await retry(rename_players)
        await self._sessions.store.write(lambda db: sql.rename_spectator(db, table_id, user, name))
        if table.status in ("lobby", "playing"):
            self._refresh(table_id)
