"""Functions that run longer work in a thread, so that the work does not block the event loop."""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


async def run_in_thread(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run ``work`` in a thread and return its result.

    Errors are raised as by ``call_without_stop_iteration``.
    """
    return await asyncio.to_thread(lambda: call_without_stop_iteration(work, *args, **kwargs))


async def run_to_end(threads: Executor, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run ``work`` in one of the ``threads``, and return its result.

    If the caller is canceled, ``work`` still runs to its end.
    """
    future = asyncio.get_running_loop().run_in_executor(
        threads, lambda: call_without_stop_iteration(work, *args, **kwargs)
    )
    future.add_done_callback(_retrieve_error)
    return await asyncio.shield(future)


def _retrieve_error(future: asyncio.Future[Any]) -> None:
    """Retrieve the error of work whose caller was canceled, because the event loop would otherwise report it."""
    if not future.cancelled():
        future.exception()


def split_into_batches(values: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    """Split values into batches of at most ``size``, so that other work can run between two batches."""
    return (values[start : start + size] for start in range(0, len(values), size))


def call_without_stop_iteration(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run ``work`` and return its result, for a caller that waits in another thread.

    A ``StopIteration`` becomes a ``RuntimeError``. Until Python 3.11.7, a future can't contain a ``StopIteration``, so
    the caller would wait forever (CPython gh-112182).
    """
    try:
        return work(*args, **kwargs)
    except StopIteration as error:
        raise RuntimeError("there was no next one of something") from error
