"""Tracks commands and presses that are being answered, so that the bot waits for them before it shuts down."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

from bot.markdown import Markdown, md

RESTARTING_TEXT = md("I’m restarting, so I couldn’t finish. Please try again in a moment.")


class InFlight:
    """Running interactions. Mutable. While it closes, new ones are refused with ``refusal_text``."""

    def __init__(self) -> None:
        self._tasks = dict[asyncio.Task[object], bool]()  # whether each has come before the closing
        self.is_closing, self.refusal_text = False, RESTARTING_TEXT

    @contextmanager
    def track(self) -> Iterator[bool]:
        """Track the running task during the block. Return whether it was first tracked before the shutdown began."""
        task = asyncio.current_task()
        assert task is not None
        is_first = task not in self._tasks
        try:
            yield self._tasks.setdefault(task, not self.is_closing)
        finally:
            if is_first:
                del self._tasks[task]

    async def close(self, patience: float, why: Markdown = RESTARTING_TEXT) -> None:
        """Wait until all interactions are answered. Cancel slow ones and tell their users ``why``."""
        self.is_closing, self.refusal_text = True, why
        await self._wait(patience)
        for task in self._tasks:
            task.cancel()
        await self._wait(patience)

    async def _wait(self, patience: float) -> None:
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=patience)
