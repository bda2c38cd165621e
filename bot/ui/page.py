"""A page: a message that only the user who pressed a button or gave a command can see."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import msgspec
from discord import ui

from bot.markdown import Markdown
from render import Scene


class Page(msgspec.Struct, frozen=True):
    """A private page: text, pictures, and buttons. ``scenes`` makes the pictures and is called off the event loop.

    ``custom_id`` is that of a press that shows the same page; the button for the next picture uses it. ``load_next``
    waits for the page that replaces this one unless a press has replaced it; None for no other page.
    """

    text: Markdown
    scenes: Callable[[], Sequence[Scene]] | None = None
    buttons: Sequence[Sequence[ui.Item[Any]]] = ()
    custom_id: str = ""
    load_next: Callable[[], Awaitable[Page | None]] | None = None
