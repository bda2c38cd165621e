"""The options of a table."""

from collections.abc import Mapping
from typing import Annotated, Literal, Self

import msgspec

from engine.core import Options
from engine.core.game import OptionValue, describe_option

Deck = Literal["balanced", "first"]
"""A version of the deck; the deck of the first release favors the first player."""

_VISIT_ESTIMATES = {
    (16, 2): 21.0,
    (16, 3): 27.0,
    (16, 4): 37.0,
    (20, 2): 25.0,
    (20, 3): 35.0,
    (20, 4): 47.0,
    (26, 2): 35.0,
    (26, 3): 46.0,
    (26, 4): 63.0,
}
"""The number of times that each player visits the table in a whole game, by (sections, players).

``tests.games.days`` measures the numbers.
"""


class RailRoaderOptions(Options, frozen=True):
    """The length of the line, and the cards of the deck."""

    line: Annotated[
        Literal["20", "26", "16"],
        describe_option(
            "Sections per line",
            values={
                "20": OptionValue("20", "About 20 rounds."),
                "26": OptionValue("26 (the full line)", "About 26 rounds."),
                "16": OptionValue("16", "About 16 rounds."),
            },
        ),
    ] = "20"
    deck: Annotated[
        Deck,
        describe_option(
            "Cards of the deck",
            values={
                "balanced": OptionValue(
                    "Balanced", "More water, fewer deputies; all players have about the same chance."
                ),
                "first": OptionValue("Original", "The deck of older games, better for the first player."),
            },
        ),
    ] = "balanced"

    def state_options(self) -> Self:
        """The options as stored in a state, without the deck, which the state has as a field."""
        return msgspec.structs.replace(self, deck=type(self)().deck)

    @classmethod
    def legacy_values(cls) -> Mapping[str, str]:
        """Values for tables and files that have no deck, because they are older than the option: the first deck."""
        return {"deck": "first"}

    def visit_estimate(self, seats: int) -> float | None:
        """Return the number of times that each player visits the table in a whole game."""
        return _VISIT_ESTIMATES.get((int(self.line), seats))

    @classmethod
    def presets(cls) -> Mapping[str, Self]:
        """The presets: one for each length of the line."""
        return {"Base": cls(), "Full line": cls(line="26"), "Short line": cls(line="16")}
