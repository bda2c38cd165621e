"""The answers that were given last, for questions that are asked several times in a row."""

from collections.abc import Callable
from functools import update_wrapper
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

S = TypeVar("S")
P = ParamSpec("P")
V = TypeVar("V")


_KEPT = 4
"""Answers: a move asks about the state before it and the one after it in turn, and about those between."""


class Remembered(Generic[S, P, V]):
    """A function that gives its last answers again when it is called with the very same first value and equal others.

    The first value, a state mostly, is compared by identity, which is quick however large it is. The memory is swapped
    as a whole, so threads that share it at worst work an answer out once more.
    """

    def __init__(self, work_out: Callable[Concatenate[S, P], V]) -> None:
        update_wrapper(self, work_out)
        self._work_out = work_out
        self._last: tuple[tuple[Any, Any, V], ...] = ()

    def __call__(self, about: S, *args: P.args, **kwargs: P.kwargs) -> V:
        for known, given, answer in self._last:
            if known is about and given == (args, kwargs):
                return answer
        answer = self._work_out(about, *args, **kwargs)
        self.keep(answer, about, *args, **kwargs)
        return answer

    def keep(self, answer: V, about: S, *args: P.args, **kwargs: P.kwargs) -> None:
        """Remembers an answer that is known without working it out."""
        self._last = ((about, (args, kwargs), answer), *self._last[: _KEPT - 1])
