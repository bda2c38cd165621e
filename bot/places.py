"""Places at work that is done a few at a time, in which persons go before posts. It knows no Discord and no title."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

__all__ = ["Places"]


class Places:
    """So many places, of which posts leave ``reserved`` to persons. Mutable: it holds who is there and who waits.

    A person who waits takes the next place that is free, however many posts have waited longer.
    """

    def __init__(self, most: int, reserved: int) -> None:
        self._free, self._reserved = most, reserved
        self._persons = deque[asyncio.Future[None]]()
        self._posts = deque[asyncio.Future[None]]()

    @asynccontextmanager
    async def taken(self, *, private: bool) -> AsyncIterator[None]:
        """A place while the block runs; ``private`` is for a person who waits for the answer."""
        await self._enter(self._persons if private else self._posts)
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
        while self._persons and self._free > 0:
            self._let_in(self._persons)
        while self._posts and self._free > self._reserved:
            self._let_in(self._posts)

    def _let_in(self, queue: deque[asyncio.Future[None]]) -> None:
        turn = queue.popleft()
        if not turn.done():
            self._free -= 1
            turn.set_result(None)
