"""Things that were made once and may be wanted again, up to so many bytes, for all threads. It knows no title."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import partial, wraps
from threading import Lock
from typing import Any, Generic, ParamSpec, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")
P = ParamSpec("P")


class Budget:
    """So many bytes for several caches together. What was wanted longest ago goes first, whichever it is in. Mutable.

    One bound for all titles, because a bound for each would be the sum of what every title may take. One for each kind
    of thing, because things of which there are many would drop those that take longest to make.
    """

    def __init__(self, limit: int) -> None:
        self._limit, self.bytes = limit, 0
        self._values: OrderedDict[tuple[object, Hashable], tuple[Any, int]] = OrderedDict()
        self._lock = Lock()

    def find(self, key: tuple[object, Hashable]) -> Any:
        """The value, which counts as wanted now; None when it is not kept."""
        with self._lock:
            known = self._values.get(key)
            if known is None:
                return None
            self._values.move_to_end(key)
            return known[0]

    def keep(self, key: tuple[object, Hashable], value: object, weight: int) -> None:
        """Keeps a value of so many bytes, and drops others until all fit. One larger than the budget stays alone."""
        with self._lock:
            if key not in self._values:
                self._values[key] = value, weight
                self.bytes += weight
            while self.bytes > self._limit and len(self._values) > 1:
                self.bytes -= self._values.popitem(last=False)[1][1]


BUDGET = Budget(12_000_000)
"""Of values that take long to compute, in all titles: places for names, lanes, ways. A map's take 2 MB."""


class Kept(Generic[K, V]):
    """Values by their keys, within a budget that other caches share."""

    def __init__(self, budget: Budget, weight: Callable[[V], int]) -> None:
        self._budget, self._weight = budget, weight

    def find(self, key: K) -> V | None:
        """The value of that key; None when it is not kept."""
        known: V | None = self._budget.find((self, key))
        return known

    def get(self, key: K, make: Callable[[], V]) -> V:
        """The value of that key, made now if it is not kept."""
        known = self.find(key)
        if known is not None:
            return known
        made = make()  # outside the lock: two threads may make the same, and one is dropped
        self._budget.keep((self, key), made, self._weight(made))
        return made


def kept(weigh: Callable[[Any], int]) -> Callable[[Callable[P, V]], Callable[P, V]]:
    """A function of hashable arguments whose values are kept within ``BUDGET``; ``weigh`` says about how many bytes.

    For large values of which there may be many. Small ones are better off with ``lru_cache``, which is faster.
    """

    def keeping(make: Callable[P, V]) -> Callable[P, V]:
        values = Kept[Hashable, V](BUDGET, weigh)

        @wraps(make)
        def known(*args: P.args, **kwargs: P.kwargs) -> V:
            return values.get((args, *kwargs.items()), partial(make, *args, **kwargs))

        return known

    return keeping
