"""The race of trains: dice, hills, places and prizes, and the odds before it. (R The Race; R Winning)

Pure functions over the ways of trains; a way is what each hex costs to enter, one after the other, in movement.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import groupby, product
from math import fsum

import msgspec

from engine.games.railway_rivals.box.chart import Chart, Hex

AVERAGE_DIE = (2, 3, 3, 4, 4, 5)
"""The red die. (R Equipment; ruling 87)"""

PRIZES = (20, 10)
"""For the winner and for the second. (R Winning the Contract)"""

_PLAIN, _HILL = 1, 2
"""What entering a hex costs. (R Hills, in The Race; ruling 88)"""


class Progress(msgspec.Struct, frozen=True):
    """A train's progress: its rolls, where it stood after each (hexes from the start), what was left in the end."""

    rolls: tuple[int, ...] = ()
    stops: tuple[int, ...] = ()
    over: int | None = None

    def rolled(self, way: Sequence[int], roll: int) -> Progress:
        """One roll on. With 1 left a hill cannot be entered, and the 1 is lost. (ruling 88)"""
        at, left = self.stops[-1] if self.stops else 0, roll
        while at < len(way) and left >= way[at]:
            left -= way[at]
            at += 1
        over = left if at == len(way) else None
        return Progress((*self.rolls, roll), (*self.stops, at), over)

    @property
    def rank(self) -> tuple[int, int]:
        """Lower is better: the round of arrival, then the most movement left. (rulings 90, 91)"""
        assert self.over is not None
        return len(self.rolls), -self.over


def movement(chart: Chart, hexes: Sequence[Hex]) -> tuple[int, ...]:
    """The movement that a route costs, hex by hex, without the one where it starts."""
    return tuple(_HILL if chart.hilly(hex) else _PLAIN for hex in hexes[1:])


def compete(ways: Sequence[Sequence[int]], throw: Callable[[], int]) -> tuple[Progress, ...]:
    """Whole rounds until the first two places are known; a train alone does not roll. (rulings 89 to 92, 94, 95)"""
    trains = [Progress() for _ in ways]
    if len(ways) < 2:
        return tuple(trains)
    while True:
        running = [i for i, train in enumerate(trains) if train.over is None]
        for i in running:
            trains[i] = trains[i].rolled(ways[i], throw())
        arrived = sum(train.over is not None for train in trains)
        if arrived >= 2 or (arrived and len(trains) == 2):
            return tuple(trains)


def places(trains: Sequence[Progress]) -> tuple[int, ...]:
    """1, 2 or 0 for each: equals share a place, and two or more winners leave no second. (rulings 92 to 96)"""
    if len(trains) == 1:
        return (1,)
    ranks = sorted({train.rank for train in trains if train.over is not None})
    found = [1 + ranks.index(train.rank) if train.over is not None else len(ranks) + 1 for train in trains]
    second = 2 if found.count(1) == 1 else 0
    return tuple(1 if place == 1 else second if place == 2 else 0 for place in found)


def prizes(found: Sequence[int]) -> tuple[int, ...]:
    """The prize of each train by its place: equals pool their prizes and share, rounded down. (ruling 93)"""
    won: dict[int, int] = {}
    taken = 0
    for place, shared in groupby(sorted(place for place in found if place)):
        count = len(tuple(shared))
        won[place] = sum(PRIZES[taken : taken + count]) // count
        taken += count
    return tuple(won.get(place, 0) for place in found)


# -- odds


class Odds(msgspec.Struct, frozen=True):
    """The likelihoods that a train is before another, and that both come to the goal alike."""

    win: float
    tie: float


@lru_cache(1_024)
def odds_of_ways(mine: tuple[int, ...], theirs: tuple[int, ...]) -> Odds:
    """The odds of a train against another, each with its ``movement``: what is lost below hills counts. (ruling 88)"""
    return _compared(_arrivals_on(mine), _arrivals_on(theirs))


@lru_cache(1_024)
def odds(length: int, rival: int) -> Odds:
    """The odds over ways of so much movement as if no hill were on them: for quick guesses. (rulings, section 5)"""
    return _compared(_arrivals(length), _arrivals(rival))


def _compared(mine: Mapping[tuple[int, int], float], theirs: Mapping[tuple[int, int], float]) -> Odds:
    pairs = product(mine.items(), theirs.items())
    wins = fsum(p * q for (a, p), (b, q) in pairs if a < b)
    ties = fsum(p * theirs.get(a, 0.0) for a, p in mine.items())
    return Odds(wins, ties)


@lru_cache(256)
def _arrivals_on(way: tuple[int, ...]) -> Mapping[tuple[int, int], float]:
    """The likelihood of each rank on this way, roll by roll."""
    found: dict[tuple[int, int], float] = {}
    under_way: dict[int, float] = {0: 1.0}
    rounds = 0
    while under_way:
        rounds += 1
        after: dict[int, float] = {}
        for at, likely in under_way.items():
            for roll in AVERAGE_DIE:
                share = likely / len(AVERAGE_DIE)
                moved = Progress(stops=(at,)).rolled(way, roll)
                if moved.over is not None:
                    rank = (rounds, -moved.over)
                    found[rank] = found.get(rank, 0.0) + share
                else:
                    after[moved.stops[-1]] = after.get(moved.stops[-1], 0.0) + share
        under_way = after
    return found


@lru_cache(256)
def _arrivals(length: int) -> Mapping[tuple[int, int], float]:
    """The likelihood of each round of arrival with each movement left; ranked as in ``Progress.rank``."""
    found: dict[tuple[int, int], float] = {}
    under_way, rounds = {length: 1.0}, 0
    while under_way:
        rounds += 1
        after: dict[int, float] = {}
        for left, likely in under_way.items():
            for roll in AVERAGE_DIE:
                share = likely / len(AVERAGE_DIE)
                if roll >= left:
                    rank = (rounds, left - roll)
                    found[rank] = found.get(rank, 0.0) + share
                else:
                    after[left - roll] = after.get(left - roll, 0.0) + share
        under_way = after
    return found
