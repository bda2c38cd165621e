"""Drawing Town Cards for runs, and postponed and dropped runs. (R Determining the Runs)"""

import msgspec

from engine.games.railway_rivals.game_data.hex_map import CardNumber, HexMap
from engine.games.railway_rivals.rules.search.track_graph import track_distance
from engine.games.railway_rivals.state.events import RunDropped, RunPostponed
from engine.games.railway_rivals.state.runs import Run
from engine.games.railway_rivals.state.state import RailwayRivals
from engine.games.railway_rivals.state.track import Track

MIN_RUN_LENGTH = 6
"""Hexes of a run by the shortest route over built track. (R Determining the Runs, 1)"""

MAX_OFFERS = 2
"""Offers without an entry after which a run waits until the stock is used up. (ruling 65)"""


def is_possible(hex_map: HexMap, track: Track, run: Run) -> bool:
    """Whether a run can be run now: connected, and no shorter than ``MIN_RUN_LENGTH``. (rulings 58, 60, 63)"""
    steps = _count_steps(hex_map, track, run.start, run.goal)
    return steps is not None and steps >= MIN_RUN_LENGTH


def _is_legal(hex_map: HexMap, track: Track, start: CardNumber, goal: CardNumber) -> bool:
    """Whether a run is legal: unconnected it may yet be; too short, or between special runs, never. (58, 59, 61)"""
    if _is_special_run(hex_map, start) and _is_special_run(hex_map, goal):
        return False
    if set(hex_map.hexes_of(start)) & set(hex_map.hexes_of(goal)):
        return False
    steps = _count_steps(hex_map, track, start, goal)
    return steps is None or steps >= MIN_RUN_LENGTH


def _is_special_run(hex_map: HexMap, number: CardNumber) -> bool:
    return any(run.number == number for run in hex_map.special_runs)


def _count_steps(hex_map: HexMap, track: Track, start: CardNumber, goal: CardNumber) -> int | None:
    return track_distance(hex_map, track, hex_map.hexes_of(start), hex_map.hexes_of(goal))


def draw_pair(
    hex_map: HexMap, track: Track, cards: tuple[CardNumber, ...]
) -> tuple[tuple[CardNumber, CardNumber] | None, tuple[CardNumber, ...]]:
    """The next legal pair from the top, and the remaining stock. (ruling 62)

    A second card that does not fit goes to the bottom; if none fits, the first one goes there too.
    """
    for _ in cards:
        start, rest = cards[0], cards[1:]
        for _ in rest:
            if _is_legal(hex_map, track, start, rest[0]):
                return (start, rest[0]), rest[1:]
            rest = (*rest[1:], rest[0])
        cards = (*rest, start)
    return None, cards


def draw_run(state: RailwayRivals) -> tuple[RailwayRivals, Run | None]:
    """Draw the next connected run; unconnected ones are put aside. None if the stock gives no more."""
    while True:
        pair, stock = draw_pair(state.hex_map, state.track, state.stock.open())
        if pair is None:
            return state, None
        state = state.set_stock(stock)
        start, goal = map(state.hex_map.name_of, pair)
        run = Run(*pair, names=(start, goal))
        if is_possible(state.hex_map, state.track, run):
            return state, run
        state = state.add_waiting(run).emit(RunPostponed(run, unconnected=True))


def has_legal_run(state: RailwayRivals) -> bool:
    """Whether the stock still gives a legal run, now or later."""
    return draw_pair(state.hex_map, state.track, state.stock.open())[0] is not None


def take_waiting_run(state: RailwayRivals, *, is_last: bool) -> tuple[RailwayRivals, Run | None]:
    """Take the longest waiting run that may be offered again; ``is_last``: for the last time. (rulings 64, 65)

    Before the stock is used up it is offered once after each building phase, and not after ``MAX_OFFERS``.
    """
    for run in state.waiting:
        is_due = is_last or (run.offers < MAX_OFFERS and (not run.offers or run.tried < state.turn))
        if is_due and is_possible(state.hex_map, state.track, run):
            return state.remove_waiting(run), msgspec.structs.replace(run, last=is_last)
    return state, None


def postpone_run(state: RailwayRivals, run: Run) -> RailwayRivals:
    """Postpone a run that no one entered, or drop it after its last offer. (rulings 65, 101)"""
    if run.last:
        return _drop_runs(state, run)
    postponed = msgspec.structs.replace(run, offers=run.offers + 1, tried=state.turn)
    return state.add_waiting(postponed).emit(RunPostponed(postponed, unconnected=False))


def drop_waiting_runs(state: RailwayRivals) -> RailwayRivals:
    """The runs that never became possible. (ruling 103)"""
    return _drop_runs(state.remove_waiting(*state.waiting), *state.waiting)


def _drop_runs(state: RailwayRivals, *runs: Run) -> RailwayRivals:
    return state.add_dropped(*runs).emit(*map(RunDropped, runs))
