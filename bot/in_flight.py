"""Tracks commands and presses that are being answered, so that the bot waits for them before it shuts down."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

from bot.markdown import Markdown, md

RESTARTING_TEXT = md("I’m restarting, so I couldn’t finish. Please try again in a moment.")


class InFlight:
    """The interactions that are being answered. During shutdown, new ones get ``refusal_text``. Mutable."""

    def __init__(self) -> None:
        self._tasks = dict[asyncio.Task[object], bool]()  # task -> whether it started before the shutdown
        self.is_closing, self.refusal_text = False, RESTARTING_TEXT

    @contextmanager
    def track(self) -> Iterator[bool]:
        """Track the current task during the block. Yield whether it began before the shutdown, and may go on."""
        task = asyncio.current_task()
        assert task is not None
        is_first = task not in self._tasks
        try:
            yield self._tasks.setdefault(task, not self.is_closing)
        finally:
            if is_first:
                del self._tasks[task]

    async def close(self, seconds: float, reason: Markdown = RESTARTING_TEXT) -> None:
        """Refuse new interactions with ``reason``, and wait until all others are answered.

        After ``seconds``, the others are canceled; their users also get ``reason``.
        """
        self.is_closing, self.refusal_text = True, reason
        await self._wait(seconds)
        for task in self._tasks:
            task.cancel()
        await self._wait(seconds)

    async def _wait(self, seconds: float) -> None:
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=seconds)
