"""Closes background services, each with a time limit."""

import asyncio
import logging
from collections.abc import Iterable
from typing import Protocol

_log = logging.getLogger(__name__)


class Closeable(Protocol):
    """A background service that runs until it is closed."""

    async def close(self) -> None: ...


async def close_all(parts: Iterable[Closeable], seconds: float) -> None:
    """Close all services at the same time, each within this number of seconds."""
    await asyncio.gather(*(_close_part(part, seconds) for part in parts))


async def _close_part(part: Closeable, seconds: float) -> None:
    """Close a service. The time limit is for services with tasks that do not end when they are canceled."""
    closing = asyncio.create_task(part.close(), name=f"close-{type(part).__name__}")
    done, _ = await asyncio.wait({closing}, timeout=seconds)
    if not done:
        _log.warning("%s did not stop within %g seconds", type(part).__name__, seconds)
        return
    closing.result()
