"""The database's coming and going: a bot waits for one that another bot has, and ends when its own is gone.

It knows no title and no Discord.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from engine.store import DatabaseError, Store
from engine.store.address import is_address
from engine.store.parts import EVERYTHING, GiveBack, Layout
from engine.store.trouble import Removed

_log = logging.getLogger(__name__)

_SECONDS = 3.0
"""Until then a bot that has lost its database may still answer, though it can store nothing.

Longer than what the simulated Discord counts as a part of a press: there each press would wait for the watch.
"""
PATIENCE = 30.0
"""Seconds for an answer: longer than what the bot itself has the database do, and than a lost network takes."""


class Lifeline:
    """Opens the store and watches it. Mutable: it knows whether the bot stands by, and whether the database is lost.

    ``end`` ends the bot, whose supervisor starts it again: nothing may be written over a new connection, for another
    bot may have the tables by then. ``seconds`` are between two looks, and ``patience`` is how long a server may take
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

    async def opened(
        self,
        database: str,
        layout: Layout = EVERYTHING.layout,
        give_back: GiveBack = lambda db, part, seconds, now: None,
    ) -> Store:
        """The store, as soon as no other bot has it, or a part of it. Raises ``Unreadable`` as ``Store.open`` does."""
        store = await Store.open(database, waits=self.stand_by, layout=layout, give_back=give_back)
        if self.stands_by:
            _log.info("another bot has ended, so this one takes over")
        self.stands_by = False
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

    def stand_by(self) -> None:
        """Notes that another bot has the database."""
        if not self.stands_by:
            _log.info("another bot has the database, so this one stands by")
        self.stands_by = True

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
