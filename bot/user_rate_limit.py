"""Limits on how often one user may do something that posts to a channel, fills the log, or takes long."""

import time
from collections import OrderedDict
from collections.abc import Callable

import msgspec

from bot.markdown import md
from engine.errors import Refused
from engine.store.ids import UserId


class UserRateLimit:
    """A token bucket for each user: ``burst`` actions at once, and ``per_second`` more over time. Mutable."""

    def __init__(
        self,
        burst: float,
        per_second: float,
        *,
        clock: Callable[[], float] = time.monotonic,
        max_users: int = 10_000,
    ) -> None:
        self._burst, self._per_second, self._clock, self._max_users = burst, per_second, clock, max_users
        self._remaining: OrderedDict[UserId, tuple[float, float]] = OrderedDict()

    def try_take(self, user: UserId) -> bool:
        """Return whether the user may act now. If so, the action is counted."""
        now = self._clock()
        remaining, updated_at = self._remaining.pop(user, (self._burst, now))
        remaining = min(self._burst, remaining + (now - updated_at) * self._per_second)
        is_allowed = remaining >= 1
        self._remaining[user] = (remaining - 1 if is_allowed else remaining, now)
        if len(self._remaining) > self._max_users:
            self._remaining.popitem(last=False)
        return is_allowed

    def check(self, user: UserId) -> None:
        """Count an action of the user. Raises ``Refused`` if the user may not act now."""
        if not self.try_take(user):
            raise Refused(md("You’ve done that too often. Please wait a minute."))


class UserRateLimits(msgspec.Struct, frozen=True):
    """The rate limit of each kind of action."""

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
