"""Drawing, postponing, and dropping runs. (R Determining the Runs)"""

import msgspec

from engine.games.railway_rivals.game_data.hex_map import CardNumber, HexMap
from engine.games.railway_rivals.rules.search.track_graph import track_distance
from engine.games.railway_rivals.state.events import RunDropped, RunPostponed
from engine.games.railway_rivals.state.runs import Run
from engine.games.railway_rivals.state.state import RailwayRivals
from engine.games.railway_rivals.state.track import Track

MIN_RUN_LENGTH = 6
"""Minimum number of steps of a run over the shortest track. (R Determining the Runs, 1)"""

MAX_OFFERS = 2
"""Number of offers without entries after which a run waits until the stock is used up. (ruling 65)"""


def is_possible(hex_map: HexMap, track: Track, run: Run) -> bool:
    """Whether the places of a run are connected and far enough apart. (rulings 58, 60, 63)"""
    steps = _count_steps(hex_map, track, run.start, run.goal)
    return steps is not None and steps >= MIN_RUN_LENGTH


def _is_legal(hex_map: HexMap, track: Track, start: CardNumber, goal: CardNumber) -> bool:
    """Whether two cards make a run; its places need not be connected yet. (rulings 58, 59, 61)"""
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
    """Return the next legal pair of cards, or None, and the remaining stock. (ruling 62)

    A second card that does not fit goes to the bottom of the stock; if no second card fits, so does the first card.
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
    """Draw the next connected run, and postpone unconnected ones; the run is None if no legal pair is left."""
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
    """Whether the stock still contains a legal pair of cards."""
    return draw_pair(state.hex_map, state.track, state.stock.open())[0] is not None


def take_waiting_run(state: RailwayRivals, *, is_last: bool) -> tuple[RailwayRivals, Run | None]:
    """Take the longest waiting run that may be offered now; the run is None if there is none. (rulings 64, 65)

    If ``is_last``, the stock is used up, and any possible run is offered for the last time. Otherwise, a run is offered
    once after each building phase, at most ``MAX_OFFERS`` times.
    """
    for run in state.waiting:
        is_due = is_last or (run.offers < MAX_OFFERS and (not run.offers or run.tried < state.turn))
        if is_due and is_possible(state.hex_map, state.track, run):
            return state.remove_waiting(run), msgspec.structs.replace(run, last=is_last)
    return state, None


def postpone_run(state: RailwayRivals, run: Run) -> RailwayRivals:
    """Postpone a run that no seat entered, or drop it after its last offer. (rulings 65, 101)"""
    if run.last:
        return _drop_runs(state, run)
    postponed = msgspec.structs.replace(run, offers=run.offers + 1, tried=state.turn)
    return state.add_waiting(postponed).emit(RunPostponed(postponed, unconnected=False))


def drop_waiting_runs(state: RailwayRivals) -> RailwayRivals:
    """Drop all waiting runs, which never became possible. (ruling 103)"""
    return _drop_runs(state.remove_waiting(*state.waiting), *state.waiting)


def _drop_runs(state: RailwayRivals, *runs: Run) -> RailwayRivals:
    return state.add_dropped(*runs).emit(*map(RunDropped, runs))
