"""A computer player's opinion of building: towns nobody reached before all, then places it may race to.

Guesses in gold; they are opinions, not rules. It works on what one seat may see.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from math import fsum, pow
from typing import NamedTuple

from engine.core import Remembered, Seat
from engine.games.railway_rivals.box.chart import Chart, Hex, Number, Town
from engine.games.railway_rivals.box.figures import RUNS_BETWEEN_BUILDING, TOWN_BONUS
from engine.games.railway_rivals.computer.access import Coming, fares, opened, prizes
from engine.games.railway_rivals.computer.contest import FAR, TIMES, Beginning, Won, costs, won
from engine.games.railway_rivals.rules.building import asked_for
from engine.games.railway_rivals.rules.proposals import pays_first, proposed_limit
from engine.games.railway_rivals.rules.search.ways import plain_ways
from engine.games.railway_rivals.rules.site import Site
from engine.games.railway_rivals.rules.turns import turns_at_most
from engine.games.railway_rivals.state.actions import Build, Lay, PlanTrack, Start
from engine.games.railway_rivals.state.paths import Branches
from engine.games.railway_rivals.state.state import RailwayRivals
from engine.games.railway_rivals.state.track import Track, network

_ACCESS = 1.5
"""Of being able to run to or from a card's place on one's own track, seen from the building stage."""

_JOINED = 1.0
"""For each town that can be run to once two pieces of railway hang together; before, there are no runs between them."""

_JOINED_RUN = 1.5
"""The same for each card of theirs that is still to come, once trains run."""


class RunValues(NamedTuple):
    """The worth of a place once trains run, to a player that does not ask which runs it opens."""

    to_come: float
    """While the card of the run is still to come."""
    waiting: float
    """For a run that waits for somebody to connect its places."""


_TOO_FAR = 24
"""A place that costs more to reach is no goal while there are nearer ones."""

_PHASE = 9.5
"""Gold of track that a building phase between races allows: the mean of the die, and six."""

_CAPITAL_A_TURN = 3.5
"""The mean of the green die."""

_SURE = 0.97
"""Of a town that a contest lets one reach first: for each gold of capital until then, what is left of its worth."""

_IDLE = 0.01
"""Single steps lead nowhere in particular; rather not."""

_HEAD_START = 5.0
"""A start town is the better, the more lies near; so much is added to every way, that the nearest is not everything."""

_AT_ONCE = 6.0
"""Gold that is sure, where what others are thought to do may not come."""


def starting(state: RailwayRivals, action: Start, *, as_at_first: bool) -> float:
    """Rate a start town by its own cards, by what lies around it, and by how much of that rivals reach sooner.

    ``as_at_first``: as the first hint did, to which its own cards were worth nothing.
    """
    town = state.chart.town_named(action.town)
    assert town is not None
    mine = costs(state.chart.key, frozenset({town.hex}))
    rivals = [costs(state.chart.key, frozenset({hex})) for _, hex in state.track.starts]
    worth = 0.0 if as_at_first else _ACCESS * len(town.numbers) / _HEAD_START
    for other in state.chart.towns:
        if other.hex != town.hex:
            bonus = TOWN_BONUS * _first(mine[other.name], [theirs[other.name] for theirs in rivals])
            worth += (bonus + _ACCESS * len(other.numbers)) / (mine[other.name] + _HEAD_START)
    return worth


def building(state: RailwayRivals, action: Build | Lay, runs: RunValues | None) -> float:
    """Rate track by what it leads to; with one's own gold, by the worth beyond the cost.

    With ``runs`` it is rated as the first hint did: in the building stage, by the worth for each gold of capital.
    """
    site, capital = _asked(state, action.seat)
    cost, fees = _price(site, action.path)
    if isinstance(action, Lay):
        return -(_IDLE + fees + (cost if state.operating else 0))
    onward = _onward(state.chart.key, action.path.lines[-1][-1], action.toward)
    whole = cost + onward
    if state.operating:
        return (_while_running(state, action, runs) if runs else _once_built(state, action, onward)) - whole - fees
    if not runs:
        return _contested(state, action, whole, capital) + _bonus_at_once(state, action, onward) - fees
    in_time = 1.0 if whole <= capital else capital / (2 * whole)
    return (_worth(state, action, whole) * in_time - fees) / whole


def _price(site: Site, path: Branches) -> tuple[int, int]:
    """The cost of track, and what it pays to rivals."""
    first, *others = path.lines
    lone = not others and len(first) == 2
    steps = (site.step(*first),) if lone else site.copy().follow(path)
    cost, fees = 0, 0
    for step in steps:
        cost, fees = cost + step.cost, fees + step.fees
    return cost, fees


def _contested(state: RailwayRivals, action: Build, cost: int, capital: float) -> float:
    """Rate going to a place first by the towns that the company then reaches before others, and by its own worth."""
    worth = _worth(state, action, cost) / cost
    if cost > min(capital, _TOO_FAR):
        return worth
    others = tuple(seat for seat in state.everyone if seat != action.seat)
    networks = tuple((seat, network(state.track, seat)) for seat in (action.seat, *others))
    first = Beginning(action.toward, cost, _whole_way(state.chart, action))
    towns = won(state.chart.key, networks, state.unreached, first, capital)
    is_won = any(action.toward == town for town, _ in towns)
    late = 0.0 if is_won else _ACCESS * len(_numbers(state.chart, action.toward))
    return worth + late + _bonuses(state.chart, towns) + _JOINED * len(_beyond(state, action))


def _bonus_at_once(state: RailwayRivals, action: Build, onward: int) -> float:
    """The worth of a bonus that the track itself reaches, beyond what the contest counts for it."""
    return _AT_ONCE if not onward and _is_unreached(state, action.toward) else 0.0


def _is_unreached(state: RailwayRivals, goal: str) -> bool:
    """Whether the place is a town that nobody reached."""
    town = state.chart.town_named(goal)
    return town is not None and town.hex not in state.first


def _bonuses(chart: Chart, towns: Iterable[Won]) -> float:
    """The worth of the towns that a company is the first to reach in a contest: the later, the less sure."""
    return fsum(_worth_when_won(chart, town) * pow(_SURE, arrival) for town, arrival in towns) / TIMES


def _worth_when_won(chart: Chart, town: str) -> float:
    return TOWN_BONUS + _ACCESS * len(_numbers(chart, town))


def _whole_way(chart: Chart, action: Build) -> frozenset[Hex]:
    """The hexes of the track, and of the way from its end to the goal."""
    track, end = action.path.hexes, action.path.lines[-1][-1]
    found = plain_ways(chart.key, frozenset({end}), (action.toward,))
    return frozenset((*track, *found[action.toward][0].hexes)) if action.toward in found else frozenset(track)


def planning(state: RailwayRivals, action: PlanTrack, runs: RunValues | None) -> float:
    """A little better than the same without a limit, if it is the one proposed; a bonus is worth a condition."""
    site, _ = _asked(state, action.seat)
    town = state.chart.town_named(action.toward)
    whole = town is not None and town.hex == action.path.hexes[-1]
    wanted = "first" if whole and pays_first(site, action.toward) else "always"
    if action.gold != proposed_limit(site) or action.when != wanted:
        return _UNWANTED
    return building(state, Build(action.seat, action.toward, action.path), runs) + _CAUTION


_UNWANTED = -99.0
"""Of plans that differ in limit or condition alone, all but one need no thought."""

_CAUTION = 0.001
"""Rather with the limit and the condition that are proposed."""


@Remembered
def _asked(state: RailwayRivals, seat: Seat) -> tuple[Site, float]:
    """The site where the seat may build, and the capital it can expect until the end of the stage."""
    building, asked = state.building, asked_for(state, seat)
    assert building is not None and asked is not None
    turns = turns_at_most(state) + (len(building.slots) - asked.at) // state.seats
    return asked.site, asked.site.capital + _CAPITAL_A_TURN * turns


def _worth(state: RailwayRivals, action: Build, cost: int) -> float:
    """The bonus, if it is likely to be had, and what the place promises for the races."""
    worth = _ACCESS * len(_numbers(state.chart, action.toward))
    if _is_unreached(state, action.toward):
        key, track = state.chart.key, state.track
        others = (seat for seat in state.everyone if seat != action.seat)
        rivals = [costs(key, network(track, seat))[action.toward] for seat in others]
        worth += TOWN_BONUS * _first(cost, rivals)
    return worth + _JOINED * len(_beyond(state, action))


def _beyond(state: RailwayRivals, action: Build) -> tuple[Town, ...]:
    """The towns that hang together with the goal's and not yet with one's own track."""
    town, parts = state.chart.town_named(action.toward), _parts(state.track)
    mine = next(parts[hex] for seat, hex in state.track.starts if seat == action.seat)
    if town is None or parts.get(town.hex, mine) == mine:
        return ()
    return tuple(other for other in state.chart.towns if parts.get(other.hex) == parts[town.hex])


@lru_cache(16)
def _parts(track: Track) -> Mapping[Hex, int]:
    """A number for each hex with track, anybody's: hexes that hang together have the same one."""
    found: dict[Hex, int] = {}
    members: dict[int, list[Hex]] = {}
    begun = [(start, start) for _, start in track.starts]
    for a, b in begun + [(piece.a, piece.b) for piece in track.pieces]:
        for hex in (a, b):
            if hex not in found:
                found[hex] = len(found)
                members[found[hex]] = [hex]
        if found[a] != found[b]:
            moved = members.pop(found[b])
            members[found[a]] += moved
            found.update(dict.fromkeys(moved, found[a]))
    return found


def _first(mine: int, rivals: list[int]) -> float:
    """The likelihood of being the first, by what it costs each to get there."""
    nearest = min(rivals, default=FAR)
    return nearest**2 / (nearest**2 + mine**2 + 1e-9)


def _while_running(state: RailwayRivals, action: Build, runs: RunValues) -> float:
    """Runs that are still to come from there. (R Building Track in the Operating Stage)"""
    waiting = {number for run in state.waiting for number in (run.start, run.goal)}
    gone = _gone(state)
    numbers = [number for number in _numbers(state.chart, action.toward) if number not in gone]
    worth = fsum(runs.waiting if number in waiting else runs.to_come for number in numbers)
    worth += _JOINED_RUN * sum(number not in gone for town in _beyond(state, action) for number in town.numbers)
    return worth + _late_bonus(state, action)


def _gone(state: RailwayRivals) -> set[Number]:
    """The cards of the races that were run."""
    return {number for race in state.races for number in (race.run.start, race.run.goal)}


def _late_bonus(state: RailwayRivals, action: Build) -> int:
    """The bonus for a town that nobody reached, where the table grants it once trains run."""
    return TOWN_BONUS * (state.options.late_towns and _is_unreached(state, action.toward))


def _once_built(state: RailwayRivals, action: Build, onward: int) -> float:
    """The worth of a place once trains run: the runs that it opens, if they come after it is reached."""
    return _in_time(state, onward) * _opening(state, action, onward) + _late_bonus(state, action)


def _in_time(state: RailwayRivals, onward: int) -> float:
    """The part of the runs to come that come after track has been built for so much more gold."""
    runs = _coming(state).runs
    return max(0.0, 1 - RUNS_BETWEEN_BUILDING * onward / _PHASE / runs) if runs else 0.0


def _opening(state: RailwayRivals, action: Build, onward: int) -> float:
    """The gold that runs to come bring more once the place is reached."""
    if onward >= FAR:
        return 0.0
    chart, seat = state.chart, action.seat
    path = _whole_way(chart, action)
    before = fares(chart.key, state.track, seat, state.seats)
    after = fares(chart.key, state.track, seat, state.seats, path)
    return opened(before, after, prizes(chart.key, state.track, seat, state.seats), _coming(state))


def _coming(state: RailwayRivals) -> Coming:
    """The runs that are still to come."""
    waiting = tuple((run.start, run.goal) for run in state.waiting)
    gone = _gone(state).union(*waiting)
    return Coming(tuple(number for number in state.chart.cards if number not in gone), waiting)


def _numbers(chart: Chart, goal: str) -> tuple[Number, ...]:
    """The cards of a town or a special run."""
    town = chart.town_named(goal)
    return town.numbers if town else tuple(run.number for run in chart.special_runs if run.name == goal)


# -- what it costs to get somewhere


@lru_cache(8_192)
def _onward(key: str, hex: Hex, goal: str) -> int:
    """The cost of building from a hex to a goal; much for a hex over the border, from where none leads on."""
    found = plain_ways(key, frozenset({hex}), (goal,))
    return found[goal][0].cost if goal in found else FAR
