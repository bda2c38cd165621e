"""The data from which the coach explains why one move is better than another.

A game books its events to seats and categories (``score_entries``), says what a seat owns next to its points
(``assets``), and how a difference of each category is put into words (``phrases``).
"""

from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from typing import Any

import msgspec

from engine.core.event import Event
from engine.core.seats import Seat


class Horizon(StrEnum):
    """The time after a move up to which a figure is counted: each includes those before it."""

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
    """An amount that an event brings to a seat: ``item`` is what it is about, such as a railroad."""

    seat: Seat
    category: str
    amount: float
    item: str = ""


class Asset(msgspec.Struct, frozen=True):
    """Things of one kind that a seat owns, their number, and the worth of each."""

    category: str
    number: float
    worth: float
    item: str = ""


class Phrase(msgspec.Struct, frozen=True):
    """The words for a difference: more or less for the player, and for a rival. An empty form is never said.

    ``{n}`` is the amount, ``{s}`` the ending of its noun unless it is 1, ``{item}`` the item, ``{who}`` and ``{whose}``
    a rival, ``{when}`` the horizon, ``{share}`` the shares of games in which it happens.
    """

    more: str = ""
    less: str = ""
    rival_more: str = ""
    rival_less: str = ""
    weight: float = 1.0
    """The worth of one unit in the game's points; below 0 for what is bad to have."""
    least: float = 1.0
    """The smallest difference that is said."""
    horizons: tuple[Horizon, ...] = (Horizon.MOVE, Horizon.END)
    price: str = ""
    """What the category pays for, such as “the higher bid”: what that brings is said with it."""
    has_later_costs: bool = False
    """Whether more may be paid for the same thing after the move."""
    is_result: bool = False
    """Whether it only repeats who does better: it is said where no cause is found."""
    is_rare: bool = False
    """Whether it is said although it happens in few games."""
    always: tuple[str, str] = ("", "")
    """The forms, for the player and for a rival, of what always follows the better move and never the other one."""
    never: tuple[str, str] = ("", "")


class Reasons(msgspec.Struct, frozen=True, kw_only=True):
    """A game's part in explanations."""

    phrases: Mapping[str, Phrase]
    """By category; of assets by the category and “held” or “rose”: more of them, or of a higher worth."""
    score_entries: Callable[[Event], Iterable[ScoreEntry]] = lambda event: ()
    assets: Callable[[Any, Seat], Iterable[Asset]] = lambda state, seat: ()
    horizon_words: Mapping[Horizon, str] = msgspec.field(default_factory=lambda: _HORIZON_WORDS)
    amount_text: Callable[[float], str] = lambda amount: f"{amount:.0f}"
    unit: float = 1.0
    """Amounts that are estimates are rounded to a multiple of it."""
    unfinished_note: str = ""
    """Said after the return of a price where imagined games are not finished."""
