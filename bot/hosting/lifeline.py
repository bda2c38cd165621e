"""The database's coming and going: a bot waits for one that another bot has, and ends when its own is gone.

It knows no title and no Discord.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from engine.store import DatabaseError, Store
from engine.store.address import is_address
from engine.store.parts import EVERYTHING, GiveBack, Layout

_log = logging.getLogger(__name__)

_SECONDS = 2.0
"""Until then a bot that has lost its database may still answer, though nothing that it does is kept."""
_PATIENCE = 30.0
"""Seconds for an answer: longer than what the bot itself has the database do, and than a lost network takes."""


class Lifeline:
    """Opens the store and watches it. Mutable: it knows whether the bot stands by, and whether the database is lost.

    ``end`` ends the bot, whose supervisor starts it again: nothing may be written over a new connection, for another
    bot may have the tables by then.
    """

    def __init__(self, end: Callable[[], Awaitable[None]]) -> None:
        self._end = end
        self._ending: asyncio.Future[None] | None = None
        self._watch: asyncio.Task[None] | None = None
        self.stands_by = self.has_lost = False

    async def opened(
        self,
        database: str,
        layout: Layout = EVERYTHING.layout,
        give_back: GiveBack = lambda db, part, seconds, now: None,
    ) -> Store:
        """The store, as soon as no other bot has it, or a part of it. Raises ``Unreadable`` as ``Store.open`` does."""
        store = await Store.open(database, waits=self._wait, layout=layout, give_back=give_back)
        if self.stands_by:
            _log.info("another bot has ended, so this one takes over")
        self.stands_by = False
        if is_address(database):
            self._watch = asyncio.create_task(self._watched(store), name="lifeline")
        return store

    def close(self) -> None:
        """Stops watching."""
        if self._watch is not None and not self.has_lost:
            self._watch.cancel()

    def _wait(self) -> None:
        if not self.stands_by:
            _log.info("another bot has the database, so this one stands by")
        self.stands_by = True

    async def _watched(self, store: Store) -> None:
        why = "the connection to the database is gone"
        while not store.is_lost():
            await asyncio.sleep(_SECONDS)
            try:
                await asyncio.wait_for(store.read(lambda db: db.execute("SELECT 1").fetchone()), _PATIENCE)
            except TimeoutError:
                why = f"the database has not answered for {_PATIENCE:g} seconds"
                break
            except DatabaseError:  # the next look tells whether it is gone
                continue
            except ValueError:  # it was closed, as the bot ends for another reason
                return
        _log.critical("%s, so the bot ends", why)
        await self.end_without_database()

    async def end_without_database(self) -> None:
        """Ends the bot, with the exit status that has its supervisor start it again."""
        self.has_lost = True
        await self.end()

    async def end(self) -> None:
        """Ends the bot: once, whoever else asks for it, and whoever of them gives up meanwhile."""
        if self._ending is None:
            self._ending = asyncio.ensure_future(self._end())
        await asyncio.shield(self._ending)
