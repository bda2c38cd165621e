"""Limits on how often one person may do what speaks to a channel, fills the log, or takes long. It knows no Discord."""

import time
from collections import OrderedDict
from collections.abc import Callable

import msgspec

from bot.markdown import md
from engine.errors import Refused
from engine.store.ids import UserId


class UserRateLimit:
    """A token bucket: ``burst`` immediately, and ``per_second`` more over time. Mutable."""

    def __init__(
        self,
        burst: float,
        per_second: float,
        *,
        clock: Callable[[], float] = time.monotonic,
        people: int = 10_000,
    ) -> None:
        self._burst, self._per_second, self._clock, self._people = burst, per_second, clock, people
        self._remaining: OrderedDict[UserId, tuple[float, float]] = OrderedDict()

    def try_take(self, user: UserId) -> bool:
        """Whether the user may act now; if so, the action is counted."""
        now = self._clock()
        remaining, since = self._remaining.pop(user, (self._burst, now))
        remaining = min(self._burst, remaining + (now - since) * self._per_second)
        granted = remaining >= 1
        self._remaining[user] = (remaining - 1 if granted else remaining, now)
        if len(self._remaining) > self._people:
            self._remaining.popitem(last=False)
        return granted

    def check(self, user: UserId) -> None:
        """Counts one more. Raises ``Refused`` if the user may not have it now."""
        if not self.try_take(user):
            raise Refused(md("You’ve done that too often. Please wait a minute."))


class UserRateLimits(msgspec.Struct, frozen=True):
    """A limit for each thing that people may do only so often."""

    undo: UserRateLimit = msgspec.field(default_factory=lambda: UserRateLimit(burst=6, per_second=1 / 60))
    premove: UserRateLimit = msgspec.field(default_factory=lambda: UserRateLimit(burst=12, per_second=1 / 30))
    order: UserRateLimit = msgspec.field(default_factory=lambda: UserRateLimit(burst=12, per_second=1 / 30))
    order_moves: UserRateLimit = msgspec.field(default_factory=lambda: UserRateLimit(burst=40, per_second=1))
    follow: UserRateLimit = msgspec.field(default_factory=lambda: UserRateLimit(burst=6, per_second=1 / 60))
    file: UserRateLimit = msgspec.field(default_factory=lambda: UserRateLimit(burst=3, per_second=1 / 600))
    analysis: UserRateLimit = msgspec.field(default_factory=lambda: UserRateLimit(burst=3, per_second=1 / 600))
    test_notification: UserRateLimit = msgspec.field(default_factory=lambda: UserRateLimit(burst=3, per_second=1 / 60))
    hint: UserRateLimit = msgspec.field(default_factory=lambda: UserRateLimit(burst=6, per_second=1 / 15))
    opening: UserRateLimit = msgspec.field(default_factory=lambda: UserRateLimit(burst=6, per_second=1 / 60))
    seek: UserRateLimit = msgspec.field(default_factory=lambda: UserRateLimit(burst=12, per_second=1 / 60))
    guest: UserRateLimit = msgspec.field(default_factory=lambda: UserRateLimit(burst=12, per_second=1 / 60))
