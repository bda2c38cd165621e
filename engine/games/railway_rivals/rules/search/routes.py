"""Ways over built track: the quickest, the cheapest, how a route is written in few words, and what it pays. (R Runs)

A train is given by the seats that run it: over their own track it goes for nothing. Ways are sequences of hexes.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

import msgspec

from engine.core import Seat
from engine.games.railway_rivals.box.chart import CHARTS, Chart, Hex, side_between
from engine.games.railway_rivals.rules.search.graph import (
    Graph,
    Spread,
    Train,
    graph_of,
    hours_left,
    lightest,
    spread,
    weights,
)
from engine.games.railway_rivals.state.paths import Route
from engine.games.railway_rivals.state.track import Track, owners
from engine.kit.kept import kept

LIMIT = 10
"""Gold to any one rival in a run; of an exchange, the difference. (R Running Costs; R Exchange of Running Powers)"""

_ROUTE_LENGTH = 58
"""Letters of a proposed route at most, so that its line of notation is not too long."""

Ends = tuple[tuple[Hex, ...], tuple[Hex, ...]]
"""Where a run may begin, and where it may end. (rulings 61, 63)"""


class Kind(NamedTuple):
    """The aim of a search for a way: the weights of one movement, one gold of fees and one step of the own track."""

    hour: int
    gold: int
    own: int = 0


_MANY = 4_096
"""More than any way costs: one of what counts first outweighs everything of what counts second."""

_QUICKEST = Kind(_MANY, 1)
_CHEAPEST = Kind(1, _MANY)
KINDS = (_QUICKEST, _CHEAPEST, Kind(3, 1), Kind(3, 2), Kind(2, 3))
"""The quickest way, the cheapest, and three between. (ruling 78)"""

FEW_KINDS = (_QUICKEST, Kind(3, 2))
"""For deals, where there are many partners."""

RETURN_KINDS = (*FEW_KINDS, Kind(3, 2, 2), Kind(1, 4, 4))
"""For who accepts an exchange and may have to use more of the partner's track. (ruling 82)"""

_TRIES = 4
_AT_FIRST = 4
_MORE_FOR_WHO_IS_OVER = 3
"""A rival who would get too much weighs more, and the way is sought again: at first by a part of what weighs most in
the kind of way, then by more, so often."""

NOBODY: Train = frozenset()


class Way(msgspec.Struct, frozen=True):
    """A whole route: every hex, and for every step the seat that the runner named to be paid, or 0. (ruling 71)"""

    hexes: tuple[Hex, ...]
    named: tuple[int, ...]


class NoWay(ValueError):
    """A route that cannot be run, with a sentence for the player who wrote it."""


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


@kept(lambda ways: 50 * len(ways.best))
def _ways_from(key: str, track: Track, train: Train, start: Hex) -> Spread:
    """The one way from a hex to every other: quickest, then cheapest for the train, then by the alphabet."""
    graph = graph_of(key, track)
    weigh = weights(graph, _MANY, lambda seats: int(train.isdisjoint(seats)))
    return spread(graph, weigh, (graph.numbers[start],))


def _between(chart: Chart, track: Track, train: Train, before: Hex, after: Hex) -> tuple[Hex, ...]:
    graph = graph_of(chart.key, track)
    for hex in (before, after):
        if hex not in chart.terrain:
            raise NoWay(f"{hex} isn’t a hex on this map.")
        if hex not in graph.numbers:
            raise NoWay(f"There is no track in {hex}.")
    ways, goal = _ways_from(chart.key, track, train, before), graph.numbers[after]
    if not ways.reaches(goal):
        raise NoWay(f"No track leads from {before} to {after}.")
    if before == after:
        raise NoWay(f"The route names {before} twice in a row.")
    return ways.back(graph, goal)


def _check_payee(track: Track, train: Train, part: Sequence[Hex], payee: int) -> None:
    sides = [owners(track)[side_between(a, b)] for a, b in pairwise(part)]
    if not any(payee in seats and train.isdisjoint(seats) for seats in sides):
        raise NoWay(
            f"You can’t pay player {payee} between {part[0]} and {part[-1]}: you don’t use track of that player there."
        )


def _check_simple(chart: Chart, hexes: Sequence[Hex]) -> None:
    seen: set[Hex] = set()
    for hex in hexes:
        if hex in seen:
            raise NoWay(f"This route passes {hex} twice. A train can pass each hex only once.")
        seen.add(hex)
    for hex in hexes[1:-1]:
        if chart.abroad(hex):
            raise NoWay(f"You can’t pass through {hex}: it’s across the border. A run can only start or end there.")


def encode(chart: Chart, track: Track, train: Train, hexes: Sequence[Hex]) -> Route:
    """A way in the fewest words: each way-point is the farthest that the one way from the last still leads to."""
    graph = graph_of(chart.key, track)
    numbers = [graph.numbers[hex] for hex in hexes]
    via, at = [hexes[0]], 0
    while at < len(hexes) - 1:
        parents = _ways_from(chart.key, track, train, hexes[at]).parents
        on = at + 1
        while on + 1 < len(hexes) and parents[numbers[on + 1]] == numbers[on]:
            on += 1
        via.append(hexes[on])
        at = on
    return Route(tuple(via))


# -- fees


def fees(
    track: Track, train: Train, way: Way, gold: Mapping[Seat, int], spared: frozenset[Seat] = frozenset()
) -> dict[Seat, int]:
    """The fees of a way, by seat: 1 for each step over no own side. (R Running Costs; rulings 71, 72)

    Where several own a side and none is named, the fees are dealt so that nobody gets more than ``LIMIT`` if that can
    be, and else to the poorest. ``spared`` are partners of an exchange, for whom there is no such limit.
    """
    paid: dict[Seat, int] = {}
    open_steps: list[tuple[Seat, ...]] = []
    built = owners(track)
    for (a, b), named in zip(pairwise(way.hexes), way.named, strict=True):
        seats = built[side_between(a, b)]
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
    chosen = [seats[0] for seats in steps]

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
            got.setdefault(seats[0], []).append(step)
    return chosen


# -- ways worth proposing


@lru_cache(1_024)
def proposals(
    key: str, track: Track, train: Train, ends: Ends, spared: Train = NOBODY, kinds: tuple[Kind, ...] = KINDS
) -> tuple[Route, ...]:
    """Different routes that keep the limit: the quickest, the cheapest, and between. (ruling 78)

    For partners of an exchange, ``spared``, track costs nothing here, since the two pay each other.
    """
    chart, found = CHARTS[key], dict[tuple[Hex, ...], Route]()
    for kind in kinds:
        hexes = _kept(chart, track, train, ends, kind, spared)
        if hexes is None:
            continue
        if hexes in found:
            if len(found) == 1 and kind == _CHEAPEST:
                break  # quickest and cheapest at once: there is nothing between
            continue
        route = encode(chart, track, train, hexes)
        if len(str(route)) <= _ROUTE_LENGTH:
            found[hexes] = route
    return tuple(found.values())


def _kept(chart: Chart, track: Track, train: Train, ends: Ends, kind: Kind, spared: Train) -> tuple[Hex, ...] | None:
    """The lightest way that pays nobody more than ``LIMIT`` and has a step of its own. (rulings 70, 74)"""
    graph = graph_of(chart.key, track)
    dear: dict[Seat, int] = {}

    def weigh(seats: tuple[Seat, ...]) -> int:
        if not train.isdisjoint(seats):
            return kind.own
        return min(0 if seat in spared else kind.gold + dear.get(seat, 0) for seat in seats)

    rest = [left * kind.hour for left in hours_left(chart.key, track, ends[1])]
    starts = [graph.numbers[hex] for hex in ends[0] if hex in graph.numbers]
    for _ in range(_TRIES):
        steps = weights(graph, kind.hour, weigh)
        hexes = lightest(graph, steps, starts, rest)
        if hexes is not None and not has_own_step(track, train, hexes):
            led = kind == _QUICKEST and not dear and len(train) == 1 and not spared  # not worth the search for deals
            hexes = _by_own_step(graph, steps, train, ends) if led else None
        if hexes is None:
            return None
        free = (0,) * (len(hexes) - 1)
        paid = fees(track, train, Way(hexes, free), _NO_GOLD, spared)
        over = [seat for seat, gold in paid.items() if gold > LIMIT and seat not in spared]
        if not over:
            return hexes
        for seat in over:
            dear[seat] = _MORE_FOR_WHO_IS_OVER * dear.get(seat, max(kind) // _AT_FIRST)
    return None


_NO_GOLD: Mapping[Seat, int] = dict.fromkeys(map(Seat, range(1, 10)), 0)


def _by_own_step(graph: Graph, steps: Sequence[int], train: Train, ends: Ends) -> tuple[Hex, ...] | None:
    """The lightest way that is led over a step of the train's own track."""
    starts, goals = ([graph.numbers[hex] for hex in end if hex in graph.numbers] for end in ends)
    there, onward = spread(graph, steps, starts), spread(graph, steps, goals)
    own = [not train.isdisjoint(seats) for seats, _ in graph.kinds]
    bridges = [
        (there.best[a] + steps[kind] + onward.best[b], a, b)
        for a, arcs in enumerate(graph.arcs)
        for b, kind in arcs
        if own[kind] and there.reaches(a) and onward.reaches(b)
    ]
    for _, a, b in sorted(bridges)[:_BRIDGES]:
        hexes = (*there.back(graph, a), *onward.back(graph, b)[::-1])
        if len(set(hexes)) == len(hexes) and graph.abroad.isdisjoint(graph.numbers[hex] for hex in hexes[1:-1]):
            return hexes
    return None


_BRIDGES = 24
"""Own steps that are tried when the lightest way has none."""


def has_own_step(track: Track, train: Train, hexes: Sequence[Hex]) -> bool:
    """Whether part of a way is over the train's own track. (R Runs; ruling 70)"""
    built = owners(track)
    return any(not train.isdisjoint(built[side_between(a, b)]) for a, b in pairwise(hexes))
