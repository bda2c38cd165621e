"""Requests to Discord that are sent only after a check. It knows no title."""

from collections.abc import Awaitable, Callable

import aiohttp


def check_first(trace: aiohttp.TraceConfig | None, check: Callable[[], Awaitable[None]]) -> aiohttp.TraceConfig:
    """The trace of requests, in which ``check`` comes before each: what it raises keeps the request from being sent.

    So a process that led, and was frozen meanwhile, tells Discord nothing unless it leads still.
    """
    checking = trace or aiohttp.TraceConfig()

    async def check_request(*_: object) -> None:
        await check()

    checking.on_request_start.append(check_request)
    return checking
