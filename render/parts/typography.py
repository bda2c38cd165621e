"""Text styles: a font at a size.

A picture calls ``BODY.right(x, y, words, "count")`` instead of giving font, size, color, and anchor each time.
"""

from collections.abc import Iterable, Iterator

import msgspec

from render.fonts import text_width
from render.palette import INK
from render.scene import Anchor, Color, Face, Text
from render.text_fitting import fit_text, shorten_to_width

_HALF_CAPITAL = 0.347
"""Half the height of a capital letter, as a share of the font size."""


class TextStyle(msgspec.Struct, frozen=True):
    """A font at a size in px, with methods that return texts.

    A text has its baseline at ``y``, and its left end, right end, or middle at ``x``. ``role`` names the purpose of a
    text, for the test of minimum font sizes. A text wider than ``max_width`` px is shrunk, then replaced by its
    ``short`` form, then cut.
    """

    face: Face
    size: float
    ink: Color = INK
    tracking: float = 0

    @property
    def baseline_shift(self) -> int:
        """The distance in px from the middle of a row down to the baseline of a text in it."""
        return round(_HALF_CAPITAL * self.size)

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
        """Return a text that starts at ``x``."""
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
        """Return a text that ends at ``x``."""
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
        """Return a text centered at ``x``."""
        return self.place_text("middle", x, y, words, role, ink, max_width=max_width, short=short)

    def text_lines(
        self, x: float, y: float, step: float, words: Iterable[str], role: str, ink: Color = ""
    ) -> Iterator[Text]:
        """Yield lines of text one below another, ``step`` px apart."""
        for i, line in enumerate(words):
            yield self.left(x, y + step * i, line, role, ink)

    def width(self, words: str) -> float:
        """Return the width of a text in px."""
        return text_width(words, self.face, self.size, self.tracking)

    def shorten(self, words: str, max_width: float) -> str:
        """Return a text, cut with “…” if it is wider than ``max_width`` px."""
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
        """Return a text with its start, end, or middle (``anchor``) at ``x``."""
        ink = ink or self.ink
        if max_width is None:
            return Text(x, y, words, self.face, self.size, ink, anchor, self.tracking, role)
        return fit_text(
            x, y, words, self.face, self.size, ink, max_width=max_width, anchor=anchor, short=short, role=role
        )


BODY = TextStyle("s", 46)
"""The style of most texts."""
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
"""The style of most texts in tables that Discord shows 550 or 324 px wide."""
TABLE_STRONG = TextStyle("sb", 56)
TABLE_TIGHT = TextStyle("h", 56)
TABLE_FIGURE = TextStyle("hb", 56)
SECTION = TextStyle("h", 52, tracking=2)
"""The style of section titles, which are in capitals."""
SUM = TextStyle("h", 60, tracking=2)
"""The style of the caption of a table's last row, which is in capitals."""
