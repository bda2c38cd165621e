"""The phases with decisions, as values; their rules are in ``phases``."""

from collections.abc import Mapping
from typing import Any, Self

import msgspec

from engine.core import RuledPhase, Seat, Secret
from engine.games.railway_rivals.state.deals import Desk, seal_desk
from engine.games.railway_rivals.state.plans import BuildingSlot
from engine.games.railway_rivals.state.runs import Run


class Starting(RuledPhase[Any], frozen=True):
    """The choice of start towns, from the drawn seat to the left; a last remaining town is assigned.

    ``done`` is the number of seats that have chosen. (R Setting Up, 4; rulings 11, 12)
    """

    heading = "Setting Up"

    done: int = 0


class Building(RuledPhase[Any], frozen=True):
    """Companies build in the order of ``slots``; the one ``at`` builds, and all others plan at the same time.

    A plan is built when it is its slot's turn. ``unreached`` is the number of unreached towns at the start of the Turn.
    ``laid`` is the amount of track at the start of a building phase: one without new track needs no pictures. (R A
    Player's Turn; R Rules of Building; rulings 16 to 28)
    """

    heading = "Building"

    slots: tuple[BuildingSlot, ...]
    at: int = 0
    unreached: int = 0
    laid: int = -1
    later: bool = False
    """Whether it waits until runs have been entered and run, and is planned meanwhile. (ruling 104)"""

    def slots_with_plans(self, seat: Seat) -> tuple[int, ...]:
        """The seat's future slots with plans; secret."""
        to_come = list(enumerate(self.slots))[self.at :]
        return tuple(index for index, slot in to_come if slot.seat == seat and slot.plan.open())

    def with_slot(self, index: int, slot: BuildingSlot) -> Self:
        """The phase with one slot replaced."""
        before, after = self.slots[:index], self.slots[index + 1 :]
        return msgspec.structs.replace(self, slots=(*before, slot, *after))


class Voting(RuledPhase[Any], frozen=True):
    """Everyone votes on ending the building stage with several towns left; it needs more than half.

    It is over as soon as the result is certain; without a majority the turns without a new town are counted again.
    (ruling 56)
    """

    votes: Mapping[Seat, bool] = {}


class Entering(RuledPhase[Any], frozen=True):
    """All seats decide about all open runs at the same time, in secret until all have decided.

    ``asked`` are the runs that each seat still has to decide about, which is public; its answers are on its desk. If
    many sealed runs are open, everyone may be offered a deal until all have decided, so ``asked`` has all runs for
    every seat. With open entries, the richest decides first, then the next on the left. (R Runs; rulings 67, 68, 69,
    79, 104)
    """

    runs: tuple[Run, ...]
    desks: Mapping[Seat, Secret[Desk]]
    asked: Mapping[Seat, tuple[int, ...]]

    @classmethod
    def from_desks(
        cls, runs: tuple[Run, ...], desks: Mapping[Seat, Desk], *, is_open: bool, has_many_runs: bool
    ) -> Self:
        """The phase with these desks; ``is_open``: they are public; ``has_many_runs``: many runs are open at once."""
        viewers = {seat: tuple(desks) if is_open else (seat,) for seat in desks}
        secrets = {seat: seal_desk(desk, *viewers[seat]) for seat, desk in desks.items()}
        asked = {seat: desk.runs_to_answer(seat) for seat, desk in desks.items()}
        if has_many_runs:
            all_runs = tuple(range(len(runs)))
            hidden = any(asked.values()) and not is_open
            asked = {seat: all_runs if hidden or runs_asked else () for seat, runs_asked in asked.items()}
        return cls(runs, secrets, asked)

    def runs_asked_of(self, seat: Seat) -> tuple[int, ...]:
        """The runs that the seat is asked about, as far as the viewer can tell."""
        desk = self.desks[seat].value
        return self.asked[seat] if desk is None else desk.runs_to_answer(seat)
