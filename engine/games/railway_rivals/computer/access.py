"""A computer player's opinion of the runs that companies may enter: who has a way, and what it pays.

A guess: a train goes from one place to its own network the cheapest way, and from there to the other. Guesses are in
gold; they are opinions, not rules. It works on what everybody sees.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from math import fsum
from typing import NamedTuple

from engine.core import Seat
from engine.games.railway_rivals.box.chart import CHARTS, Hex, Number
from engine.games.railway_rivals.rules.search.routes import LIMIT
from engine.games.railway_rivals.state.track import Track, network, owners

_PRIZES = (20.0, 15.0, 10.0)
"""The mean prize of a train alone, against one other, and against more: 20 and 10 among equals."""


class Fare(NamedTuple):
    """The way from a network to a place: gold in all, the hex where it leaves, and the gold to each seat, from 0."""

    gold: int
    leaves: Hex
    fees: tuple[int, ...]


Fares = Mapping[Number, Fare]
"""The cheapest way to each card's place; without those that cost too much, or to which no track leads."""

Pair = tuple[Number, Number]
"""Where a run begins and ends."""


@lru_cache(64)
def fares(key: str, track: Track, seat: Seat, seats: int, more: frozenset[Hex] = frozenset()) -> Fares:
    """The fares of a company; with ``more`` hexes in its network."""
    reached = _reached(track, seat, seats)
    if more:
        reached = _extended(reached, more, track, seats)
    chart, found = CHARTS[key], dict[Number, Fare]()
    for number in chart.cards:
        ends = [reached[hex] for hex in chart.hexes_of(number) if hex in reached]
        if ends:
            found[number] = min(ends)
    return found


@lru_cache(16)
def _reached(track: Track, seat: Seat, seats: int) -> Mapping[Hex, Fare]:
    """The fare to each hex to which the company's trains come."""
    return _extended({}, network(track, seat), track, seats)


def _extended(known: Mapping[Hex, Fare], more: frozenset[Hex], track: Track, seats: int) -> Mapping[Hex, Fare]:
    """The fare to each hex with ``more`` hexes in the network; where it gets no cheaper, the known one."""
    reached, beside = dict(known), _beside(track)
    waiting = sorted(hex for hex in more if hex not in known or known[hex].gold)
    for hex in waiting:
        reached[hex] = Fare(0, hex, (0,) * (seats + 1))
    for hex in waiting:
        fare = reached[hex]
        for there, others in beside.get(hex, ()):
            if there in reached and reached[there].gold <= fare.gold + 1:
                continue
            payee = min(others, key=fare.fees.__getitem__)
            if fare.fees[payee] < LIMIT:
                reached[there] = _further(fare, payee)
                waiting.append(there)
    return reached


def _further(fare: Fare, payee: Seat) -> Fare:
    """The fare a step on, over track of a seat."""
    fees = (*fare.fees[:payee], fare.fees[payee] + 1, *fare.fees[payee + 1 :])
    return Fare(fare.gold + 1, fare.leaves, fees)


@lru_cache(8)
def _beside(track: Track) -> Mapping[Hex, Sequence[tuple[Hex, Sequence[Seat]]]]:
    """The hexes to which track leads from each hex, and who owns it."""
    found: dict[Hex, list[tuple[Hex, Sequence[Seat]]]] = {}
    for (a, b), seats in owners(track).items():
        found.setdefault(a, []).append((b, seats))
        found.setdefault(b, []).append((a, seats))
    return found


def fee(known: Fares, pair: Pair) -> int | None:
    """The gold that a train pays for a run; None: it may not run, or not over its own track."""
    first, second = (known.get(number) for number in pair)
    if first is None or second is None or first.leaves == second.leaves:
        return None
    gold = first.gold + second.gold
    if gold > LIMIT and any(a + b > LIMIT for a, b in zip(first.fees, second.fees, strict=True)):
        return None
    return gold


@lru_cache(16)
def prizes(key: str, track: Track, seat: Seat, seats: int) -> Mapping[Pair, float]:
    """The mean prize of a seat's train in each run, by the rivals that may enter it as well."""
    rivals = [fares(key, track, Seat(other), seats) for other in range(1, seats + 1) if other != seat]
    found = dict[Pair, float]()
    for first, second in combinations(CHARTS[key].cards, 2):
        against = sum(fee(theirs, (first, second)) is not None for theirs in rivals)
        found[first, second] = found[second, first] = _PRIZES[min(against, len(_PRIZES) - 1)]
    return found


class Coming(NamedTuple):
    """The runs to come: any two of the cards left, each as likely, and those that wait."""

    cards: tuple[Number, ...]
    waiting: tuple[Pair, ...]

    @property
    def runs(self) -> float:
        return len(self.cards) / 2 + len(self.waiting)


def opened(before: Fares, after: Fares, prize: Mapping[Pair, float], coming: Coming) -> float:
    """The gold that runs to come bring more with other fares; a run that loses is not entered."""
    changed = {number for number, fare in after.items() if before.get(number) != fare}
    drawn = [pair for pair in combinations(coming.cards, 2) if not changed.isdisjoint(pair)]
    likely = 1 / max(1, len(coming.cards) - 1)
    return fsum(
        share * (_gain(after, pair, prize) - _gain(before, pair, prize))
        for share, pairs in ((likely, drawn), (1.0, coming.waiting))
        for pair in pairs
    )


def _gain(known: Fares, pair: Pair, prize: Mapping[Pair, float]) -> float:
    paid = fee(known, pair)
    return 0.0 if paid is None else max(0.0, prize[pair] - paid)
