"""The options of a table, and the estimated days of a game."""

from collections.abc import Mapping
from typing import Annotated, Literal, Self

from engine.core import Options, join_words
from engine.core.game import OptionValue, describe_option
from engine.errors import Refused
from engine.games.railway_rivals.game_data.hex_map import HEX_MAPS

_BUILDING_DAYS = {
    ("london-liverpool", "one"): 25.6,
    ("london-liverpool", "three"): 13.4,
    ("tyne-tees", "one"): 16.0,
    ("tyne-tees", "three"): 9.4,
}
"""Days of the building stage, by map and rolls, if everyone visits once a day.

They are means of games of computer players, with 4 seats on the large map and 3 on the small one. ``python -m
tests.games.railway_rivals.days`` prints them.
"""

_PLAYERS_OF_ESTIMATES = {"london-liverpool": 4, "tyne-tees": 3}
"""The number of players in the simulated games that gave the estimated days, by map."""

_OPERATING_DAYS: Mapping[str, Mapping[str, float]] = {
    "london-liverpool": {"one": 30.8, "two": 21.6, "four": 8.2, "all": 3.4},
    "tyne-tees": {"one": 15.8, "two": 10.4, "four": 3.4, "all": 2.6},
}
"""Days of the operating stage, by map and races per visit, if everyone visits once a day.

``python -m tests.games.railway_rivals.days`` prints them.
"""


class RailwayOptions(Options, frozen=True):
    """The map, the amount of play in each visit, and variants of the rules."""

    map: Annotated[
        Literal["london-liverpool", "tyne-tees"],
        describe_option(
            "Map",
            values={
                "london-liverpool": OptionValue("London & Liverpool", "All of central England."),
                "tyne-tees": OptionValue("Tyne & Tees", "The Northeast, a short game for 2 to 4 players."),
            },
        ),
    ] = "london-liverpool"
    rolls: Annotated[
        Literal["one", "three"],
        describe_option(
            "Rolls per round",
            values={
                "one": OptionValue("One", "Everyone builds, then the die is rolled again."),
                "three": OptionValue("Three", "Plan for three rolls in one visit."),
            },
        ),
    ] = "one"
    runs: Annotated[
        Literal["two", "one", "four", "all"],
        describe_option(
            "Races per visit",
            values={
                "two": OptionValue("Two", "As in the rulebook: build after every 2 races."),
                "one": OptionValue("One", "Run each race before you enter the next."),
                "four": OptionValue("Four", "Enter four races in one visit, and plan the next building in it too."),
                "all": OptionValue("All", "Enter all races in one visit."),
            },
        ),
    ] = "two"
    entries: Annotated[
        Literal["sealed", "richest-first"],
        describe_option(
            "Entries",
            values={
                "sealed": OptionValue("Sealed", "All routes are revealed together."),
                "richest-first": OptionValue(
                    "Richest first", "The richest announces all routes first, then the others in order."
                ),
            },
        ),
    ] = "sealed"
    late_towns: Annotated[
        bool,
        describe_option("Late towns", "A town first reached in the operating stage also pays 6 gold."),
    ] = False
    turns: Annotated[
        Literal["20", "30", "45"],
        describe_option("Turn limit", "The building stage ends after this many turns at the latest."),
    ] = "30"

    @classmethod
    def new_table_options(cls) -> Self:
        """The options of the short game, because the long one takes many weeks by post."""
        return cls.presets()["Short"]

    def visit_estimate(self, seats: int) -> float | None:
        """The days of both stages if everyone visits once a day."""
        return _BUILDING_DAYS[self.map, self.rolls] + _OPERATING_DAYS[self.map][self.runs]

    @classmethod
    def presets(cls) -> Mapping[str, Self]:
        """The options of the rulebook's game, and of a short game."""
        return {"Base": cls(), "Short": cls(map="tyne-tees", rolls="three", turns="20")}

    def setup_note(self, seats: int) -> str:
        """A sentence about the days of a game for each number of races per visit."""
        building = _BUILDING_DAYS[self.map, self.rolls]
        days = {runs: round(building + operating) for runs, operating in _OPERATING_DAYS[self.map].items()}
        others = join_words([f"{days[runs]} with {runs}" for runs in ("two", "four", "all")])
        one = f"{days['one']} days with one race per visit"
        players = _PLAYERS_OF_ESTIMATES[self.map]
        return f"If everyone visits once a day, a game of {players} players takes about {one}. It takes {others}."

    def check_seats(self, seats: int) -> None:
        """Raise ``Refused`` if the map does not allow this number of players."""
        hex_map = HEX_MAPS[self.map]
        if seats not in hex_map.players:
            raise Refused(
                f"{hex_map.name} is for {hex_map.players[0]} to {hex_map.players[-1]} players, and there are {seats}. "
                "Choose another map."
            )
