"""Draws pictures outside of the event loop, a few at the same time.

If drawing a picture fails, the error is logged and the picture is omitted.
"""

import asyncio
import io
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import discord

from bot import limits
from bot.config import Settings
from bot.errors import report_exception
from bot.priority_semaphore import Priority, PrioritySemaphore
from bot.reply_order import ReplyOrder
from bot.user_rate_limit import UserRateLimit
from engine.store.ids import UserId
from engine.threads import call_without_stop_iteration
from render import POST_OPTIONS, DisplayOptions, Picture, Scene, render_all

Result = TypeVar("Result")

_SWITCH_SECONDS = 0.0005
"""Seconds after which a drawing thread lets others run. Python's default, 5 ms, would slow down the event loop."""
_MAX_DRAWINGS = 2
"""Maximum pictures drawn at the same time. More would slow down one another and the event loop."""
_RESERVED_SLOTS = 1
"""Number of slots that only replies use, so that they do not wait for posts."""


class RenderPool:
    """Draws scenes in threads. Mutable: ``slots`` counts the running drawings."""

    def __init__(self, settings: Settings) -> None:
        self._max_pictures = {"all": limits.FILES, "one": 1, "none": 0}[settings.pictures]
        self.slots, self._long_work = PrioritySemaphore(_MAX_DRAWINGS, _RESERVED_SLOTS), asyncio.Semaphore(1)
        self._threads = ThreadPoolExecutor(_MAX_DRAWINGS, "studio")  # separate from the threads of computer players
        sys.setswitchinterval(_SWITCH_SECONDS)
        self.on_timed: Callable[[float], object] = lambda _: None  # called with the seconds of each drawing
        self.reply_order = ReplyOrder[Any]()
        self.picture_limit = UserRateLimit(burst=30, per_second=1)
        self.film_limit = UserRateLimit(burst=2, per_second=1 / 120)

    def try_allow(self, user: UserId) -> bool:
        """Count a picture against the user's rate limit. Return whether it is allowed."""
        return self._max_pictures > 0 and self.picture_limit.try_take(user)

    @property
    def max_pictures(self) -> int:
        """The maximum number of pictures in a post."""
        return self._max_pictures

    @property
    def has_pictures(self) -> bool:
        """Whether the bot draws pictures."""
        return self._max_pictures > 0

    @property
    def has_films(self) -> bool:
        """Whether finished games get a film."""
        return self._max_pictures > 1

    async def draw(
        self,
        scenes: Callable[[], Sequence[Scene]],
        style: DisplayOptions = POST_OPTIONS,
        *,
        priority: Priority = Priority.NOBODY,
    ) -> tuple[Picture, ...]:
        """Make scenes and draw them outside of the event loop; empty if that fails.

        ``style`` is the user's display options for a private picture.
        """
        return await self.run(lambda: self._draw_scenes(scenes, style), priority=priority) or ()

    def draw_inline(self, scenes: Callable[[], Sequence[Scene]]) -> tuple[Picture, ...]:
        """Draw scenes in work that already has a slot; empty if that fails."""
        try:
            return self._draw_scenes(scenes, POST_OPTIONS)
        except Exception as error:
            report_exception(error, "drawing a picture")
            return ()

    async def run(self, work: Callable[[], Result], *, priority: Priority = Priority.NOBODY) -> Result | None:
        """Run ``work`` outside of the event loop, in a slot; None if it fails, or if pictures are off."""
        if not self._max_pictures:
            return None
        async with self.slots.acquire(priority):
            start_time = time.perf_counter()
            try:
                return await self._in_thread(work)
            except Exception as error:
                report_exception(error, "drawing a picture")
                return None
            finally:
                self.on_timed(time.perf_counter() - start_time)

    async def _in_thread(self, work: Callable[[], Result]) -> Result:
        return await asyncio.get_running_loop().run_in_executor(self._threads, call_without_stop_iteration, work)

    def _draw_scenes(self, scenes: Callable[[], Sequence[Scene]], style: DisplayOptions) -> tuple[Picture, ...]:
        return render_all(scenes()[: self._max_pictures], style, limits.FILES)

    async def run_pieces(self, pieces: Iterator[bytes], priority: Priority = Priority.NOBODY) -> bytes | None:
        """Run the steps of a long drawing, each in its own slot. Return the last result; None if a step fails."""
        last_piece = None
        async with self._long_work:
            try:
                while True:
                    async with self.slots.acquire(priority):
                        piece = await self._in_thread(lambda: next(pieces, None))
                    if piece is None:
                        return last_piece
                    last_piece = piece
            except Exception as error:
                report_exception(error, "making a film")
                return None


def discord_files(pictures: Sequence[Picture]) -> list[discord.File]:
    """The pictures as files of a message, with their alt texts."""
    return [
        discord.File(
            io.BytesIO(picture.file),
            filename=f"{index}-{picture.name}.png",
            description=picture.alt,
        )
        for index, picture in enumerate(pictures, 1)
    ]
