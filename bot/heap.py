"""What the C library's allocator holds, given back to the machine. It knows no Discord and no title.

Pictures come and go by megabytes in several threads. glibc keeps an arena for each of them, up to eight times the
number of cores, and gives back what lies free in one only from its end. (mallopt(3), malloc_trim(3)) Other C libraries
have neither call, and nothing is done there.
"""

from __future__ import annotations

import ctypes
import time
from collections.abc import Callable
from functools import cache
from typing import Any

__all__ = ["Trimmer", "few_arenas"]

_ARENA_MAX, _ARENAS = -8, 2
"""``M_ARENA_MAX`` of malloc.h. Two: pictures are drawn two at a time, and wait for one another little."""
_EVERY_SECONDS = 20.0
"""Between two trims: one takes some milliseconds, outside the interpreter's lock."""


def few_arenas() -> None:
    """Lets all threads share two arenas; to be called before the first of them starts."""
    if (mallopt := _call("mallopt")) is not None:
        mallopt(_ARENA_MAX, _ARENAS)


class Trimmer:
    """Gives back what is free, not too often. Mutable: it remembers when it last did."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._last = clock, clock()

    def trim(self) -> bool:
        """To be called after work that took much memory, off the event loop; whether it was time to give back."""
        now = self._clock()
        if now < self._last + _EVERY_SECONDS:
            return False
        self._last = now
        if (malloc_trim := _call("malloc_trim")) is not None:
            malloc_trim(0)
        return True


@cache
def _call(name: str) -> Any:
    """A function of the C library; None where it has none of that name."""
    try:
        return getattr(ctypes.CDLL(None), name)
    except (AttributeError, OSError, TypeError):  # TypeError: Windows has no library without a name
        return None
