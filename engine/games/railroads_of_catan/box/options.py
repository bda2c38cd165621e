"""The options that a table may agree on before it starts."""

from typing import Annotated, Literal

from msgspec import Meta

from engine.core import Options


class CatanOptions(Options, frozen=True):
    """The optional event phase, the payment of bids, and how many visits a player has in a turn."""

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
