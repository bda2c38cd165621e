"""A clock that does not jump: of two that should agree, it notices when one has left the other. It knows no Discord."""

import time
from collections.abc import Callable

_WITH_SLEEP: int | None = getattr(time, "CLOCK_BOOTTIME", getattr(time, "CLOCK_MONOTONIC", None))
"""The system's clock that nobody sets and that goes on during sleep, of Linux or of macOS; Windows has no other one."""
JUMP_SECONDS = 120.0
"""By so much the two may differ: clocks are corrected by seconds all the time."""


def lived() -> float:
    """Seconds by a clock that nobody sets and that stands while the machine sleeps."""
    return time.monotonic()


def elapsed() -> float:
    """Seconds by a clock that nobody sets and that goes on while the machine sleeps."""
    return time.monotonic() if _WITH_SLEEP is None else time.clock_gettime(_WITH_SLEEP)


class Steady:
    """Seconds since 1970, by a clock on the wall (``wall``), but never by leaps.

    While a machine sleeps, or when its clock is set, the wall leaves the time that a program has lived through
    (``lived``, seconds from any moment). Until ``follow`` is called, this clock then goes on as if nothing had
    happened. Mutable: it remembers how the two stood to each other.
    """

    def __init__(self, wall: Callable[[], float], lived: Callable[[], float]) -> None:
        self._wall, self._lived = wall, lived
        self._apart = wall() - lived()

    def __call__(self) -> float:
        return self._lived() + self._apart if self.jumped() else self._wall()

    def jumped(self) -> float:
        """The seconds by which the wall clock is ahead of this one (below 0: behind); 0 while they agree."""
        apart = self._wall() - self._lived() - self._apart
        return apart if abs(apart) > JUMP_SECONDS else 0.0

    def follow(self) -> float:
        """Goes by the wall from now on; gives by how many seconds the two stood apart before, for ``go_back``."""
        before, self._apart = self._apart, self._wall() - self._lived()
        return before

    def go_back(self, apart: float) -> None:
        """Undoes ``follow``."""
        self._apart = apart
