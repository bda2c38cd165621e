"""Opens the database when it is free, and ends the bot when the database is lost.

A starting bot waits while an older release holds the database's lock.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from engine.store import DatabaseError, Store
from engine.store.address import is_server_address
from engine.store.errors import DatabaseRemoved

_log = logging.getLogger(__name__)

_CHECK_SECONDS = 3.0
"""Seconds between two checks. Until the next check, a bot that has lost its database may still respond.

The simulated Discord treats shorter waits as part of a press. This wait must be longer, so that no press waits for it.
"""
ANSWER_SECONDS = 30.0
"""Seconds after which a database server that does not respond counts as lost.

This is longer than any query and most network failures.
"""


OLDER_RELEASE_REASON = "bots of another release have the database"
"""Reason that is logged when the bot goes on standby because an older release has the database's lock."""
NO_SHARDS_REASON = "other bots have all connections to Discord"
"""Reason that is logged when the bot goes on standby because no shard is free."""


class DatabaseWatch:
    """Opens the store and watches the database.

    When the database is lost, ``database_lost`` is set and ``end_callback`` is called. The bot then exits, and its
    supervisor restarts it. To write over a new connection would not be safe, because another process may be the leader
    by then.

    ``check_seconds`` is the interval between checks, and ``answer_seconds`` the timeout of a server.
    ``removal_message`` is a sentence about a database file that was removed or replaced. Mutable: it records whether
    the bot is on standby, and whether the database is lost.
    """

    def __init__(
        self,
        end_callback: Callable[[], Awaitable[None]],
        *,
        check_seconds: float = _CHECK_SECONDS,
        answer_seconds: float = ANSWER_SECONDS,
    ) -> None:
        self._end_callback, self.check_seconds, self.answer_seconds = end_callback, check_seconds, answer_seconds
        self._ending: asyncio.Future[None] | None = None
        self._task: asyncio.Task[None] | None = None
        self.database_lost = asyncio.Event()
        self.is_on_standby = False
        self.removal_message = ""

    async def open_store(self, database: str, *, is_alone: bool = False) -> Store:
        """Open the store as soon as no older release has its lock. Raises ``Unreadable`` as ``Store.open`` does.

        ``is_alone`` if no other process uses the server's database, as in the simulated Discord.
        """
        store = await Store.open(database, on_wait=lambda: self.enter_standby(OLDER_RELEASE_REASON))
        store.is_shared = store.is_shared and not is_alone
        self.leave_standby()
        answer_seconds = self.answer_seconds if is_server_address(database) else None  # a slow disk has no time limit
        self._task = asyncio.create_task(self._watch_store(store, answer_seconds), name="lifeline")
        return store

    @property
    def has_lost_database(self) -> bool:
        """Whether the database is lost."""
        return self.database_lost.is_set()

    def close(self) -> None:
        """Stop watching."""
        if self._task is not None and not self.has_lost_database:
            self._task.cancel()

    def enter_standby(self, reason: str) -> None:
        """Put the bot on standby and log the ``reason`` once."""
        if not self.is_on_standby:
            _log.info("%s. This process is on standby.", reason)
        self.is_on_standby = True

    def leave_standby(self) -> None:
        """End the standby."""
        if self.is_on_standby:
            _log.info("This process is now the leader.")
        self.is_on_standby = False

    async def _watch_store(self, store: Store, answer_seconds: float | None) -> None:
        reason = "Lost the connection to the database. The process exits."
        while True:
            await asyncio.sleep(self.check_seconds)
            try:
                await asyncio.wait_for(store.check(), answer_seconds)
            except TimeoutError:
                reason = f"The database did not answer for {self.answer_seconds:g} seconds. The process exits."
                break
            except DatabaseRemoved as error:
                reason = self.removal_message = str(error)
                break
            except DatabaseError:
                if store.is_lost():
                    break
            except ValueError:  # the store was closed because the bot shuts down
                return
        _log.critical("%s", reason)
        await self.end_without_database()

    async def end_without_database(self) -> None:
        """End the bot with an exit status that makes its supervisor restart it."""
        self.database_lost.set()
        await self.end_bot()

    async def end_bot(self) -> None:
        """End the bot. Further calls have no effect."""
        if self._ending is None:
            self._ending = asyncio.ensure_future(self._end_callback())
        await asyncio.shield(self._ending)
