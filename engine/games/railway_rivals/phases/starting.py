"""Choosing start towns. (R Setting Up, 4)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core.action import Decision
from engine.core.seats import Seat
from engine.core.words import listed
from engine.games.railway_rivals.box.figures import SHARED_START
from engine.games.railway_rivals.state.actions import Start
from engine.games.railway_rivals.state.events import StartChosen
from engine.games.railway_rivals.state.phase import RailwayPhase

if TYPE_CHECKING:
    from engine.games.railway_rivals.box.chart import Town
    from engine.games.railway_rivals.state.state import RailwayRivals


class Starting(RailwayPhase, frozen=True):
    """From the one who was drawn to the left, everybody chooses a start town; a last one that is left is not asked for.

    ``done`` seats have chosen. (R Setting Up, 4; rulings 11, 12)
    """

    heading = "Setting Up"

    done: int = 0

    def decisions(self, state: RailwayRivals) -> tuple[Decision, ...]:
        free = _free(state)
        if self.done == state.seats or len(free) == 1:
            return ()
        seat = self._asked(state)
        offers = tuple(Start(seat, town.name) for town in free)
        return (Decision(seat, "Choose the town where your company begins.", offers),)

    def apply(self, state: RailwayRivals, action: Start) -> RailwayRivals:
        town = state.chart.town_named(action.town)
        assert town is not None
        return self._chosen(state, town)

    def proceed(self, state: RailwayRivals) -> RailwayRivals:
        """The last to choose has the first Turn. (R Setting Up, 6; ruling 13)"""
        if self.done == state.seats:
            last = state.from_seat(state.roller)[-1]
            return state.hand_die(last).leave()
        return self._chosen(state, _free(state)[0])

    def refusal(self, state: RailwayRivals, action: object) -> str:
        free = listed(tuple(town.name for town in _free(state)))
        if not isinstance(action, Start):
            return f"Companies choose the towns where they begin now; {free} are free."
        if action.town in {town.name for town in state.chart.start_towns}:
            return f"{action.town} is taken; {free} are free."
        return f"{action.town} is no town to begin in; {free} are free."

    def _asked(self, state: RailwayRivals) -> Seat:
        return state.from_seat(state.roller)[self.done]

    def _chosen(self, state: RailwayRivals, town: Town) -> RailwayRivals:
        seat = self._asked(state)
        begun = state.begin_in(seat, town.hex).tell(StartChosen(seat, town.hex, town.name))
        return begun.become(Starting(self.done + 1))


def _free(state: RailwayRivals) -> tuple[Town, ...]:
    """Those that nobody took; when all are taken, those that one did; never a third time. (ruling 12)"""
    taken = [town for _, town in state.track.starts]
    for times in range(SHARED_START):
        if free := tuple(town for town in state.chart.start_towns if taken.count(town.hex) == times):
            return free
    return ()
