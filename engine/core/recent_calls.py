"""A cache of the last results of a function, for calls that are repeated several times in a row."""

from collections.abc import Callable
from functools import update_wrapper
from typing import Any, Generic, TypeVar, TypeVarTuple

S = TypeVar("S")
Args = TypeVarTuple("Args")
V = TypeVar("V")


_CAPACITY = 4
"""Results: a move needs those of the state before it and of the one after it in turn, each with its events and without.
"""


class IdentityCache(Generic[S, *Args, V]):
    """A function that caches its last results for the identical first value and equal other values.

    The first value, usually a state, is compared by identity, which is fast for any size. The cache is replaced as a
    whole, so threads that share it at worst compute a result twice.
    """

    def __init__(self, compute: Callable[[S, *Args], V]) -> None:
        update_wrapper(self, compute)
        self._compute = compute
        self._entries: tuple[tuple[Any, Any, V], ...] = ()

    def __call__(self, key: S, *args: *Args) -> V:
        for entry_key, entry_args, answer in self._entries:
            if entry_key is key and entry_args == args:
                return answer
        answer = self._compute(key, *args)
        self._entries = ((key, args, answer), *self._entries[: _CAPACITY - 1])
        return answer

    def put(self, answer: V, key: S, *args: *Args) -> None:
        """Cache a result that is already known."""
        self._entries = ((key, args, answer), *self._entries[: _CAPACITY - 1])
