"""A page: a message that only the user who pressed a button or gave a command can see."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import msgspec
from discord import ui

from bot.markdown import Markdown
from render import Scene


class Page(msgspec.Struct, frozen=True):
    """A private page: text, pictures, and buttons. ``scenes`` makes the pictures, outside of the event loop.

    A press with ``custom_id`` shows the page again, or with the next picture. ``load_next`` waits, and returns a page
    that replaces this one, or None. A press before that cancels the replacement.
    """

    text: Markdown
    scenes: Callable[[], Sequence[Scene]] | None = None
    buttons: Sequence[Sequence[ui.Item[Any]]] = ()
    custom_id: str = ""
    load_next: Callable[[], Awaitable[Page | None]] | None = None
