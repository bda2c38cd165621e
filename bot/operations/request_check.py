"""Requests to Discord that are sent only after a check. It knows no title."""

from collections.abc import Awaitable, Callable

import aiohttp


def check_before_requests(
    trace: aiohttp.TraceConfig | None, check: Callable[[], Awaitable[None]]
) -> aiohttp.TraceConfig:
    """The trace of requests, in which ``check`` comes before each: what it raises keeps the request from being sent.

    So a process that led, and was frozen meanwhile, tells Discord nothing unless it leads still.
    """
    trace_config = trace or aiohttp.TraceConfig()

    async def run_check(*_: object) -> None:
        await check()

    trace_config.on_request_start.append(run_check)
    return trace_config
