"""A clock without jumps: it compares two clocks, and ignores the system clock if they differ."""

import time
from collections.abc import Callable

_CLOCK_WITH_SLEEP: int | None = getattr(time, "CLOCK_BOOTTIME", getattr(time, "CLOCK_MONOTONIC", None))
"""The id of the monotonic clock that includes sleep, on Linux or macOS; None on Windows."""
JUMP_SECONDS = 120.0
"""Difference in seconds that counts as a jump; system clocks are often corrected by some seconds."""


def awake_seconds() -> float:
    """Seconds by a clock that can't be set and that stops while the machine sleeps."""
    return time.monotonic()


def monotonic_seconds() -> float:
    """Seconds by a clock that can't be set and that runs while the machine sleeps."""
    return time.monotonic() if _CLOCK_WITH_SLEEP is None else time.clock_gettime(_CLOCK_WITH_SLEEP)


class SteadyClock:
    """Seconds since 1970 by the system clock (``wall``), without jumps.

    When the machine sleeps or its clock is set, ``wall`` jumps, but the time that the process has run (``awake_clock``)
    does not. This clock then continues without the jump until ``follow_wall`` is called. Mutable: it has the offset
    between the two clocks.
    """

    def __init__(self, wall: Callable[[], float], awake_clock: Callable[[], float]) -> None:
        self._wall, self._awake_clock = wall, awake_clock
        self._offset = wall() - awake_clock()

    def __call__(self) -> float:
        return self._awake_clock() + self._offset if self.jump_seconds() else self._wall()

    def jump_seconds(self) -> float:
        """Seconds that the system clock is ahead of this one (negative: behind); 0 while they agree."""
        offset = self._wall() - self._awake_clock() - self._offset
        return offset if abs(offset) > JUMP_SECONDS else 0.0

    def follow_wall(self) -> float:
        """Follow the system clock from now on. Return the previous offset, with which ``unfollow_wall`` reverses
        this.
        """
        old_offset, self._offset = self._offset, self._wall() - self._awake_clock()
        return old_offset

    def unfollow_wall(self, offset: float) -> None:
        """Reverse ``follow_wall``, which returned ``offset``."""
        self._offset = offset
