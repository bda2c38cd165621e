"""Computes first offers after the bot has started, outside the event loop, so that the first presses are fast.

Some games search their whole map for the first offer. The result is cached for all tables with this map.
"""

import asyncio
import logging
from functools import partial
from time import perf_counter

from bot.errors import cancel_all, report_exception
from bot.play.service import TableService
from engine.core import Decision
from engine.store.table_rows import list_common_variants
from engine.threads import run_in_thread

_log = logging.getLogger(__name__)

_MAX_TABLES = 50
"""Maximum number of combinations of a game and options. Those with the most tables come first."""


class OfferWarmup:
    """Computes the offers of one table for each combination of game and options. Mutable: it has the running task."""

    def __init__(self, tables: TableService) -> None:
        self._tables = tables
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start to compute in the background."""
        self._task = asyncio.create_task(self.warm_all(), name="warming")

    async def close(self) -> None:
        """Cancel the task."""
        await cancel_all(self._task)

    async def warm_all(self) -> None:
        """Compute the first offers of each table, one table after the other."""
        start_time = perf_counter()
        try:
            table_ids = await self._tables.store.read(partial(list_common_variants, most=_MAX_TABLES))
            for table in await self._tables.readable_tables(table_ids):
                for decision in self._tables.decisions(table):
                    await run_in_thread(_first_offer, decision)
        except Exception as error:  # without it, only the first presses are slower
            report_exception(error, "computing the first offers")
            return
        if table_ids:
            _log.info("Computed the first offers of %d tables in %.1f s", len(table_ids), perf_counter() - start_time)


def _first_offer(decision: Decision) -> object:
    return next(iter(decision.offers), None)
