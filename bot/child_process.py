"""Runs a function in a process of its own, so that its memory is freed when it returns.

Independent of Discord and of any particular game.
"""

import asyncio
import logging
import os
import signal
from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

_MAX_SECONDS = 1_800.0
"""Seconds after which a process ends itself (half an hour)."""
_NICENESS = 19
"""Niceness of the process, below the bot and the computer players, for whom people wait."""
_SPAWN = get_context("spawn")

_log = logging.getLogger(__name__)


async def run_in_child_process(name: str, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T | None:
    """Run ``work`` in a process of its own, and return its result; None if it failed or took half an hour.

    ``work`` must be a function of a module. Canceling ends the process. ``name`` is for the log.
    """
    reader, writer = _SPAWN.Pipe(duplex=False)
    process = _SPAWN.Process(target=_run_and_send, args=(writer, work, args, kwargs), name="child", daemon=True)
    process.start()
    writer.close()
    try:
        with reader:
            await _wait_readable(reader.fileno())
            result: T = reader.recv()
            return result
    except EOFError:
        _log.warning("A child process ended without a result: %s", name)
        return None
    finally:
        process.kill()  # it has ended, or its result is not needed
        process.join()


async def _wait_readable(pipe: int) -> None:
    """Wait until a process has sent something or has ended, without a thread."""
    loop, is_readable = asyncio.get_running_loop(), asyncio.Event()
    loop.add_reader(pipe, is_readable.set)
    try:
        await is_readable.wait()
    finally:
        loop.remove_reader(pipe)


def _run_and_send(writer: Connection, work: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    """In the process: lower its priority, limit its time, call ``work``, and send the result."""
    os.nice(_NICENESS)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.setitimer(signal.ITIMER_REAL, _MAX_SECONDS)
    writer.send(work(*args, **kwargs))
