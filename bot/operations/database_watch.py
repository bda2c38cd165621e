"""Watches the database: waits while an older release holds it, and ends the bot when it is lost."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from engine.store import DatabaseError, Store
from engine.store.address import is_server_address
from engine.store.errors import DatabaseRemoved

_log = logging.getLogger(__name__)

_CHECK_SECONDS = 3.0
"""Interval of checks, during which a bot without its database may still respond.

Longer than the time that the simulated Discord counts as part of a press, so that presses do not wait for the watch.
"""
ANSWER_SECONDS = 30.0
"""Seconds to wait for the database: longer than any query of the bot, and than a network failure."""


OLDER_RELEASE_REASON = "bots of another release have the database"
NO_SHARDS_REASON = "other bots have all connections to Discord"
"""Why a bot is on standby."""


class DatabaseWatch:
    """Opens the store and watches it. Mutable: whether the bot is on standby, and whether the database is lost.

    ``end_bot`` ends the process, which its supervisor restarts: writing over a new connection is not safe, because
    another process may be the leader by then. ``check_seconds`` is the interval between checks, ``answer_seconds`` the
    timeout of a server. ``database_lost`` is set when the database is lost; ``removal_message`` is the sentence about a
    file that was removed or replaced.
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
        """Open the store as soon as no older release holds it. Raises ``Unreadable`` as ``Store.open`` does.

        ``is_alone``: no other process uses a server's database, as in the simulated Discord.
        """
        store = await Store.open(database, on_wait=lambda: self.enter_standby(OLDER_RELEASE_REASON))
        store.is_shared = store.is_shared and not is_alone
        self.leave_standby()
        answer_seconds = (
            self.answer_seconds if is_server_address(database) else None
        )  # a slow disk is still the bot's own
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
        """The bot is on standby no longer."""
        if self.is_on_standby:
            _log.info("This process is no longer on standby.")
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
            except ValueError:  # it was closed, as the bot ends for another reason
                return
        _log.critical("%s", reason)
        await self.end_without_database()

    async def end_without_database(self) -> None:
        """End the bot, with the exit status that has its supervisor start it again."""
        self.database_lost.set()
        await self.end_bot()

    async def end_bot(self) -> None:
        """End the bot once, even if several callers ask for it."""
        if self._ending is None:
            self._ending = asyncio.ensure_future(self._end_callback())
        await asyncio.shield(self._ending)
