"""Rate limits per user for expensive actions: pictures and posts."""

import time
from collections import OrderedDict
from collections.abc import Callable

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
