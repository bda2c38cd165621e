"""The phase of building track. (R A Player's Turn; R Building Track in the Operating Stage)"""

import msgspec

from engine.core import Action, CombinedOffers, Decision, Seat, count_noun, join_words, rule_of, secret_for
from engine.games.railway_rivals.game_data.constants import (
    BUILDING_POINT,
    OPERATING_ALLOWANCE,
    ROLLS_PER_ROUND,
    RUNS_PER_BUILDING_PHASE,
    join_rolls,
)
from engine.games.railway_rivals.rules import building
from engine.games.railway_rivals.rules.build_simulator import BuildSimulator
from engine.games.railway_rivals.rules.building import BuildQuestion, find_build_question
from engine.games.railway_rivals.rules.building_effects import carry_out_plan
from engine.games.railway_rivals.rules.building_stage_turns import end_turn, is_stage_over, max_turns_left
from engine.games.railway_rivals.state.events import CapitalLost, DieRolled
from engine.games.railway_rivals.state.phases import Building
from engine.games.railway_rivals.state.plans import BuildingSlot, Plan, new_slot
from engine.games.railway_rivals.state.state import RailwayRivals


def begin_building_round(state: RailwayRivals) -> RailwayRivals:
    """Roll the die for the next Turn, or for the next three, and begin to build.

    A different seat builds first in each Turn. (R A Player's Turn; rulings 13, 16, 17, 19, 47)
    """
    count = min(ROLLS_PER_ROUND[state.options.rolls], max_turns_left(state))
    after_roll, rolls = state.roll_die(count)
    order = state.from_seat(state.roller)
    slots = tuple(new_slot(seat, roll) for turn, roll in enumerate(rolls) for seat in _rotate(order, turn))
    announced = after_roll.emit(DieRolled(state.roller, state.turn + 1, rolls))
    return announced.begin_turn().push_phases(BuildingPhase(slots, unreached=len(state.unreached_towns)))


def begin_building_phase(state: RailwayRivals) -> RailwayRivals:
    """Begin to build after two completed runs.

    The richest seat rolls for the first building phase; later, the die passes to the left. (R Building Track in the
    Operating Stage; rulings 97, 98, 99)
    """
    first = state.seats_from_richest[0] if len(state.races) <= RUNS_PER_BUILDING_PHASE else state.roller
    before_roll = state.hand_die(first).begin_turn()
    after_roll, (roll,) = before_roll.roll_die(1)
    slots = tuple(new_slot(seat, roll + OPERATING_ALLOWANCE) for seat in state.from_seat(first))
    return after_roll.emit(DieRolled(first, after_roll.turn, (roll,), len(state.races))).push_phases(
        BuildingPhase(slots, laid=len(state.track.pieces))
    )


def begin_building_ahead(state: RailwayRivals, runs: int) -> RailwayRivals:
    """Roll the die for the building after ``runs`` races: once for every two races, one to three times.

    (ruling 104)
    """
    count = max(1, min(max(ROLLS_PER_ROUND.values()), runs // RUNS_PER_BUILDING_PHASE))
    first = state.roller if state.races else state.seats_from_richest[0]
    after_roll, rolls = state.hand_die(first).roll_die(count)
    order = state.from_seat(first)
    allowances = [roll + OPERATING_ALLOWANCE for roll in rolls]
    slots = tuple(new_slot(seat, capital) for turn, capital in enumerate(allowances) for seat in _rotate(order, turn))
    announced = after_roll.emit(DieRolled(first, after_roll.turn + 1, rolls, len(state.races) + runs))
    return announced.push_phases(BuildingPhase(slots, laid=len(state.track.pieces), later=True))


class BuildingPhase(Building, frozen=True, tag="Building"):
    """The phase of building, slot by slot; a slot is one company's building in one Turn.

    The rules of this phase take a ``BuildQuestion``. (R A Player's Turn; R Rules of Building; rulings 16 to 28)
    """

    rules = (building.TRACK_RULE, building.DONE_RULE)

    def decisions(self, state: RailwayRivals) -> tuple[Decision, ...]:
        return () if self._has_automatic_step(state) else self.questions(state)

    def questions(self, state: RailwayRivals) -> tuple[Decision, ...]:
        """The decisions of all seats about building or planning; the seat that builds now comes first."""
        seats = dict.fromkeys(slot.seat for slot in self.slots[self.at :])
        decisions: list[Decision] = []
        for seat in seats:
            if (question := find_build_question(state, seat)) is not None:
                offers = CombinedOffers(*(rule.collect_offers(state, question) for rule in self.rules))
                decisions.append(Decision(seat, self._prompt(state, question), offers))
        return tuple(decisions)

    def apply(self, state: RailwayRivals, action: Action) -> RailwayRivals:
        question = find_build_question(state, action.seat)
        after: RailwayRivals = rule_of(action, self.rules).apply(state, question, action)
        return after

    def refusal(self, state: RailwayRivals, action: Action) -> str:
        question = find_build_question(state, action.seat)
        if question is not None and isinstance(action, building.TRACK_RULE.actions):
            return building.TRACK_RULE.refusal(state, question, action)
        return "You can’t do that while track is being built. Build, or end your building."

    def advance(self, state: RailwayRivals) -> RailwayRivals:
        if self.at == len(self.slots):
            return self._end_phase(state)
        return self._carry_out_plan(state) if self.slots[self.at].plan.open() else self._close_slot(state)

    def _has_automatic_step(self, state: RailwayRivals) -> bool:
        """Whether a plan is built, or the slot is closed, before any seat decides."""
        if self.at == len(self.slots):
            return True
        slot = self.slots[self.at]
        if slot.plan.open() or slot.done:
            return True
        return not BuildSimulator(state, slot.seat, slot.capital).has_legal_step

    def _carry_out_plan(self, state: RailwayRivals) -> RailwayRivals:
        """Build the plan of the current slot; if a part is skipped, its seat chooses again. (ruling 18)"""
        slot = self.slots[self.at]
        simulator = BuildSimulator(state, slot.seat, slot.capital)
        after, is_complete = carry_out_plan(state, simulator, slot.plan.open())
        slot_after = BuildingSlot(
            slot.seat, simulator.capital, secret_for(slot.seat, Plan()), slot.done and is_complete
        )
        return after.replace_phase(self.with_slot(self.at, slot_after))

    def _close_slot(self, state: RailwayRivals) -> RailwayRivals:
        """End the current slot; in the building stage, the remaining capital is lost. (R Rules of Building)"""
        slot, following = self.slots[self.at], msgspec.structs.replace(self, at=self.at + 1)
        if slot.capital and not state.operating:
            state = state.emit(CapitalLost(slot.seat, slot.capital))
        if state.operating or following.at % state.seats:
            return state.replace_phase(following)
        after = end_turn(state, self.unreached)
        if is_stage_over(after) or following.at == len(self.slots):
            return after.replace_phase(msgspec.structs.replace(self, at=len(self.slots)))
        return after.begin_turn().replace_phase(
            msgspec.structs.replace(following, unreached=len(after.unreached_towns))
        )

    def _end_phase(self, state: RailwayRivals) -> RailwayRivals:
        after = state.begin_turn() if self.later else state
        for _ in range(len(self.slots) // state.seats if state.operating else 0):
            after = after.pass_die()
        return after.forget_limits().pop_phase(is_quiet=self.laid == len(state.track.pieces))

    def _prompt(self, state: RailwayRivals, question: BuildQuestion) -> str:
        """The prompt of a seat, which is public: it does not reveal which Turns the seat has planned."""
        seat, capital = question.slot.seat, question.slot.capital
        allowance = count_noun(capital, BUILDING_POINT)
        if state.operating:
            allowance = f"{min(capital, state.gold[seat])} gold of your own"
        if question.is_now:
            return f"Build track (up to {allowance})." if state.operating else f"Build track ({allowance} left)."
        if len(self.slots) == state.seats:
            return f"Plan your track (up to {allowance})."
        open_slots = {index: slot for index, slot in enumerate(self.slots) if slot.seat == seat and not slot.done}
        if state.operating:
            sums = join_rolls([slot.capital for slot in open_slots.values()])
            return f"Plan your track for after the races (up to {sums} gold of your own)."
        now = state.turn - self.at // state.seats
        turns = {now + index // state.seats: slot for index, slot in open_slots.items() if index > self.at}
        later = [f"up to {slot.capital} in Turn {turn}" for turn, slot in turns.items()]
        return f"Plan your track ({BUILDING_POINT}s: {join_words(later)})."


def _rotate(order: tuple[Seat, ...], by: int) -> tuple[Seat, ...]:
    by %= len(order)
    return order[by:] + order[:by]
