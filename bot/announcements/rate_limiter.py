"""Limits the rate of posts that are not replies, in total and per channel."""

import asyncio
from collections.abc import Callable

from engine.store.ids import ChannelId

REQUESTS_PER_SECOND = 20
"""Requests in total; Discord allows 50 per second, and moves and replies go first."""
BURST, _BURST_SECONDS = 4, 5.0
"""Limit per channel; users have reported 5 per 5 seconds. (discord-api-docs #20)"""
_MAX_CHANNELS = 1_000
"""Maximum number of remembered channels; the quiet ones are dropped."""


class RateLimiter:
    """Schedules requests. Mutable: it remembers those of the last seconds.

    In total, the requests of one second are sent together, which needs one wake-up for twenty of them.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._now = clock
        self._second, self._taken = 0.0, 0
        self._recent: dict[ChannelId, list[float]] = {}

    async def wait(self, channel: ChannelId | None = None) -> None:
        """Return when the caller may send a message to the channel, or another request."""
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
            self._recent = {c: ats for c, ats in self._recent.items() if ats[-1] > since}
        return at

    def _reserve_slot(self, now: float) -> float:
        """The next second with room."""
        if now >= self._second + 1:
            self._second, self._taken = now, 0
        elif self._taken >= REQUESTS_PER_SECOND:
            self._second, self._taken = self._second + 1, 0
        self._taken += 1
        return self._second
