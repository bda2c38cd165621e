"""Plans of a company to build before its time has come: a secret of its seat. (ruling 18)

Until its time comes a plan changes nothing that others see, except for one thing: when nothing more can be planned, the
seat is asked no more, just as if it had said that it was done.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from engine.core import Seat, Secret, secret_for
from engine.games.railway_rivals.state.path_notation import Branches


class Plan(msgspec.Struct, frozen=True):
    """Lines to build, and for every step in their order what it was foreseen to pay.

    It is ``full`` if nothing could be planned next to it when it was made. That stands, whatever others build: were it
    seen again on every board, who is asked would show where a plan leads.
    """

    path: Branches = Branches(())
    foreseen: tuple[int, ...] = ()
    full: bool = False
    only: tuple[str, ...] = ()
    """Of each line the town in which no one may be before it is built; empty for none, as for lines not in it."""

    def __bool__(self) -> bool:
        return bool(self.path.lines)

    def with_lines(self, path: Branches, foreseen: tuple[int, ...], *, is_full: bool, condition: str = "") -> Plan:
        """The plan with some more lines, which are built only while no one is in the town ``condition``."""
        lines, conditions = self.path.lines, self.only
        if condition:
            missing = len(lines) - len(conditions)
            conditions = (*conditions, *[""] * missing, *[condition] * len(path.lines))
        return Plan(Branches(lines + path.lines), self.foreseen + foreseen, is_full, conditions)

    @property
    def conditions(self) -> tuple[str, ...]:
        """The towns in which no one may be before a line of the plan is built, each once."""
        return tuple(dict.fromkeys(filter(None, self.only)))

    def condition_of_line(self, line: int) -> str:
        """The town in which no one may be before this line is built; empty if it is built in any case."""
        return self.only[line] if line < len(self.only) else ""


class BuildingSlot(msgspec.Struct, frozen=True):
    """A company's building in one Turn: what it may still spend, its plan until that was built, and its Done."""

    seat: Seat
    capital: int
    plan: Secret[Plan]
    done: bool = False


def new_slot(seat: Seat, capital: int) -> BuildingSlot:
    """A company's building in a Turn of which nothing is planned."""
    return BuildingSlot(seat, capital, secret_for(seat, Plan()))


def no_limits(seats: Iterable[Seat]) -> Mapping[Seat, Secret[int]]:
    """Plan pay what was foreseen and no more."""
    return {seat: secret_for(seat, 0) for seat in seats}
