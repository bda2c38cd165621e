"""How fast notices may go out, over all and into one channel. It knows no title and no Discord."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

__all__ = ["Pace"]

A_SECOND = 20
"""Over all; Discord lets a bot make 50 requests a second, and moves and answers are to come first."""
BURST, BURST_SECONDS = 4, 5.0
"""In one channel; users have seen 5 in 5 seconds. (discord-api-docs issue 20)"""


class Pace:
    """Hands out moments, each to one notice. Mutable: it remembers those of the last seconds."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._now = clock
        self._next = 0.0
        self._recent: dict[int, list[float]] = {}

    async def wait(self, channel: int) -> None:
        """Returns when it is the caller's turn."""
        delay = self._reserve(channel) - self._now()
        if delay > 0:
            await asyncio.sleep(delay)

    def _reserve(self, channel: int) -> float:
        now = self._now()
        recent = [at for at in self._recent.get(channel, ()) if at > now - BURST_SECONDS]
        free = recent[-BURST] + BURST_SECONDS if len(recent) >= BURST else now
        at = max(now, self._next, free)
        if at == max(now, self._next):  # who waits for a channel of its own holds nobody else up
            self._next = at + 1 / A_SECOND
        self._recent[channel] = [*recent, at]
        if len(self._recent) > 1_000:
            self._recent = {c: ats for c, ats in self._recent.items() if ats[-1] > now - BURST_SECONDS}
        return at
