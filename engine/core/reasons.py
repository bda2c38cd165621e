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
    """Until the end of the round."""
    SOON = "soon"
    """Until the end of the third round after this one."""
    END = "end"
    """Until the end of the rollout."""


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
    """The words for a difference: more or less for the player, or for a rival.

    Empty forms are not used. ``{n}`` is the amount, ``{s}`` its plural ending, ``{item}`` the item, ``{who}`` and
    ``{whose}`` a rival, ``{when}`` the horizon, ``{share}`` the shares of rollouts in which it happens.
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
    """A noun for the price that the player pays for the points, such as “the higher bid”.

    An explanation states the cost and the gain in one sentence. Empty: the points have no price.
    """
    has_later_costs: bool = False
    """Whether the player may pay more for the same thing after the move."""
    is_result: bool = False
    """Whether the difference is only in the result; it is reported if no cause is found."""
    is_rare: bool = False
    """Whether the difference is reported even if it occurs in few rollouts."""
    is_cause: bool = False
    """Whether the difference brings nothing itself, but explains other differences; ``weight`` is its rank."""
    always: tuple[str, str] = ("", "")
    """(player's form, rival's form) for a fact that always follows the better move and never the other one."""
    never: tuple[str, str] = ("", "")
    """(player's form, rival's form) for a fact that never follows the better move and always the other one."""


class Reasons(msgspec.Struct, frozen=True, kw_only=True):
    """A game's data for explanations."""

    phrases: Mapping[str, Phrase]
    """The phrases by category; for assets, by category and “held” (more of them) or “rose” (a higher worth)."""
    score_entries: Callable[[Event], Iterable[ScoreEntry]] = lambda event: ()
    assets: Callable[[Any, Seat], Iterable[Asset]] = lambda state, seat: ()
    horizon_words: Mapping[Horizon, str] = msgspec.field(default_factory=lambda: _HORIZON_WORDS)
    amount_text: Callable[[float], str] = lambda amount: f"{amount:.0f}"
    unit: float = 1.0
    """Estimated amounts are rounded to a multiple of this unit."""
    unfinished_note: str = ""
    """A note after the gain for a price, used if rollouts stop before the end of the game."""
