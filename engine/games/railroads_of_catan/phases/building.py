"""Phase 5: building track, and buying and upgrading trains. (RC Phase 5; rulings 58-67)"""

import msgspec

from engine.core import Decision, count_noun, dollar_amount
from engine.games.railroads_of_catan.game_data.constants import SMALL_TRAIN_PRICE, SURPLUS_CREDIT, UPGRADE_PRICE
from engine.games.railroads_of_catan.rules import end_of_visit, laying, trains
from engine.games.railroads_of_catan.rules.building import (
    BuildQuote,
    adjacent_free_tracks,
    max_affordable_tracks,
    remaining_tracks,
    surplus_credit,
)
from engine.games.railroads_of_catan.search import proposal_rules
from engine.games.railroads_of_catan.state.events import PlanStopped, VisitEnded
from engine.games.railroads_of_catan.state.phases import Building, Buying
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan

_FREE_TRACK_NOTES = {1: "(not across mountains or water)", SURPLUS_CREDIT: "(or 1 across mountains or water)"}
"""Note on the free tracks of a surplus, by the number of free tracks that remain. (ruling 38)"""


class BuyingPhase(Buying, frozen=True, tag="Buying"):
    """The seats build one after another, in turn order."""

    def advance(self, state: RailroadsOfCatan) -> RailroadsOfCatan:
        if self.at == state.seats:
            return state.pop_phase()
        return state.replace_phase(BuyingPhase(self.at + 1)).push_phases(BuildingPhase(state.order[self.at]))


class BuildingPhase(Building, frozen=True, tag="Building"):
    """One seat builds. Its plan is carried out, or, if that is impossible, the seat chooses until it is done."""

    rules = (
        proposal_rules.TOWARD_RULE,
        laying.LAY_RULE,
        trains.TRAIN_RULE,
        trains.UPGRADE_RULE,
        end_of_visit.DONE_RULE,
    )

    def decisions(self, state: RailroadsOfCatan) -> tuple[Decision, ...]:
        if not self.begun or self.done:
            return ()
        parts = tuple(filter(None, (self._tracks_prompt(state), self._trains_prompt(state))))
        if not parts:
            return ()
        prompt_parts = ", and ".join(parts)
        prompt = f"{prompt_parts[0].upper()}{prompt_parts[1:]} (you have {dollar_amount(state.cash[self.seat])})."
        return (Decision(self.seat, prompt.replace(") (", "; "), self.offers(state)),)

    def _tracks_prompt(self, state: RailroadsOfCatan) -> str:
        """Return “lay up to 3 tracks” and a note on free tracks; empty if no track can be laid. (rulings 38, 61)"""
        quote = BuildQuote(state, self)
        if all(quote.find_obstacle(track) for track in adjacent_free_tracks(state, self.seat)):
            return ""
        rails = state.remaining_rails(self.seat)
        remaining = min(remaining_tracks(state, self), max_affordable_tracks(state, self.seat), rails)
        free_tracks = min(surplus_credit(state, self), rails)
        if not free_tracks:
            return f"lay up to {count_noun(remaining, 'track')}" if remaining else ""
        if remaining + free_tracks > rails:
            return f"lay up to {count_noun(rails, 'track')}, {free_tracks} free {_FREE_TRACK_NOTES[free_tracks]}"
        limit_text = f"up to {count_noun(remaining, 'track')} and " if remaining else ""
        return f"lay {limit_text}{count_noun(free_tracks, 'free track')} {_FREE_TRACK_NOTES[free_tracks]}"

    def _trains_prompt(self, state: RailroadsOfCatan) -> str:
        """Return “buy a train for $5,000” or “buy or upgrade a train”; empty if the seat can do neither."""
        rule_by_verb = {"buy": trains.TRAIN_RULE, "upgrade": trains.UPGRADE_RULE}
        verbs = [kind for kind, rule in rule_by_verb.items() if rule.collect_offers(state, self)]
        if not verbs:
            return ""
        price = {"buy": SMALL_TRAIN_PRICE, "upgrade": UPGRADE_PRICE}[verbs[0]]
        price_text = f" for {dollar_amount(price)}" if len(verbs) == 1 else ""
        return f"{' or '.join(verbs)} a train{price_text}"

    def advance(self, state: RailroadsOfCatan) -> RailroadsOfCatan:
        """Carry out the plan if there was no attempt yet; otherwise end the visit."""
        if not self.begun:
            phase = msgspec.structs.replace(self, begun=True)
            return phase._lay_planned_track(state.replace_phase(phase))
        if not (self.laid or self.credit or self.bought or self.done):  # nothing could be built, so a plan is kept
            return state.pop_phase()
        return laying.clear_track_plan(state, self.seat).emit(VisitEnded(self.seat, building=True)).pop_phase()

    def _lay_planned_track(self, state: RailroadsOfCatan) -> RailroadsOfCatan:
        """Lay the planned track, if all of it can be laid for at most the plan's limit. (asynchronous form)

        A plan that fails is kept while its seat decides. Otherwise a rival who undoes a move could learn that there was
        a plan.
        """
        plan = state.plans[self.seat].open().track
        if plan is None or not self.decisions(state):
            return state
        if obstacle := laying.track_plan_obstacle(state, self, plan):
            return state.emit(PlanStopped(self.seat, obstacle, to=frozenset({self.seat})))
        after = laying.lay_track(laying.clear_track_plan(state, self.seat), self, plan.path)
        return after.replace_phase(msgspec.structs.replace(after.flow[-1], done=True))
