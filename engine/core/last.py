"""The answer that was given last, for a question that is asked several times in a row."""

from __future__ import annotations

from collections.abc import Callable
from functools import update_wrapper
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

S = TypeVar("S")
P = ParamSpec("P")
V = TypeVar("V")


class Remembered(Generic[S, P, V]):
    """A function that gives its last answer again when it is called with the very same first value and equal others.

    The first value, a state mostly, is compared by identity, which is quick however large it is. The memory is swapped
    as a whole, so threads that share it at worst work an answer out once more.
    """

    def __init__(self, work_out: Callable[Concatenate[S, P], V]) -> None:
        update_wrapper(self, work_out)
        self._work_out = work_out
        self._last: tuple[Any, Any, V] | None = None

    def __call__(self, about: S, *args: P.args, **kwargs: P.kwargs) -> V:
        last = self._last
        if last is not None and last[0] is about and last[1] == (args, kwargs):
            return last[2]
        answer = self._work_out(about, *args, **kwargs)
        self.keep(answer, about, *args, **kwargs)
        return answer

    def keep(self, answer: V, about: S, *args: P.args, **kwargs: P.kwargs) -> None:
        """Remembers an answer that is known without working it out."""
        self._last = (about, (args, kwargs), answer)
