"""The phases in which seats are asked, as values that remember; how they are played stands in ``phases``."""

from collections.abc import Mapping
from typing import Any, Self

import msgspec

from engine.core import RuledPhase, Seat, Secret
from engine.games.railway_rivals.state.deals import Desk, seal_desk
from engine.games.railway_rivals.state.plans import BuildingSlot
from engine.games.railway_rivals.state.runs import Run


class Starting(RuledPhase[Any], frozen=True):
    """The choice of start towns, from the one who was drawn to the left; a last town left is not asked for.

    ``done`` seats have chosen. (R Setting Up, 4; rulings 11, 12)
    """

    heading = "Setting Up"

    done: int = 0


class Building(RuledPhase[Any], frozen=True):
    """Companies build in the order of ``slots``; the one ``at`` builds, and all others plan at the same time.

    A plan is built when its slot comes up. ``unreached`` towns were left when the Turn began.
    ``laid`` is how much track there was when a building phase began: one in which none is laid is worth no pictures.
    (R A Player's Turn; R Rules of Building; rulings 16 to 28)
    """

    heading = "Building"

    slots: tuple[BuildingSlot, ...]
    at: int = 0
    unreached: int = 0
    laid: int = -1
    later: bool = False
    """Whether it waits until runs have been entered and run, and is planned meanwhile. (ruling 104)"""

    def slots_with_plans(self, seat: Seat) -> tuple[int, ...]:
        """The slots to come for which the seat has planned anything; for its own eyes."""
        to_come = list(enumerate(self.slots))[self.at :]
        return tuple(index for index, slot in to_come if slot.seat == seat and slot.plan.open())

    def with_slot(self, index: int, slot: BuildingSlot) -> Self:
        """With another slot in this one's place."""
        before, after = self.slots[:index], self.slots[index + 1 :]
        return msgspec.structs.replace(self, slots=(*before, slot, *after))


class Voting(RuledPhase[Any], frozen=True):
    """Everyone says whether the building stage ends with several towns left; more than half must wish it.

    It is over as soon as it is decided; without a majority the fruitless Turns are counted again. (ruling 56)
    """

    votes: Mapping[Seat, bool] = {}


class Entering(RuledPhase[Any], frozen=True):
    """All seats decide about all open runs at the same time, and no one sees what the others say until all have.

    ``asked`` are the runs about which each seat still has something to say, which everyone may know; what it said lies
    on its desk. Where many sealed runs are open immediately, everyone may be offered a deal until all have decided, and
    no one sees who is: these are all runs for every seat then. With entries in the open, the richest says all first,
    then the next on the left, for everyone to see. (R Runs; rulings 67, 68, 69, 79, 104)
    """

    runs: tuple[Run, ...]
    desks: Mapping[Seat, Secret[Desk]]
    asked: Mapping[Seat, tuple[int, ...]]

    @classmethod
    def from_desks(
        cls, runs: tuple[Run, ...], desks: Mapping[Seat, Desk], *, is_open: bool, has_many_runs: bool
    ) -> Self:
        """With these desks; ``is_open``: everyone sees what lies on them; ``has_many_runs``: many runs are open at
        once.
        """
        viewers = {seat: tuple(desks) if is_open else (seat,) for seat in desks}
        secrets = {seat: seal_desk(desk, *viewers[seat]) for seat, desk in desks.items()}
        asked = {seat: desk.runs_to_answer(seat) for seat, desk in desks.items()}
        if has_many_runs:
            all_runs = tuple(range(len(runs)))
            hidden = any(asked.values()) and not is_open
            asked = {seat: all_runs if hidden or runs_asked else () for seat, runs_asked in asked.items()}
        return cls(runs, secrets, asked)

    def runs_asked_of(self, seat: Seat) -> tuple[int, ...]:
        """The runs that the seat is asked about, as far as anyone who sees its desk or not can tell."""
        desk = self.desks[seat].value
        return self.asked[seat] if desk is None else desk.runs_to_answer(seat)
