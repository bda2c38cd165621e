"""The places, limits, prices, and fees of new track. (RC Phase 5; rulings 38, 48, 49, 58-62, 66, 67)"""

from collections.abc import Mapping
from functools import lru_cache

import msgspec

from engine.core import Seat
from engine.games.railroads_of_catan.game_data.constants import (
    CONNECTION_FEE,
    CREW_TRACKS,
    SURPLUS_CREDIT,
    TRACKS_PER_TURN,
)
from engine.games.railroads_of_catan.game_data.island import (
    CORNERS_BY_HEX,
    HEXES_BY_TRACK,
    LIST_PRICES,
    NEIGHBORS,
    NodeId,
    Track,
    TrackKind,
    kind_of,
    track_between,
    track_ends,
    track_kinds,
)
from engine.games.railroads_of_catan.game_data.pieces import Associate, EventCard
from engine.games.railroads_of_catan.rules.trips import is_closed
from engine.games.railroads_of_catan.state.cache_keys import CacheKey, board_key
from engine.games.railroads_of_catan.state.obstacle import Obstacle
from engine.games.railroads_of_catan.state.phases import Building
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan

_HARD_KINDS = frozenset({TrackKind.MOUNTAIN, TrackKind.WATER})


class LayingCost(msgspec.Struct, frozen=True):
    """The cost of laying several tracks: ``cost`` dollars for the bank, and ``fees`` for the owners of cities."""

    cost: int
    fees: Mapping[Seat, int]
    laid: int
    """The number of tracks that count against the limit."""
    credit: int
    """The part of the surplus that was used: 1 for each free track, or 2 over mountains or water. (ruling 38)"""
    free: int
    """The number of free tracks."""

    @property
    def total(self) -> int:
        """The dollars that the builder pays to the bank and to rivals."""
        return self.cost + sum(self.fees.values())


def track_price(state: RailroadsOfCatan, seat: Seat, track: Track) -> int:
    """Return the dollars that a seat pays the bank for a track in this turn. (RC Phase 5; ruling 49)"""
    return _price_of_kind(state, seat, kind_of(state.layout, track))


def _price_of_kind(state: RailroadsOfCatan, seat: Seat, kind: TrackKind) -> int:
    return LIST_PRICES[kind] // 2 if state.has_associate(seat, Associate.ENGINEER) else LIST_PRICES[kind]


def surplus_credit(state: RailroadsOfCatan, building: Building) -> int:
    """Return the unused part of the surplus, 0 to 2; each free track uses 1 or 2. (RC Phase 2, Surplus)"""
    return SURPLUS_CREDIT - building.credit if state.event is EventCard.SURPLUS else 0


def remaining_tracks(state: RailroadsOfCatan, building: Building) -> int:
    """Return the number of tracks that the seat may still lay in this turn. (RC Phase 5; rulings 48, 61)"""
    crew = CREW_TRACKS if state.has_associate(building.seat, Associate.CREW) else 0
    return TRACKS_PER_TURN + crew - building.laid


def max_affordable_tracks(state: RailroadsOfCatan, seat: Seat) -> int:
    """Return the number of tracks of the cheapest kind that the seat can pay for, without fees."""
    return state.cash[seat] // min(_price_of_kind(state, seat, kind) for kind in TrackKind)


def connection_fees(state: RailroadsOfCatan, seat: Seat, track: Track) -> Mapping[Seat, int]:
    """Return the fees for a track that ends in rivals' cities, by owner of the city. (RC Phase 5; ruling 60)"""
    cities = state.cities
    return {
        cities[place].seat: CONNECTION_FEE
        for place in track_ends(track)
        if place in cities and cities[place].seat != seat
    }


def network_of(state: RailroadsOfCatan, seat: Seat) -> frozenset[NodeId]:
    """The points from which a seat may build: its cities and all ends of its tracks. (RC Phase 5; ruling 58)"""
    return _network_of(CacheKey(state, *board_key(state)), seat)


@lru_cache(64)
def _network_of(key: CacheKey, seat: Seat) -> frozenset[NodeId]:
    own_nodes = {place for track, owner in key.state.tracks.items() if owner == seat for place in track_ends(track)}
    return frozenset(own_nodes.union(key.state.cities_of(seat)))


def adjacent_free_tracks(state: RailroadsOfCatan, seat: Seat) -> tuple[Track, ...]:
    """Return the tracks that touch the seat's network and that nobody has laid. (RC Phase 5; ruling 58)"""
    return _adjacent_free_tracks(CacheKey(state, *board_key(state)), seat)


@lru_cache(64)
def _adjacent_free_tracks(key: CacheKey, seat: Seat) -> tuple[Track, ...]:
    nodes = network_of(key.state, seat)
    adjacent = {track_between(here, there) for here in nodes for there in NEIGHBORS[here]}
    return tuple(sorted(track for track in adjacent if track not in key.state.tracks))


def track_costs(state: RailroadsOfCatan, seat: Seat) -> Mapping[Track, int]:
    """Return the dollars, with fees, for every track that nobody has laid and that a monsoon does not close."""
    is_monsoon, is_half_price = state.event is EventCard.MONSOON, state.has_associate(seat, Associate.ENGINEER)
    return _track_costs(CacheKey(state, *board_key(state), is_monsoon, is_half_price), seat)


@lru_cache(16)
def _track_costs(key: CacheKey, seat: Seat) -> Mapping[Track, int]:
    state = key.state
    closed_kind = TrackKind.COAST if state.event is EventCard.MONSOON else None
    price_by_kind = {kind: _price_of_kind(state, seat, kind) for kind in TrackKind}
    free_tracks = [
        (track, kind)
        for track, kind in track_kinds(state.layout).items()
        if kind is not closed_kind and track not in state.tracks
    ]
    costs = {track: price_by_kind[kind] for track, kind in free_tracks}
    for place in (place for place, city in state.cities.items() if city.seat != seat):
        for track in _TRACKS_TO_CORNERS[place]:
            if track in costs:
                costs[track] += CONNECTION_FEE
    return costs


_TRACKS_TO_CORNERS = {
    place: tuple(track_between(place, corner) for corner in around) for place, around in CORNERS_BY_HEX.items()
}
"""The tracks from the center of each hex to its corners."""


def quote_tracks(state: RailroadsOfCatan, building: Building, tracks: tuple[Track, ...]) -> LayingCost | Obstacle:
    """Return the cost of laying these tracks one after another, or the obstacle to it."""
    quote = BuildQuote(state, building)
    for track in tracks:
        if obstacle := quote.find_obstacle(track):
            return obstacle
        quote.add_track(track)
    return quote.total_cost()


class BuildQuote:
    """A mutable quote for laying tracks one after another: their cost, and the obstacles to another track."""

    __slots__ = (
        "_cost_so_far",
        "_credit",
        "_kinds",
        "_network",
        "_nodes_reached",
        "_price_by_kind",
        "_remaining_rails",
        "_remaining_tracks",
        "building",
        "seat",
        "state",
        "tracks",
    )  # fmt: skip

    def __init__(self, state: RailroadsOfCatan, building: Building) -> None:
        self.state, self.building, self.seat = state, building, building.seat
        self._network = network_of(state, self.seat)
        self._credit, self._remaining_tracks = surplus_credit(state, building), remaining_tracks(state, building)
        self._remaining_rails = state.remaining_rails(self.seat)
        self._kinds = track_kinds(state.layout)
        self._price_by_kind = {kind: _price_of_kind(state, self.seat, kind) for kind in TrackKind}
        self.clear()

    def clear(self) -> None:
        """Remove all tracks from the quote."""
        self.tracks: tuple[Track, ...] = ()
        self._cost_so_far = 0
        self._nodes_reached = set(self._network)

    def add_track(self, track: Track) -> None:
        """Add a track; ``find_obstacle`` must have found no obstacle to it."""
        self.tracks += (track,)
        self._cost_so_far += self._track_cost(track)
        self._nodes_reached.update(track_ends(track))

    def find_obstacle(self, track: Track) -> Obstacle | None:
        """Return the obstacle to laying this track next; None if there is none."""
        return self._position_obstacle(track) or self._means_obstacle(track)

    def total_cost(self, *more: Track) -> LayingCost:
        """Return the cost of the quote's tracks together with ``more`` tracks. (RC Phase 5; rulings 38, 49, 60-62)"""
        tracks = self.tracks + more
        free_tracks = self._choose_free_tracks(tracks)
        paid_tracks = [track for track in tracks if track not in free_tracks]
        fees: dict[Seat, int] = {}
        for track in tracks:
            for owner, fee in connection_fees(self.state, self.seat, track).items():
                fees[owner] = fees.get(owner, 0) + fee
        cost = sum(self._price_by_kind[self._kinds[track]] for track in paid_tracks)
        return LayingCost(cost, fees, len(paid_tracks), sum(map(self._credit_needed, free_tracks)), len(free_tracks))

    def _choose_free_tracks(self, tracks: tuple[Track, ...]) -> tuple[Track, ...]:
        """Return the tracks that a surplus makes free. Two plain or coast tracks are preferred. (ruling 38)"""
        if not self._credit:
            return ()
        easy = tuple(track for track in tracks if self._credit_needed(track) == 1)
        hard = tuple(track for track in tracks if self._credit_needed(track) == SURPLUS_CREDIT)
        return hard[:1] if hard and len(easy) < SURPLUS_CREDIT == self._credit else easy[: self._credit]

    def _credit_needed(self, track: Track) -> int:
        """Return the part of the surplus that this track would use, 1 or 2. (RC Phase 2, Surplus)"""
        return SURPLUS_CREDIT if self._kinds[track] in _HARD_KINDS else 1

    def _position_obstacle(self, track: Track) -> Obstacle | None:
        """Return the obstacle that follows from the position of the track; None if there is none."""
        a, b = track_ends(track)
        if track not in HEXES_BY_TRACK:
            return Obstacle("apart", (a, b))
        if track in self.state.tracks or track in self.tracks:
            return Obstacle("taken", (a, b))
        if a not in self._nodes_reached and b not in self._nodes_reached:
            return Obstacle("unconnected", (a, b))
        return Obstacle("coast", (a, b)) if is_closed(self.state, track) else None

    def _means_obstacle(self, track: Track) -> Obstacle | None:
        """Return the obstacle that the seat lacks rails, tracks in this turn, or cash. (rulings 14, 61, 67)"""
        if len(self.tracks) == self._remaining_rails:
            return Obstacle("rails", numbers=(self._remaining_rails,))
        laid, total = self._totals_with(track)
        if laid > self._remaining_tracks:
            return Obstacle("tracks", numbers=(laid, self._remaining_tracks))
        cash = self.state.cash[self.seat]
        return Obstacle("cash", track_ends(track), (total, cash)) if total > cash else None

    def _totals_with(self, track: Track) -> tuple[int, int]:
        """Return (tracks that count against the limit, cost in dollars) of the quote with one more track."""
        if not self._credit:
            return len(self.tracks) + 1, self._cost_so_far + self._track_cost(track)
        cost = self.total_cost(track)
        return cost.laid, cost.total

    def _track_cost(self, track: Track) -> int:
        """Return the dollars for a track with fees, without a surplus."""
        fees = connection_fees(self.state, self.seat, track)
        return self._price_by_kind[self._kinds[track]] + sum(fees.values())
