"""A clock that detects jumps: it compares two clocks that should agree."""

import time
from collections.abc import Callable

_CLOCK_WITH_SLEEP: int | None = getattr(time, "CLOCK_BOOTTIME", getattr(time, "CLOCK_MONOTONIC", None))
"""The monotonic clock that includes sleep, on Linux or macOS; Windows has none."""
JUMP_SECONDS = 120.0
"""Allowed difference; system clocks are corrected by seconds all the time."""


def awake_seconds() -> float:
    """Seconds by a clock that can't be set and that stops while the machine sleeps."""
    return time.monotonic()


def monotonic_seconds() -> float:
    """Seconds by a clock that can't be set and that runs while the machine sleeps."""
    return time.monotonic() if _CLOCK_WITH_SLEEP is None else time.clock_gettime(_CLOCK_WITH_SLEEP)


class SteadyClock:
    """Seconds since 1970 by the system clock (``wall``), without jumps.

    When the machine sleeps or its clock is set, ``wall`` differs from the time that the process has run
    (``awake_seconds``). This clock continues as if nothing had happened until ``follow_wall`` is called. Mutable: it
    holds the offset of the two.
    """

    def __init__(self, wall: Callable[[], float], lived: Callable[[], float]) -> None:
        self._wall, self._lived = wall, lived
        self._offset = wall() - lived()

    def __call__(self) -> float:
        return self._lived() + self._offset if self.jump_seconds() else self._wall()

    def jump_seconds(self) -> float:
        """Seconds that the system clock is ahead of this one (negative: behind); 0 while they agree."""
        offset = self._wall() - self._lived() - self._offset
        return offset if abs(offset) > JUMP_SECONDS else 0.0

    def follow_wall(self) -> float:
        """Follow the system clock from now on. Return the seconds by which the two differed, for ``unfollow_wall``."""
        before, self._offset = self._offset, self._wall() - self._lived()
        return before

    def unfollow_wall(self, offset: float) -> None:
        """Undo ``follow_wall``."""
        self._offset = offset
