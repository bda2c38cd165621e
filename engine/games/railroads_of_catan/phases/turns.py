"""The turns, and the sequence of phases in each. (RC Playing the Game; RC Phase 7)"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from engine.games.railroads_of_catan.phases.bidding import Bidding
from engine.games.railroads_of_catan.phases.building import Building, Buying
from engine.games.railroads_of_catan.phases.delivery import Delivery
from engine.games.railroads_of_catan.phases.happening import Happening
from engine.games.railroads_of_catan.phases.maintenance import Maintenance
from engine.games.railroads_of_catan.phases.running import Running, Runs
from engine.games.railroads_of_catan.rules.ending import ended
from engine.games.railroads_of_catan.state.events import GameEnded
from engine.games.railroads_of_catan.state.phase import CatanPhase

if TYPE_CHECKING:
    from engine.games.railroads_of_catan.state.state import RailroadsOfCatan


class Turns(CatanPhase, frozen=True):
    """Turns are played until an end condition is met. (RC Phase 7)"""

    def proceed(self, state: RailroadsOfCatan) -> RailroadsOfCatan:
        """Looks whether the last turn ended the game, and begins the next. (rulings 16, 89-91)"""
        if state.turn and (ending := ended(state)):
            return state.tell(GameEnded(ending)).end(ending)
        begun = state.begin_turn()
        maintained = (Maintenance(),) if begun.turn > 1 else ()
        event = (Happening(),) if begun.options.events else ()
        visits = (Visits(),) if begun.options.visits == "one" else (Buying(), Runs())
        return begun.enter(*maintained, *event, Bidding(), Delivery(), *visits)


class Visits(CatanPhase, frozen=True):
    """By an option: everybody, in order, builds and runs at once; ``at`` seats have. (asynchronous form)"""

    heading = "Phases 5 and 6: Building and Running"

    at: int = 0

    def proceed(self, state: RailroadsOfCatan) -> RailroadsOfCatan:
        if self.at == state.seats:
            return state.leave()
        seat = state.order[self.at]
        return state.become(msgspec.structs.replace(self, at=self.at + 1)).enter(Building(seat), Running(seat))
