"""Drawing Town Cards for runs, and what becomes of runs that cannot be or are not run. (R Determining the Runs)"""

import msgspec

from engine.games.railway_rivals.box.chart import Chart, Number
from engine.games.railway_rivals.rules.search.graph import distance
from engine.games.railway_rivals.state.events import RunDropped, RunPostponed
from engine.games.railway_rivals.state.runs import Run
from engine.games.railway_rivals.state.state import RailwayRivals
from engine.games.railway_rivals.state.track import Track

SHORTEST = 6
"""Hexes of a run by the shortest route over built track. (R Determining the Runs, 1)"""

OFFERS = 2
"""Offers without an entry after which a run waits for the end of the stock. (ruling 65)"""


def possible(chart: Chart, track: Track, run: Run) -> bool:
    """Whether a run can be run now: connected, and no shorter than ``SHORTEST``. (rulings 58, 60, 63)"""
    steps = _steps(chart, track, run.start, run.goal)
    return steps is not None and steps >= SHORTEST


def _legal(chart: Chart, track: Track, start: Number, goal: Number) -> bool:
    """Whether a run is legal: unconnected it may yet be; too short, or between special runs, never. (58, 59, 61)"""
    if _special(chart, start) and _special(chart, goal):
        return False
    if set(chart.hexes_of(start)) & set(chart.hexes_of(goal)):
        return False
    steps = _steps(chart, track, start, goal)
    return steps is None or steps >= SHORTEST


def _special(chart: Chart, number: Number) -> bool:
    return any(run.number == number for run in chart.special_runs)


def _steps(chart: Chart, track: Track, start: Number, goal: Number) -> int | None:
    return distance(chart, track, chart.hexes_of(start), chart.hexes_of(goal))


def unused(
    chart: Chart, track: Track, cards: tuple[Number, ...]
) -> tuple[tuple[Number, Number] | None, tuple[Number, ...]]:
    """The next legal pair off the top, and the stock that is left. (ruling 62)

    A second card that does not fit goes to the bottom; when none fits, the first one goes there too.
    """
    for _ in cards:
        start, rest = cards[0], cards[1:]
        for _ in rest:
            if _legal(chart, track, start, rest[0]):
                return (start, rest[0]), rest[1:]
            rest = (*rest[1:], rest[0])
        cards = (*rest, start)
    return None, cards


def draw(state: RailwayRivals) -> tuple[RailwayRivals, Run | None]:
    """The next run that can be run; what is not connected yet is put aside. None when the stock gives no more."""
    while True:
        pair, left = unused(state.chart, state.track, state.stock.open())
        if pair is None:
            return state, None
        state = state.leave_stock(left)
        start, goal = map(state.chart.name_of, pair)
        run = Run(*pair, names=(start, goal))
        if possible(state.chart, state.track, run):
            return state, run
        state = state.put_aside(run).tell(RunPostponed(run, unconnected=True))


def any_left(state: RailwayRivals) -> bool:
    """Whether the stock still gives a legal run, now or later."""
    return unused(state.chart, state.track, state.stock.open())[0] is not None


def next_waiting(state: RailwayRivals, *, last: bool) -> tuple[RailwayRivals, Run | None]:
    """The run that waits longest and may be offered again; ``last``: for the last time. (rulings 64, 65)

    Before the stock is out it is offered once after each building phase, and not again after ``OFFERS``.
    """
    for run in state.waiting:
        again = last or (run.offers < OFFERS and (not run.offers or run.tried < state.turn))
        if again and possible(state.chart, state.track, run):
            return state.take_up(run), msgspec.structs.replace(run, last=last)
    return state, None


def postpone(state: RailwayRivals, run: Run) -> RailwayRivals:
    """Nobody entered a run; after its last offer it is dropped. (rulings 65, 101)"""
    if run.last:
        return _dropped(state, run)
    again = msgspec.structs.replace(run, offers=run.offers + 1, tried=state.turn)
    return state.put_aside(again).tell(RunPostponed(again, unconnected=False))


def drop(state: RailwayRivals) -> RailwayRivals:
    """The runs that never became possible. (ruling 103)"""
    return _dropped(state.take_up(*state.waiting), *state.waiting)


def _dropped(state: RailwayRivals, *runs: Run) -> RailwayRivals:
    return state.give_up(*runs).tell(*map(RunDropped, runs))
