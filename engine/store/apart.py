"""Longer work done in a thread of its own, off the event loop. It knows no title and no Discord."""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


async def in_thread(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run ``work`` in a thread and give its result; raises what it raises, as ``answered`` does."""
    return await asyncio.to_thread(lambda: answered(work, *args, **kwargs))


async def run_to_end(threads: Executor, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run ``work`` in one of the ``threads``, as ``in_thread`` does, to its end although the caller may be canceled."""
    done = asyncio.get_running_loop().run_in_executor(threads, lambda: answered(work, *args, **kwargs))
    done.add_done_callback(_retrieve)
    return await asyncio.shield(done)


def _retrieve(done: asyncio.Future[Any]) -> None:
    """Take the error of work whose caller was canceled: the loop would report that nobody did."""
    if not done.cancelled():
        done.exception()


def batched(every: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    """The values in order, at most that many at a time: work that is done so lets others in between."""
    return (every[start : start + size] for start in range(0, len(every), size))


def answered(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run ``work`` and give its result, in a thread for which somebody waits in another one.

    A ``StopIteration`` of it becomes a ``RuntimeError``: up to Python 3.11.7 a future takes none, so that whoever waits
    would wait for ever, and with them whoever wants what they hold. (gh-112182 of CPython)
    """
    try:
        return work(*args, **kwargs)
    except StopIteration as error:
        raise RuntimeError("there was no next one of something") from error
