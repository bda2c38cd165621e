"""What a table may agree on before it starts."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from engine.core.game import Options


class CatanOptions(Options, frozen=True):
    """The optional phase, and how much is asked at once."""

    events: Annotated[
        bool, Meta(title="Events", description="One event card is turned up in each turn: tax, monsoon, holiday…")
    ] = True
    pays: Annotated[
        Literal["everyone", "first"],
        Meta(title="Who pays a start bid", description="everyone: each their own bid. first: only who goes first."),
    ] = "everyone"
    visits: Annotated[
        Literal["two", "one"],
        Meta(
            title="Visits a turn",
            description="two: all build, then all run. one: each builds and runs at once, with fewer waits.",
        ),
    ] = "two"
