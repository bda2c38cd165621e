"""Thread-safe caches with a shared limit in bytes."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import partial, wraps
from threading import Lock
from typing import Any, Generic, ParamSpec, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")
P = ParamSpec("P")


class CacheBudget:
    """A limit in bytes that several caches share.

    The least recently used values are dropped first. All games share one budget, because separate budgets would add up.
    Small values of a frequent kind have a budget of their own, because they would push out values that are slow to
    compute.
    """

    def __init__(self, limit: int) -> None:
        self._limit, self.bytes = limit, 0
        self._values: OrderedDict[tuple[object, Hashable], tuple[Any, int]] = OrderedDict()
        self._lock = Lock()

    def find(self, key: tuple[object, Hashable]) -> Any:
        """Return the cached value of a key and mark it as used; None if there is none."""
        with self._lock:
            entry = self._values.get(key)
            if entry is None:
                return None
            self._values.move_to_end(key)
            return entry[0]

    def put(self, key: tuple[object, Hashable], value: object, size: int) -> None:
        """Cache a value of ``size`` bytes, and drop other values until all fit.

        A value larger than the budget remains as the only one.
        """
        with self._lock:
            if key not in self._values:
                self._values[key] = value, size
                self.bytes += size
            while self.bytes > self._limit and len(self._values) > 1:
                self.bytes -= self._values.popitem(last=False)[1][1]


SHARED_BUDGET = CacheBudget(12_000_000)
"""The budget for values that are slow to compute, in all games: label positions, lanes, paths. A map needs 2 MB."""


class SizedCache(Generic[K, V]):
    """A cache within a budget that other caches share. ``size_of`` returns the bytes of a value."""

    def __init__(self, budget: CacheBudget, size_of: Callable[[V], int]) -> None:
        self._budget, self._size_of = budget, size_of

    def find(self, key: K) -> V | None:
        """Return the cached value of a key; None if there is none."""
        value: V | None = self._budget.find((self, key))
        return value

    def get(self, key: K, compute: Callable[[], V]) -> V:
        """Return the value of a key, computed if it is not cached."""
        cached = self.find(key)
        if cached is not None:
            return cached
        value = compute()  # outside the lock: two threads may compute the same value, and one is dropped
        self._budget.put((self, key), value, self._size_of(value))
        return value


def cache_by_size(size_of: Callable[[Any], int]) -> Callable[[Callable[P, V]], Callable[P, V]]:
    """Return a decorator that caches a function of hashable arguments within ``SHARED_BUDGET``.

    ``size_of`` estimates the bytes of a value. For small values, ``lru_cache`` is faster.
    """

    def decorate(function: Callable[P, V]) -> Callable[P, V]:
        values = SizedCache[Hashable, V](SHARED_BUDGET, size_of)

        @wraps(function)
        def call_through_cache(*args: P.args, **kwargs: P.kwargs) -> V:
            return values.get((args, *kwargs.items()), partial(function, *args, **kwargs))

        return call_through_cache

    return decorate
