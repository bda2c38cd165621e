"""The cheapest and the shortest building paths from a network to towns and special runs.

Both are read from the distance maps of the board. If a network grows, only its new hexes are considered.
"""

from collections.abc import Collection, Mapping
from functools import lru_cache

from engine.games.railway_rivals.game_data.hex_map import Hex
from engine.games.railway_rivals.rules.search.distance_maps import (
    FIELD_BASE,
    FIELD_BITS,
    FIELD_MASK,
    UNREACHABLE,
    BuildPath,
    distance_maps,
    goal_hexes,
    number_map,
    path_from_map,
)
from engine.kit.incremental_cache import IncrementalCache

_GoalDistances = tuple[int, ...]
"""Two numbers for each goal: the distance by cost and by steps, each packed with the first hex of its path."""


def plain_build_paths(
    key: str, network: frozenset[Hex], toward: Collection[str] = ()
) -> Mapping[str, tuple[BuildPath, BuildPath]]:
    """The (cheapest, shortest) pair of building paths to each goal, by name, the cheapest goal first.

    If ``toward`` is empty, the goals are all that the network does not reach.
    """
    return _compute_plain_paths(key, network, tuple(toward))


def remaining_path(key: str, network: frozenset[Hex], toward: str) -> BuildPath | None:
    """The cheapest path from a network to the goal; None if the goal is reached."""
    if not network.isdisjoint(goal_hexes(key)[toward]):
        return None
    return plain_build_paths(key, network, (toward,))[toward][0]


@lru_cache(64)
def _compute_plain_paths(
    key: str, network: frozenset[Hex], toward: tuple[str, ...]
) -> Mapping[str, tuple[BuildPath, BuildPath]]:
    distances, index = _network_distances(key, network), _goal_indices(key)
    goals_wanted = toward or [name for name, hexes in goal_hexes(key).items() if network.isdisjoint(hexes)]
    pairs = {name: _path_pair(key, name, distances[index[name]], distances[index[name] + 1]) for name in goals_wanted}
    pairs_found = {name: pair for name, pair in pairs.items() if pair is not None}
    return dict(sorted(pairs_found.items(), key=lambda item: item[1][0].cost))


@lru_cache(8)
def _goal_indices(key: str) -> Mapping[str, int]:
    """The index of each goal's first number in ``_GoalDistances``."""
    return {name: 2 * place for place, name in enumerate(goal_hexes(key))}


@lru_cache(8_192)
def _path_pair(key: str, goal: str, cheapest: int, shortest: int) -> tuple[BuildPath, BuildPath] | None:
    """The cheapest and the shortest path, from a goal's two numbers in ``_GoalDistances``; None without a path."""
    cheap, short = distance_maps(key, goal)
    if cheapest >> FIELD_BITS >= UNREACHABLE:
        return None
    cost, steps = divmod(cheapest >> FIELD_BITS, FIELD_BASE)
    fewer, dearer = divmod(shortest >> FIELD_BITS, FIELD_BASE)
    first = BuildPath(path_from_map(key, cheap, cheapest & FIELD_MASK), cost, steps)
    return first, BuildPath(path_from_map(key, short, shortest & FIELD_MASK), dearer, fewer)


# -- distances


_DISTANCE_CACHE = IncrementalCache[str, frozenset[Hex], _GoalDistances](frozenset.issubset, len)


def _network_distances(key: str, network: frozenset[Hex]) -> _GoalDistances:
    number = number_map(key).number

    def compute() -> _GoalDistances:
        return _merge_nearest([_hex_distances(key, number[hex]) for hex in network])

    def extend(part: frozenset[Hex], known_distances: _GoalDistances) -> _GoalDistances:
        return _merge_nearest([known_distances, *(_hex_distances(key, number[hex]) for hex in network - part)])

    return compute() if len(network) == 1 else _DISTANCE_CACHE.get(key, network, compute, extend)


def _merge_nearest(distances: list[_GoalDistances]) -> _GoalDistances:
    return tuple(map(min, *distances)) if len(distances) > 1 else distances[0]


@lru_cache(2_048)
def _hex_distances(key: str, hex: int) -> _GoalDistances:
    """The distances from a single hex, which is given by its number."""
    return tuple(
        table.distances[hex] << FIELD_BITS | hex for goal in goal_hexes(key) for table in distance_maps(key, goal)
    )
