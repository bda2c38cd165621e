"""Data from which the coach explains why one move is better than another.

A game assigns its events to seats and categories (``score_entries``), lists what a seat owns with its worth
(``assets``), and gives the words for differences in each category (``phrases``).
"""

from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from typing import Any

import msgspec

from engine.core.event import Event
from engine.core.seats import Seat


class Horizon(StrEnum):
    """The period after a move in which a statistic is counted.

    Each horizon includes those before it.
    """

    MOVE = "move"
    ROUND = "round"
    """The period until the end of the round."""
    SOON = "soon"
    """The period until the end of the third round after the move's round."""
    END = "end"
    """The period until the end of the rollout."""


_HORIZON_WORDS: Mapping[Horizon, str] = {
    Horizon.MOVE: " immediately",
    Horizon.ROUND: " this turn",
    Horizon.SOON: " in the next turns",
    Horizon.END: "",
}
"""The default words for the horizons, each after a space."""


class ScoreEntry(msgspec.Struct, frozen=True):
    """An amount that an event gives a seat; ``item`` is its subject, such as a railroad."""

    seat: Seat
    category: str
    amount: float
    item: str = ""


class Asset(msgspec.Struct, frozen=True):
    """Things of one kind that a seat owns: their number, and the worth of each one."""

    category: str
    number: float
    worth: float
    item: str = ""


class Phrase(msgspec.Struct, frozen=True):
    """The words for a difference, in four forms: more or less for the player, more or less for a rival.

    A difference whose form is empty is not reported. In a form, ``{n}`` is the amount, ``{s}`` the plural ending,
    ``{item}`` the item, ``{who}`` and ``{whose}`` a rival, ``{when}`` the horizon, and ``{share}`` the shares of
    rollouts in which the statistic is not 0.
    """

    more: str = ""
    less: str = ""
    rival_more: str = ""
    rival_less: str = ""
    weight: float = 1.0
    """The worth of one unit in the game's points; negative for drawbacks."""
    least: float = 1.0
    """The smallest difference that is reported."""
    horizons: tuple[Horizon, ...] = (Horizon.MOVE, Horizon.END)
    price: str = ""
    """A noun phrase for the player's higher expense in this category, such as “the higher bid”.

    An explanation then states the cost and the gain in one sentence. Empty: no explanation by price is given.
    """
    has_later_costs: bool = False
    """Whether the player may pay more for the same purpose after the move."""
    is_result: bool = False
    """Whether the difference is only in a result, such as the score.

    It is reported only without other reasons, and at the end of the game only beside a drawback or a cause.
    """
    is_rare: bool = False
    """Whether the difference is reported even if it occurs in few rollouts."""
    is_cause: bool = False
    """Whether the difference brings nothing itself, but explains other differences; ``weight`` is its rank."""
    always: tuple[str, str] = ("", "")
    """(player's form, rival's form) for a fact that is always true after the better move, but never after the other."""
    never: tuple[str, str] = ("", "")
    """(player's form, rival's form) for a fact that is never true after the better move, but always after the other."""


class Reasons(msgspec.Struct, frozen=True, kw_only=True):
    """A game's data for explanations."""

    phrases: Mapping[str, Phrase]
    """The phrases by category.

    For assets, the key is the category and “held” (more of them) or “rose” (a higher worth).
    """
    score_entries: Callable[[Event], Iterable[ScoreEntry]] = lambda event: ()
    assets: Callable[[Any, Seat], Iterable[Asset]] = lambda state, seat: ()
    horizon_words: Mapping[Horizon, str] = msgspec.field(default_factory=lambda: _HORIZON_WORDS)
    amount_text: Callable[[float], str] = lambda amount: f"{amount:.0f}"
    unit: float = 1.0
    """The unit to a multiple of which estimated amounts are rounded."""
    unfinished_note: str = ""
    """A note that follows the gain for a price if rollouts stop before the end of the game."""
