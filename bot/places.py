"""Places at work that is done a few at a time: people go before computers. It knows no Discord and no title."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from enum import Enum


class Waits(Enum):
    """The kinds of people that wait for the work, the most urgent first."""

    PERSON = 0
    """Somebody who has just pressed something."""
    TABLE = 1
    """People who play at a table: the post has their next question."""
    NOBODY = 2
    """Computers alone; whoever watches them has time."""


class Places:
    """So many places, of which ``reserved`` are kept for persons. Mutable: it holds who is there and who waits.

    Whoever is more urgent takes the next place that is free, however many others have waited longer.
    """

    def __init__(self, most: int, reserved: int) -> None:
        self._free, self._reserved = most, reserved
        self._queues = {who: deque[asyncio.Future[None]]() for who in Waits}

    @asynccontextmanager
    async def taken(self, who: Waits) -> AsyncIterator[None]:
        """A place while the block runs."""
        await self._enter(self._queues[who])
        try:
            yield
        finally:
            self._free += 1
            self._admit()

    async def _enter(self, queue: deque[asyncio.Future[None]]) -> None:
        turn = asyncio.get_running_loop().create_future()
        queue.append(turn)
        self._admit()
        try:
            await turn
        except asyncio.CancelledError:
            self._leave(queue, turn)
            raise

    def _leave(self, queue: deque[asyncio.Future[None]], turn: asyncio.Future[None]) -> None:
        """Gives back what a canceled task had: its place, if it had been admitted already, or else its turn."""
        if turn.done() and not turn.cancelled():
            self._free += 1
        elif turn in queue:
            queue.remove(turn)
        self._admit()

    def _admit(self) -> None:
        for who, queue in self._queues.items():
            kept = 0 if who is Waits.PERSON else self._reserved
            while queue and self._free > kept:
                self._let_in(queue)

    def _let_in(self, queue: deque[asyncio.Future[None]]) -> None:
        turn = queue.popleft()
        if not turn.done():
            self._free -= 1
            turn.set_result(None)
