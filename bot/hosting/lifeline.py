"""The database's coming and going: a bot waits for one that an older release has, and ends when its own is gone.

It knows no title and no Discord.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from engine.store import DatabaseError, Store
from engine.store.address import is_address
from engine.store.trouble import Removed

_log = logging.getLogger(__name__)

_SECONDS = 3.0
"""Until then a bot that has lost its database may still answer, though it can store nothing.

Longer than what the simulated Discord counts as a part of a press: there each press would wait for the watch.
"""
PATIENCE = 30.0
"""Seconds for an answer: longer than what the bot itself has the database do, and than a lost network takes."""


OLDER = "bots of another release have the database"
NO_SHARDS = "other bots have all connections to Discord"
"""Why a bot is on standby."""


class Lifeline:
    """Opens the store and watches it. Mutable: it knows whether the bot stands by, and whether the database is lost.

    ``end`` ends the bot, whose supervisor starts it again: nothing may be written over a new connection, for another
    bot may lead by then. ``seconds`` are between two looks, and ``patience`` is how long a server may take
    for an answer. ``lost`` is set when the database is lost, and ``removed`` is the sentence about a file that was
    removed or replaced.
    """

    def __init__(
        self, end: Callable[[], Awaitable[None]], *, seconds: float = _SECONDS, patience: float = PATIENCE
    ) -> None:
        self._end, self.seconds, self.patience = end, seconds, patience
        self._ending: asyncio.Future[None] | None = None
        self._watch: asyncio.Task[None] | None = None
        self.lost = asyncio.Event()
        self.stands_by = False
        self.removed = ""

    async def opened(self, database: str, *, is_alone: bool = False) -> Store:
        """The store, as soon as no older release has it. Raises ``Unreadable`` as ``Store.open`` does.

        ``is_alone``: no other process uses a server's database, as in the simulated Discord.
        """
        store = await Store.open(database, waits=lambda: self.stand_by(OLDER))
        store.is_shared = store.is_shared and not is_alone
        self.go_on()
        patience = self.patience if is_address(database) else None  # a slow disk is still the bot's own
        self._watch = asyncio.create_task(self._watched(store, patience), name="lifeline")
        return store

    @property
    def has_lost(self) -> bool:
        """Whether the database is lost."""
        return self.lost.is_set()

    def close(self) -> None:
        """Stops watching."""
        if self._watch is not None and not self.has_lost:
            self._watch.cancel()

    def stand_by(self, why: str) -> None:
        """Notes that the bot is on standby; ``why`` is in the log once."""
        if not self.stands_by:
            _log.info("%s, so this one is on standby", why)
        self.stands_by = True

    def go_on(self) -> None:
        """The bot is on standby no longer."""
        if self.stands_by:
            _log.info("this bot is on standby no longer")
        self.stands_by = False

    async def _watched(self, store: Store, patience: float | None) -> None:
        why = "Lost the connection to the database; the bot ends"
        while True:
            await asyncio.sleep(self.seconds)
            try:
                await asyncio.wait_for(store.check(), patience)
            except TimeoutError:
                why = f"the database has not answered for {self.patience:g} seconds, so the bot ends"
                break
            except Removed as error:
                why = self.removed = str(error)
                break
            except DatabaseError:
                if store.is_lost():
                    break
            except ValueError:  # it was closed, as the bot ends for another reason
                return
        _log.critical("%s", why)
        await self.end_without_database()

    async def end_without_database(self) -> None:
        """Ends the bot, with the exit status that has its supervisor start it again."""
        self.lost.set()
        await self.end()

    async def end(self) -> None:
        """Ends the bot: once, whoever else asks for it, and whoever of them gives up meanwhile."""
        if self._ending is None:
            self._ending = asyncio.ensure_future(self._end())
        await asyncio.shield(self._ending)
