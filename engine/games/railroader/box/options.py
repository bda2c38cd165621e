"""The options that a table may agree on before it starts."""

from collections.abc import Mapping
from typing import Annotated, Literal, Self

import msgspec
from msgspec import Meta

from engine.core import Options

Deck = Literal["balanced", "first"]
"""The cards a table plays with; those of the first release were worse for everyone but the first player."""


class RailRoaderOptions(Options, frozen=True):
    """The length of the line, and the cards of the deck."""

    line: Annotated[
        Literal["20", "26", "16"],
        Meta(
            title="Sections per line",
            description="20: about 20 rounds. 26 (the full line): about 26 rounds. 16: about 16 rounds.",
        ),
    ] = "20"
    deck: Annotated[
        Deck,
        Meta(
            title="Cards of the deck",
            description=(
                "balanced: more water, fewer deputies; all players have about the same chance. "
                "first: as in games started before this option."
            ),
        ),
    ] = "balanced"

    def on_table(self) -> Self:
        """The options as a state has them: which cards are played is said by the state itself, and there alone."""
        return msgspec.structs.replace(self, deck=type(self)().deck)

    @classmethod
    def before(cls) -> Mapping[str, str]:
        """Stored tables that do not name a deck were dealt the first one."""
        return {"deck": "first"}

    @classmethod
    def presets(cls) -> Mapping[str, Self]:
        """One for each length."""
        return {"Base": cls(), "Full line": cls(line="26"), "Short line": cls(line="16")}
