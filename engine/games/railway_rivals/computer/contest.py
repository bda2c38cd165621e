"""A computer player's opinion of the contest for towns that nobody reached: it is played on in thought.

Every company goes for the town that it reaches soonest. All have the same capital in a Turn, so what building costs
is the clock. It works on what everybody sees.
"""

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from typing import NamedTuple

from engine.core import Seat
from engine.games.railway_rivals.box.chart import CHARTS, Hex
from engine.games.railway_rivals.rules.search.grid import goals
from engine.games.railway_rivals.rules.search.ways import plain_ways

FAR = 99
"""The cost of building to a place to which no way leads."""

_LOST = 0.5
"""Of the capital spent on the way to a town that a rival reaches first: the rest serves the next goal."""

_AHEAD = (-1.0, 1.0)
"""Capital by which a company may get to its first goal later or sooner: rolls and payments are not foreseen."""


@lru_cache(512)
def costs(key: str, network: frozenset[Hex]) -> Mapping[str, int]:
    """The cost of building from any of these hexes to each town and special run, payments aside; 0 where one is."""
    found = plain_ways(key, network, tuple(goals(key)))
    return {goal: found[goal][0].cost if goal in found else FAR for goal in goals(key)}


@cache
def _between(key: str) -> Mapping[str, Mapping[str, int]]:
    """The cost of building from each town to each town and special run."""
    return {town.name: costs(key, frozenset({town.hex})) for town in CHARTS[key].towns}


class Aim(NamedTuple):
    """A company that builds toward a town, and the capital that all have had when it gets there; ties by ``order``."""

    arrival: float
    order: int
    town: str


Networks = tuple[tuple[Seat, frozenset[Hex]], ...]
"""The companies, the one that decides first, each with its hexes."""


class Beginning(NamedTuple):
    """The place to which the first company builds first, what that costs, and all hexes on the way."""

    toward: str
    cost: float
    way: frozenset[Hex]


class Won(NamedTuple):
    """A town that the first company reaches before all others, and the capital that all have had by then."""

    town: str
    arrival: float


@lru_cache(256)
def won(key: str, networks: Networks, free: tuple[Hex, ...], first: Beginning, capital: float) -> tuple[Won, ...]:
    """The towns that the first company reaches before all others if it begins like this.

    The contest is played once with that place a little nearer and once a little farther; a town may be named twice.
    """
    chart = CHARTS[key]
    names = [chart.town_at[hex].name for hex in free]
    near = [costs(key, hexes) for _, hexes in networks]
    found: list[Won] = []
    for ahead in _AHEAD:
        contest = _Contest(key, near, names)
        contest.begin(first._replace(cost=first.cost + ahead), costs(key, first.way))
        found += contest.play(capital)
    return tuple(found)


TIMES = len(_AHEAD)
"""How often ``won`` may name a town."""


class _Contest:
    """One contest, to be played once. ``near`` is how far each company is from the free towns."""

    def __init__(self, key: str, near: Iterable[Mapping[str, int]], free: Iterable[str]) -> None:
        self._free = set(free)
        self._between = _between(key)
        self._near = [{town: float(known[town]) for town in self._free} for known in near]
        self._clock = [0.0 for _ in self._near]
        self._aims: dict[int, Aim] = {}
        self._beside: Mapping[str, int] = {}
        self._won: list[Won] = []

    def begin(self, first: Beginning, beside: Mapping[str, int]) -> None:
        """The first company builds to that place first, whether or not a bonus waits there.

        From the first town that it reaches on, it is as near to each town as its way is, ``beside``. That holds even
        if a rival is in that place sooner: counted without the way, companies won less.
        """
        if first.toward in self._free:
            self._aims[0] = Aim(first.cost, 0, first.toward)
            self._beside = beside
        else:
            self._clock[0] = first.cost
            self._come_near(0, beside)

    def play(self, capital: float) -> list[Won]:
        """The towns that the first company reaches first before all have had so much."""
        while self._free:
            for company in range(len(self._near)):
                if company not in self._aims:
                    self._aims[company] = self._best(company)
            first = min(self._aims.values())
            if not first.town or first.arrival > capital:
                break
            self._reach(first)
        return self._won

    def _best(self, company: int) -> Aim:
        """The town that it reaches soonest, if no rival is there sooner."""
        clock, near = self._clock[company], self._near[company]
        taken = {aim.town: aim for aim in self._aims.values() if aim.town}
        aims = [Aim(clock + near[town], company, town) for town in taken]
        sooner = [aim for aim in aims if aim < taken[aim.town]]
        untaken = self._free.difference(taken)
        if untaken:
            distance, town = min(zip(map(near.__getitem__, untaken), untaken, strict=True))
            sooner.append(Aim(clock + distance, company, town))
        return min(sooner, default=Aim(FAR, company, ""))

    def _reach(self, reached: Aim) -> None:
        """A company is in its town, and whoever else was on the way there looks for another."""
        self._free.discard(reached.town)
        self._come_near(reached.order, self._between[reached.town])
        if not reached.order:
            self._won.append(Won(reached.town, reached.arrival))
            self._come_near(0, self._beside)
        for aim in [aim for aim in self._aims.values() if aim.town == reached.town]:
            spent = reached.arrival - self._clock[aim.order]
            self._clock[aim.order] += spent if aim is reached else max(0.0, spent) * _LOST
            del self._aims[aim.order]

    def _come_near(self, company: int, further: Mapping[str, int]) -> None:
        """A company has got to a place, from which its way to other towns may be shorter."""
        near = self._near[company]
        near.update({town: cost for town, cost in further.items() if town in self._free and cost < near[town]})
