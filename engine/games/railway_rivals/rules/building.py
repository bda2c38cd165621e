"""Building track, at once or as a plan, and being done with it. (R Rules of Building; rulings 16 to 28)"""

from collections.abc import Collection, Sequence
from typing import NamedTuple

import msgspec

from engine.core import Action, Either, Rule, Seat, known_to
from engine.games.railway_rivals.rules.execution import build, carry_out
from engine.games.railway_rivals.rules.proposals import Builds, Plans, refused, refused_plan
from engine.games.railway_rivals.rules.site import Site, Step
from engine.games.railway_rivals.state.actions import Build, Done, Lay, PlanTrack
from engine.games.railway_rivals.state.events import BuildingPlanned, PlanSkipped
from engine.games.railway_rivals.state.paths import Branches
from engine.games.railway_rivals.state.plans import Slot
from engine.games.railway_rivals.state.state import RailwayRivals

Building = Build | Lay | PlanTrack


class Asked(NamedTuple):
    """A seat's question, what to build or to plan: the slot ``at``, and its site if its plans were carried out.

    ``now``: the slot's time has come, and nothing is planned for it any more.
    """

    at: int
    slot: Slot
    site: Site
    now: bool


def asked_for(state: RailwayRivals, seat: Seat) -> Asked | None:
    """The slot that the seat builds in or plans for now: its first one that is neither done nor planned in full.

    Whether there is one depends on nothing but what everybody sees and what the seat itself has said: nobody is
    asked as long as nothing can be built without any plan.
    """
    building = state.building
    if building is None:
        return None
    site, possible = Site(state, seat, 0), False
    for index in range(building.at, len(building.slots)):
        slot = building.slots[index]
        if slot.seat == seat:
            plan, site.capital = slot.plan.open(), slot.capital
            possible = possible or Site(state, seat, slot.capital).possible
            site.follow(plan.path)
            if possible and not slot.done and not plan.full:
                return Asked(index, slot, site, now=index == building.at and state.flow[-1] is building)
    return None


def _offers(state: RailwayRivals, asked: Asked) -> Collection[Action]:
    plans = () if asked.now else (Plans(asked.site),)
    return Either(Builds(asked.site), *plans)


def _built(state: RailwayRivals, asked: Asked, action: Building) -> RailwayRivals:
    steps = asked.site.follow(action.path)
    return _build_now(state, asked, action, steps) if asked.now else _noted(state, asked, action, steps)


def _build_now(state: RailwayRivals, asked: Asked, action: Building, steps: tuple[Step, ...]) -> RailwayRivals:
    left = asked.site.capital
    built = build(state, asked.slot.seat, action.path, steps, left)
    return built.set_slot(asked.at, msgspec.structs.replace(asked.slot, capital=left))


def _noted(state: RailwayRivals, asked: Asked, action: Building, steps: tuple[Step, ...]) -> RailwayRivals:
    """A plan, whatever else is planned before it. (ruling 18)"""
    slot, path = asked.slot, action.path
    foreseen = tuple(step.fees for step in steps)
    only = action.toward if isinstance(action, PlanTrack) and action.when == "first" else ""
    plan = slot.plan.open().more(path, foreseen, full=not asked.site.possible, only=only)
    if isinstance(action, PlanTrack):
        state = state.limit(slot.seat, action.gold)
    noted = state.set_slot(asked.at, msgspec.structs.replace(slot, plan=known_to(slot.seat, plan)))
    return noted.tell(_planned(state, slot.seat, path, only))


def _planned(state: RailwayRivals, seat: Seat, path: Branches, only: str) -> BuildingPlanned:
    return BuildingPlanned(seat, path, state.chart.towns_on(path.hexes), only, to=frozenset({seat}))


def _refusal(state: RailwayRivals, asked: Asked, action: Building) -> str:
    if not isinstance(action, PlanTrack):
        return refused(asked.site, action)
    return (
        "You can’t plan now, because it’s your turn. Build instead." if asked.now else refused_plan(asked.site, action)
    )


def _price(state: RailwayRivals, action: Building) -> int:
    """Gold that rivals get, and what the track itself costs once it is paid in gold."""
    asked = asked_for(state, action.seat)
    steps = (asked.site if asked else Site(state, action.seat, 0)).follow(action.path)
    return sum(step.fees + (step.cost if state.operating else 0) for step in steps)


class Outlook(NamedTuple):
    """The lines of a company's plans that would be skipped if they were carried out on the present board."""

    before: tuple[PlanSkipped, ...] = ()
    """Of the plans that were made before."""
    this: tuple[PlanSkipped, ...] = ()
    """Of the plan in question."""


def outlook_of(state: RailwayRivals, action: Building) -> Outlook:
    """The outlook of a plan that may be made now. Only if plans before it are skipped can it be skipped. (ruling 18)"""
    asked = asked_for(state, action.seat)
    before = _slots_until(state, asked) if asked is not None and not asked.now else ()
    if asked is None or not any(slot.plan.open() for slot in before):
        return Outlook()
    noted = _noted(state, asked, action, asked.site.follow(action.path))
    skipped = _skips(noted, before)
    return Outlook(skipped, _skips(noted, _slots_until(noted, asked))[len(skipped) :])


def _slots_until(state: RailwayRivals, asked: Asked) -> tuple[Slot, ...]:
    """The slots of the seat from now on, up to the one that is asked about."""
    assert state.building is not None
    slots = state.building.slots[state.building.at : asked.at + 1]
    return tuple(slot for slot in slots if slot.seat == asked.slot.seat)


def _skips(state: RailwayRivals, slots: Sequence[Slot]) -> tuple[PlanSkipped, ...]:
    """Carry out the plans of these slots, one after the other, and list the lines that are skipped."""
    built = msgspec.structs.replace(state, news=())
    for slot in slots:
        if plan := slot.plan.open():
            built, _ = carry_out(built, Site(built, slot.seat, slot.capital), plan)
    return tuple(event for event in built.news if isinstance(event, PlanSkipped))


TRACK = Rule((Build, Lay, PlanTrack), _offers, _built, _refusal, _price)


def _enough(state: RailwayRivals, asked: Asked) -> tuple[Done, ...]:
    return (Done(asked.slot.seat),)


def _done(state: RailwayRivals, asked: Asked, action: Done) -> RailwayRivals:
    """The capital that is left is lost when the slot is over. (rulings 20, 28)"""
    return state.set_slot(asked.at, msgspec.structs.replace(asked.slot, done=True))


DONE = Rule((Done,), _enough, _done)
