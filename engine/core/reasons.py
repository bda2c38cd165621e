"""Data from which the coach explains why one move is better than another.

A game assigns its events to seats and categories (``score_entries``), values what a seat owns (``assets``), and words
differences of each category (``phrases``).
"""

from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from typing import Any

import msgspec

from engine.core.event import Event
from engine.core.seats import Seat


class Horizon(StrEnum):
    """The period after a move in which a statistic is counted; each horizon includes those before it."""

    MOVE = "move"
    ROUND = "round"
    """To the end of the round."""
    SOON = "soon"
    """Three rounds on."""
    END = "end"
    """To where the imagined game stops."""


_HORIZON_WORDS: Mapping[Horizon, str] = {
    Horizon.MOVE: " immediately",
    Horizon.ROUND: " this turn",
    Horizon.SOON: " in the next turns",
    Horizon.END: "",
}
"""The words for the horizons, each after a space, where a game has no others."""


class ScoreEntry(msgspec.Struct, frozen=True):
    """An amount that an event gives a seat; ``item`` is its subject, such as a railroad."""

    seat: Seat
    category: str
    amount: float
    item: str = ""


class Asset(msgspec.Struct, frozen=True):
    """Things of one kind that a seat owns: their number, and the worth of each."""

    category: str
    number: float
    worth: float
    item: str = ""


class Phrase(msgspec.Struct, frozen=True):
    """The words for a difference: more or less for the player, and for a rival. An empty form is never used.

    ``{n}`` is the amount, ``{s}`` its plural ending, ``{item}`` the item, ``{who}`` and ``{whose}`` a rival, ``{when}``
    the horizon, ``{share}`` the shares of games in which it happens.
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
    """The price for the category's points, such as “the higher bid”. It is reported together with their gain."""
    has_later_costs: bool = False
    """Whether more may be paid for the same thing after the move."""
    is_result: bool = False
    """Whether it only repeats who does better; used if no cause is found."""
    is_rare: bool = False
    """Whether it is reported even if it happens in few games."""
    always: tuple[str, str] = ("", "")
    """The forms, for the player and for a rival, if it always follows the better move and never the other."""
    never: tuple[str, str] = ("", "")


class Reasons(msgspec.Struct, frozen=True, kw_only=True):
    """A game's data for explanations."""

    phrases: Mapping[str, Phrase]
    """Phrases by category; of assets by category and “held” or “rose”: more of them, or a higher worth."""
    score_entries: Callable[[Event], Iterable[ScoreEntry]] = lambda event: ()
    assets: Callable[[Any, Seat], Iterable[Asset]] = lambda state, seat: ()
    horizon_words: Mapping[Horizon, str] = msgspec.field(default_factory=lambda: _HORIZON_WORDS)
    amount_text: Callable[[float], str] = lambda amount: f"{amount:.0f}"
    unit: float = 1.0
    """Amounts that are estimates are rounded to a multiple of it."""
    unfinished_note: str = ""
    """Follows the return of a price if rollouts are not finished."""
