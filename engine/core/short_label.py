"""Short labels for buttons, with a second line and the numbers by which choices are sorted."""

import re
from collections.abc import Sequence

import msgspec

MAX_LABEL = 38
"""Maximum characters of a label (Discord docs, components/reference, button design guidelines)."""
MAX_MARKED_LABEL = 34
"""Maximum characters of a label that is shown behind a letter, which marks the choice in a picture."""
MAX_DETAIL = 100
"""Maximum characters of a label's second line (Discord docs, components/reference, select option)."""

SMALL = 52
"""Maximum characters of a line of small text above a question."""


class ShortLabel(msgspec.Struct, frozen=True):
    """A label for a button: first the words that differ from other choices, then the numbers.

    ``detail`` is the second line of an option of a select; if all choices have the same one, it is shown above the
    buttons. ``gains``, ``costs``, and ``chance`` (the probability of the gains) are numbers in the label. A ``quiet``
    choice gains nothing immediately, such as a discard; many quiet choices share one button. ``short`` is a shorter
    label, for a question with a picture or with many buttons.
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
        """The expected gains less the costs."""
        return self.chance * sum(self.gains) - sum(self.costs)


def has_number(text: str, number: float) -> bool:
    """Whether the text contains the number, with or without commas between thousands."""
    return re.search(rf"(?<![0-9]){abs(number):g}(?![0-9])", text.replace(",", "")) is not None


def fit_label(*labels: str, max_length: int = MAX_MARKED_LABEL) -> str:
    """Return the first label that fits, or else the first whole words of the last label."""
    return next((label for label in labels if len(label) <= max_length), None) or _cut_at_word(labels[-1], max_length)


def _cut_at_word(text: str, max_length: int) -> str:
    """Return the first whole words of a text that fit, without an ellipsis.

    If the first word is too long, return its beginning.
    """
    words = text[: max_length + 1].rpartition(" ")[0] if len(text) > max_length else text
    return words.rstrip(" ,;:·") or text[:max_length]


def fit_detail(*parts: str, between: str = ", ") -> str:
    """Join the parts that fit into a second line, in order; omit parts that do not fit."""
    detail = ""
    for part in filter(None, parts):
        longer = f"{detail}{between}{part}" if detail else part
        detail = longer if len(longer) <= MAX_DETAIL else detail
    return detail


def shorten_name(name: str, max_length: int = 12) -> str:
    """Return a player's name shortened for a label: its first word, or the beginning of that word."""
    return name if len(name) <= max_length else (name.split() or [name])[0][:max_length]
