"""Watch pending posts of tables with people: when each was due, posted, and given its pictures."""

import asyncio
import re
from collections.abc import Iterable, Mapping
from time import perf_counter
from typing import Any

from bot.tables.table import Table
from tests.bench.simulated_discord import Server

__all__ = ["Pending"]

_TICK_SECONDS = 0.1
_LATER = "The pictures will appear here soon"
"""The text of a report that lacks its pictures. A report without news on the board has no pictures."""
_MARK = re.compile(r"'custom_id': 'v:([0-9]+):([0-9]+):p(?:board|pics)'")

Key = tuple[int, int]
"""The id of a table, and the number of the move that the post is about."""


class Pending:
    """Collects the delays of posts, in seconds.

    ``oldest``: the age of the oldest pending post at each tick. ``posted`` and ``pictured``: from the move to its
    report, and to the report's pictures. ``late``: to pictures that were edited in.
    """

    def __init__(self, server: Server, tables: Iterable[Table]) -> None:
        self._server, self._tables = server, [table.id for table in tables]
        self._due: dict[Key, float] = {}
        self._reports: dict[Key, float] = {}
        self._pictures: dict[Key, float] = {}
        self.oldest, self.late = list[float](), list[float]()
        server.seen = self._see

    @property
    def posted(self) -> list[float]:
        """The seconds from each move to its report."""
        return self._ages(self._reports)

    @property
    def pictured(self) -> list[float]:
        """The seconds from each move to the pictures of its report."""
        return self._ages(self._pictures)

    @property
    def unpictured(self) -> list[float]:
        """The seconds for which reports without pictures have been due."""
        return [perf_counter() - self._due[key] for key in self._reports if key in self._due.keys() - self._pictures]

    @property
    def unposted(self) -> list[Key]:
        """The moves that are still in the outbox."""
        return [key for key in self._due if key in self._left]

    async def watch(self) -> None:
        """Watch the outbox until canceled."""
        while True:
            left = {key async for key in self._outbox()}
            now = perf_counter()
            for key in left:
                self._due.setdefault(key, now)
            self._left = left
            self.oldest.append(max((now - self._due[key] for key in left), default=0.0))
            await asyncio.sleep(_TICK_SECONDS)

    async def _outbox(self) -> Any:
        for table_id in self._tables:
            table = await self._server.bot.services.tables.get(table_id)
            for entry in table.pending_rows:
                yield table_id, entry.seq

    def _ages(self, made: Mapping[Key, float]) -> list[float]:
        return [max(0.0, at - self._due[key]) for key, at in made.items() if key in self._due]

    def _see(self, message: Mapping[str, Any]) -> None:
        """Record a message of the bot that the simulated Discord has stored."""
        found = _MARK.search(str(message.get("components")))
        if found is None:
            return
        key, now = (int(found[1]), int(found[2])), perf_counter()
        is_new = key not in self._reports
        self._reports.setdefault(key, now)
        is_complete = bool(message.get("attachments")) or _LATER not in str(message.get("components"))
        if is_complete and key not in self._pictures:
            self._pictures[key] = now
            if not is_new and key in self._due:
                self.late.append(now - self._due[key])
