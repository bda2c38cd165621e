"""Find the cheapest and the shortest path of new track to each city. (RC Phase 5)"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from heapq import heappop, heappush
from itertools import pairwise
from typing import NamedTuple

from engine.core import Seat
from engine.games.railroads_of_catan.game_data.island import (
    NEIGHBORS,
    NODE_POSITIONS,
    TRACKS,
    NodeId,
    Track,
    track_between,
)
from engine.games.railroads_of_catan.game_data.pieces import Associate, EventCard
from engine.games.railroads_of_catan.rules.building import BuildQuote, LayingCost, network_of, quote_tracks, track_costs
from engine.games.railroads_of_catan.rules.scoring import nodes_joined_to
from engine.games.railroads_of_catan.state.cache_keys import CacheKey, board_key, build_key
from engine.games.railroads_of_catan.state.path_notation import Path
from engine.games.railroads_of_catan.state.phases import Building
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan


class BuildPath(NamedTuple):
    """A path of new track from a seat's network to a city; ``cost`` is in dollars at this turn's prices, with fees."""

    city: NodeId
    points: tuple[NodeId, ...]
    cost: int


class WholePathCost(NamedTuple):
    """The cost of a whole path in dollars with fees, the number of its tracks, and how many of them are free now."""

    cost: int
    tracks: int
    free: int


_TRACK_BASE, _DOLLAR_BASE = 1_000, 1_000_000
"""The weight of a dollar for the cheapest path, and that of a track for the shortest path. The other one has weight 1.

Every path has fewer tracks than the first number, and costs fewer dollars than the second.
"""

_NODES = tuple(sorted(NODE_POSITIONS))
_NODE_NUMBER = {place: number for number, place in enumerate(_NODES)}
_TRACK_NUMBER = {track: number for number, track in enumerate(TRACKS)}

_ARCS_BY_NODE = tuple(
    tuple((_NODE_NUMBER[there], _TRACK_NUMBER[track_between(here, there)]) for there in NEIGHBORS[here])
    for here in _NODES
)
"""(neighbor, track) pairs of each point. Points and tracks are numbers, so that the search is fast."""

_BITS = 8
_MASK = (1 << _BITS) - 1
"""Bit mask for the number of a point. In the queue, one integer contains a weight and a point."""
_UNREACHABLE = 1 << 60

_MAX_SHOWN = 10
"""Maximum number of paths that a menu lists."""


def laying_proposals(state: RailroadsOfCatan, building: Building) -> tuple[tuple[NodeId, Path], ...]:
    """Return a (city, path) pair for each proposed path; ``path`` is the part that the seat can lay now."""
    return tuple(dict.fromkeys((full_path.city, path) for full_path, path in _path_beginnings(state, building)))


def few_laying_proposals(state: RailroadsOfCatan, building: Building) -> tuple[tuple[NodeId, Path], ...]:
    """Return the (city, path) pairs of a menu, no two with the same tracks, the fewest remaining tracks first."""
    nearest = sorted(_path_beginnings(state, building), key=_remaining_key)
    different: dict[frozenset[Track], tuple[NodeId, Path]] = {}
    for full_path, path in nearest:
        different.setdefault(frozenset(path.tracks), (full_path.city, path))
    return tuple(different.values())[:_MAX_SHOWN]


def goals_of_tracks(state: RailroadsOfCatan, building: Building, path: Path) -> tuple[NodeId, ...]:
    """Return the cities of the proposed paths that begin with these tracks, the fewest remaining tracks first."""
    tracks = {*path.tracks}
    nearest = sorted(_path_beginnings(state, building), key=_remaining_key)
    return tuple(dict.fromkeys(full_path.city for full_path, part in nearest if {*part.tracks} == tracks))


def _remaining_key(path_and_part: tuple[BuildPath, Path]) -> tuple[int, int]:
    """Return a sort key: the number of tracks that remain to be laid later, then the cost of the whole path."""
    full_path, path = path_and_part
    return len(full_path.points) - len(path.tracks), full_path.cost


def _path_beginnings(state: RailroadsOfCatan, building: Building) -> tuple[tuple[BuildPath, Path], ...]:
    """Return (whole path, part that the seat can lay now) pairs; the part has at least one track."""
    return _compute_beginnings(CacheKey(state, *build_key(state, building.seat), state.cash[building.seat]), building)


@lru_cache(64)
def _compute_beginnings(key: CacheKey, building: Building) -> tuple[tuple[BuildPath, Path], ...]:
    quote = BuildQuote(key.state, building)
    beginnings = (
        (full_path, _layable_part(quote, full_path.points)) for full_path in full_build_paths(key.state, building.seat)
    )
    return tuple((full_path, path) for full_path, path in beginnings if path)


def full_build_paths(state: RailroadsOfCatan, seat: Seat) -> tuple[BuildPath, ...]:
    """Return the cheapest path and the shortest path to each city that is not yet connected.

    If these are the same, the path is returned once. A path to an own city may end at any point that is connected with
    the city, except in another city.
    """
    is_monsoon, is_half_price = state.event is EventCard.MONSOON, state.has_associate(seat, Associate.ENGINEER)
    return _full_build_paths(CacheKey(state, *board_key(state), is_monsoon, is_half_price), seat)


@lru_cache(64)
def _full_build_paths(key: CacheKey, seat: Seat) -> tuple[BuildPath, ...]:
    state, own = key.state, network_of(key.state, seat)
    goals = {city: frozenset({city}) for city in state.cities}
    goals |= {city: nodes_joined_to(state, seat, city) for city in goals if city in own}
    return _search_paths(track_costs(state, seat), own, goals)


def whole_path_cost(state: RailroadsOfCatan, building: Building, path: BuildPath) -> WholePathCost:
    """Return the cost of a path: a part at this turn's prices, the rest at list prices. (rulings 38, 49)"""
    part = _layable_part(BuildQuote(state, building), path.points)
    tracks = Path((path.points,)).tracks
    tracks_now = part.tracks if part else ()
    cost_now = quote_tracks(state, building, tracks_now)
    assert isinstance(cost_now, LayingCost)
    cost_later = later_cost(state, building.seat, tracks[len(tracks_now) :])
    return WholePathCost(cost_now.total + cost_later, len(tracks), cost_now.free)


def later_cost(state: RailroadsOfCatan, seat: Seat, tracks: Iterable[Track]) -> int:
    """Return the dollars for laying tracks in later turns, with fees, without this turn's event and associate."""
    costs = track_costs(state.begin_turn(), seat)
    return sum(costs[track] for track in tracks)


def _layable_part(quote: BuildQuote, points: tuple[NodeId, ...]) -> Path | None:
    """Return the part of a path that the seat can lay now; None if the seat cannot lay the first track."""
    quote.clear()
    for track in (track_between(*pair) for pair in pairwise(points)):
        if quote.find_obstacle(track):
            break
        quote.add_track(track)
    return Path((points[: len(quote.tracks) + 1],)) if quote.tracks else None


def _search_paths(
    cost_by_track: Mapping[Track, int], own: frozenset[NodeId], goals: Mapping[NodeId, frozenset[NodeId]]
) -> tuple[BuildPath, ...]:
    """Return the paths from a network (``own``) to each city.

    ``goals`` has for each city the points at which a path to the city may end.
    """
    cost_weights = [cost_by_track[track] * _TRACK_BASE + 1 if track in cost_by_track else 0 for track in TRACKS]
    length_weights = [cost_by_track[track] + _DOLLAR_BASE if track in cost_by_track else 0 for track in TRACKS]
    goal_sets_by_source: dict[frozenset[NodeId], list[frozenset[NodeId]]] = {}
    for points in goals.values():
        goal_sets_by_source.setdefault(own - points, []).append(points)
    trees = {
        sources: (_grow_tree(cost_weights, sources, wanted), _grow_tree(length_weights, sources, wanted))
        for sources, wanted in goal_sets_by_source.items()
    }
    paths: dict[BuildPath, None] = {}
    for city, points in goals.items():
        for path in (_path_to(tree, points) for tree in trees[own - points]):
            if path and (path[-1] == city or path[-1] not in goals):
                paths[BuildPath(city, path, sum(cost_by_track[track_between(*pair)] for pair in pairwise(path)))] = None
    return tuple(paths)


class _PathTree(NamedTuple):
    """For each point, the weight of the best path to it, and the point before it; -1 at the start of a path."""

    weights: list[int]
    previous: list[int]


def _grow_tree(
    weight_by_track: Sequence[int], sources: frozenset[NodeId], goal_sets: Iterable[frozenset[NodeId]]
) -> _PathTree:
    """Find the lightest paths until a point of each goal set is reached. A track of weight 0 is closed."""
    tree = _PathTree([_UNREACHABLE] * len(_NODES), [-1] * len(_NODES))
    weights, previous = tree
    goals_missing = [{_NODE_NUMBER[place] for place in points} for points in goal_sets] if sources else []
    goals = set().union(*goals_missing)
    queue = sorted(_NODE_NUMBER[place] for place in sources)
    for here in queue:
        weights[here] = 0
    while queue and goals_missing:
        packed = heappop(queue)
        weight_here, here = packed >> _BITS, packed & _MASK
        if weight_here > weights[here]:
            continue
        if here in goals:
            goals_missing = [points for points in goals_missing if here not in points]
        for there, track in _ARCS_BY_NODE[here]:
            if (track_weight := weight_by_track[track]) and (total := weight_here + track_weight) < weights[there]:
                weights[there], previous[there] = total, here
                heappush(queue, total << _BITS | there)
    return tree


def _path_to(tree: _PathTree, goals: frozenset[NodeId]) -> tuple[NodeId, ...]:
    """Return the points of the path to the goal with the least weight; empty if no goal is reached."""
    weight, here = min((tree.weights[_NODE_NUMBER[goal]], _NODE_NUMBER[goal]) for goal in goals)
    points = []
    while here >= 0 and weight < _UNREACHABLE:
        points.append(_NODES[here])
        here = tree.previous[here]
    return tuple(reversed(points))
