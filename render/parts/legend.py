"""The meaning of signs: each sign with its words beside it, side by side on one line. It knows no title."""

from collections.abc import Callable, Iterable, Iterator

import msgspec

from render.parts.text import BODY
from render.scene import Shape

Draw = Callable[[float, float], Shape]
"""Draws a sign around a point."""


class Entry(msgspec.Struct, frozen=True):
    """A sign and its words."""

    words: str
    sign: Draw
    wide: float
    """px to the next sign."""
    beside: float = 42
    """px from the sign's middle to its words."""
    up: float = BODY.rise
    """px from the words' baseline up to the sign's middle."""


def entries(x: float, base: float, shown: Iterable[Entry], role: str = "legend") -> Iterator[Shape]:
    """The entries from left to right, the first sign around ``x``, the words on a baseline at ``base``."""
    for entry in shown:
        yield entry.sign(x, base - entry.up)
        yield BODY.left(x + entry.beside, base, entry.words, role)
        x += entry.wide
