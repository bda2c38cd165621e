"""Caches with a limit in bytes, for all threads."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import partial, wraps
from threading import Lock
from typing import Any, Generic, ParamSpec, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")
P = ParamSpec("P")


class CacheBudget:
    """A number of bytes shared by several caches. The least recently used value is dropped first. Mutable.

    All games share a limit, because separate ones would add up to the sum of all games. Kinds of values have separate
    limits, because many small ones would drop those that are slow to compute.
    """

    def __init__(self, limit: int) -> None:
        self._limit, self.bytes = limit, 0
        self._values: OrderedDict[tuple[object, Hashable], tuple[Any, int]] = OrderedDict()
        self._lock = Lock()

    def find(self, key: tuple[object, Hashable]) -> Any:
        """The cached value, which counts as used now; None if there is none."""
        with self._lock:
            entry = self._values.get(key)
            if entry is None:
                return None
            self._values.move_to_end(key)
            return entry[0]

    def put(self, key: tuple[object, Hashable], value: object, size: int) -> None:
        """Cache a value of a size in bytes, and drop others until all fit. One larger than the budget stays alone."""
        with self._lock:
            if key not in self._values:
                self._values[key] = value, size
                self.bytes += size
            while self.bytes > self._limit and len(self._values) > 1:
                self.bytes -= self._values.popitem(last=False)[1][1]


SHARED_BUDGET = CacheBudget(12_000_000)
"""For values that are slow to compute, in all games: label positions, lanes, paths. A map's take 2 MB."""


class SizedCache(Generic[K, V]):
    """Values by their keys, within a budget that other caches share."""

    def __init__(self, budget: CacheBudget, size_of: Callable[[V], int]) -> None:
        self._budget, self._size_of = budget, size_of

    def find(self, key: K) -> V | None:
        """The cached value of that key; None if there is none."""
        value: V | None = self._budget.find((self, key))
        return value

    def get(self, key: K, compute: Callable[[], V]) -> V:
        """The value of that key, computed if it is not cached."""
        cached = self.find(key)
        if cached is not None:
            return cached
        value = compute()  # outside the lock: two threads may make the same, and one is dropped
        self._budget.put((self, key), value, self._size_of(value))
        return value


def cache_by_size(size_of: Callable[[Any], int]) -> Callable[[Callable[P, V]], Callable[P, V]]:
    """Cache a function of hashable arguments within ``SHARED_BUDGET``; ``size_of`` estimates bytes.

    For large values. For small ones ``lru_cache`` is faster.
    """

    def decorate(make: Callable[P, V]) -> Callable[P, V]:
        values = SizedCache[Hashable, V](SHARED_BUDGET, size_of)

        @wraps(make)
        def call_through_cache(*args: P.args, **kwargs: P.kwargs) -> V:
            return values.get((args, *kwargs.items()), partial(make, *args, **kwargs))

        return call_through_cache

    return decorate
