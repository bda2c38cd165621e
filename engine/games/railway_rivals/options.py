"""What a table may agree on before it starts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, Self

from msgspec import Meta

from engine.core.game import Options
from engine.errors import Refused
from engine.games.railway_rivals.chart import CHARTS

__all__ = ["RailwayOptions"]


class RailwayOptions(Options, frozen=True):
    """The map, and how a long game is cut into visits."""

    map: Annotated[
        Literal["london-liverpool", "tyne-tees"],
        Meta(
            title="Map",
            description="london-liverpool: all of central England. tyne-tees: the north-east, a short game for 2 to 4.",
        ),
    ] = "london-liverpool"
    rolls: Annotated[
        Literal["one", "three"],
        Meta(
            title="Rolls a round",
            description="one: everybody builds, then the next roll. three: three rolls are planned in one visit.",
        ),
    ] = "one"
    runs: Annotated[
        Literal["two", "one", "four", "all"],
        Meta(
            title="Races at once",
            description=(
                "two: as printed, building after every two. one: one after the other. four or all: so many races are "
                "entered in one visit, and the next building is planned in it too."
            ),
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

    @classmethod
    def presets(cls) -> Mapping[str, Self]:
        """The rulebook's game, and one of an evening's length."""
        return {"Base": cls(), "Short": cls(map="tyne-tees", rolls="three", turns="20")}

    def check(self, seats: int) -> None:
        """Raises ``Refused`` when the map is not for so many players."""
        chart = CHARTS[self.map]
        if seats not in chart.players:
            raise Refused(
                f"The map {chart.name} is for {chart.players[0]} to {chart.players[-1]} players and there are {seats}: "
                "choose another map."
            )
