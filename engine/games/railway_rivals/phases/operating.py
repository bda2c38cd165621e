"""The operating stage: runs come up until no card is left, and every two there is building. (R The Operating Stage)"""

from engine.core import Phase
from engine.games.railway_rivals.box.figures import RUNS_BETWEEN_BUILDING, RUNS_TOGETHER
from engine.games.railway_rivals.phases.building import building_ahead, building_phase
from engine.games.railway_rivals.phases.entering import open_runs
from engine.games.railway_rivals.rules.draws import any_left, draw, drop, next_waiting
from engine.games.railway_rivals.state.events import GameEnded, RunOffered
from engine.games.railway_rivals.state.runs import Run
from engine.games.railway_rivals.state.state import RailwayRivals


class Operating(Phase[RailwayRivals], frozen=True):
    """Runs are drawn and entered until no card gives one; ``built`` counts the building phases.

    There is none after the very last run, unless postponed runs wait for it. (R Ending the Game; rulings 64, 66, 97)
    """

    built: int = 0

    def proceed(self, state: RailwayRivals) -> RailwayRivals:
        if (together := RUNS_TOGETHER.get(state.options.runs)) is not None:
            return self._together(state, together)
        if len(state.races) // RUNS_BETWEEN_BUILDING > self.built and (state.waiting or any_left(state)):
            return building_phase(state.become(Operating(self.built + 1)))
        missing = RUNS_BETWEEN_BUILDING - len(state.races) % RUNS_BETWEEN_BUILDING
        if state.options.runs == "one":
            missing = 1
        opened, runs = self._open(state, missing)
        return opened.enter(open_runs(opened, runs)) if runs else self._end(opened)

    def _together(self, state: RailwayRivals, most: int) -> RailwayRivals:
        """Many runs at once, and below them the next building, which is planned while they are entered. (ruling 104)"""
        due = len(state.races) // RUNS_BETWEEN_BUILDING
        if due > self.built and state.waiting and not any_left(state):
            return building_phase(state.become(Operating(due)))
        opened, runs = self._open(state, most)
        if not runs:
            return self._end(opened)
        if opened.waiting or any_left(opened):
            built = max(due, (len(opened.races) + len(runs)) // RUNS_BETWEEN_BUILDING)
            opened = building_ahead(opened.become(Operating(built)), len(runs))
        return opened.enter(open_runs(opened, runs))

    def _open(self, state: RailwayRivals, missing: int) -> tuple[RailwayRivals, tuple[Run, ...]]:
        """So many runs: those that waited, then new ones, and when there are no more, the waiting for the last time."""
        runs: tuple[Run, ...] = ()
        out = not any_left(state)
        while len(runs) < missing:
            state, run = next_waiting(state, last=out)
            again = run is not None
            if run is None and not out:
                state, run = draw(state)
                out = run is None
                if out:
                    continue
            if run is None:
                break
            runs = (*runs, run)
            state = state.tell(RunOffered(run, again=again))
        return state, runs

    def _end(self, state: RailwayRivals) -> RailwayRivals:
        """No card is left, or none gives a legal run. (R Ending the Game; ruling 101)"""
        over = drop(state)
        ending = "no-run" if over.stock.size else "cards-used"
        return over.end(ending).tell(GameEnded(ending)).leave()
