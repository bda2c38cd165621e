"""Pictures drawn off the event loop, a few at a time, ready to be sent. It knows no title.

A picture that fails is logged and left out: a game goes on without it.
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
from bot.allowance import Allowance
from bot.config import Settings
from bot.errors import sentence
from bot.latest import Latest
from bot.places import Places, Waits
from engine.store.apart import answered
from engine.store.ids import UserId
from render import POST_OPTIONS, DisplayOptions, Picture, Scene, render_all

Made = TypeVar("Made")

_SWITCH_SECONDS = 0.0005
"""A drawing thread hands the interpreter on this often (Python's own 5 ms would be felt as lag by the event loop)."""
AT_ONCE = 2
"""Pictures drawn at the same time: more only make each other and the event loop wait."""
_FOR_PERSONS = 1
"""Places that no post or film takes, so that somebody who presses a button waits for nobody's post."""


class Studio:
    """Draws scenes. Mutable, because it counts how many pictures are being drawn, in ``places``."""

    def __init__(self, settings: Settings) -> None:
        self._most = {"all": limits.FILES, "one": 1, "none": 0}[settings.pictures]
        self.places, self._long = Places(AT_ONCE, _FOR_PERSONS), asyncio.Semaphore(1)
        self._threads = ThreadPoolExecutor(AT_ONCE, "studio")  # of its own: computers think in the others
        sys.setswitchinterval(_SWITCH_SECONDS)
        self.timed: Callable[[float], object] = lambda _: None  # is told how many seconds each work took
        self.latest = Latest[Any]()
        self.allowance = Allowance(burst=30, per_second=1)
        self.films = Allowance(burst=2, per_second=1 / 120)

    def is_open_to(self, user: UserId) -> bool:
        """Whether the user gets a picture now; who asks too fast gets the text alone."""
        return self._most > 0 and self.allowance.take(user)

    @property
    def most(self) -> int:
        """The number of pictures that a post has at most."""
        return self._most

    @property
    def has_pictures(self) -> bool:
        """Whether anything is drawn here."""
        return self._most > 0

    @property
    def has_films(self) -> bool:
        """Whether a game that is over gets its film."""
        return self._most > 1

    async def draw(
        self, scenes: Callable[[], Sequence[Scene]], style: DisplayOptions = POST_OPTIONS, *, who: Waits = Waits.NOBODY
    ) -> tuple[Picture, ...]:
        """The pictures of the scenes, which are made off the event loop too; none when one of them fails.

        With a ``style``, as the one person wants them who is shown them. ``who`` waits for them says how soon.
        """
        return await self.made(lambda: self._drawn(scenes, style), who=who) or ()

    def draw_now(self, scenes: Callable[[], Sequence[Scene]]) -> tuple[Picture, ...]:
        """The pictures of the scenes, as part of a work that has its place already; none when one of them fails."""
        try:
            return self._drawn(scenes, POST_OPTIONS)
        except Exception as error:
            sentence(error, "drawing a picture")
            return ()

    async def made(self, work: Callable[[], Made], *, who: Waits = Waits.NOBODY) -> Made | None:
        """Does the work off the event loop, in one of the places for drawing; None if it fails, or if nothing is
        drawn here."""
        if not self._most:
            return None
        async with self.places.taken(who):
            began = time.perf_counter()
            try:
                return await self._in_thread(work)
            except Exception as error:
                sentence(error, "drawing a picture")
                return None
            finally:
                self.timed(time.perf_counter() - began)

    async def _in_thread(self, work: Callable[[], Made]) -> Made:
        return await asyncio.get_running_loop().run_in_executor(self._threads, answered, work)

    def _drawn(self, scenes: Callable[[], Sequence[Scene]], style: DisplayOptions) -> tuple[Picture, ...]:
        return render_all(scenes()[: self._most], style, limits.FILES)

    async def slowly(self, pieces: Iterator[bytes], who: Waits = Waits.NOBODY) -> bytes | None:
        """The last of the ``pieces``, one longer work at a time; pictures are drawn in between. None when it fails."""
        made = None
        async with self._long:
            try:
                while True:
                    async with self.places.taken(who):
                        piece = await self._in_thread(lambda: next(pieces, None))
                    if piece is None:
                        return made
                    made = piece
            except Exception as error:
                sentence(error, "making a film")
                return None


def files(pictures: Sequence[Picture]) -> list[discord.File]:
    """The pictures as a message's files, with their alt texts."""
    return [
        discord.File(
            io.BytesIO(picture.file),
            filename=f"{index}-{picture.name}.png",
            description=picture.alt,
        )
        for index, picture in enumerate(pictures, 1)
    ]
