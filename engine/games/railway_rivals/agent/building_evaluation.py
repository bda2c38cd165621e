"""Evaluation of building for computer players: unreached towns, and places for runs.

All values are estimates in gold, from what one seat may see.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from math import fsum, pow
from typing import NamedTuple

from engine.core import IdentityCache, Seat
from engine.games.railway_rivals.agent.run_values import ComingRuns, access_costs, gain_estimate, mean_prizes
from engine.games.railway_rivals.agent.town_race_rollout import (
    ROLLOUTS,
    UNREACHABLE_COST,
    FirstGoal,
    TownWin,
    goal_costs,
    rollout_wins,
)
from engine.games.railway_rivals.game_data.constants import RUNS_PER_BUILDING_PHASE, TOWN_BONUS
from engine.games.railway_rivals.game_data.hex_map import CardNumber, Hex, HexMap, Town
from engine.games.railway_rivals.rules.build_simulator import BuildSimulator
from engine.games.railway_rivals.rules.building import find_build_question
from engine.games.railway_rivals.rules.building_stage_turns import max_turns_left
from engine.games.railway_rivals.rules.proposals import default_limit, has_first_bonus
from engine.games.railway_rivals.rules.search.build_paths import plain_build_paths
from engine.games.railway_rivals.state.actions import Build, Lay, PlanTrack, Start
from engine.games.railway_rivals.state.path_notation import Branches
from engine.games.railway_rivals.state.state import RailwayRivals
from engine.games.railway_rivals.state.track import Track, network_of

_ACCESS_VALUE = 1.5
"""Value of each Town Card of a goal in the building stage, in gold."""

_JOIN_VALUE = 1.0
"""Value of each town that becomes connected to the company's track, in gold."""

_JOIN_VALUE_PER_CARD = 1.5
"""Value of each remaining Town Card of a newly connected town in the operating stage, in gold."""


class FlatRunValues(NamedTuple):
    """Fixed values of the Town Cards of a goal in the operating stage, for the first version of the evaluation."""

    to_come: float
    """Gold for each card that is still in the stock."""
    waiting: float
    """Gold for each card that belongs to a postponed run."""


_MAX_GOAL_COST = 24
"""Maximum building cost of a goal that is evaluated by rollouts."""

_GOLD_PER_PHASE = 9.5
"""Mean gold that a seat may spend in a building phase of the operating stage: the mean of the die plus 6."""

_CAPITAL_PER_TURN = 3.5
"""Mean building points in a Turn: the mean of the green die."""

_CERTAINTY_PER_GOLD = 0.97
"""Factor for the value of a contested town, per building point needed to reach it."""

_SINGLE_STEP_PENALTY = 0.01
"""Penalty for single steps, so that paths toward a goal are preferred."""

_HEAD_START = 5.0
"""Number added to building costs from a start town, so that far towns count too."""

_IMMEDIATE_BONUS_VALUE = 6.0
"""Extra value of track that itself reaches an unreached town, in gold, because the bonus is certain."""


def start_value(state: RailwayRivals, action: Start, *, as_at_first: bool) -> float:
    """Evaluate a start town by its cards, near towns, and rivals that started nearer to those towns.

    ``as_at_first`` selects the first version of the evaluation, which ignores the cards of the start town.
    """
    town = state.hex_map.find_town(action.town)
    assert town is not None
    own_costs = goal_costs(state.hex_map.key, frozenset({town.hex}))
    rivals = [goal_costs(state.hex_map.key, frozenset({hex})) for _, hex in state.track.starts]
    value = 0.0 if as_at_first else _ACCESS_VALUE * len(town.numbers) / _HEAD_START
    for other in state.hex_map.towns:
        if other.hex != town.hex:
            bonus = TOWN_BONUS * _likelihood_of_first(own_costs[other.name], [theirs[other.name] for theirs in rivals])
            value += (bonus + _ACCESS_VALUE * len(other.numbers)) / (own_costs[other.name] + _HEAD_START)
    return value


def build_value(state: RailwayRivals, action: Build | Lay, runs: FlatRunValues | None) -> float:
    """Evaluate track by its goal, less payments to rivals and any cost in gold.

    ``runs`` selects the first version of the evaluation, which divides values in the building stage by the building
    cost.
    """
    simulator, capital = _build_context(state, action.seat)
    cost, fees = _path_cost(simulator, action.path)
    if isinstance(action, Lay):
        return -(_SINGLE_STEP_PENALTY + fees + (cost if state.operating else 0))
    onward = _cost_onward(state.hex_map.key, action.path.lines[-1][-1], action.toward)
    whole_cost = cost + onward
    if state.operating:
        return (
            (_flat_running_value(state, action, runs) if runs else _running_value(state, action, onward))
            - whole_cost
            - fees
        )
    if not runs:
        return _contest_value(state, action, whole_cost, capital) + _immediate_bonus(state, action, onward) - fees
    in_time = 1.0 if whole_cost <= capital else capital / (2 * whole_cost)
    return (_place_value(state, action, whole_cost) * in_time - fees) / whole_cost


def _path_cost(simulator: BuildSimulator, path: Branches) -> tuple[int, int]:
    """Return the building cost of a path and its payments to rivals."""
    first, *others = path.lines
    is_single_step = not others and len(first) == 2
    steps = (simulator.step_between(*first),) if is_single_step else simulator.copy().apply_path(path)
    return sum(step.cost for step in steps), sum(step.fees for step in steps)


def _contest_value(state: RailwayRivals, action: Build, cost: int, capital: float) -> float:
    """Evaluate a goal by its own value and by the towns that the company then wins in rollouts."""
    worth = _place_value(state, action, cost) / cost
    if cost > min(capital, _MAX_GOAL_COST):
        return worth
    others = tuple(seat for seat in state.everyone if seat != action.seat)
    networks = tuple((seat, network_of(state.track, seat)) for seat in (action.seat, *others))
    first = FirstGoal(action.toward, cost, _hexes_to_goal(state.hex_map, action))
    towns = rollout_wins(state.hex_map.key, networks, state.unreached_towns, first, capital)
    is_won = any(action.toward == town for town, _ in towns)
    late = 0.0 if is_won else _ACCESS_VALUE * len(_card_numbers(state.hex_map, action.toward))
    return worth + late + _bonus_value(state.hex_map, towns) + _JOIN_VALUE * len(_towns_joined(state, action))


def _immediate_bonus(state: RailwayRivals, action: Build, onward: int) -> float:
    return _IMMEDIATE_BONUS_VALUE if not onward and _is_unreached(state, action.toward) else 0.0


def _is_unreached(state: RailwayRivals, goal: str) -> bool:
    town = state.hex_map.find_town(goal)
    return town is not None and town.hex not in state.first


def _bonus_value(hex_map: HexMap, towns: Iterable[TownWin]) -> float:
    """The value of the towns that a company wins in rollouts; later arrivals are less certain."""
    values = [
        (TOWN_BONUS + _ACCESS_VALUE * len(_card_numbers(hex_map, town))) * pow(_CERTAINTY_PER_GOLD, arrival)
        for town, arrival in towns
    ]
    return fsum(values) / ROLLOUTS


def _hexes_to_goal(hex_map: HexMap, action: Build) -> frozenset[Hex]:
    """The hexes of the track, and of the cheapest path from its end to the goal."""
    track, end = action.path.hexes, action.path.lines[-1][-1]
    paths = plain_build_paths(hex_map.key, frozenset({end}), (action.toward,))
    return frozenset((*track, *paths[action.toward][0].hexes)) if action.toward in paths else frozenset(track)


def plan_value(state: RailwayRivals, action: PlanTrack, runs: FlatRunValues | None) -> float:
    """Evaluate a plan by its track; a plan without the suggested limit and condition has a low value.

    If the track reaches a town with a bonus, the suggested condition is to be first there.
    """
    simulator, _ = _build_context(state, action.seat)
    town = state.hex_map.find_town(action.toward)
    is_arriving = town is not None and town.hex == action.path.hexes[-1]
    wanted = "first" if is_arriving and has_first_bonus(simulator, action.toward) else "always"
    if action.gold != default_limit(simulator) or action.when != wanted:
        return _UNWANTED_VALUE
    return build_value(state, Build(action.seat, action.toward, action.path), runs) + _CAUTION_VALUE


_UNWANTED_VALUE = -99.0
"""The value of a plan without the suggested limit and condition."""

_CAUTION_VALUE = 0.001
"""Extra value of a plan with the suggested limit and condition."""


@IdentityCache
def _build_context(state: RailwayRivals, seat: Seat) -> tuple[BuildSimulator, float]:
    """Return the seat's simulator, and the building points that the seat can expect until the end of the stage."""
    building, question = state.current_building, find_build_question(state, seat)
    assert building is not None and question is not None
    turns = max_turns_left(state) + (len(building.slots) - question.slot_index) // state.seats
    return question.simulator, question.simulator.capital + _CAPITAL_PER_TURN * turns


def _place_value(state: RailwayRivals, action: Build, cost: int) -> float:
    """The value of a goal in the building stage: its cards, its connections, and its likely bonus."""
    worth = _ACCESS_VALUE * len(_card_numbers(state.hex_map, action.toward))
    if _is_unreached(state, action.toward):
        key, track = state.hex_map.key, state.track
        others = (seat for seat in state.everyone if seat != action.seat)
        rivals = [goal_costs(key, network_of(track, seat))[action.toward] for seat in others]
        worth += TOWN_BONUS * _likelihood_of_first(cost, rivals)
    return worth + _JOIN_VALUE * len(_towns_joined(state, action))


def _towns_joined(state: RailwayRivals, action: Build) -> tuple[Town, ...]:
    """The towns that are connected to the goal but not yet to the company's track."""
    town, parts = state.hex_map.find_town(action.toward), _track_components(state.track)
    mine = next(parts[hex] for seat, hex in state.track.starts if seat == action.seat)
    if town is None or parts.get(town.hex, mine) == mine:
        return ()
    return tuple(other for other in state.hex_map.towns if parts.get(other.hex) == parts[town.hex])


@lru_cache(16)
def _track_components(track: Track) -> Mapping[Hex, int]:
    """For each hex with track of any company, a number that is equal for connected hexes."""
    component_of: dict[Hex, int] = {}
    members: dict[int, list[Hex]] = {}
    start_pairs = [(start, start) for _, start in track.starts]
    for a, b in start_pairs + [(piece.a, piece.b) for piece in track.pieces]:
        for hex in (a, b):
            if hex not in component_of:
                component_of[hex] = len(component_of)
                members[component_of[hex]] = [hex]
        if component_of[a] != component_of[b]:
            moved_hexes = members.pop(component_of[b])
            members[component_of[a]] += moved_hexes
            component_of.update(dict.fromkeys(moved_hexes, component_of[a]))
    return component_of


def _likelihood_of_first(mine: int, rivals: list[int]) -> float:
    """The likelihood that the company reaches a town before its rivals, given their building costs."""
    nearest = min(rivals, default=UNREACHABLE_COST)
    return nearest**2 / (nearest**2 + mine**2 + 1e-9)


def _flat_running_value(state: RailwayRivals, action: Build, runs: FlatRunValues) -> float:
    """The value of a goal in the operating stage, by the fixed values of its cards."""
    waiting = {number for run in state.waiting for number in (run.start, run.goal)}
    cards_gone = _cards_gone(state)
    numbers = [number for number in _card_numbers(state.hex_map, action.toward) if number not in cards_gone]
    worth = fsum(runs.waiting if number in waiting else runs.to_come for number in numbers)
    worth += _JOIN_VALUE_PER_CARD * sum(
        number not in cards_gone for town in _towns_joined(state, action) for number in town.numbers
    )
    return worth + _late_bonus(state, action)


def _cards_gone(state: RailwayRivals) -> set[CardNumber]:
    return {number for race in state.races for number in (race.run.start, race.run.goal)}


def _late_bonus(state: RailwayRivals, action: Build) -> int:
    """The bonus for an unreached town in the operating stage; 0 unless an option pays it."""
    return TOWN_BONUS * (state.options.late_towns and _is_unreached(state, action.toward))


def _running_value(state: RailwayRivals, action: Build, onward: int) -> float:
    """The value of a goal in the operating stage: the future runs that it opens, and its bonus."""
    return _share_in_time(state, onward) * _opening_value(state, action, onward) + _late_bonus(state, action)


def _share_in_time(state: RailwayRivals, onward: int) -> float:
    """The share of future runs that are drawn after track worth ``onward`` gold has been built."""
    runs = _coming_runs(state).run_count
    return max(0.0, 1 - RUNS_PER_BUILDING_PHASE * onward / _GOLD_PER_PHASE / runs) if runs else 0.0


def _opening_value(state: RailwayRivals, action: Build, onward: int) -> float:
    """The additional income from future runs after the goal is reached."""
    if onward >= UNREACHABLE_COST:
        return 0.0
    hex_map, seat = state.hex_map, action.seat
    path = _hexes_to_goal(hex_map, action)
    before = access_costs(hex_map.key, state.track, seat, state.seats)
    after = access_costs(hex_map.key, state.track, seat, state.seats, path)
    return gain_estimate(before, after, mean_prizes(hex_map.key, state.track, seat, state.seats), _coming_runs(state))


def _coming_runs(state: RailwayRivals) -> ComingRuns:
    waiting = tuple((run.start, run.goal) for run in state.waiting)
    cards_gone = _cards_gone(state).union(*waiting)
    return ComingRuns(tuple(number for number in state.hex_map.cards if number not in cards_gone), waiting)


def _card_numbers(hex_map: HexMap, goal: str) -> tuple[CardNumber, ...]:
    town = hex_map.find_town(goal)
    return town.numbers if town else tuple(run.number for run in hex_map.special_runs if run.name == goal)


# -- building costs


@lru_cache(8_192)
def _cost_onward(key: str, hex: Hex, goal: str) -> int:
    """The building cost from a hex to a goal; ``UNREACHABLE_COST`` if there is no path."""
    paths = plain_build_paths(key, frozenset({hex}), (goal,))
    return paths[goal][0].cost if goal in paths else UNREACHABLE_COST
