"""A clock that does not jump: of two that should agree, it notices when one has left the other. It knows no Discord."""

import time
from collections.abc import Callable

_CLOCK_WITH_SLEEP: int | None = getattr(time, "CLOCK_BOOTTIME", getattr(time, "CLOCK_MONOTONIC", None))
"""The system's clock that nobody sets and that goes on during sleep, of Linux or of macOS; Windows has no other one."""
JUMP_SECONDS = 120.0
"""By so much the two may differ: clocks are corrected by seconds all the time."""


def awake_seconds() -> float:
    """Seconds by a clock that nobody sets and that stands while the machine sleeps."""
    return time.monotonic()


def monotonic_seconds() -> float:
    """Seconds by a clock that nobody sets and that goes on while the machine sleeps."""
    return time.monotonic() if _CLOCK_WITH_SLEEP is None else time.clock_gettime(_CLOCK_WITH_SLEEP)


class SteadyClock:
    """Seconds since 1970, by a clock on the wall (``wall``), but never by leaps.

    While a machine sleeps, or when its clock is set, the wall leaves the time that a program has lived through
    (``awake_seconds``, seconds from any moment). Until ``follow_wall`` is called, this clock then goes on as if nothing
    had happened. Mutable: it remembers how the two stood to each other.
    """

    def __init__(self, wall: Callable[[], float], lived: Callable[[], float]) -> None:
        self._wall, self._lived = wall, lived
        self._offset = wall() - lived()

    def __call__(self) -> float:
        return self._lived() + self._offset if self.jump_seconds() else self._wall()

    def jump_seconds(self) -> float:
        """The seconds by which the wall clock is ahead of this one (below 0: behind); 0 while they agree."""
        offset = self._wall() - self._lived() - self._offset
        return offset if abs(offset) > JUMP_SECONDS else 0.0

    def follow_wall(self) -> float:
        """Goes by the wall from now on; gives by how many seconds the two stood apart before, for ``unfollow_wall``."""
        before, self._offset = self._offset, self._wall() - self._lived()
        return before

    def unfollow_wall(self, offset: float) -> None:
        """Undoes ``follow_wall``."""
        self._offset = offset
