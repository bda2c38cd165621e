"""Memory that the C library's allocator holds, given back to the machine. It knows no Discord and no title.

Pictures come and go by megabytes in several threads. glibc keeps an arena for each of them, up to eight times the
number of cores, and gives back what lies free in one only from its end; once a large block has been freed, it takes
those of up to 32 MB from an arena too. (mallopt(3), malloc_trim(3)) Other C libraries have neither call, and nothing is
done there.
"""

import ctypes
import time
from collections.abc import Callable
from functools import cache
from typing import Any

_ARENA_MAX, _ARENAS = -8, 2
"""``M_ARENA_MAX`` of malloc.h. Two: pictures are drawn two at a time, and wait for one another little."""
_MMAP_THRESHOLD, _LARGE = -3, 10_000_000
"""``M_MMAP_THRESHOLD``: a block of so many bytes is the machine's again as soon as it is free. A whole picture is
smaller, for a block that is mapped anew for every picture made warm drawing take half as long again."""
_TRIM_THRESHOLD, _AT_THE_END = -1, 1 << 25
"""``M_TRIM_THRESHOLD``: so much may lie free at an arena's end. Naming the one threshold lowers the other to 128 kB."""
_EVERY_SECONDS = 5.0
"""Between two trims: one takes some milliseconds, outside the interpreter's lock."""


def spare_memory() -> None:
    """Lets all threads share two arenas, and gives large blocks back at once; to be called before the first thread."""
    if (mallopt := _call("mallopt")) is not None:
        mallopt(_ARENA_MAX, _ARENAS)
        mallopt(_MMAP_THRESHOLD, _LARGE)
        mallopt(_TRIM_THRESHOLD, _AT_THE_END)


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
