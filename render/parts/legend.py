"""Legends: signs with explanations, side by side on one line."""

from collections.abc import Callable, Iterable, Iterator

import msgspec

from render.parts.typography import BODY
from render.scene import Shape

DrawSign = Callable[[float, float], Shape]
"""A function that draws a sign around a point."""


class LegendEntry(msgspec.Struct, frozen=True):
    """An entry of a legend: a sign and its words."""

    words: str
    sign: DrawSign
    advance: float
    """Distance from this sign to the next one, in px."""
    words_offset: float = 42
    """Distance from the sign's middle to its words, in px."""
    baseline_drop: float = BODY.baseline_shift
    """Distance from the sign's middle down to the words' baseline, in px."""


def draw_entries(x: float, base: float, legend_entries: Iterable[LegendEntry], role: str = "legend") -> Iterator[Shape]:
    """Draw the entries from left to right.

    The first sign is around ``x``, and the words' baseline at ``base``.
    """
    for entry in legend_entries:
        yield entry.sign(x, base - entry.baseline_drop)
        yield BODY.left(x + entry.words_offset, base, entry.words, role)
        x += entry.advance
