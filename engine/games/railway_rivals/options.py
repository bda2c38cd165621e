"""What a table may agree on before it starts."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from engine.core.game import Options

__all__ = ["RailwayOptions"]


class RailwayOptions(Options, frozen=True):
    """The map, and how a long game is cut into visits."""

    map: Annotated[
        Literal["london-liverpool"],
        Meta(title="Map", description="london-liverpool: all of central England."),
    ] = "london-liverpool"
    rolls: Annotated[
        Literal["one", "three"],
        Meta(
            title="Rolls a round",
            description="one: everybody builds, then the next roll. three: three rolls are planned in one visit.",
        ),
    ] = "one"
    runs: Annotated[
        Literal["two", "one"],
        Meta(
            title="Runs at once",
            description="two: both runs before a building phase are entered in one visit. one: one after the other.",
        ),
    ] = "two"
    entries: Annotated[
        Literal["sealed", "richest-first"],
        Meta(
            title="Entries",
            description="sealed: all routes are revealed together. richest-first: stated in turn, for all to see.",
        ),
    ] = "sealed"
    late_towns: Annotated[
        bool,
        Meta(title="Late towns", description="A town first reached in the operating stage pays 6 gold too."),
    ] = False
    turns: Annotated[
        Literal["20", "30", "45"],
        Meta(title="Most Turns", description="The building stage ends after so many Turns at the latest."),
    ] = "30"
