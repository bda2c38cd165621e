"""Checks before each request to Discord."""

from collections.abc import Awaitable, Callable

import aiohttp


def check_before_requests(
    trace: aiohttp.TraceConfig | None, check: Callable[[], Awaitable[None]]
) -> aiohttp.TraceConfig:
    """A trace that runs ``check`` before each request; an exception keeps the request from being sent.

    So a process that was frozen sends nothing to Discord unless it is still the leader.
    """
    trace_config = trace or aiohttp.TraceConfig()

    async def run_check(*_: object) -> None:
        await check()

    trace_config.on_request_start.append(run_check)
    return trace_config
