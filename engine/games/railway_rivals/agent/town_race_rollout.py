"""Simulates the contest for unreached towns, for a computer player's evaluation.

Every company builds to the town that it reaches soonest. All have the same capital per Turn, so building costs measure
time. It uses public information.
"""

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from typing import NamedTuple

from engine.core import Seat
from engine.games.railway_rivals.game_data.hex_map import HEX_MAPS, Hex
from engine.games.railway_rivals.rules.search.build_paths import plain_build_paths
from engine.games.railway_rivals.rules.search.distance_maps import goal_hexes

UNREACHABLE_COST = 99
"""The building cost to an unreachable place."""

_LOST_SHARE = 0.5
"""The share that is lost of the capital spent toward a town that a rival reaches first: the rest helps with the
next town.
"""

_HEAD_STARTS = (-1.0, 1.0)
"""Capital by which a company may get to its first goal later or sooner: rolls and payments are not foreseen."""


@lru_cache(512)
def goal_costs(key: str, network: frozenset[Hex]) -> Mapping[str, int]:
    """The building cost from any of these hexes to each town and special run, without payments; 0 if reached."""
    paths = plain_build_paths(key, network, tuple(goal_hexes(key)))
    return {goal: paths[goal][0].cost if goal in paths else UNREACHABLE_COST for goal in goal_hexes(key)}


@cache
def _costs_between_towns(key: str) -> Mapping[str, Mapping[str, int]]:
    """The cost of building from each town to each town and special run."""
    return {town.name: goal_costs(key, frozenset({town.hex})) for town in HEX_MAPS[key].towns}


class TownAim(NamedTuple):
    """A company that builds toward a town, and the capital that all have had when it gets there; ties by ``order``."""

    arrival: float
    order: int
    town: str


Networks = tuple[tuple[Seat, frozenset[Hex]], ...]
"""The companies in the order in which they decide, each with its hexes."""


class FirstGoal(NamedTuple):
    """The place to which the first company builds first, its cost, and all hexes on the path."""

    toward: str
    cost: float
    hexes: frozenset[Hex]


class TownWin(NamedTuple):
    """A town that the first company reaches before all others, and the capital that all have had by then."""

    town: str
    arrival: float


@lru_cache(256)
def rollout_wins(
    key: str, networks: Networks, free: tuple[Hex, ...], first: FirstGoal, capital: float
) -> tuple[TownWin, ...]:
    """The towns that the first company reaches first if it begins with that place.

    The contest is simulated twice, with that place a little nearer and a little farther; a town may appear twice.
    """
    hex_map = HEX_MAPS[key]
    names = [hex_map.town_at[hex].name for hex in free]
    cost_by_company = [goal_costs(key, hexes) for _, hexes in networks]
    wins: list[TownWin] = []
    for head_start in _HEAD_STARTS:
        contest = _TownRace(key, cost_by_company, names)
        contest.set_first_goal(first._replace(cost=first.cost + head_start), goal_costs(key, first.hexes))
        wins += contest.play(capital)
    return tuple(wins)


ROLLOUTS = len(_HEAD_STARTS)
"""The number of towns that one rollout of ``rollout_wins`` considers."""


class _TownRace:
    """One contest, to be played once. ``near`` is how far each company is from the free towns."""

    def __init__(self, key: str, cost_by_company: Iterable[Mapping[str, int]], free: Iterable[str]) -> None:
        self._free = set(free)
        self._costs_between = _costs_between_towns(key)
        self._costs = [{town: float(known[town]) for town in self._free} for known in cost_by_company]
        self._clock = [0.0 for _ in self._costs]
        self._aims: dict[int, TownAim] = {}
        self._costs_beside_path: Mapping[str, int] = {}
        self._wins: list[TownWin] = []

    def set_first_goal(self, first: FirstGoal, costs_beside_path: Mapping[str, int]) -> None:
        """The first company builds to that place first, whether or not a bonus waits there.

        From the first town that it reaches on, it is as near to each town as its path is, ``costs_beside_path``. That
        holds even if a rival is in that place sooner: counted without the path, companies won less.
        """
        if first.toward in self._free:
            self._aims[0] = TownAim(first.cost, 0, first.toward)
            self._costs_beside_path = costs_beside_path
        else:
            self._clock[0] = first.cost
            self._update_costs(0, costs_beside_path)

    def play(self, capital: float) -> list[TownWin]:
        """The towns that the first company reaches first before all have had so much."""
        while self._free:
            for company in range(len(self._costs)):
                if company not in self._aims:
                    self._aims[company] = self._best_aim(company)
            first = min(self._aims.values())
            if not first.town or first.arrival > capital:
                break
            self._reach_town(first)
        return self._wins

    def _best_aim(self, company: int) -> TownAim:
        """The town that it reaches soonest, if no rival is there sooner."""
        clock, own_costs = self._clock[company], self._costs[company]
        aim_by_town = {aim.town: aim for aim in self._aims.values() if aim.town}
        aims = [TownAim(clock + own_costs[town], company, town) for town in aim_by_town]
        aims_ahead = [aim for aim in aims if aim < aim_by_town[aim.town]]
        towns_without_aim = self._free.difference(aim_by_town)
        if towns_without_aim:
            distance, town = min(zip(map(own_costs.__getitem__, towns_without_aim), towns_without_aim, strict=True))
            aims_ahead.append(TownAim(clock + distance, company, town))
        return min(aims_ahead, default=TownAim(UNREACHABLE_COST, company, ""))

    def _reach_town(self, aim_reached: TownAim) -> None:
        """A company is in its town, and anyone who else was on the way there looks for another."""
        self._free.discard(aim_reached.town)
        self._update_costs(aim_reached.order, self._costs_between[aim_reached.town])
        if not aim_reached.order:
            self._wins.append(TownWin(aim_reached.town, aim_reached.arrival))
            self._update_costs(0, self._costs_beside_path)
        for aim in [aim for aim in self._aims.values() if aim.town == aim_reached.town]:
            spent = aim_reached.arrival - self._clock[aim.order]
            self._clock[aim.order] += spent if aim is aim_reached else max(0.0, spent) * _LOST_SHARE
            del self._aims[aim.order]

    def _update_costs(self, company: int, costs_there: Mapping[str, int]) -> None:
        """A company has got to a place, from which its path to other towns may be shorter."""
        own_costs = self._costs[company]
        own_costs.update(
            {town: cost for town, cost in costs_there.items() if town in self._free and cost < own_costs[town]}
        )
