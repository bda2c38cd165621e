"""Find all Pareto-optimal paths of a train to cities, by moves and by the fees to each rival. (RC Phase 6)"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from heapq import heappop, heappush
from typing import NamedTuple

from engine.core import Seat
from engine.games.railroads_of_catan.game_data.constants import MAX_FEES_PER_RIVAL, MOVES_PER_TURN
from engine.games.railroads_of_catan.game_data.island import NodeId, Track, track_ends
from engine.games.railroads_of_catan.rules.trips import city_fee, is_closed, segment_fee, track_moves
from engine.games.railroads_of_catan.state.cache_keys import CacheKey, build_key
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan

_MAX_MOVES = max(MOVES_PER_TURN.values())
"""Maximum number of moves of a train in a turn."""


class ParetoPath(NamedTuple):
    """A path with its moves, the dollars of fees for each seat, and its points without the first one."""

    moves: int
    fees: tuple[int, ...]
    points: tuple[NodeId, ...]


class _FeeEdge(NamedTuple):
    """A track in one direction, with the moves and fees that it costs."""

    there: NodeId
    moves: int
    fees: tuple[tuple[int, int], ...]
    """(index of the seat, dollars) pairs."""


class ParetoPaths:
    """Paths of one player's trains; the paths from a point are computed when they are first needed."""

    def __init__(self, adjacency: Mapping[NodeId, tuple[_FeeEdge, ...]], cities: frozenset[NodeId], seats: int) -> None:
        self._adjacency, self._cities, self._seats = adjacency, cities, seats
        self._paths_by_start: dict[NodeId, tuple[ParetoPath, ...]] = {}

    def paths_within(self, start: NodeId, moves: int) -> Iterator[ParetoPath]:
        """Yield paths to other cities that take at most this number of moves.

        A path is omitted if another path to the same city takes no more moves and pays no rival more.
        """
        if start not in self._paths_by_start:
            self._paths_by_start[start] = tuple(self._search_from(start))
        for path in self._paths_by_start[start]:
            if path.moves > moves:
                return
            yield path

    def _search_from(self, start: NodeId) -> Iterator[ParetoPath]:
        """Yield the paths to other cities, the fewest moves first, so that no path makes an earlier one needless."""
        fees_by_node: dict[NodeId, list[tuple[int, ...]]] = {}
        queue = [ParetoPath(0, (0,) * self._seats, ())]
        while queue:
            path = heappop(queue)
            here = path.points[-1] if path.points else start
            fees_here = fees_by_node.setdefault(here, [])
            if any(_is_no_dearer(fees, path.fees) for fees in fees_here):
                continue
            fees_here.append(path.fees)
            if here in self._cities and here != start:
                yield path
            for edge in self._adjacency.get(here, ()):
                if path.moves + edge.moves <= _MAX_MOVES:
                    heappush(queue, _extend_path(path, edge))


def _is_no_dearer(fees: tuple[int, ...], others: tuple[int, ...]) -> bool:
    """Whether no seat gets more by ``fees`` than by ``others``."""
    return all(mine <= theirs for mine, theirs in zip(fees, others, strict=True))


def _extend_path(path: ParetoPath, edge: _FeeEdge) -> ParetoPath:
    fees = list(path.fees)
    for seat, dollars in edge.fees:
        fees[seat] = min(fees[seat] + dollars, MAX_FEES_PER_RIVAL)
    return ParetoPath(path.moves + edge.moves, tuple(fees), (*path.points, edge.there))


def pareto_paths_of(state: RailroadsOfCatan, seat: Seat) -> ParetoPaths:
    """Return the paths of a seat's trains in this turn."""
    return _pareto_paths(CacheKey(state, *build_key(state, seat)), seat)


@lru_cache(32)
def _pareto_paths(key: CacheKey, seat: Seat) -> ParetoPaths:
    state = key.state
    adjacency: dict[NodeId, tuple[_FeeEdge, ...]] = {}
    for track in state.tracks:
        if is_closed(state, track):
            continue
        a, b = track_ends(track)
        for here, there in ((a, b), (b, a)):
            edge = _FeeEdge(there, track_moves(state, seat, track), tuple(_step_fees(state, seat, track, there)))
            adjacency[here] = (*adjacency.get(here, ()), edge)
    return ParetoPaths(adjacency, frozenset(state.cities), state.seats)


def _step_fees(state: RailroadsOfCatan, seat: Seat, track: Track, there: NodeId) -> Iterator[tuple[int, int]]:
    """Yield the fees of a track and of the city at its end, as (index of the seat, dollars) pairs."""
    if fee := segment_fee(state, seat, track):
        yield state.tracks[track] - 1, fee
    if fee := city_fee(state, seat, there):
        yield state.cities[there].seat - 1, fee
