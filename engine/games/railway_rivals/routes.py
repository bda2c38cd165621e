"""Ways over built track: the quickest, the cheapest, how a route is written in few words, and what it pays. (R Runs)

A train is given by the seats that run it: over their own track it goes for nothing. Ways are sequences of hexes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from heapq import heappop, heappush
from itertools import pairwise

import msgspec

from engine.core.seats import Seat
from engine.games.railway_rivals.chart import CHARTS, Chart, Hex, side_between
from engine.games.railway_rivals.paths import Route
from engine.games.railway_rivals.race import movement
from engine.games.railway_rivals.track import Track, owners

__all__ = ["LIMIT", "ROUTE_LENGTH", "NoWay", "Way", "distance", "encode", "fees", "has_own_step", "proposals", "trace"]

LIMIT = 10
"""To any one rival in a run, in gold; with an exchange, the difference. (R Running Costs; R Exchange of Running Powers)"""

ROUTE_LENGTH = 58
"""Letters of a proposed route at most, so that its line of notation is not too long."""

Train = frozenset[Seat]
"""The seats whose track a train uses for nothing: one, or the two of a joint run. (ruling 79)"""

_MANY = 4_096
"""More than any way costs: one of what counts first outweighs everything of what counts second."""

_KINDS = ((_MANY, 1), (1, _MANY), (3, 1), (3, 2), (2, 3))
"""What an hour of movement and a gold of fees weigh in the ways proposed: the quickest, the cheapest, and between."""

_MORE_FOR_WHO_IS_OVER = 3
_TRIES = 5
"""A rival who would get too much is made dearer so often, and the way sought again."""


class Way(msgspec.Struct, frozen=True):
    """A whole route: every hex, and for every step the seat that the runner named to be paid, or 0. (ruling 71)"""

    hexes: tuple[Hex, ...]
    named: tuple[int, ...]


class NoWay(ValueError):
    """A route that cannot be run, with a sentence for who wrote it."""


# -- the graph of all track


Graph = Mapping[Hex, tuple[tuple[Hex, tuple[Seat, ...], int], ...]]
"""For each hex: where track leads from it, who owns it, and the movement it takes."""


@lru_cache(16)
def _graph(key: str, track: Track) -> Graph:
    chart, found = CHARTS[key], dict[Hex, list[tuple[Hex, tuple[Seat, ...], int]]]()
    for (a, b), seats in owners(track).items():
        found.setdefault(a, []).append((b, seats, *movement(chart, (a, b))))
        found.setdefault(b, []).append((a, seats, *movement(chart, (b, a))))
    return {hex: tuple(steps) for hex, steps in found.items()}


def distance(chart: Chart, track: Track, starts: Iterable[Hex], goals: Iterable[Hex]) -> int | None:
    """Steps of the shortest way over anybody's track; None when there is none. (R Determining the Runs; rulings 58, 60)"""
    graph, ends = _graph(chart.key, track), frozenset(goals)
    reached, steps = set(starts), 0
    edge = sorted(reached)
    while edge:
        if ends & reached:
            return steps
        # A train leaves a hex over the border only where its run begins. (ruling 53)
        inland = [hex for hex in edge if not steps or not chart.abroad(hex)]
        edge = [other for hex in inland for other, _, _ in graph.get(hex, ()) if other not in reached]
        reached.update(edge)
        steps += 1
    return None


Parents = Mapping[Hex, Hex | None]
"""For every hex that can be reached, the one before it."""

Weigh = Callable[[tuple[Seat, ...]], int]
"""What a step over track of these owners weighs beside its movement."""


def _spread(
    chart: Chart, graph: Graph, starts: Iterable[Hex], per_hour: int, weigh: Weigh
) -> tuple[dict[Hex, int], dict[Hex, Hex | None]]:
    """The lightest ways from any start to everywhere; of equal ones that whose hexes come first in the alphabet,

    compared from the end. A hex over the border is not passed through. (ruling 53)
    """
    weights: dict[tuple[Seat, ...], int] = {}
    best: dict[Hex, int] = dict.fromkeys(starts, 0)
    parents: dict[Hex, Hex | None] = dict.fromkeys(best)
    heap = [(0, hex) for hex in sorted(best)]
    while heap:
        so_far, hex = heappop(heap)
        if so_far > best[hex] or (so_far and chart.abroad(hex)):
            continue
        for other, seats, hours in graph.get(hex, ()):
            fee = weights.get(seats)
            if fee is None:
                fee = weights[seats] = weigh(seats)
            total = so_far + hours * per_hour + fee
            known = best.get(other)
            if known is None or total < known:
                best[other], parents[other] = total, hex
                heappush(heap, (total, other))
            elif total == known and (before := parents[other]) is not None and hex < before:
                parents[other] = hex
    return best, parents


@lru_cache(512)
def _ways_from(key: str, track: Track, train: Train, start: Hex) -> Parents:
    """The one way from a hex to every other: quickest, then cheapest for the train, then by the alphabet."""
    graph = _graph(key, track)
    return _spread(CHARTS[key], graph, (start,), _MANY, lambda seats: int(train.isdisjoint(seats)))[1]


def _back(parents: Parents, goal: Hex) -> tuple[Hex, ...]:
    found, hex = [goal], parents[goal]
    while hex is not None:
        found.append(hex)
        hex = parents[hex]
    return tuple(found[::-1])


# -- routes as they are written


def trace(chart: Chart, track: Track, train: Train, route: Route) -> Way:
    """Every hex of a route. Raises ``NoWay``. (rulings 53, 77, 78)"""
    hexes, named = [route.via[0]], list[int]()
    payees = route.payees or (0,) * len(route.via)
    for (before, after), payee in zip(pairwise(route.via), payees[1:], strict=True):
        part = _between(chart, track, train, before, after)
        if payee:
            _check_payee(track, train, part, payee)
        hexes += part[1:]
        named += [payee] * (len(part) - 1)
    _check_simple(chart, hexes)
    return Way(tuple(hexes), tuple(named))


def _between(chart: Chart, track: Track, train: Train, before: Hex, after: Hex) -> tuple[Hex, ...]:
    graph = _graph(chart.key, track)
    for hex in (before, after):
        if hex not in chart.terrain:
            raise NoWay(f"{hex} is not a hex of this map.")
        if hex not in graph:
            raise NoWay(f"There is no track in {hex}.")
    parents = _ways_from(chart.key, track, train, before)
    if after not in parents:
        raise NoWay(f"No track leads from {before} to {after}.")
    if before == after:
        raise NoWay(f"The route names {before} twice in a row.")
    return _back(parents, after)


def _check_payee(track: Track, train: Train, part: Sequence[Hex], payee: int) -> None:
    sides = [owners(track)[side_between(a, b)] for a, b in pairwise(part)]
    if not any(payee in seats and train.isdisjoint(seats) for seats in sides):
        raise NoWay(f"Player {payee} has no track to be paid for between {part[0]} and {part[-1]}.")


def _check_simple(chart: Chart, hexes: Sequence[Hex]) -> None:
    seen: set[Hex] = set()
    for hex in hexes:
        if hex in seen:
            raise NoWay(f"This route passes {hex} twice; a train may be in a hex only once.")
        seen.add(hex)
    for hex in hexes[1:-1]:
        if chart.abroad(hex):
            raise NoWay(f"{hex} lies over the border: a run may begin or end there, but not pass through.")


def encode(chart: Chart, track: Track, train: Train, hexes: Sequence[Hex]) -> Route:
    """A way in the fewest words: each way-point is the farthest that the one way from the last still leads to."""
    via, at = [hexes[0]], 0
    while at < len(hexes) - 1:
        parents = _ways_from(chart.key, track, train, hexes[at])
        on = at + 1
        while on + 1 < len(hexes) and parents.get(hexes[on + 1]) == hexes[on]:
            on += 1
        via.append(hexes[on])
        at = on
    return Route(tuple(via))


# -- fees


def fees(
    track: Track, train: Train, way: Way, gold: Mapping[Seat, int], spared: frozenset[Seat] = frozenset()
) -> dict[Seat, int]:
    """What a way pays to whom: 1 for each step over no own side. (R Running Costs; rulings 71, 72)

    Where several own a side and none is named, the fees are dealt so that nobody gets more than ``LIMIT`` if that can
    be, and else to the poorest. ``spared`` are partners of an exchange, for whom there is no such limit.
    """
    paid: dict[Seat, int] = {}
    open_steps: list[tuple[Seat, ...]] = []
    for (a, b), named in zip(pairwise(way.hexes), way.named, strict=True):
        seats = owners(track)[side_between(a, b)]
        if not train.isdisjoint(seats):
            continue
        if named in seats or len(seats) == 1:
            payee = Seat(named) if named in seats else seats[0]
            paid[payee] = paid.get(payee, 0) + 1
        else:
            open_steps.append(tuple(sorted(seats, key=lambda seat: (gold[seat], seat))))
    for payee in _dealt(open_steps, paid, spared):
        paid[payee] = paid.get(payee, 0) + 1
    return dict(sorted(paid.items()))


def _dealt(steps: Sequence[tuple[Seat, ...]], paid: Mapping[Seat, int], spared: frozenset[Seat]) -> list[Seat]:
    """One payee a step, out of its owners in their order; an earlier step gives way where that keeps the limit."""
    got: dict[Seat, list[int]] = {}
    chosen: list[Seat] = [steps[0][0]] * len(steps) if steps else []

    def room(seat: Seat) -> bool:
        return seat in spared or paid.get(seat, 0) + len(got.get(seat, ())) < LIMIT

    def deal(step: int, tried: set[Seat]) -> bool:
        for seat in steps[step]:
            if room(seat):
                got.setdefault(seat, []).append(step)
                chosen[step] = seat
                return True
        for seat in steps[step]:
            if seat in tried:
                continue
            tried.add(seat)
            for other in tuple(got.get(seat, ())):
                if deal(other, tried):
                    got[seat].remove(other)
                    got[seat].append(step)
                    chosen[step] = seat
                    return True
        return False

    for step, seats in enumerate(steps):
        if not deal(step, set()):
            chosen[step] = seats[0]
            got.setdefault(seats[0], []).append(step)
    return chosen


# -- ways worth proposing


@lru_cache(4_096)
def proposals(
    key: str, track: Track, train: Train, starts: tuple[Hex, ...], goals: tuple[Hex, ...], spared: frozenset[Seat]
) -> tuple[Route, ...]:
    """Up to five different routes that keep the limit: the quickest, the cheapest, and between. (ruling 78)

    For partners of an exchange, ``spared``, track costs nothing here, since the two pay each other.
    """
    chart = CHARTS[key]
    found: dict[tuple[Hex, ...], Route] = {}
    for per_hour, per_gold in _KINDS:
        hexes = _kept(chart, track, train, (starts, goals), (per_hour, per_gold), spared)
        if hexes is not None and hexes not in found:
            route = encode(chart, track, train, hexes)
            if len(str(route)) <= ROUTE_LENGTH:
                found[hexes] = route
    return tuple(found.values())


Ends = tuple[tuple[Hex, ...], tuple[Hex, ...]]


def _kept(
    chart: Chart, track: Track, train: Train, ends: Ends, weights: tuple[int, int], spared: frozenset[Seat]
) -> tuple[Hex, ...] | None:
    """The lightest way that pays nobody more than ``LIMIT`` and has a step of its own. (rulings 70, 74)"""
    per_hour, per_gold = weights
    dear: dict[Seat, int] = {}

    def weigh(seats: tuple[Seat, ...]) -> int:
        if not train.isdisjoint(seats):
            return 0
        return min(0 if seat in spared else per_gold + dear.get(seat, 0) for seat in seats)

    for _ in range(_TRIES):
        hexes = _lightest(chart, track, train, ends, per_hour, weigh)
        if hexes is None:
            return None
        paid = fees(track, train, Way(hexes, (0,) * (len(hexes) - 1)), _NO_GOLD, spared)
        over = [seat for seat, gold in paid.items() if gold > LIMIT and seat not in spared]
        if not over:
            return hexes
        for seat in over:
            dear[seat] = _MORE_FOR_WHO_IS_OVER * dear.get(seat, per_hour // 2 + 1)
    return None


_NO_GOLD: Mapping[Seat, int] = dict.fromkeys(map(Seat, range(1, 10)), 0)


def _lightest(
    chart: Chart, track: Track, train: Train, ends: Ends, per_hour: int, weigh: Weigh
) -> tuple[Hex, ...] | None:
    """The lightest way with a step over the train's own track; None when there is no such way. (ruling 70)"""
    graph, (starts, goals) = _graph(chart.key, track), ends
    best, parents = _spread(chart, graph, starts, per_hour, weigh)
    reached = [(best[hex], hex) for hex in goals if hex in best]
    if not reached:
        return None
    hexes = _back(parents, min(reached)[1])
    if has_own_step(track, train, hexes):
        return hexes
    back, onward = _spread(chart, graph, goals, per_hour, weigh)
    bridges = [
        (best[a] + hours * per_hour + back[b], a, b)
        for a, steps in graph.items()
        for b, seats, hours in steps
        if not train.isdisjoint(seats) and a in best and b in back
    ]
    for _, a, b in sorted(bridges)[:_BRIDGES]:
        hexes = (*_back(parents, a), *_back(onward, b)[::-1])
        if len(set(hexes)) == len(hexes):
            return hexes
    return None


_BRIDGES = 24
"""Own steps that are tried when the lightest way has none."""


def has_own_step(track: Track, train: Train, hexes: Sequence[Hex]) -> bool:
    """Whether part of a way is over the train's own track. (R Runs; ruling 70)"""
    return any(not train.isdisjoint(owners(track)[side_between(a, b)]) for a, b in pairwise(hexes))
