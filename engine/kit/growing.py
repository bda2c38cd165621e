"""Values that follow from things that only grow, such as track: extended by what was added, not worked out anew."""

from collections.abc import Callable, Hashable
from typing import Generic, NamedTuple, TypeVar

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")
V = TypeVar("V")


class _Known(NamedTuple, Generic[K, T, V]):
    key: K
    thing: T
    value: V


class Growing(Generic[K, T, V]):
    """The values of the last few things, from which that of a larger one of the same key is worked out.

    ``part_of`` says whether one thing is the beginning of another, and ``size`` how much it is. The memory is swapped
    as a whole, so threads that share it at worst work a value out once more.
    """

    def __init__(self, part_of: Callable[[T, T], bool], size: Callable[[T], int], most: int = 32) -> None:
        self._part_of, self._size, self._most = part_of, size, most
        self._known: tuple[_Known[K, T, V], ...] = ()

    def get(self, key: K, thing: T, begin: Callable[[], V], extend: Callable[[T, V], V]) -> V:
        """The value of a thing: that of its last known part, extended, or else one from the beginning on.

        ``extend`` gets the part and its value, which it must leave as it is.
        """
        part = self._part(key, thing)
        if part is not None and self._size(part.thing) == self._size(thing):
            return part.value
        value = begin() if part is None else extend(part.thing, part.value)
        self._known = (_Known(key, thing, value), *self._known[: self._most - 1])
        return value

    def _part(self, key: K, thing: T) -> _Known[K, T, V] | None:
        for known in self._known:
            if known.key == key and self._part_of(known.thing, thing):
                return known
        return None
