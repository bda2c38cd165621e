"""How words are set: face, size and ink, said once for words that are measured, cut and drawn. It knows no title."""

from __future__ import annotations

import msgspec

from render.fonts import width
from render.labels import fitted, shortened
from render.palette import INK
from render.scene import Anchor, Color, Face, Text

BASELINE = 0.35
"""From the middle of a line of capitals down to its baseline, in its size."""


class Lettering(msgspec.Struct, frozen=True):
    """Words of one kind; ``role`` names what they are."""

    role: str
    face: Face = "s"
    size: float = 46
    ink: Color = INK
    anchor: Anchor = "left"

    def at(self, x: float, y: float, words: str, ink: Color = "") -> Text:
        """The words on a baseline at ``y``."""
        return Text(x, y, words, self.face, self.size, ink or self.ink, self.anchor, role=self.role)

    def around(self, x: float, y: float, words: str, ink: Color = "") -> Text:
        """The words with their middle at a point."""
        base = y + BASELINE * self.size
        return Text(x, base, words, self.face, self.size, ink or self.ink, "middle", role=self.role)

    def within(self, x: float, y: float, words: str, room: float, ink: Color = "", short: str = "") -> Text:
        """The words at most ``room`` px wide: shrunk a little, then their short form, then cut."""
        ink = ink or self.ink
        return fitted(
            x, y, words, self.face, self.size, ink, room=room, anchor=self.anchor, short=short, role=self.role
        )

    def cut(self, words: str, room: float) -> str:
        """As many letters as fit."""
        return shortened(words, self.face, self.size, room)

    def wide(self, words: str) -> float:
        """How many px the words take."""
        return width(words, self.face, self.size)
