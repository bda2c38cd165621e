"""The options that a table may agree on before it starts."""

from collections.abc import Mapping
from typing import Annotated, Literal, Self

import msgspec
from msgspec import Meta

from engine.core import Options


class CatanOptions(Options, frozen=True):
    """The event phase, the payment of bids, the visits of a player in a turn, and the early end."""

    events: Annotated[
        bool, Meta(title="Events", description="Reveal one event card each turn: tax, monsoon, holiday…")
    ] = True
    pays: Annotated[
        Literal["everyone", "first"],
        Meta(
            title="Bids for turn order",
            description="everyone: each player pays their bid. first: only the first player pays.",
        ),
    ] = "everyone"
    visits: Annotated[
        Literal["two", "one"],
        Meta(
            title="Visits per turn",
            description="two: all build, then all run trains. one: each player builds and runs, with fewer waits.",
        ),
    ] = "two"
    early_end: Annotated[
        Literal["settled", "no-income"],
        Meta(
            title="Early end",
            description=(
                "settled: once no one can earn and no place can change. "
                "no-income: once no one can earn, as in games started before this option."
            ),
        ),
    ] = "settled"

    def on_table(self) -> Self:
        """The options as a state has them: the state itself says how the game ends early, and nothing else does."""
        return msgspec.structs.replace(self, early_end=type(self)().early_end)

    @classmethod
    def before(cls) -> Mapping[str, str]:
        """Stored tables that do not name the early end began when it needed no more than that no one can earn."""
        return {"early_end": "no-income"}
