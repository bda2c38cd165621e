"""Short labels: a choice as its button shows it, with a second line and the numbers that order it."""

import re
from collections.abc import Sequence

import msgspec

MAX_LABEL = 38
"""Characters of a label. (Discord docs, components/reference, button design guidelines)"""
MAX_MARKED_LABEL = 34
"""Characters that leave room for the letter that marks a choice in a picture."""
MAX_DETAIL = 100
"""Characters of a second line. (Discord docs, components/reference, select option)"""

SMALL = 52
"""Characters of one small line above a question."""


class ShortLabel(msgspec.Struct, frozen=True):
    """A choice in short: first what distinguishes it, then its numbers.

    ``detail`` is the second line of a select's option, and is above all buttons if it is the same for all. ``gains``,
    ``costs``, and ``chance`` (that of the gains) are numbers in the label. A ``quiet`` choice gains nothing
    immediately, such as a discard; many of them share one button. ``short`` is the label if a picture shows the rest,
    or to fit more buttons.
    """

    label: str
    detail: str = ""
    gains: Sequence[float] = ()
    costs: Sequence[float] = ()
    chance: float = 1
    quiet: bool = False
    short: str = ""

    @property
    def worth(self) -> float:
        """The gains that the label names, less its costs."""
        return self.chance * sum(self.gains) - sum(self.costs)


def has_number(text: str, figure: float) -> bool:
    """Whether the text contains the number, with or without commas for thousands."""
    return re.search(rf"(?<![0-9]){abs(figure):g}(?![0-9])", text.replace(",", "")) is not None


def fit_label(*labels: str, max_length: int = MAX_MARKED_LABEL) -> str:
    """The first label that fits; if none does, the beginning of the last one, in whole words."""
    return next((label for label in labels if len(label) <= max_length), None) or _cut_at_word(labels[-1], max_length)


def _cut_at_word(text: str, room: int) -> str:
    """The whole words of the text that fit, without an ellipsis; if the first word is too long, its beginning."""
    words = text[: room + 1].rpartition(" ")[0] if len(text) > room else text
    return words.rstrip(" ,;:·") or text[:room]


def fit_detail(*parts: str, between: str = ", ") -> str:
    """The parts that fit a second line, in order; others are omitted."""
    detail = ""
    for part in filter(None, parts):
        longer = f"{detail}{between}{part}" if detail else part
        detail = longer if len(longer) <= MAX_DETAIL else detail
    return detail


def shorten_name(name: str, max_length: int = 12) -> str:
    """A player's name shortened for a label: its first word, or the beginning of that."""
    return name if len(name) <= max_length else (name.split() or [name])[0][:max_length]
