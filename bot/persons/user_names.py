"""Updates the names of users at their tables when their Discord display names change.

A user has one name per server, and one for direct messages.
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress

from bot.errors import cancel_all
from bot.play.seat_holders import away_name, computer_name, rename_player
from bot.play.service import TableService
from bot.tables.cache import retry
from bot.tables.table import Table
from engine.errors import RoundhouseError
from engine.store import DatabaseError
from engine.store import user_names as sql
from engine.store.ids import GuildId, TableId, UserId

_log = logging.getLogger(__name__)

_MAX_REMEMBERED = 10_000
"""Maximum number of cached names. A user whose cached name has not changed needs no query."""
_WAIT_SECONDS = 0.5
"""Maximum seconds that a reply waits until the user's name is updated."""


class UserNames:
    """Updates names at tables. Mutable: it caches the last name of each user, and runs the updates."""

    def __init__(self, tables: TableService, republish: Callable[[TableId], object]) -> None:
        self._tables, self._republish = tables, republish
        self._last_names: OrderedDict[tuple[UserId, GuildId | None], str] = OrderedDict()
        self._tasks = set[asyncio.Task[None]]()
        self._is_closed = False

    async def update_name(self, user: UserId, guild: GuildId | None, name: str) -> None:
        """Update the user's name at all of the user's tables. A slow update continues in the background."""
        key = (user, guild)
        if self._is_closed or self._last_names.get(key) == name:
            return
        self._last_names[key] = name
        self._last_names.move_to_end(key)
        if len(self._last_names) > _MAX_REMEMBERED:
            self._last_names.popitem(last=False)
        task = asyncio.create_task(self._rename_everywhere(user, guild, name), name=f"rename-{user}")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        await asyncio.wait({task}, timeout=_WAIT_SECONDS)

    async def close(self) -> None:
        """Cancel the running updates. After a restart, the user's next press starts the update again."""
        self._is_closed = True
        await cancel_all(*self._tasks)

    async def _rename_everywhere(self, user: UserId, guild: GuildId | None, name: str) -> None:
        try:
            store, valid_names = self._tables.store, (name, computer_name(name), away_name(name))
            tables = await store.read(lambda db: sql.find_misnamed_tables(db, user, guild, valid_names))
            for table_id in tables:
                with suppress(RoundhouseError):  # a damaged table keeps the old name
                    await self._rename_at_table(table_id, user, name)
            if guild is not None:
                await store.write(lambda db: sql.rename_opening_host(db, user, guild, name))
        except DatabaseError as error:
            self._last_names.pop((user, guild), None)
            _log.warning("Could not change the name of user %d: %s", user, error)

    async def _rename_at_table(self, table_id: TableId, user: UserId, name: str) -> None:
        async def rename_players() -> Table:
            async with self._tables.lock_table(table_id) as locked_table:
                renamed_table = rename_player(locked_table.table, user, name)
                return (
                    locked_table.table
                    if renamed_table == locked_table.table
                    else await locked_table.save(renamed_table)
                )

        table = await retry(rename_players)
        await self._tables.store.write(lambda db: sql.rename_predictor(db, table_id, user, name))
        if table.status in ("lobby", "playing"):
            self._republish(table_id)
