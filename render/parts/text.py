"""Styles of words: a face at a size, and the end from which words are placed. It knows no title.

A picture says ``BODY.right(x, y, words, "count")`` where it would say face, size, ink and anchor each time.
"""

from collections.abc import Iterable, Iterator

import msgspec

from render.fonts import width
from render.labels import fitted, shortened
from render.palette import INK
from render.scene import Anchor, Color, Face, Text

_RISE = 0.347
"""Half of a capital's height, as part of the size."""


class Style(msgspec.Struct, frozen=True):
    """A face at a size. Words stand on a baseline at ``y``, their left end, right end or middle at ``x``.

    ``role`` says what the words are; the floor of sizes is tested by it. With ``room`` px they are shrunk, then
    replaced by their ``short`` form, then cut.
    """

    face: Face
    size: float
    ink: Color = INK
    tracking: float = 0

    @property
    def rise(self) -> int:
        """px from the middle of a row down to the baseline of words that stand around it."""
        return round(_RISE * self.size)

    def left(
        self, x: float, y: float, words: str, role: str, ink: Color = "", *, room: float | None = None, short: str = ""
    ) -> Text:
        """The words from ``x`` on."""
        return self.set("left", x, y, words, role, ink, room=room, short=short)

    def right(
        self, x: float, y: float, words: str, role: str, ink: Color = "", *, room: float | None = None, short: str = ""
    ) -> Text:
        """The words up to ``x``."""
        return self.set("right", x, y, words, role, ink, room=room, short=short)

    def middle(
        self, x: float, y: float, words: str, role: str, ink: Color = "", *, room: float | None = None, short: str = ""
    ) -> Text:
        """The words around ``x``."""
        return self.set("middle", x, y, words, role, ink, room=room, short=short)

    def lines(
        self, x: float, y: float, step: float, words: Iterable[str], role: str, ink: Color = ""
    ) -> Iterator[Text]:
        """Lines one under another, ``step`` px apart."""
        for i, line in enumerate(words):
            yield self.left(x, y + step * i, line, role, ink)

    def wide(self, words: str) -> float:
        """px that the words take."""
        return width(words, self.face, self.size, self.tracking)

    def cut(self, words: str, room: float) -> str:
        """The words, or as many of their letters as fit before “…”."""
        return shortened(words, self.face, self.size, room)

    def set(
        self,
        anchor: Anchor,
        x: float,
        y: float,
        words: str,
        role: str,
        ink: Color = "",
        *,
        room: float | None = None,
        short: str = "",
    ) -> Text:
        """The words with any of their ends, or their middle, at ``x``."""
        ink = ink or self.ink
        if room is None:
            return Text(x, y, words, self.face, self.size, ink, anchor, self.tracking, role)
        return fitted(x, y, words, self.face, self.size, ink, room=room, anchor=anchor, short=short, role=role)


BODY = Style("s", 46)
"""What most words are set in."""
SMALL = Style("s", 44)
LARGE = Style("s", 50)
STRONG = Style("sb", 46)
TAG = Style("h", 48)
AMOUNT = Style("h", 56)
DIGIT = Style("hb", 44)
FIGURE = Style("hb", 46)
NAME = Style("hb", 50)
HEADING = Style("hb", 60)
RANK = Style("hb", 64)
TOTAL = Style("hb", 76)
TABLE_BODY = Style("s", 56)
"""What most words of a table are set in that a client shows 550 or 324 px wide."""
TABLE_STRONG = Style("sb", 56)
TABLE_TIGHT = Style("h", 56)
TABLE_FIGURE = Style("hb", 56)
SECTION = Style("h", 52, tracking=2)
"""Titles of sections, in capitals."""
SUM = Style("h", 60, tracking=2)
"""The caption of a table's last row, in capitals."""
