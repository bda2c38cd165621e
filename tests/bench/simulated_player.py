"""A person who plays at several tables, and records how long each answer takes."""

import asyncio
import random
from collections.abc import Sequence
from time import perf_counter

from bot.tables.table import Table
from bot.ui.components import custom_id
from bot.ui.questions import notation_words
from bot.user_rate_limit import UserRateLimit
from tests.bench.simulated_discord import Server

__all__ = ["Person"]

THINKING_SECONDS = 0.5
"""Seconds between an answer and the next press."""
_KNOWN_OFFERS = 20
"""The number of offers from which an answer is chosen: some questions have thousands."""


class Person:
    """Collects the delays of answers, in seconds.

    ``first``: from a press to its first answer, mostly text. ``whole``: to the last one, mostly a picture. ``told``:
    from *Confirm* until the ended phases and the next question are posted.
    """

    def __init__(self, server: Server, tables: Sequence[Table]) -> None:
        self._server, self._tables, self._rng = server, tables, random.Random(1)
        self.first, self.whole, self.told = list[float](), list[float](), list[float]()
        self._tellings = set[asyncio.Task[None]]()

    async def plays(self, seconds: float) -> None:
        """Look at the board and make a move, at one table after the other."""
        self._server.bot.services.render_pool.picture_limit = UserRateLimit(
            burst=10_000, per_second=1
        )  # for more pictures than people get
        until = perf_counter() + seconds
        while True:
            for table in self._tables:
                await self._press(table, custom_id("v", table.id, 0, "cboard"))
                await self._move(table.id)
                if perf_counter() > until:
                    await asyncio.gather(*self._tellings)
                    return

    async def _move(self, table_id: int) -> None:
        """Open the menu, answer each question, and confirm; if others are asked, look at the own hand."""
        sessions = self._server.bot.services.tables
        table = await sessions.get(table_id)
        asked = [asked for asked in sessions.decisions(table) if table.players[asked.seat - 1].user]
        if not asked:
            await self._press(table, custom_id("v", table.id, 0, "chand"))
            return
        offers = [offer for offer, _ in zip(asked[0].offers, range(_KNOWN_OFFERS), strict=False)]
        spelled, menu = notation_words(self._rng.choice(offers)), None
        for count in range(len(spelled) + 1):
            rest = " ".join(["-0", *spelled[:count]])
            menu = await self._press(table, custom_id("m", table.id, table.seq, rest), menu)
        await self._press(table, custom_id("a", table.id, table.seq, f"- {' '.join(spelled)}"), menu)
        self._tellings.add(asyncio.create_task(self._hear(table.id, perf_counter() - self.whole[-1])))

    async def _press(self, table: Table, identity: str, message: int | None = None) -> int | None:
        """Press after a pause for thinking. The delay of the event loop is part of the measured time."""
        began = perf_counter() + THINKING_SECONDS
        await asyncio.sleep(THINKING_SECONDS)
        shown = await self._server.press(table.channel, identity, message)
        self.first.append(self._server.answered - began)
        self.whole.append(perf_counter() - began)
        return shown

    async def _hear(self, table_id: int, began: float) -> None:
        await self._server.told(table_id)
        self.told.append(perf_counter() - began)
