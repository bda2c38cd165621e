"""Things that were made once and may be wanted again, up to so many bytes, for all threads."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import partial, wraps
from threading import Lock
from typing import Any, Generic, ParamSpec, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")
P = ParamSpec("P")


class CacheBudget:
    """So many bytes for several caches together. What was wanted longest ago goes first, whichever it is in. Mutable.

    One bound for all games, because a bound for each would be the sum of what every game may take. One for each kind
    of thing, because things of which there are many would drop those that take longest to make.
    """

    def __init__(self, limit: int) -> None:
        self._limit, self.bytes = limit, 0
        self._values: OrderedDict[tuple[object, Hashable], tuple[Any, int]] = OrderedDict()
        self._lock = Lock()

    def find(self, key: tuple[object, Hashable]) -> Any:
        """The value, which counts as wanted now; None when it is not kept."""
        with self._lock:
            entry = self._values.get(key)
            if entry is None:
                return None
            self._values.move_to_end(key)
            return entry[0]

    def put(self, key: tuple[object, Hashable], value: object, size: int) -> None:
        """Keep a value of so many bytes, and drops others until all fit. One larger than the budget stays alone."""
        with self._lock:
            if key not in self._values:
                self._values[key] = value, size
                self.bytes += size
            while self.bytes > self._limit and len(self._values) > 1:
                self.bytes -= self._values.popitem(last=False)[1][1]


SHARED_BUDGET = CacheBudget(12_000_000)
"""Of values that take long to compute, in all games: label positions, lanes, paths. A map's take 2 MB."""


class SizedCache(Generic[K, V]):
    """Values by their keys, within a budget that other caches share."""

    def __init__(self, budget: CacheBudget, size_of: Callable[[V], int]) -> None:
        self._budget, self._size_of = budget, size_of

    def find(self, key: K) -> V | None:
        """The value of that key; None when it is not kept."""
        value: V | None = self._budget.find((self, key))
        return value

    def get(self, key: K, compute: Callable[[], V]) -> V:
        """The value of that key, made now if it is not kept."""
        cached = self.find(key)
        if cached is not None:
            return cached
        value = compute()  # outside the lock: two threads may make the same, and one is dropped
        self._budget.put((self, key), value, self._size_of(value))
        return value


def cache_by_size(size_of: Callable[[Any], int]) -> Callable[[Callable[P, V]], Callable[P, V]]:
    """A function of hashable arguments whose values are kept within ``SHARED_BUDGET``; ``size_of`` says about how many
    bytes.

    For large values of which there may be many. Small ones are better off with ``lru_cache``, which is faster.
    """

    def decorate(make: Callable[P, V]) -> Callable[P, V]:
        values = SizedCache[Hashable, V](SHARED_BUDGET, size_of)

        @wraps(make)
        def call_through_cache(*args: P.args, **kwargs: P.kwargs) -> V:
            return values.get((args, *kwargs.items()), partial(make, *args, **kwargs))

        return call_through_cache

    return decorate
