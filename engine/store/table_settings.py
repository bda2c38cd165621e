"""The settings of a table, such as its time control.

The host chooses them in the lobby; later, they are changed by vote.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Annotated, Literal

import msgspec

from engine.core import Options, read_options, write_options
from engine.core.game import OptionValue, describe_option

HOUR = 3_600.0
DAY = 24 * HOUR


class TimeControl(msgspec.Struct, frozen=True):
    """A time control. All times are in seconds."""

    bank: float
    """Seconds on the clock at the beginning."""
    increment: float
    """Seconds that are added for each answer."""
    cap: float
    """Maximum seconds on the clock."""
    grace: float
    """Seconds between the warning that the clock is at zero and the timeout."""
    about: str


TIME_CONTROLS: Mapping[str, TimeControl] = {
    "live": TimeControl(12 * HOUR, 2 * HOUR, 24 * HOUR, HOUR, "several moves a day: 12 hours, plus 2 hours per move"),
    "daily": TimeControl(2 * DAY, DAY, 3 * DAY, 6 * HOUR, "about a move a day: 2 days, plus 1 day per move"),
    "relaxed": TimeControl(4 * DAY, 2 * DAY, 7 * DAY, 12 * HOUR, "a move every 2 days: 4 days, plus 2 days per move"),
    "weekly": TimeControl(7 * DAY, 4 * DAY, 14 * DAY, DAY, "a move a week: 7 days, plus 4 days per move"),
}

_TIMEOUT_CLAUSES = {
    "computer": "a computer moves",
    "skip": "the player passes if the rules allow it; otherwise a computer moves",
    "open": "the seat opens to other players",
}


class TableSettings(Options, frozen=True, forbid_unknown_fields=True):
    """The settings of a table, in the form of a game's options."""

    clock: Annotated[
        Literal["none", "live", "daily", "relaxed", "weekly"],
        describe_option(
            "Clock",
            "How long players have.",
            {
                "none": OptionValue("None"),
                **{name: OptionValue(name.title(), control.about) for name, control in TIME_CONTROLS.items()},
            },
        ),
    ] = "none"
    late: Annotated[
        Literal["computer", "skip", "open"],
        describe_option(
            "Out of time",
            "What happens after a warning.",
            {
                "computer": OptionValue("A computer moves"),
                "skip": OptionValue("The player passes", "If the rules allow it; otherwise a computer moves."),
                "open": OptionValue("The seat opens", "Another player can take it."),
            },
        ),
    ] = "computer"
    predictions: Annotated[
        bool,
        describe_option("Predictions", "Spectators can predict the winner; the end shows who was right."),
    ] = False
    questions: Annotated[
        Literal["go", "stay"],
        describe_option(
            "Turn posts",
            "What happens to a player’s turn post after the move.",
            {
                "go": OptionValue("Deleted", "So reports follow one another."),
                "stay": OptionValue("Kept", "With the move made."),
            },
        ),
    ] = "go"
    hints: Annotated[
        Literal["casual", "always", "never"],
        describe_option(
            "Hints",
            "Who can press *Hint* to see which move a computer player would make, and why.",
            {
                "casual": OptionValue("Alone with computers", "Such games are never rated."),
                "always": OptionValue("Everyone", "The game isn’t rated."),
                "never": OptionValue("No one"),
            },
        ),
    ] = "casual"
    talk: Annotated[
        Literal["alone", "on", "off"],
        describe_option(
            "Computers’ comments",
            "Whether computer players say a line at turning points.",
            {
                "alone": OptionValue("Alone with one person"),
                "on": OptionValue("On"),
                "off": OptionValue("Off"),
            },
        ),
    ] = "alone"

    @property
    def time_control(self) -> TimeControl | None:
        """The table's time control; None if the table has no clock."""
        return TIME_CONTROLS.get(self.clock)

    @property
    def timeout_clause(self) -> str:
        """The clause that says what happens at a timeout: “after a warning, a computer moves”."""
        return f"after a warning, {_TIMEOUT_CLAUSES[self.late]}"


def read_table_settings(words: Mapping[str, str]) -> TableSettings:
    """Return the settings from stored words by name."""
    return _read_cached(tuple(words.items()))


@lru_cache(1_000)
def _read_cached(words: tuple[tuple[str, str], ...]) -> TableSettings:
    """Read settings from (name, word) pairs.

    The results are cached, because reading takes a quarter of a millisecond, and would be repeated with every move.
    """
    settings = read_options(TableSettings, dict(words))
    assert isinstance(settings, TableSettings)
    return settings


def table_setting_words(settings: TableSettings) -> dict[str, str]:
    """Return the settings as words by name."""
    return write_options(settings)
