"""What was made once and may be wanted again, up to so many bytes, for all threads. It knows no picture."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Kept(Generic[K, V]):
    """Values by their keys, the least recently used dropped first. Mutable: it is a cache."""

    def __init__(self, limit: int, weight: Callable[[V], int]) -> None:
        self._limit, self._weight, self._bytes = limit, weight, 0
        self._values: OrderedDict[K, V] = OrderedDict()
        self._lock = Lock()

    def get(self, key: K, make: Callable[[], V]) -> V:
        """The value of that key, made now if it is not kept."""
        with self._lock:
            known = self._values.get(key)
            if known is not None:
                self._values.move_to_end(key)
                return known
        made = make()  # outside the lock: two threads may make the same, and one is dropped
        with self._lock:
            if key not in self._values:
                self._values[key] = made
                self._bytes += self._weight(made)
            while self._bytes > self._limit and len(self._values) > 1:
                self._bytes -= self._weight(self._values.popitem(last=False)[1])
        return made
