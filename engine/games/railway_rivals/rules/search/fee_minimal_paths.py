"""Search for the paths to goals on which the builder pays rivals the least, on the current track."""

from collections.abc import Iterable
from functools import lru_cache
from heapq import heappop, heappush
from typing import NamedTuple

from engine.core import Seat
from engine.games.railway_rivals.game_data.constants import (
    ADJACENT_TOWNS_PAYMENT,
    HALF_PARALLEL_PAYMENT,
    JUNCTION_PAYMENT,
)
from engine.games.railway_rivals.game_data.hex_map import HEX_MAPS, Hex, HexMap, Side, side_between
from engine.games.railway_rivals.rules.search.build_paths import plain_build_paths
from engine.games.railway_rivals.rules.search.distance_maps import (
    FIELD_BASE,
    FIELD_BITS,
    FIELD_MASK,
    MAX_PATH_HEXES,
    UNREACHABLE,
    BuildPath,
    NumberedMap,
    goal_hexes,
    number_map,
)
from engine.games.railway_rivals.state.track import (
    Track,
    count_pieces,
    is_beginning_of,
    owners_by_side,
    seats_by_hex,
)
from engine.kit.incremental_cache import IncrementalCache

_MAX_DETOUR = 6
"""Maximum building cost of a path that pays rivals less, beyond the cost of the farthest goal."""


@lru_cache(16)
def fee_minimal_paths(
    key: str, track: Track, seat: Seat, network: frozenset[Hex], toward: tuple[str, ...]
) -> dict[str, BuildPath]:
    """The path to each goal, by name, that pays rivals least; among equal paths, the cheapest."""
    grid, number = number_map(key), number_map(key).number
    numbers_by_goal = {name: [number[hex] for hex in goal_hexes(key)[name]] for name in toward}
    starts = sorted(number[hex] for hex in network)
    plain_paths = plain_build_paths(key, network, toward)
    dearest = max((cheapest.cost for cheapest, _ in plain_paths.values()), default=0) + _MAX_DETOUR
    distances, previous = _search_from_network(grid, rival_fees(key, track, seat), starts, numbers_by_goal, dearest)
    paths: dict[str, BuildPath] = {}
    for name, ends in numbers_by_goal.items():
        ends_reached = [end for end in ends if end in distances]
        if ends_reached:
            end = min(ends_reached, key=distances.__getitem__)
            cost, steps = distances[end] >> FIELD_BITS & FIELD_MASK, distances[end] & FIELD_MASK
            paths[name] = BuildPath(_path_to(grid, previous, end), cost, steps)
    return paths


# -- fees


class RivalFees(NamedTuple):
    """Payments to rivals: ``joins`` by hex that a step enters, ``beside`` by side that a step crosses.

    ``crowded`` are hexes with track of rivals. The key of a side is ``a * FIELD_BASE + b``.
    """

    crowded: list[bool]
    joins: list[int]
    beside: dict[int, int]


_FEE_CACHE = IncrementalCache[tuple[str, Seat], Track, RivalFees](is_beginning_of, count_pieces)


@lru_cache(16)
def rival_fees(key: str, track: Track, seat: Seat) -> RivalFees:
    """The payments to rivals for all steps; ``costs.rival_payments`` computes those of one step. (rulings 34 to 45)"""
    hex_map, number = HEX_MAPS[key], number_map(key).number

    def compute_fees() -> RivalFees:
        none = RivalFees([False] * len(number), [0] * len(number), {})
        return _update_fees(none, hex_map, number, track, seat, seats_by_hex(track), owners_by_side(track))

    def extend_fees(part: Track, known_fees: RivalFees) -> RivalFees:
        pieces = track.pieces[count_pieces(part) :]
        fees = RivalFees(known_fees.crowded.copy(), known_fees.joins.copy(), known_fees.beside.copy())
        hexes = {hex for piece in pieces for hex in (piece.a, piece.b)}
        sides = [side_between(piece.a, piece.b) for piece in pieces]
        return _update_fees(fees, hex_map, number, track, seat, hexes, sides)

    return _FEE_CACHE.get((key, seat), track, compute_fees, extend_fees)


def _update_fees(
    fees: RivalFees,
    hex_map: HexMap,
    number: dict[Hex, int],
    track: Track,
    seat: Seat,
    hexes: Iterable[Hex],
    sides: Iterable[Side],
) -> RivalFees:
    seats_there, owners_of = seats_by_hex(track), owners_by_side(track)
    for hex in hexes:
        if rivals := len(seats_there[hex]) - (seat in seats_there[hex]):
            fees.crowded[number[hex]] = True
            fees.joins[number[hex]] = 0 if hex in hex_map.town_at else JUNCTION_PAYMENT * rivals
    for a, b in sides:
        if rivals := len(owners_of[a, b]) - (seat in owners_of[a, b]):
            halves = (a not in hex_map.town_at) + (b not in hex_map.town_at)
            i, j = number[a], number[b]
            due = rivals * (HALF_PARALLEL_PAYMENT * halves or ADJACENT_TOWNS_PAYMENT)
            fees.beside[i * FIELD_BASE + j] = fees.beside[j * FIELD_BASE + i] = due
    return fees


# -- the search


def _search_from_network(
    grid: NumberedMap, fees: RivalFees, starts: list[int], numbers_by_goal: dict[str, list[int]], dearest: int
) -> tuple[dict[int, int], dict[int, int]]:
    """Search from the network until all goals are reached, by paths that cost at most ``dearest``.

    Return the packed distance of each reached hex of a goal, and for each visited hex the previous hex.
    """
    crowded, joins, beside, steps = fees.crowded, fees.joins, fees.beside, grid.packed_steps
    best, previous = [UNREACHABLE] * len(grid.hexes), dict[int, int]()
    for start in starts:
        best[start] = 0
    distances: dict[int, int] = {}
    goals_by_end: dict[int, list[str]] = {}
    for name, ends in numbers_by_goal.items():
        for end in ends:
            goals_by_end.setdefault(end, []).append(name)
    missing, heap = set(numbers_by_goal), starts.copy()
    while heap and missing:
        packed = heappop(heap)
        weight, a = packed >> FIELD_BITS, packed & FIELD_MASK
        if best[a] < weight:
            continue
        if a in goals_by_end:
            distances[a] = weight
            missing.difference_update(goals_by_end[a])
        for b, step in steps[a]:
            distance = weight + step
            if distance >= best[b]:
                continue
            if crowded[b]:
                distance += joins[b] + beside.get(a * FIELD_BASE + b, 0) << 2 * FIELD_BITS
                if distance >= best[b]:
                    continue
            if distance >> FIELD_BITS & FIELD_MASK <= dearest:
                best[b], previous[b] = distance, a
                heappush(heap, distance << FIELD_BITS | b)
    return distances, previous


def _path_to(grid: NumberedMap, previous: dict[int, int], end: int) -> tuple[Hex, ...]:
    numbers = [end]
    while numbers[-1] in previous:
        numbers.append(previous[numbers[-1]])
    return tuple(grid.hexes[number] for number in numbers[: -MAX_PATH_HEXES - 1 : -1])
