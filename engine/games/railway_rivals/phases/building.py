"""Building track, Turn by Turn or after two runs. (R A Player's Turn; R Building Track in the Operating Stage)"""

import msgspec

from engine.core import Action, Decision, Either, Seat, counted, known_to, listed, rule_of
from engine.games.railway_rivals.box.figures import OPERATING_ALLOWANCE, POINT, ROLLS, RUNS_BETWEEN_BUILDING, in_order
from engine.games.railway_rivals.rules import building
from engine.games.railway_rivals.rules.building import Asked, asked_for
from engine.games.railway_rivals.rules.execution import carry_out
from engine.games.railway_rivals.rules.site import Site
from engine.games.railway_rivals.rules.turns import end_turn, over, turns_at_most
from engine.games.railway_rivals.state.events import CapitalLost, DieRolled
from engine.games.railway_rivals.state.phases import Building
from engine.games.railway_rivals.state.plans import Plan, Slot, new_slot
from engine.games.railway_rivals.state.state import RailwayRivals


def building_round(state: RailwayRivals) -> RailwayRivals:
    """The die is rolled for the next Turn, or for the next three together; each has its own first builder.

    (R A Player's Turn; rulings 13, 16, 17, 19, 47)
    """
    count = min(ROLLS[state.options.rolls], turns_at_most(state))
    rolled, rolls = state.roll(count)
    order = state.from_seat(state.roller)
    slots = tuple(new_slot(seat, roll) for turn, roll in enumerate(rolls) for seat in _rotated(order, turn))
    told = rolled.tell(DieRolled(state.roller, state.turn + 1, rolls))
    return told.begin_turn().enter(BuildingPhase(slots, unreached=len(state.unreached)))


def building_phase(state: RailwayRivals) -> RailwayRivals:
    """After two completed runs: the richest rolls the first time, then the next on the left.

    (R Building Track in the Operating Stage; rulings 97, 98, 99)
    """
    first = state.richest[0] if len(state.races) <= RUNS_BETWEEN_BUILDING else state.roller
    begun = state.hand_die(first).begin_turn()
    rolled, (roll,) = begun.roll(1)
    slots = tuple(new_slot(seat, roll + OPERATING_ALLOWANCE) for seat in state.from_seat(first))
    return rolled.tell(DieRolled(first, rolled.turn, (roll,), len(state.races))).enter(
        BuildingPhase(slots, laid=len(state.track.pieces))
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
    return told.enter(BuildingPhase(slots, laid=len(state.track.pieces), later=True))


class BuildingPhase(Building, frozen=True, tag="Building"):
    """One slot after the other is built, planned or by question; its rules get what a seat is asked, an ``Asked``.

    (R A Player's Turn; R Rules of Building; rulings 16 to 28)
    """

    rules = (building.TRACK, building.DONE)

    def decisions(self, state: RailwayRivals) -> tuple[Decision, ...]:
        return () if self._waits(state) else self.questions(state)

    def questions(self, state: RailwayRivals) -> tuple[Decision, ...]:
        """The questions to seats, what to build or to plan; the one to build is first."""
        seats = dict.fromkeys(slot.seat for slot in self.slots[self.at :])
        found = (asked_for(state, seat) for seat in seats)
        return tuple(self._question(state, asked) for asked in found if asked is not None)

    def _question(self, state: RailwayRivals, asked: Asked) -> Decision:
        offers = Either(*(rule.offered(state, asked) for rule in self.rules))
        return Decision(asked.slot.seat, self._prompt(state, asked), offers)

    def apply(self, state: RailwayRivals, action: Action) -> RailwayRivals:
        asked = asked_for(state, action.seat)
        after: RailwayRivals = rule_of(action, self.rules).played(state, asked, action)
        return after

    def refusal(self, state: RailwayRivals, action: Action) -> str:
        asked = asked_for(state, action.seat)
        known = asked is not None and isinstance(action, building.TRACK.actions)
        return (
            building.TRACK.refusal(state, asked, action)
            if known
            else "You can’t do that while track is being built. Build, or end your building."
        )

    def proceed(self, state: RailwayRivals) -> RailwayRivals:
        if self.at == len(self.slots):
            return self._over(state)
        return self._carry_out(state) if self.slots[self.at].plan.open() else self._close(state)

    def _waits(self, state: RailwayRivals) -> bool:
        """Whether an automatic step is due before anybody is asked."""
        if self.at == len(self.slots):
            return True
        slot = self.slots[self.at]
        if slot.plan.open() or slot.done:
            return True
        return not Site(state, slot.seat, slot.capital).possible

    def _carry_out(self, state: RailwayRivals) -> RailwayRivals:
        """A plan's time has come; a seat whose plan was cut short chooses again, even after Done. (ruling 18)"""
        slot = self.slots[self.at]
        site = Site(state, slot.seat, slot.capital)
        built, whole = carry_out(state, site, slot.plan.open())
        left = Slot(slot.seat, site.capital, known_to(slot.seat, Plan()), slot.done and whole)
        return built.become(self.having(self.at, left))

    def _close(self, state: RailwayRivals) -> RailwayRivals:
        """Close a slot: capital that is left is lost; in the operating stage it was one's own. (R Rules of Building)"""
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

    def _prompt(self, state: RailwayRivals, asked: Asked) -> str:
        """A public prompt: it names all Turns that are not done, and does not say which of them are planned already."""
        seat, capital = asked.slot.seat, asked.slot.capital
        most = counted(capital, POINT)
        if state.operating:
            most = f"{min(capital, state.gold[seat])} gold of your own"
        if asked.now:
            return f"Build track (up to {most})." if state.operating else f"Build track ({most} left)."
        if len(self.slots) == state.seats:
            return f"Plan your track (up to {most})."
        left = {index: slot for index, slot in enumerate(self.slots) if slot.seat == seat and not slot.done}
        if state.operating:
            sums = in_order([slot.capital for slot in left.values()])
            return f"Plan your track for after the races (up to {sums} gold of your own)."
        now = state.turn - self.at // state.seats
        turns = {now + index // state.seats: slot for index, slot in left.items() if index > self.at}
        later = [f"up to {slot.capital} in Turn {turn}" for turn, slot in turns.items()]
        return f"Plan your track ({POINT}s: {listed(later)})."


def _rotated(order: tuple[Seat, ...], by: int) -> tuple[Seat, ...]:
    by %= len(order)
    return order[by:] + order[:by]
