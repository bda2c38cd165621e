"""First offers computed after a start, off the event loop, so that nobody who presses waits for them.

Some games search their whole map for the first offer, and remember what they found for every table with that map.
"""

import asyncio
import logging
from functools import partial
from time import perf_counter

from bot.errors import sentence, stop
from bot.play.sessions import Tables
from engine.core import Decision
from engine.store.apart import in_thread
from engine.store.statements import one_of_each

_log = logging.getLogger(__name__)

_MOST = 50
"""Games and sets of options that are computed, those with the most tables first."""


class Warming:
    """Mutable: it holds the task. Looks at one table in play of each game and set of options."""

    def __init__(self, sessions: Tables) -> None:
        self._sessions = sessions
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begins, in the background."""
        self._task = asyncio.create_task(self.warm_all(), name="warming")

    async def close(self) -> None:
        """Stops."""
        await stop(self._task)

    async def warm_all(self) -> None:
        """Compute the first offers, one after the other."""
        began = perf_counter()
        try:
            numbers = await self._sessions.store.read(partial(one_of_each, most=_MOST))
            for table in await self._sessions.whole(numbers):
                for decision in self._sessions.decisions(table):
                    await in_thread(_first, decision)
        except Exception as error:  # the first press is slower, and that is all
            sentence(error, "computing the first offers")
            return
        if numbers:
            _log.info("Computed the first offers of %d tables in %.1f s", len(numbers), perf_counter() - began)


def _first(decision: Decision) -> object:
    return next(iter(decision.offers), None)
