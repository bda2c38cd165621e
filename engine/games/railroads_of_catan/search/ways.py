"""The best ways for new track to a city: the cheapest, and the one with the fewest tracks. (RC Phase 5)"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from heapq import heappop, heappush
from itertools import pairwise
from typing import NamedTuple

from engine.core import Seat
from engine.games.railroads_of_catan.box.island import PLACES, TRACKS, WAYS, Place, Track, track
from engine.games.railroads_of_catan.box.pieces import Associate, EventCard
from engine.games.railroads_of_catan.rules.building import Site, Works, network, open_tracks, survey
from engine.games.railroads_of_catan.rules.ending import connected
from engine.games.railroads_of_catan.state.known import Known, board, roadbed
from engine.games.railroads_of_catan.state.paths import Path
from engine.games.railroads_of_catan.state.phases import Building
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan


class Way(NamedTuple):
    """New track from a seat's network to a city, whole: ``cost`` with fees, at this turn's prices."""

    city: Place
    points: tuple[Place, ...]
    cost: int


class Whole(NamedTuple):
    """All track of a way: its cost with fees, the number of tracks, and those that are free now."""

    cost: int
    tracks: int
    free: int


_MANY, _MUCH = 1_000, 1_000_000
"""More tracks than a way has, and more dollars than it costs: one weight for both, the more important first."""

_POINTS = tuple(sorted(PLACES))
_NUMBER = {place: number for number, place in enumerate(_POINTS)}
_TRACK_NUMBER = {new: number for number, new in enumerate(TRACKS)}


def _arcs(here: Place) -> tuple[tuple[int, int], ...]:
    return tuple((_NUMBER[there], _TRACK_NUMBER[track(here, there)]) for there in WAYS[here])


_ARCS = tuple(map(_arcs, _POINTS))
"""The points beside each point and the tracks to them, all by number, since many ways are sought."""

_BITS = 8
_MASK = (1 << _BITS) - 1
"""A weight and the number of a point share one integer."""
_FAR = 1 << 60


_SHOWN = 10
"""Ways that a menu lists."""


def ways(state: RailroadsOfCatan, building: Building) -> tuple[tuple[Place, Path], ...]:
    """City and way, cut to what the seat can lay now: at least one track; what two ways begin with is told once."""
    return tuple(dict.fromkeys((way.city, path) for way, path in _begun(state, building)))


def few_ways(state: RailroadsOfCatan, building: Building) -> tuple[tuple[Place, Path], ...]:
    """The ways that a menu lists, those that reach their city soonest first: no two lay the same track now."""
    nearest = sorted(_begun(state, building), key=_to_go)
    different: dict[frozenset[Track], tuple[Place, Path]] = {}
    for way, path in nearest:
        different.setdefault(frozenset(path.tracks), (way.city, path))
    return tuple(different.values())[:_SHOWN]


def goals(state: RailroadsOfCatan, building: Building, path: Path) -> tuple[Place, ...]:
    """The cities to which these tracks are the beginning of a way, the nearest first."""
    tracks = {*path.tracks}
    nearest = sorted(_begun(state, building), key=_to_go)
    return tuple(dict.fromkeys(way.city for way, begun in nearest if {*begun.tracks} == tracks))


def _to_go(begun: tuple[Way, Path]) -> tuple[int, int]:
    """Less, the fewer tracks are left of a way; of equals, the less all of it costs."""
    way, path = begun
    return len(way.points) - len(path.tracks), way.cost


def _begun(state: RailroadsOfCatan, building: Building) -> tuple[tuple[Way, Path], ...]:
    """Each way with what the seat can lay of it now."""
    return _all_begun(Known(state, *roadbed(state, building.seat), state.cash[building.seat]), building)


@lru_cache(64)
def _all_begun(known: Known, building: Building) -> tuple[tuple[Way, Path], ...]:
    site = Site(known.state, building)
    cut = ((way, _cut(site, way.points)) for way in full_ways(known.state, building.seat))
    return tuple((way, path) for way, path in cut if path)


def full_ways(state: RailroadsOfCatan, seat: Seat) -> tuple[Way, ...]:
    """For every city that is not joined to all of the seat's network the cheapest way, and the shortest if another.

    An own city may be reached anywhere on what is joined to it, but not in another city, which is named itself then.
    """
    stormy, cheap = state.event is EventCard.MONSOON, state.has(seat, Associate.ENGINEER)
    return _full_ways(Known(state, *board(state), stormy, cheap), seat)


@lru_cache(64)
def _full_ways(known: Known, seat: Seat) -> tuple[Way, ...]:
    state, own = known.state, network(known.state, seat)
    goals = {city: frozenset({city}) for city in state.cities}
    goals |= {city: connected(state, seat, city) for city in goals if city in own}
    return _search(open_tracks(state, seat), own, goals)


def whole_price(state: RailroadsOfCatan, building: Building, way: Way) -> Whole:
    """The cost of a whole way: what can be laid now at this turn’s price, the rest at list prices. (rulings 38, 49)"""
    now = _cut(Site(state, building), way.points)
    tracks = Path((way.points,)).tracks
    laid = now.tracks if now else ()
    works = survey(state, building, laid)
    assert isinstance(works, Works)
    later = later_price(state, building.seat, tracks[len(laid) :])
    return Whole(works.total + later, len(tracks), works.free)


def later_price(state: RailroadsOfCatan, seat: Seat, tracks: Iterable[Track]) -> int:
    """The price of tracks in later turns, with fees: without this turn’s event and associate."""
    later = open_tracks(state.begin_turn(), seat)
    return sum(later[new] for new in tracks)


def _cut(site: Site, points: tuple[Place, ...]) -> Path | None:
    """The beginning of a way, as much as the seat can lay now."""
    site.clear()
    for new in (track(*pair) for pair in pairwise(points)):
        if site.wrong(new):
            break
        site.take(new)
    return Path((points[: len(site.tracks) + 1],)) if site.tracks else None


def _search(
    cost: Mapping[Track, int], own: frozenset[Place], goals: Mapping[Place, frozenset[Place]]
) -> tuple[Way, ...]:
    """Ways over these tracks, which cost so much, from the network to each city or what is joined to it."""
    cheap = [cost[new] * _MANY + 1 if new in cost else 0 for new in TRACKS]
    short = [cost[new] + _MUCH if new in cost else 0 for new in TRACKS]
    together: dict[frozenset[Place], list[frozenset[Place]]] = {}
    for points in goals.values():
        together.setdefault(own - points, []).append(points)
    trees = {
        sources: (_tree(cheap, sources, wanted), _tree(short, sources, wanted)) for sources, wanted in together.items()
    }
    found: dict[Way, None] = {}
    for city, points in goals.items():
        for way in (_back(tree, points) for tree in trees[own - points]):
            if way and (way[-1] == city or way[-1] not in goals):
                found[Way(city, way, sum(cost[track(*pair)] for pair in pairwise(way)))] = None
    return tuple(found)


class _Tree(NamedTuple):
    """The best ways to points, by number: what each weighs, and the point before (-1: it begins here)."""

    weights: list[int]
    before: list[int]


def _tree(weight: Sequence[int], sources: frozenset[Place], wanted: Iterable[frozenset[Place]]) -> _Tree:
    """Ways of least weight over tracks that have one, until there is one to a point of each set that is wanted."""
    tree = _Tree([_FAR] * len(_POINTS), [-1] * len(_POINTS))
    best, before = tree
    missing = [{_NUMBER[place] for place in points} for points in wanted] if sources else []
    goals = set().union(*missing)
    waiting = sorted(_NUMBER[place] for place in sources)
    for here in waiting:
        best[here] = 0
    while waiting and missing:
        packed = heappop(waiting)
        so_far, here = packed >> _BITS, packed & _MASK
        if so_far > best[here]:
            continue
        if here in goals:
            missing = [points for points in missing if here not in points]
        for there, new in _ARCS[here]:
            if (more := weight[new]) and (total := so_far + more) < best[there]:
                best[there], before[there] = total, here
                heappush(waiting, total << _BITS | there)
    return tree


def _back(tree: _Tree, goals: frozenset[Place]) -> tuple[Place, ...]:
    """The points of the way to the goal that is reached best; none where none is reached."""
    weight, here = min((tree.weights[_NUMBER[goal]], _NUMBER[goal]) for goal in goals)
    points = []
    while here >= 0 and weight < _FAR:
        points.append(_POINTS[here])
        here = tree.before[here]
    return tuple(reversed(points))
