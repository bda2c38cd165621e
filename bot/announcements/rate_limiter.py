"""Limits the rate of posts that are not replies, in total and per channel."""

import asyncio
from collections.abc import Callable

from engine.store.ids import ChannelId

REQUESTS_PER_SECOND = 20
"""Maximum requests per second, in total. Discord allows 50; the others are left for moves and replies."""
BURST, _BURST_SECONDS = 4, 5.0
"""Maximum posts per channel, and in how many seconds. Users report a limit of 5. (discord-api-docs #20)"""
_MAX_CHANNELS = 1_000
"""Maximum number of channels in memory; with more, channels without recent posts are dropped."""


class RateLimiter:
    """Schedules requests. Mutable: it remembers the requests of the last seconds.

    Each request is scheduled for a full second. Requests of the same second are sent together, after one wake-up.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._now = clock
        self._second, self._taken = 0.0, 0
        self._recent: dict[ChannelId, list[float]] = {}

    async def wait(self, channel: ChannelId | None = None) -> None:
        """Wait until the caller may send a message to the channel, or without a channel, another request."""
        at = self._reserve_slot(self._now()) if channel is None else self._reserve_channel_slot(channel)
        delay = at - self._now()
        if delay > 0:
            await asyncio.sleep(delay)

    def _reserve_channel_slot(self, channel: ChannelId) -> float:
        now = self._now()
        at = self._reserve_slot(now)
        recent = [earlier for earlier in self._recent.get(channel, ()) if earlier > now - _BURST_SECONDS]
        if len(recent) >= BURST:
            at = max(at, recent[-BURST] + _BURST_SECONDS)
        self._recent[channel] = [*recent, at]
        if len(self._recent) > _MAX_CHANNELS:
            since = now - _BURST_SECONDS
            self._recent = {other: times for other, times in self._recent.items() if times[-1] > since}
        return at

    def _reserve_slot(self, now: float) -> float:
        """Reserve a request in the next second that has room, and return its start."""
        if now >= self._second + 1:
            self._second, self._taken = now, 0
        elif self._taken >= REQUESTS_PER_SECOND:
            self._second, self._taken = self._second + 1, 0
        self._taken += 1
        return self._second
