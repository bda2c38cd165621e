"""A page for one person: text, pictures, buttons."""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from discord import ui

from bot.markdown import Markdown
from render import Scene


class Page(msgspec.Struct, frozen=True):
    """A private page. ``scenes`` builds its pictures and is called off the event loop.

    ``custom_id`` is that of a press that shows the same page; the button for the next picture uses it.
    """

    text: Markdown
    scenes: Callable[[], Sequence[Scene]] | None = None
    buttons: Sequence[Sequence[ui.Item[Any]]] = ()
    custom_id: str = ""
