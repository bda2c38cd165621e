"""Runs a function in a child process, whose memory is freed when the function returns.

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
"""Seconds after which a child process ends itself (half an hour)."""
_NICENESS = 19
"""Niceness of the child process. Its priority is lower than that of the bot and of the computer players."""
_SPAWN = get_context("spawn")

_log = logging.getLogger(__name__)


async def run_in_child_process(name: str, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T | None:
    """Run ``work`` in a child process, and return its result; None if it failed or took half an hour.

    ``work`` must be a function of a module. Canceling the call ends the process. ``name`` is for the log.
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
    """Wait, without a thread, until the pipe has data or its other end is closed."""
    loop, is_readable = asyncio.get_running_loop(), asyncio.Event()
    loop.add_reader(pipe, is_readable.set)
    try:
        await is_readable.wait()
    finally:
        loop.remove_reader(pipe)


def _run_and_send(writer: Connection, work: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    """In the child process: lower its priority, limit its time, call ``work``, and send the result."""
    os.nice(_NICENESS)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.setitimer(signal.ITIMER_REAL, _MAX_SECONDS)
    writer.send(work(*args, **kwargs))
