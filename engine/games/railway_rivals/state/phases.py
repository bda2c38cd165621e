"""The phases with decisions, as values; ``phases/`` adds their rules."""

from collections.abc import Mapping
from typing import Any, Self

import msgspec

from engine.core import RuledPhase, Seat, Secret
from engine.games.railway_rivals.state.deals import Desk, seal_desk
from engine.games.railway_rivals.state.plans import BuildingSlot
from engine.games.railway_rivals.state.runs import Run


class Starting(RuledPhase[Any], frozen=True):
    """The choice of start towns: the drawn seat chooses first, then each seat to the left.

    ``done`` is the number of seats that have chosen. (R Setting Up, 4; rulings 11, 12)
    """

    heading = "Setting Up"

    done: int = 0


class Building(RuledPhase[Any], frozen=True):
    """Companies build in the order of ``slots``; the slot at index ``at`` is current, and all other seats plan.

    ``unreached`` is the number of unreached towns at the start of the Turn. ``laid`` is the number of track pieces when
    a building phase of the operating stage began; if nothing is built, this phase is not posted. (R A Player's Turn; R
    Rules of Building; rulings 16 to 28)
    """

    heading = "Building"

    slots: tuple[BuildingSlot, ...]
    at: int = 0
    unreached: int = 0
    laid: int = -1
    later: bool = False
    """Whether track is planned while runs are entered, and built after their races. (ruling 104)"""

    def slots_with_plans(self, seat: Seat) -> tuple[int, ...]:
        """The indexes of the seat's current and future slots with plans; they are secret."""
        to_come = list(enumerate(self.slots))[self.at :]
        return tuple(index for index, slot in to_come if slot.seat == seat and slot.plan.open())

    def with_slot(self, index: int, slot: BuildingSlot) -> Self:
        """The phase with one slot replaced."""
        before, after = self.slots[:index], self.slots[index + 1 :]
        return msgspec.structs.replace(self, slots=(*before, slot, *after))


class Voting(RuledPhase[Any], frozen=True):
    """The vote on ending the building stage, which needs more than half of the seats.

    The vote is over as soon as the result is certain. Without a majority, the count of Turns without a new town begins
    again at 0. (ruling 56)
    """

    votes: Mapping[Seat, bool] = {}


class Entering(RuledPhase[Any], frozen=True):
    """All seats decide about all open runs at the same time, in secret until all have decided.

    ``asked`` are the indexes of the runs about which each seat still has to decide; this is public. If many sealed runs
    are open, every seat may be offered a deal until all have decided, so ``asked`` has all runs for every seat. With
    open entries, the richest seat decides first, then the next on the left. (R Runs; rulings 67, 68, 69, 79, 104)
    """

    runs: tuple[Run, ...]
    desks: Mapping[Seat, Secret[Desk]]
    asked: Mapping[Seat, tuple[int, ...]]

    @classmethod
    def from_desks(
        cls, runs: tuple[Run, ...], desks: Mapping[Seat, Desk], *, is_open: bool, has_many_runs: bool
    ) -> Self:
        """Return the phase for these runs and desks; a desk has a seat's answers and offers.

        If ``is_open``, all seats see all desks. ``has_many_runs`` means that the table plays many runs per visit.
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
        """The indexes of the runs about which the seat still has to decide.

        They are read from the public ``asked`` if the seat's desk is hidden.
        """
        desk = self.desks[seat].value
        return self.asked[seat] if desk is None else desk.runs_to_answer(seat)
