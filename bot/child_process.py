"""Functions that run in a process of their own, which ends with them, so that nothing of them stays in memory.

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
"""Seconds after which a process ends itself."""
_NICENESS = 19
"""By how much it stands back: behind the bot, and behind computer players that people wait for."""
_SPAWN = get_context("spawn")

_log = logging.getLogger(__name__)


async def run_in_child_process(what: str, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T | None:
    """The result of ``work`` in a process of its own; None if it failed or took half an hour. Canceling ends it.

    ``work`` is a function of a module. ``what`` is said in the log if there is no result.
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
        _log.warning("A child process ended without a result: %s", what)
        return None
    finally:
        process.kill()  # it is over, or nobody waits for it
        process.join()


async def _wait_readable(pipe: int) -> None:
    """Waits until a process has said something, or is over, which needs no thread."""
    loop, is_readable = asyncio.get_running_loop(), asyncio.Event()
    loop.add_reader(pipe, is_readable.set)
    try:
        await is_readable.wait()
    finally:
        loop.remove_reader(pipe)


def _run_and_send(writer: Connection, work: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    """In the process: everybody else goes first, and it ends with the bot or when its time is up."""
    os.nice(_NICENESS)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.setitimer(signal.ITIMER_REAL, _MAX_SECONDS)
    writer.send(work(*args, **kwargs))
