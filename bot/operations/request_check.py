"""Checks before each request to Discord."""

from collections.abc import Awaitable, Callable

import aiohttp


def check_before_requests(
    trace: aiohttp.TraceConfig | None, check: Callable[[], Awaitable[None]]
) -> aiohttp.TraceConfig:
    """Return a trace that calls ``check`` before each request.

    If ``check`` raises an exception, the request is not sent. A process that was frozen can therefore send requests
    only if it is still the leader.
    """
    trace_config = trace or aiohttp.TraceConfig()

    async def run_check(*_: object) -> None:
        await check()

    trace_config.on_request_start.append(run_check)
    return trace_config
