"""The options that a table may agree on before it starts."""

from collections.abc import Mapping
from typing import Annotated, Literal, Self

import msgspec

from engine.core import Options
from engine.core.game import OptionValue, describe_option

_VISIT_ESTIMATES = {"one": 30.0, "two": 39.0}
"""Visits of each player in a whole game, by ``visits``. (``python -m tests.games.days``)"""


class CatanOptions(Options, frozen=True):
    """The event phase, the payment of bids, the visits of a player in a turn, and the early end."""

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
        """The options as stored in a state; the state itself stores the rule for the early end."""
        return msgspec.structs.replace(self, early_end=type(self)().early_end)

    def visit_estimate(self, seats: int) -> float | None:
        return _VISIT_ESTIMATES[self.visits]

    @classmethod
    def legacy_values(cls) -> Mapping[str, str]:
        """The early end of tables that were stored before the option existed."""
        return {"early_end": "no-income"}
