"""The operating stage: runs until no card is left, with building after every two runs. (R The Operating Stage)"""

from engine.core import Phase
from engine.games.railway_rivals.game_data.constants import RUNS_PER_BUILDING_PHASE, RUNS_PER_VISIT
from engine.games.railway_rivals.phases.building import begin_building_ahead, begin_building_phase
from engine.games.railway_rivals.phases.entering import new_entering_phase
from engine.games.railway_rivals.rules.draws import draw_run, drop_waiting_runs, has_legal_run, take_waiting_run
from engine.games.railway_rivals.state.events import GameEnded, RunOffered
from engine.games.railway_rivals.state.runs import Run
from engine.games.railway_rivals.state.state import RailwayRivals


class Operating(Phase[RailwayRivals], frozen=True):
    """Offers runs until no legal run is left; ``built`` is the number of building phases so far.

    No building follows the last run, unless postponed runs wait. (R Ending the Game; rulings 64, 66, 97)
    """

    built: int = 0

    def advance(self, state: RailwayRivals) -> RailwayRivals:
        if (together := RUNS_PER_VISIT.get(state.options.runs)) is not None:
            return self._open_many_runs(state, together)
        if len(state.races) // RUNS_PER_BUILDING_PHASE > self.built and (state.waiting or has_legal_run(state)):
            return begin_building_phase(state.replace_phase(Operating(self.built + 1)))
        missing = RUNS_PER_BUILDING_PHASE - len(state.races) % RUNS_PER_BUILDING_PHASE
        if state.options.runs == "one":
            missing = 1
        after, runs = self._open_runs(state, missing)
        return after.push_phases(new_entering_phase(after, runs)) if runs else self._end_game(after)

    def _open_many_runs(self, state: RailwayRivals, most: int) -> RailwayRivals:
        """Offer up to ``most`` runs, and roll the die for the next building, which seats may plan meanwhile.

        (ruling 104)
        """
        buildings_due = len(state.races) // RUNS_PER_BUILDING_PHASE
        if buildings_due > self.built and state.waiting and not has_legal_run(state):
            return begin_building_phase(state.replace_phase(Operating(buildings_due)))
        after, runs = self._open_runs(state, most)
        if not runs:
            return self._end_game(after)
        if after.waiting or has_legal_run(after):
            built = max(buildings_due, (len(after.races) + len(runs)) // RUNS_PER_BUILDING_PHASE)
            after = begin_building_ahead(after.replace_phase(Operating(built)), len(runs))
        return after.push_phases(new_entering_phase(after, runs))

    def _open_runs(self, state: RailwayRivals, missing: int) -> tuple[RailwayRivals, tuple[Run, ...]]:
        """Offer up to ``missing`` runs, and return them: waiting runs, new runs, then last offers of waiting runs."""
        runs: tuple[Run, ...] = ()
        is_stock_out = not has_legal_run(state)
        while len(runs) < missing:
            state, run = take_waiting_run(state, is_last=is_stock_out)
            is_again = run is not None
            if run is None and not is_stock_out:
                state, run = draw_run(state)
                is_stock_out = run is None
                if is_stock_out:
                    continue
            if run is None:
                break
            runs = (*runs, run)
            state = state.emit(RunOffered(run, again=is_again))
        return state, runs

    def _end_game(self, state: RailwayRivals) -> RailwayRivals:
        """End the game, because the cards give no legal run. (R Ending the Game; ruling 101)"""
        after = drop_waiting_runs(state)
        ending = "no-run" if after.stock.size else "cards-used"
        return after.end_game(ending).emit(GameEnded(ending)).pop_phase()
