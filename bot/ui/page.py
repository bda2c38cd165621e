"""A page for one person: text, pictures, buttons. It knows no game."""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from discord import ui

from bot.markdown import Markdown
from render import Scene


class Page(msgspec.Struct, frozen=True):
    """A page for one person. ``scenes`` makes its pictures; it is called off the event loop.

    ``custom_id`` is the ``custom_id`` of a press that shows the same page: by it the next picture is asked for.
    """

    text: Markdown
    scenes: Callable[[], Sequence[Scene]] | None = None
    buttons: Sequence[Sequence[ui.Item[Any]]] = ()
    custom_id: str = ""
