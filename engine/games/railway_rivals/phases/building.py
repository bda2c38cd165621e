"""Building track, Turn by Turn or after two runs. (R A Player's Turn; R Building Track in the Operating Stage)"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from engine.core.action import Decision, Either
from engine.core.seats import Seat
from engine.core.secret import known_to
from engine.core.words import counted, listed
from engine.games.railway_rivals.box.figures import OPERATING_ALLOWANCE, POINT, ROLLS, RUNS_BETWEEN_BUILDING
from engine.games.railway_rivals.rules.building import Site
from engine.games.railway_rivals.rules.execution import build, carry_out
from engine.games.railway_rivals.rules.turns import end_turn, over, turns_at_most
from engine.games.railway_rivals.search.proposals import Builds, refused
from engine.games.railway_rivals.state.actions import Build, Done, Lay
from engine.games.railway_rivals.state.events import BuildingPlanned, CapitalLost, DieRolled, PlanForgotten
from engine.games.railway_rivals.state.phase import RailwayPhase
from engine.games.railway_rivals.state.plans import Plan, Slot, new_slot

if TYPE_CHECKING:
    from engine.games.railway_rivals.state.state import RailwayRivals
from engine.games.railway_rivals.search.proposals import Plans, refused_plan
from engine.games.railway_rivals.state.actions import PlanTrack

if TYPE_CHECKING:
    from engine.games.railway_rivals.state.state import RailwayRivals


def building_round(state: RailwayRivals) -> RailwayRivals:
    """The die is rolled for the next Turn, or at once for the next three; each has its own first builder.

    (R A Player's Turn; rulings 13, 16, 17, 19, 47)
    """
    count = min(ROLLS[state.options.rolls], turns_at_most(state))
    rolled, rolls = state.roll(count)
    order = state.from_seat(state.roller)
    slots = tuple(new_slot(seat, roll) for turn, roll in enumerate(rolls) for seat in _rotated(order, turn))
    told = rolled.tell(DieRolled(state.roller, state.turn + 1, rolls))
    return told.begin_turn().enter(Building(slots, unreached=len(state.unreached)))


def building_phase(state: RailwayRivals) -> RailwayRivals:
    """After two completed runs: the richest rolls the first time, then the next on the left.

    (R Building Track in the Operating Stage; rulings 97, 98, 99)
    """
    first = state.richest[0] if len(state.races) <= RUNS_BETWEEN_BUILDING else state.roller
    begun = state.hand_die(first).begin_turn()
    rolled, (roll,) = begun.roll(1)
    slots = tuple(new_slot(seat, roll + OPERATING_ALLOWANCE) for seat in state.from_seat(first))
    return rolled.tell(DieRolled(first, rolled.turn, (roll,), len(state.races))).enter(
        Building(slots, laid=len(state.track.pieces))
    )


def building_ahead(state: RailwayRivals, runs: int) -> RailwayRivals:
    """The building after so many runs that are still to be entered: the die is rolled now, once for every two of them.

    At most three rolls are made, as in a round of the building stage. (ruling 104)
    """
    count = max(1, min(max(ROLLS.values()), runs // RUNS_BETWEEN_BUILDING))
    first = state.roller if state.races else state.richest[0]
    rolled, rolls = state.hand_die(first).roll(count)
    order = state.from_seat(first)
    allowed = [roll + OPERATING_ALLOWANCE for roll in rolls]
    slots = tuple(new_slot(seat, most) for turn, most in enumerate(allowed) for seat in _rotated(order, turn))
    told = rolled.tell(DieRolled(first, rolled.turn + 1, rolls, len(state.races) + runs))
    return told.enter(Building(slots, laid=len(state.track.pieces), later=True))


def building_of(state: RailwayRivals) -> Building | None:
    """The building that goes on, or that is planned while runs are entered; None where there is none."""
    return next((phase for phase in reversed(state.flow) if isinstance(phase, Building)), None)


class Building(RailwayPhase, frozen=True):
    """Companies build in the order of ``slots``; the one ``at`` builds, and all others plan at the same time.

    A plan is built when its slot comes up. ``unreached`` towns were left when the Turn began.
    ``laid`` is how much track there was when a building phase began: one in which none is laid is worth no pictures.
    (R A Player's Turn; R Rules of Building; rulings 16 to 28)
    """

    heading = "Building"

    slots: tuple[Slot, ...]
    at: int = 0
    unreached: int = 0
    laid: int = -1
    later: bool = False
    """Whether it waits until runs have been entered and run, and is planned meanwhile. (ruling 104)"""

    # -- legality

    def decisions(self, state: RailwayRivals) -> tuple[Decision, ...]:
        """A seat is asked about its first slot that is neither done nor planned in full; the one to build is first."""
        return () if self._waits(state) else self.questions(state)

    def questions(self, state: RailwayRivals) -> tuple[Decision, ...]:
        """What each seat is asked to build or to plan; the one to build is first."""
        asked = []
        for seat in dict.fromkeys(slot.seat for slot in self.slots[self.at :]):
            if (found := self.asked_for(state, seat)) is not None:
                index, site = found
                plans = () if self.builds(state, index) else (Plans(site),)
                asked.append(Decision(seat, self._prompt(state, index), Either(Builds(site), *plans, (Done(seat),))))
        return tuple(asked)

    def asked_for(self, state: RailwayRivals, seat: Seat) -> tuple[int, Site] | None:
        """The slot that the seat builds in or plans for now, and where it can if its plans were carried out.

        Whether there is one depends on nothing but what everybody sees and what the seat itself has said: nobody is
        asked as long as nothing can be built without any plan.
        """
        site, possible = Site(state, seat, 0), False
        for index in range(self.at, len(self.slots)):
            slot = self.slots[index]
            if slot.seat == seat:
                plan, site.capital = slot.plan.open(), slot.capital
                possible = possible or Site(state, seat, slot.capital).possible
                site.follow(plan.path)
                if possible and not slot.done and not plan.full:
                    return index, site
        return None

    def builds(self, state: RailwayRivals, index: int) -> bool:
        """Whether a slot's time has come, and nothing is planned for it any more."""
        return index == self.at and state.flow[-1] is self

    def plans(self, seat: Seat) -> bool:
        """Whether anything is planned for the seat."""
        return bool(self._planned(seat))

    def _planned(self, seat: Seat) -> tuple[int, ...]:
        slots = enumerate(self.slots)
        return tuple(index for index, slot in slots if index >= self.at and slot.seat == seat and slot.plan.open())

    def forget(self, state: RailwayRivals, seat: Seat) -> RailwayRivals:
        """The seat's last plan is taken back, and a Done after it. (ruling 27)"""
        index = max(self._planned(seat))
        path = self.slots[index].plan.open().path
        told = PlanForgotten(seat, path, state.chart.towns_on(path.hexes), to=frozenset({seat}))
        return self._into(state, self._with(index, new_slot(seat, self.slots[index].capital))).tell(told)

    def _into(self, state: RailwayRivals, changed: Building) -> RailwayRivals:
        """The state with this phase changed, wherever in the flow it is."""
        return msgspec.structs.replace(state, flow=tuple(changed if one is self else one for one in state.flow))

    def refusal(self, state: RailwayRivals, action: object) -> str:
        found = self.asked_for(state, action.seat) if isinstance(action, Build | Lay | PlanTrack) else None
        if isinstance(action, Build | Lay) and found is not None:
            return refused(found[1], action)
        if isinstance(action, PlanTrack) and found is not None:
            return (
                refused_plan(found[1], action)
                if not self.builds(state, found[0])
                else "It is your time: build, and no plan is needed."
            )
        return "Track is being built now: build, or say that you are done."

    # -- effect

    def apply(self, state: RailwayRivals, action: Build | Lay | PlanTrack | Done) -> RailwayRivals:
        found = self.asked_for(state, action.seat)
        assert found is not None
        (index, site), slot = found, self.slots[found[0]]
        if isinstance(action, Done):
            return self._into(state, self._with(index, msgspec.structs.replace(slot, done=True)))
        only = action.toward if isinstance(action, PlanTrack) and action.when == "first" else ""
        steps = site.follow(action.path)
        if self.builds(state, index):
            left = msgspec.structs.replace(slot, capital=site.capital)
            return build(state, slot.seat, action.path, steps, site.capital).become(self._with(index, left))
        more = slot.plan.open().more(action.path, tuple(step.fees for step in steps), full=not site.possible, only=only)
        noted = self._with(index, msgspec.structs.replace(slot, plan=known_to(slot.seat, more)))
        towns = state.chart.towns_on(action.path.hexes)
        told = BuildingPlanned(slot.seat, action.path, towns, to=frozenset({slot.seat}))
        if isinstance(action, PlanTrack):
            state = state.limit(slot.seat, action.gold)
        return self._into(state, noted).tell(told)

    def proceed(self, state: RailwayRivals) -> RailwayRivals:
        if self.at == len(self.slots):
            return self._over(state)
        return self._carry_out(state) if self.slots[self.at].plan.open() else self._close(state)

    def _waits(self, state: RailwayRivals) -> bool:
        """Whether an automatic step is due before anybody is asked."""
        if self.at == len(self.slots):
            return True
        slot = self.slots[self.at]
        return bool(slot.plan.open()) or slot.done or not Site(state, slot.seat, slot.capital).possible

    def _carry_out(self, state: RailwayRivals) -> RailwayRivals:
        """A plan's time has come; whose plan was cut short is asked again, even after Done. (ruling 18)"""
        slot = self.slots[self.at]
        site = Site(state, slot.seat, slot.capital)
        built, whole = carry_out(state, site, slot.plan.open())
        left = Slot(slot.seat, site.capital, known_to(slot.seat, Plan()), slot.done and whole)
        return built.become(self._with(self.at, left))

    def _close(self, state: RailwayRivals) -> RailwayRivals:
        """What is left of the capital is lost; in the operating stage it was one's own. (R Rules of Building)"""
        slot, following = self.slots[self.at], msgspec.structs.replace(self, at=self.at + 1)
        if slot.capital and not state.operating:
            state = state.tell(CapitalLost(slot.seat, slot.capital))
        if state.operating or following.at % state.seats:
            return state.become(following)
        ended = end_turn(state, self.unreached)
        if over(ended) or following.at == len(self.slots):
            return ended.become(msgspec.structs.replace(self, at=len(self.slots)))
        return ended.begin_turn().become(msgspec.structs.replace(following, unreached=len(ended.unreached)))

    def _over(self, state: RailwayRivals) -> RailwayRivals:
        passed = state.begin_turn() if self.later else state
        for _ in range(len(self.slots) // state.seats if state.operating else 0):
            passed = passed.pass_die()
        return passed.forget_limits().leave(quietly=self.laid == len(state.track.pieces))

    def _with(self, index: int, slot: Slot) -> Building:
        return msgspec.structs.replace(self, slots=(*self.slots[:index], slot, *self.slots[index + 1 :]))

    def _prompt(self, state: RailwayRivals, index: int) -> str:
        """It is public: which of several Turns are planned already it does not say, but names all that are not done."""
        asked = self.slots[index]
        most = f"{counted(asked.capital, POINT)} (not your gold)"
        if state.operating:
            most = f"{min(asked.capital, state.gold[asked.seat])} gold of your own"
        if self.builds(state, index):
            return f"Build track: you may spend {most}."
        if len(self.slots) == state.seats:
            return f"Plan what you will build for up to {most}."
        if state.operating:
            sums = [str(slot.capital) for slot in self.slots if slot.seat == asked.seat and not slot.done]
            return f"Plan what you will build after the races: for up to {listed(sums)} gold of your own."
        now = state.turn - self.at // state.seats
        later = [
            f"in Turn {now + i // state.seats} for up to {slot.capital}"
            for i, slot in enumerate(self.slots)
            if i > self.at and slot.seat == asked.seat and not slot.done
        ]
        return f"Plan what you will build {listed(later)} {POINT}s (not your gold)."


def _rotated(order: tuple[Seat, ...], by: int) -> tuple[Seat, ...]:
    by %= len(order)
    return order[by:] + order[:by]
