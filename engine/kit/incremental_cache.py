"""A cache for values computed from things that only grow, such as track."""

from collections.abc import Callable, Hashable
from typing import Generic, NamedTuple, TypeVar

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")
V = TypeVar("V")


class _CacheEntry(NamedTuple, Generic[K, T, V]):
    key: K
    thing: T
    value: V


class IncrementalCache(Generic[K, T, V]):
    """A cache of values that can be computed from the values of smaller things.

    ``is_part_of`` returns whether the first thing is part of the second, and ``size`` the size of a thing. The cache is
    an immutable tuple that is replaced, so threads that share it may at worst compute a value twice.
    """

    def __init__(self, is_part_of: Callable[[T, T], bool], size: Callable[[T], int], capacity: int = 32) -> None:
        self._is_part_of, self._size, self._capacity = is_part_of, size, capacity
        self._entries: tuple[_CacheEntry[K, T, V], ...] = ()

    def get(self, key: K, thing: T, compute: Callable[[], V], extend: Callable[[T, V], V]) -> V:
        """Return the value of a thing.

        If a part of the thing is cached, the value is extended from the value of that part; otherwise it is computed.
        ``extend`` gets the part and its value, which it must not change.
        """
        part = self._find_part(key, thing)
        if part is not None and self._size(part.thing) == self._size(thing):
            return part.value
        value = compute() if part is None else extend(part.thing, part.value)
        self._entries = (_CacheEntry(key, thing, value), *self._entries[: self._capacity - 1])
        return value

    def _find_part(self, key: K, thing: T) -> _CacheEntry[K, T, V] | None:
        for entry in self._entries:
            if entry.key == key and self._is_part_of(entry.thing, thing):
                return entry
        return None
