"""Text styles: a face at a size, with alignment.

A picture calls ``BODY.right(x, y, words, "count")`` instead of giving face, size, ink, and anchor each time.
"""

from collections.abc import Iterable, Iterator

import msgspec

from render.fonts import text_width
from render.palette import INK
from render.scene import Anchor, Color, Face, Text
from render.text_fitting import fit_text, shorten_to_width

_RISE = 0.347
"""Half of a capital's height, as part of the size."""


class TextStyle(msgspec.Struct, frozen=True):
    """A face at a size. Words are on a baseline at ``y``, their left end, right end, or middle at ``x``.

    ``role`` is the role of the words, which the test of minimum sizes uses. With ``room`` px they are shrunk, then
    replaced by their ``short`` form, then cut.
    """

    face: Face
    size: float
    ink: Color = INK
    tracking: float = 0

    @property
    def baseline_shift(self) -> int:
        """px from the middle of a row down to the baseline of words centered in it."""
        return round(_RISE * self.size)

    def left(
        self,
        x: float,
        y: float,
        words: str,
        role: str,
        ink: Color = "",
        *,
        max_width: float | None = None,
        short: str = "",
    ) -> Text:
        """The words from ``x`` on."""
        return self.place_text("left", x, y, words, role, ink, max_width=max_width, short=short)

    def right(
        self,
        x: float,
        y: float,
        words: str,
        role: str,
        ink: Color = "",
        *,
        max_width: float | None = None,
        short: str = "",
    ) -> Text:
        """The words up to ``x``."""
        return self.place_text("right", x, y, words, role, ink, max_width=max_width, short=short)

    def middle(
        self,
        x: float,
        y: float,
        words: str,
        role: str,
        ink: Color = "",
        *,
        max_width: float | None = None,
        short: str = "",
    ) -> Text:
        """The words around ``x``."""
        return self.place_text("middle", x, y, words, role, ink, max_width=max_width, short=short)

    def text_lines(
        self, x: float, y: float, step: float, words: Iterable[str], role: str, ink: Color = ""
    ) -> Iterator[Text]:
        """Lines one under another, ``step`` px apart."""
        for i, line in enumerate(words):
            yield self.left(x, y + step * i, line, role, ink)

    def width(self, words: str) -> float:
        """The width of words in px."""
        return text_width(words, self.face, self.size, self.tracking)

    def shorten(self, words: str, max_width: float) -> str:
        """The words, or as many of their letters as fit before “…”."""
        return shorten_to_width(words, self.face, self.size, max_width)

    def place_text(
        self,
        anchor: Anchor,
        x: float,
        y: float,
        words: str,
        role: str,
        ink: Color = "",
        *,
        max_width: float | None = None,
        short: str = "",
    ) -> Text:
        """The words with any of their ends, or their middle, at ``x``."""
        ink = ink or self.ink
        if max_width is None:
            return Text(x, y, words, self.face, self.size, ink, anchor, self.tracking, role)
        return fit_text(
            x, y, words, self.face, self.size, ink, max_width=max_width, anchor=anchor, short=short, role=role
        )


BODY = TextStyle("s", 46)
"""The style of most words."""
SMALL = TextStyle("s", 44)
LARGE = TextStyle("s", 50)
STRONG = TextStyle("sb", 46)
TAG = TextStyle("h", 48)
AMOUNT = TextStyle("h", 56)
DIGIT = TextStyle("hb", 44)
FIGURE = TextStyle("hb", 46)
NAME = TextStyle("hb", 50)
HEADING = TextStyle("hb", 60)
RANK = TextStyle("hb", 64)
TOTAL = TextStyle("hb", 76)
TABLE_BODY = TextStyle("s", 56)
"""The style of most words in tables that a client shows 550 or 324 px wide."""
TABLE_STRONG = TextStyle("sb", 56)
TABLE_TIGHT = TextStyle("h", 56)
TABLE_FIGURE = TextStyle("hb", 56)
SECTION = TextStyle("h", 52, tracking=2)
"""Titles of sections, in capitals."""
SUM = TextStyle("h", 60, tracking=2)
"""The caption of a table's last row, in capitals."""
