"""Values that follow from things that only grow, such as track: extended by what was added, not computed again."""

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
    """The values of the last few things, from which that of a larger one of the same key is computed.

    ``is_part_of`` says whether one thing is the beginning of another, and ``size`` how much it is. The memory is
    swapped as a whole, so threads that share it at worst compute a value again.
    """

    def __init__(self, is_part_of: Callable[[T, T], bool], size: Callable[[T], int], capacity: int = 32) -> None:
        self._is_part_of, self._size, self._capacity = is_part_of, size, capacity
        self._entries: tuple[_CacheEntry[K, T, V], ...] = ()

    def get(self, key: K, thing: T, compute: Callable[[], V], extend: Callable[[T, V], V]) -> V:
        """The value of a thing: that of its last known part, extended, or else one from the beginning on.

        ``extend`` gets the part and its value, which it must leave as it is.
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
