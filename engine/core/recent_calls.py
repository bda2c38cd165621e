"""A cache of the last results of a function, for calls that are soon repeated."""

from collections.abc import Callable
from functools import update_wrapper
from typing import Any, Generic, TypeVar, TypeVarTuple

S = TypeVar("S")
Args = TypeVarTuple("Args")
V = TypeVar("V")

_CAPACITY = 4
"""The number of cached results. A move needs four states: before and after it, each with and without its events."""


class IdentityCache(Generic[S, *Args, V]):
    """A function that caches its last results.

    A cached result is returned if the first value is identical and the other values are equal. The first value is
    usually a state; comparison by identity is fast for any size. The cache is an immutable tuple that is replaced, so
    threads that share it may at worst compute a result twice.
    """

    def __init__(self, compute: Callable[[S, *Args], V]) -> None:
        update_wrapper(self, compute)
        self._compute = compute
        self._entries: tuple[tuple[Any, Any, V], ...] = ()

    def __call__(self, key: S, *args: *Args) -> V:
        for entry_key, entry_args, result in self._entries:
            if entry_key is key and entry_args == args:
                return result
        result = self._compute(key, *args)
        self.put(result, key, *args)
        return result

    def put(self, result: V, key: S, *args: *Args) -> None:
        """Cache a result that was computed elsewhere."""
        self._entries = ((key, args, result), *self._entries[: _CAPACITY - 1])
