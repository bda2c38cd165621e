"""The world of a conversation, in which pictures consist of their words."""

import difflib
import re
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

from bot import page_reply, render_pool
from bot.history import film
from bot.matchmaking import open_tables_post
from bot.orders import examples, service
from bot.solo import daily_service
from bot.user_rate_limit import UserRateLimit
from render import DisplayOptions, Picture, Scene
from tests.bot.conversations.conversation import Talk
from tests.bot.simulated_channel import World, world

Script = Callable[[Talk], Awaitable[None]]
HERE = Path(__file__).parent
_PATIENT = 60.0
"""Seconds to wait for a picture, so long that no answer comes before its picture."""


async def played(script: Script, folder: Path) -> str:
    """Return the text of a conversation with a new database in ``folder``."""
    with _staged():
        async with world(folder, pictures="all", thinkers=0) as running:
            _at_the_same_time(running)
            talk = Talk(running)
            await script(talk)
            return _to_minutes(talk.text)


def _to_minutes(text: str) -> str:
    """Return the text with every Unix time rounded down to the minute, because a busy machine may take some seconds."""
    return re.sub(r"(?<!\d)17\d{8}(?!\d)", lambda found: str(int(found[0]) // 60 * 60), text)


def approved(name: str) -> Path:
    """Return the file with the approved text of a conversation."""
    return HERE / f"{name}.txt"


def changes(name: str, text: str) -> str:
    """Return the differences to the approved text as a unified diff."""
    known = approved(name)
    before = known.read_text("utf-8") if known.exists() else ""
    lines = difflib.unified_diff(before.splitlines(), text.splitlines(), f"approved {name}", f"said now in {name}")
    return "\n".join(lines)


def _at_the_same_time(running: World) -> None:
    """Let rate limits follow the simulated clock, and allow everybody every picture."""
    desk = running.bot.services
    desk.render_pool.picture_limit = UserRateLimit(burst=_PATIENT * 60, per_second=1)
    limits = [getattr(desk.limits, name) for name in desk.limits.__struct_fields__]
    for allowance in (*limits, desk.render_pool.film_limit):
        allowance._clock = desk.tables.now


class _Numbered:
    """Counts from 1 on, in place of random numbers."""

    def __init__(self) -> None:
        self._given = 0

    def randbits(self, _bits: int) -> int:
        self._given += 1
        return self._given

    def token_hex(self, size: int) -> str:
        return f"{self.randbits(size):0{2 * size}x}"


@contextmanager
def _staged() -> Iterator[None]:
    """Draw pictures as the words of their scenes alone, and let every answer wait for them.

    Random choices are the same in every run.
    """
    with ExitStack() as stack:
        stack.enter_context(patch.object(render_pool, "render_all", _worded))
        stack.enter_context(patch.object(film, "make_film", _unfilmed))
        stack.enter_context(patch.object(daily_service, "secrets", _Numbered()))
        stack.enter_context(patch.object(service, "secrets", _Numbered()))
        stack.enter_context(patch.object(open_tables_post, "EDIT_SECONDS", 0.0))
        stack.enter_context(patch.object(examples, "_MAX_SECONDS", _PATIENT))
        stack.enter_context(patch.object(page_reply, "_MAX_WAIT_SECONDS", _PATIENT))
        yield


def _worded(scenes: Sequence[Scene], style: DisplayOptions, most: int) -> tuple[Picture, ...]:
    return tuple(Picture(scene.name, b"", scene.alt) for scene in scenes[:most])


def _unfilmed(*_cuts: Any, **_style: Any) -> Iterator[bytes]:
    yield b"film"
