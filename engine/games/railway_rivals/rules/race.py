"""Races: dice, hills, places, prizes, and odds. (R The Race; R Winning)

A route is represented by the movement cost of each of its hexes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import groupby, product
from math import fsum

import msgspec

from engine.games.railway_rivals.game_data.hex_map import Hex, HexMap

AVERAGE_DIE = (2, 3, 3, 4, 4, 5)
"""The faces of the red die. (R Equipment; ruling 87)"""

PRIZES = (20, 10)
"""Gold for the first and the second place. (R Winning the Contract)"""

_PLAIN_MOVEMENT, _HILL_MOVEMENT = 1, 2
"""Movement points for entering a plain hex, and for entering a hill. (R Hills, in The Race; ruling 88)"""


class RaceProgress(msgspec.Struct, frozen=True):
    """A train's rolls, and its position after each roll, in hexes from the start.

    ``over`` is the movement left on arrival; None before arrival.
    """

    rolls: tuple[int, ...] = ()
    stops: tuple[int, ...] = ()
    over: int | None = None

    def after_roll(self, costs: Sequence[int], roll: int) -> RaceProgress:
        """The progress after one more roll. If only 1 movement point is left before a hill, it is lost. (ruling 88)"""
        position, remaining = self.stops[-1] if self.stops else 0, roll
        while position < len(costs) and remaining >= costs[position]:
            remaining -= costs[position]
            position += 1
        over = remaining if position == len(costs) else None
        return RaceProgress((*self.rolls, roll), (*self.stops, position), over)

    @property
    def rank(self) -> tuple[int, int]:
        """The sort key of an arrived train: the round of arrival, then the most movement left. (rulings 90, 91)"""
        assert self.over is not None
        return len(self.rolls), -self.over


def movement_costs(hex_map: HexMap, hexes: Sequence[Hex]) -> tuple[int, ...]:
    """The movement cost of each hex of a route after its start."""
    return tuple(_HILL_MOVEMENT if hex_map.is_hill(hex) else _PLAIN_MOVEMENT for hex in hexes[1:])


def run_race(costs_by_train: Sequence[Sequence[int]], roll_die: Callable[[], int]) -> tuple[RaceProgress, ...]:
    """Run rounds until the first two places are decided; a single train does not roll.

    (rulings 89 to 92, 94, 95)
    """
    trains = [RaceProgress() for _ in costs_by_train]
    if len(costs_by_train) < 2:
        return tuple(trains)
    while True:
        running = [i for i, train in enumerate(trains) if train.over is None]
        for i in running:
            trains[i] = trains[i].after_roll(costs_by_train[i], roll_die())
        arrived = sum(train.over is not None for train in trains)
        if arrived >= 2 or (arrived and len(trains) == 2):
            return tuple(trains)


def race_places(trains: Sequence[RaceProgress]) -> tuple[int, ...]:
    """The place of each train: 1, 2, or 0 for none. After a tie for first there is no second. (rulings 92 to 96)"""
    if len(trains) == 1:
        return (1,)
    ranks = sorted({train.rank for train in trains if train.over is not None})
    places = [1 + ranks.index(train.rank) if train.over is not None else len(ranks) + 1 for train in trains]
    second = 2 if places.count(1) == 1 else 0
    return tuple(1 if place == 1 else second if place == 2 else 0 for place in places)


def race_prizes(places: Sequence[int]) -> tuple[int, ...]:
    """The prize of each train in gold: trains that tie share the prizes of their places, rounded down. (ruling 93)"""
    prize_by_place: dict[int, int] = {}
    prizes_given = 0
    for place, trains in groupby(sorted(place for place in places if place)):
        count = len(tuple(trains))
        prize_by_place[place] = sum(PRIZES[prizes_given : prizes_given + count]) // count
        prizes_given += count
    return tuple(prize_by_place.get(place, 0) for place in places)


# -- odds


class Odds(msgspec.Struct, frozen=True):
    """The probabilities that a train beats another, and that both tie."""

    win: float
    tie: float


@lru_cache(1_024)
def route_odds(mine: tuple[int, ...], theirs: tuple[int, ...]) -> Odds:
    """The odds of a train against another, given the movement costs of both routes. (ruling 88)"""
    return _compare_arrivals(_route_arrivals(mine), _route_arrivals(theirs))


@lru_cache(1_024)
def length_odds(length: int, rival: int) -> Odds:
    """A fast estimate of the odds from the lengths of both routes, as if there were no hills.

    (rulings, section 5)
    """
    return _compare_arrivals(_length_arrivals(length), _length_arrivals(rival))


def _compare_arrivals(mine: Mapping[tuple[int, int], float], theirs: Mapping[tuple[int, int], float]) -> Odds:
    pairs = product(mine.items(), theirs.items())
    wins = fsum(p * q for (a, p), (b, q) in pairs if a < b)
    ties = fsum(p * theirs.get(a, 0.0) for a, p in mine.items())
    return Odds(wins, ties)


@lru_cache(256)
def _route_arrivals(costs: tuple[int, ...]) -> Mapping[tuple[int, int], float]:
    """The likelihood of each ``RaceProgress.rank`` on a route."""
    likelihoods: dict[tuple[int, int], float] = {}
    under_way: dict[int, float] = {0: 1.0}
    rounds = 0
    while under_way:
        rounds += 1
        next_round: dict[int, float] = {}
        for position, likely in under_way.items():
            for roll in AVERAGE_DIE:
                share = likely / len(AVERAGE_DIE)
                progress = RaceProgress(stops=(position,)).after_roll(costs, roll)
                if progress.over is not None:
                    rank = (rounds, -progress.over)
                    likelihoods[rank] = likelihoods.get(rank, 0.0) + share
                else:
                    next_round[progress.stops[-1]] = next_round.get(progress.stops[-1], 0.0) + share
        under_way = next_round
    return likelihoods


@lru_cache(256)
def _length_arrivals(length: int) -> Mapping[tuple[int, int], float]:
    """The likelihood of each ``RaceProgress.rank`` on a route of this length without hills."""
    likelihoods: dict[tuple[int, int], float] = {}
    under_way, rounds = {length: 1.0}, 0
    while under_way:
        rounds += 1
        next_round: dict[int, float] = {}
        for remaining, likely in under_way.items():
            for roll in AVERAGE_DIE:
                share = likely / len(AVERAGE_DIE)
                if roll >= remaining:
                    rank = (rounds, remaining - roll)
                    likelihoods[rank] = likelihoods.get(rank, 0.0) + share
                else:
                    next_round[remaining - roll] = next_round.get(remaining - roll, 0.0) + share
        under_way = next_round
    return likelihoods
