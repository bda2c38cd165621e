"""The turns, and their phases in order. (RC Playing the Game; RC Phase 7)"""

from engine.core import Phase
from engine.games.railroads_of_catan.phases.bidding import BiddingPhase
from engine.games.railroads_of_catan.phases.building import BuildingPhase, BuyingPhase
from engine.games.railroads_of_catan.phases.delivery import Delivery
from engine.games.railroads_of_catan.phases.event_phase import Happening
from engine.games.railroads_of_catan.phases.maintenance import MaintenancePhase
from engine.games.railroads_of_catan.phases.running import RunningPhase, RunsPhase
from engine.games.railroads_of_catan.rules.scoring import find_ending
from engine.games.railroads_of_catan.state.events import GameEnded
from engine.games.railroads_of_catan.state.phases import Visits
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan


class Turns(Phase[RailroadsOfCatan], frozen=True):
    """The turns, one after another until the game ends. (RC Phase 7)"""

    def advance(self, state: RailroadsOfCatan) -> RailroadsOfCatan:
        """End the game if the last turn fulfilled an end condition, or begin the next turn. (rulings 16, 89-91)"""
        if state.turn and (ending := find_ending(state)):
            return state.emit(GameEnded(ending)).end_game(ending)
        after = state.begin_turn()
        maintenance = (MaintenancePhase(),) if after.turn > 1 else ()
        event = (Happening(),) if after.options.events else ()
        visits = (VisitsPhase(),) if after.options.visits == "one" else (BuyingPhase(), RunsPhase())
        return after.push_phases(*maintenance, *event, BiddingPhase(), Delivery(), *visits)


class VisitsPhase(Visits, frozen=True, tag="Visits"):
    """Each seat in turn order builds and then runs trains in one visit."""

    def advance(self, state: RailroadsOfCatan) -> RailroadsOfCatan:
        if self.at == state.seats:
            return state.pop_phase()
        seat = state.order[self.at]
        return state.replace_phase(VisitsPhase(self.at + 1)).push_phases(BuildingPhase(seat), RunningPhase(seat))
