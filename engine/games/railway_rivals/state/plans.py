"""Plans of a company to build later: a secret of its seat. (ruling 18)

Until it is carried out, a plan changes nothing that others see, with one exception: when nothing more can be planned,
the seat is no longer asked, as if it had said that it was done.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from engine.core import Seat, Secret, secret_for
from engine.games.railway_rivals.state.path_notation import Branches


class Plan(msgspec.Struct, frozen=True):
    """Lines to build, and the expected payment of every step in order.

    It is ``full`` if nothing more could be planned when it was made. This does not change with later building:
    otherwise the seats to move would reveal where a plan leads.
    """

    path: Branches = Branches(())
    foreseen: tuple[int, ...] = ()
    full: bool = False
    only: tuple[str, ...] = ()
    """For each line, the town that must be unreached when it is built; empty for none, as for missing lines."""

    def __bool__(self) -> bool:
        return bool(self.path.lines)

    def with_lines(self, path: Branches, foreseen: tuple[int, ...], *, is_full: bool, condition: str = "") -> Plan:
        """The plan with more lines, which are built only while no one is in the town ``condition``."""
        lines, conditions = self.path.lines, self.only
        if condition:
            missing = len(lines) - len(conditions)
            conditions = (*conditions, *[""] * missing, *[condition] * len(path.lines))
        return Plan(Branches(lines + path.lines), self.foreseen + foreseen, is_full, conditions)

    @property
    def conditions(self) -> tuple[str, ...]:
        """The towns that must be unreached for some line of the plan, each once."""
        return tuple(dict.fromkeys(filter(None, self.only)))

    def condition_of_line(self, line: int) -> str:
        """The town that must be unreached when this line is built; may be empty."""
        return self.only[line] if line < len(self.only) else ""


class BuildingSlot(msgspec.Struct, frozen=True):
    """A company's building in one Turn: its remaining capital, its plan until that is built, and whether it is done."""

    seat: Seat
    capital: int
    plan: Secret[Plan]
    done: bool = False


def new_slot(seat: Seat, capital: int) -> BuildingSlot:
    """A company's building in a Turn, without plans."""
    return BuildingSlot(seat, capital, secret_for(seat, Plan()))


def no_limits(seats: Iterable[Seat]) -> Mapping[Seat, Secret[int]]:
    """Limits with which plans pay no more than expected."""
    return {seat: secret_for(seat, 0) for seat in seats}
