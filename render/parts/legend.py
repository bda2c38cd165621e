"""Legends: each sign with its words next to it, side by side on one line."""

from collections.abc import Callable, Iterable, Iterator

import msgspec

from render.parts.typography import BODY
from render.scene import Shape

DrawSign = Callable[[float, float], Shape]
"""Draws a sign around a point."""


class LegendEntry(msgspec.Struct, frozen=True):
    """A sign and its words."""

    words: str
    sign: DrawSign
    advance: float
    """px to the next sign."""
    words_offset: float = 42
    """px from the sign's middle to its words."""
    baseline_drop: float = BODY.baseline_shift
    """px from the words' baseline up to the sign's middle."""


def draw_entries(x: float, base: float, legend_entries: Iterable[LegendEntry], role: str = "legend") -> Iterator[Shape]:
    """The entries from left to right, the first sign around ``x``, the words on a baseline at ``base``."""
    for entry in legend_entries:
        yield entry.sign(x, base - entry.baseline_drop)
        yield BODY.left(x + entry.words_offset, base, entry.words, role)
        x += entry.advance
