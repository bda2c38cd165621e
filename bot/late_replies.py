"""Changes private replies some seconds after they were sent, such as to the next question."""

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any

import discord

from bot.errors import cancel_all, report_exception


class LateReplies:
    """Changes private replies in background tasks. Mutable: contains the running tasks."""

    def __init__(self) -> None:
        self._tasks = set[asyncio.Task[None]]()

    def start(self, change: Coroutine[Any, Any, None]) -> None:
        """Run the coroutine ``change``, which changes a reply, in the background. Errors are logged."""
        task = asyncio.create_task(_run(change), name="late-reply")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Cancel all changes that have not been made yet."""
        await cancel_all(*self._tasks)


async def _run(change: Coroutine[Any, Any, None]) -> None:
    try:
        with suppress(discord.NotFound):  # dismissed meanwhile
            await change
    except Exception as error:
        report_exception(error, "changing a private reply")
