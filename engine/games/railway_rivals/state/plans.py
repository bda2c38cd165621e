"""Plans of a company to build track later; they are secrets of its seat. (ruling 18)

Before a plan is built, other seats notice it in one case only: if nothing more can be planned, the seat has no more
decision, as if it had ended its building.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from engine.core import Seat, Secret, secret_for
from engine.games.railway_rivals.state.path_notation import Branches


class Plan(msgspec.Struct, frozen=True):
    """Lines of track to build, and the expected payment of each step to rivals.

    ``full`` is true if nothing more could be planned when the plan was made. Later building does not change it, because
    the change would reveal the track of the plan.
    """

    path: Branches = Branches(())
    foreseen: tuple[int, ...] = ()
    full: bool = False
    only: tuple[str, ...] = ()
    """For each line, the town that must be unreached when the line is built, or "".

    There may be fewer entries than lines; missing entries count as empty.
    """

    def __bool__(self) -> bool:
        return bool(self.path.lines)

    def with_lines(self, path: Branches, foreseen: tuple[int, ...], *, is_full: bool, condition: str = "") -> Plan:
        """The plan with more lines, which are built only while the town ``condition`` is unreached."""
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
        """The town that must be unreached when a line is built; empty without a condition."""
        return self.only[line] if line < len(self.only) else ""


class BuildingSlot(msgspec.Struct, frozen=True):
    """A company's building in one Turn; ``done`` is true after the company has ended its building."""

    seat: Seat
    capital: int
    plan: Secret[Plan]
    done: bool = False


def new_slot(seat: Seat, capital: int) -> BuildingSlot:
    """A slot without a plan."""
    return BuildingSlot(seat, capital, secret_for(seat, Plan()))


def no_limits(seats: Iterable[Seat]) -> Mapping[Seat, Secret[int]]:
    """Return limits of 0 gold, with which plans pay rivals no more than expected."""
    return {seat: secret_for(seat, 0) for seat in seats}
