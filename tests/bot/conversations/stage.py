"""Where a conversation takes place: a new world, in which pictures have their words and no pixels."""

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
"""Seconds: no machine is so slow that an answer comes before its picture."""


async def played(script: Script, folder: Path) -> str:
    """The text of the conversation, with a new database in ``folder``."""
    with _staged():
        async with world(folder, pictures="all", thinkers=0) as running:
            _at_the_same_time(running)
            talk = Talk(running)
            await script(talk)
            return _to_minutes(talk.text)


def _to_minutes(text: str) -> str:
    """The text with every Unix time in it rounded down to the minute: a busy machine lets a second or two pass."""
    return re.sub(r"(?<!\d)17\d{8}(?!\d)", lambda found: str(int(found[0]) // 60 * 60), text)


def approved(name: str) -> Path:
    """The file in which the approved text of a conversation stands."""
    return HERE / f"{name}.txt"


def changes(name: str, text: str) -> str:
    """How the text differs from the approved one, as a unified diff; empty if it does not."""
    known = approved(name)
    before = known.read_text("utf-8") if known.exists() else ""
    lines = difflib.unified_diff(before.splitlines(), text.splitlines(), f"approved {name}", f"said now in {name}")
    return "\n".join(lines)


def _at_the_same_time(running: World) -> None:
    """What one person may do goes by the simulated clock too, and everybody gets every picture."""
    desk = running.bot.services
    desk.render_pool.picture_limit = UserRateLimit(burst=_PATIENT * 60, per_second=1)
    limits = [getattr(desk.limits, name) for name in desk.limits.__struct_fields__]
    for allowance in (*limits, desk.render_pool.film_limit):
        allowance._clock = desk.tables.now


class _Numbered:
    """Numbers from 1 on in place of secret ones. Mutable: it counts them."""

    def __init__(self) -> None:
        self._given = 0

    def randbits(self, _bits: int) -> int:
        self._given += 1
        return self._given

    def token_hex(self, size: int) -> str:
        return f"{self.randbits(size):0{2 * size}x}"


@contextmanager
def _staged() -> Iterator[None]:
    """Pictures are made of the words of their scenes, and of nothing else; every answer waits for them.

    What is drawn by lot is the same in every run.
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
