"""Rollouts of the race for unreached towns, for the evaluation of building.

Every company builds to the town that it reaches soonest. All have the same building points per Turn, so that building
costs measure time. Rollouts use public information only.
"""

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from typing import NamedTuple

from engine.core import Seat
from engine.games.railway_rivals.game_data.hex_map import HEX_MAPS, Hex
from engine.games.railway_rivals.rules.search.build_paths import plain_build_paths
from engine.games.railway_rivals.rules.search.distance_maps import goal_hexes

UNREACHABLE_COST = 99
"""The building cost to a place that no track can reach."""

_LOST_SHARE = 0.5
"""Share of the capital spent toward a town that is lost if a rival reaches it first."""

_HEAD_STARTS = (-1.0, 1.0)
"""Building points added to the cost of the first goal: one number for each rollout."""


@lru_cache(512)
def goal_costs(key: str, network: frozenset[Hex]) -> Mapping[str, int]:
    """The building cost from a network to each town and special run; 0 if it is reached."""
    paths = plain_build_paths(key, network, tuple(goal_hexes(key)))
    return {goal: paths[goal][0].cost if goal in paths else UNREACHABLE_COST for goal in goal_hexes(key)}


@cache
def _costs_between_towns(key: str) -> Mapping[str, Mapping[str, int]]:
    return {town.name: goal_costs(key, frozenset({town.hex})) for town in HEX_MAPS[key].towns}


class TownAim(NamedTuple):
    """A town to which a company builds: arrival time in building points, index of the company, and name."""

    arrival: float
    order: int
    town: str


Networks = tuple[tuple[Seat, frozenset[Hex]], ...]
"""The (seat, network hexes) pairs of the companies, in the order in which companies decide."""


class FirstGoal(NamedTuple):
    """The goal to which the first company builds at the beginning, with the cost and the hexes of the path."""

    toward: str
    cost: float
    hexes: frozenset[Hex]


class TownWin(NamedTuple):
    """A town that the first company wins, and its arrival time in building points."""

    town: str
    arrival: float


@lru_cache(256)
def rollout_wins(
    key: str, networks: Networks, free: tuple[Hex, ...], first: FirstGoal, capital: float
) -> tuple[TownWin, ...]:
    """The towns that the first company wins if it first builds to the goal ``first``.

    ``free`` are the unreached towns; ``capital`` is the building points of each company until the end. The race is
    simulated twice, with the goal nearer and then farther, so a town may appear twice.
    """
    hex_map = HEX_MAPS[key]
    names = [hex_map.town_at[hex].name for hex in free]
    cost_by_company = [goal_costs(key, hexes) for _, hexes in networks]
    wins: list[TownWin] = []
    for head_start in _HEAD_STARTS:
        race = _TownRace(key, cost_by_company, names)
        race.set_first_goal(first._replace(cost=first.cost + head_start), goal_costs(key, first.hexes))
        wins += race.play(capital)
    return tuple(wins)


ROLLOUTS = len(_HEAD_STARTS)
"""The number of simulated races of ``rollout_wins``."""


class _TownRace:
    """A simulated race for the towns ``free``; ``cost_by_company`` maps towns to building costs for each company."""

    def __init__(self, key: str, cost_by_company: Iterable[Mapping[str, int]], free: Iterable[str]) -> None:
        self._free = set(free)
        self._costs_between = _costs_between_towns(key)
        self._costs = [{town: float(costs[town]) for town in self._free} for costs in cost_by_company]
        self._clock = [0.0 for _ in self._costs]
        self._aims: dict[int, TownAim] = {}
        self._costs_beside_path: Mapping[str, int] = {}
        self._wins: list[TownWin] = []

    def set_first_goal(self, first: FirstGoal, costs_beside_path: Mapping[str, int]) -> None:
        """Let the first company build to a goal first, even if the goal is not an unreached town.

        ``costs_beside_path`` are the building costs from the path. They apply from the first town that the company
        reaches, even if a rival reaches the goal sooner; this made computer players stronger.
        """
        if first.toward in self._free:
            self._aims[0] = TownAim(first.cost, 0, first.toward)
            self._costs_beside_path = costs_beside_path
        else:
            self._clock[0] = first.cost
            self._update_costs(0, costs_beside_path)

    def play(self, capital: float) -> list[TownWin]:
        """Simulate the race until ``capital`` is spent, and return the towns that the first company wins."""
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
        """The town that the company reaches soonest, among those that no rival reaches sooner."""
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
        """Let a company reach its town; other companies on the way to this town lose time and choose again."""
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
        """Lower a company's building costs to free towns after it has reached a new place.

        ``costs_there`` are the building costs from that place, by town.
        """
        own_costs = self._costs[company]
        own_costs.update(
            {town: cost for town, cost in costs_there.items() if town in self._free and cost < own_costs[town]}
        )
