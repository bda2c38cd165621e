"""The options that the players of a table may choose before the game begins."""

from collections.abc import Mapping
from typing import Annotated, Literal, Self

import msgspec

from engine.core import Options
from engine.core.game import OptionValue, describe_option

_VISIT_ESTIMATES = {"one": 30.0, "two": 39.0}
"""Average number of a player's visits to the table in a whole game, by the option ``visits``.

Measured by ``python -m tests.games.days``.
"""


class CatanOptions(Options, frozen=True):
    """Options of a table: events, who pays bids, visits per turn, and the early end."""

    events: Annotated[bool, describe_option("Events", "Reveal one event card each turn: tax, monsoon, holiday…")] = True
    pays: Annotated[
        Literal["everyone", "first"],
        describe_option(
            "Bids for turn order",
            values={
                "everyone": OptionValue("Everyone pays", "Each player pays their bid."),
                "first": OptionValue("The first pays", "Only the first player pays."),
            },
        ),
    ] = "everyone"
    visits: Annotated[
        Literal["two", "one"],
        describe_option(
            "Visits per turn",
            values={
                "two": OptionValue("Two", "All build, then all run trains."),
                "one": OptionValue("One", "Each player builds and runs, with fewer waits."),
            },
        ),
    ] = "two"
    early_end: Annotated[
        Literal["settled", "no-income"],
        describe_option(
            "Early end",
            values={
                "settled": OptionValue("When all is settled", "Once no one can earn and no place can change."),
                "no-income": OptionValue("Without income", "When no one can earn money anymore, as in older games."),
            },
        ),
    ] = "settled"

    def state_options(self) -> Self:
        """Return the options with the default early end; the state stores the early end in another field."""
        return msgspec.structs.replace(self, early_end=type(self)().early_end)

    def visit_estimate(self, seats: int) -> float | None:
        return _VISIT_ESTIMATES[self.visits]

    @classmethod
    def legacy_values(cls) -> Mapping[str, str]:
        """Return the early end of tables that were stored before the option existed."""
        return {"early_end": "no-income"}
