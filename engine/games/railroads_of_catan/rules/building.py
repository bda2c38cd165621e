"""Laying track: where, for how much, and to whom. (RC Phase 5; rulings 38, 48, 49, 58-62, 66, 67)"""

from collections.abc import Mapping
from functools import lru_cache

import msgspec

from engine.core import Seat
from engine.games.railroads_of_catan.box.figures import CONNECTION_FEE, CREW, SURPLUS, TRACKS_A_TURN
from engine.games.railroads_of_catan.box.island import (
    LIST_PRICE,
    SPOKES,
    TOUCHING,
    WAYS,
    Place,
    Track,
    TrackKind,
    ends,
    kind_of,
    kinds,
)
from engine.games.railroads_of_catan.box.island import track as track_between
from engine.games.railroads_of_catan.box.pieces import Associate, EventCard
from engine.games.railroads_of_catan.state.known import Known, board
from engine.games.railroads_of_catan.state.obstacle import Obstacle
from engine.games.railroads_of_catan.state.phases import Building
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan

_HARD = frozenset({TrackKind.MOUNTAIN, TrackKind.WATER})


class Works(msgspec.Struct, frozen=True):
    """The sums of laying some tracks. ``cost`` goes to the bank, ``fees`` to the owners of cities."""

    cost: int
    fees: Mapping[Seat, int]
    laid: int
    """Tracks that count against the limit."""
    credit: int
    """Used of the surplus: 1 for each free track, 2 for one over mountains or water. (ruling 38)"""
    free: int
    """Tracks that are free."""

    @property
    def total(self) -> int:
        """All that the builder pays."""
        return self.cost + sum(self.fees.values())


def price(state: RailroadsOfCatan, seat: Seat, track: Track) -> int:
    """The price of a track for the seat in this turn. (RC Phase 5; ruling 49)"""
    return _price(state, seat, kind_of(state.layout, track))


def _price(state: RailroadsOfCatan, seat: Seat, kind: TrackKind) -> int:
    return LIST_PRICE[kind] // 2 if state.has(seat, Associate.ENGINEER) else LIST_PRICE[kind]


def credit(state: RailroadsOfCatan, building: Building) -> int:
    """The rest of the surplus, for free tracks. (RC Phase 2, Surplus)"""
    return SURPLUS - building.credit if state.event is EventCard.SURPLUS else 0


def tracks_left(state: RailroadsOfCatan, building: Building) -> int:
    """Tracks that may still be laid against the limit. (RC Phase 5; rulings 48, 61)"""
    crew = CREW if state.has(building.seat, Associate.CREW) else 0
    return TRACKS_A_TURN + crew - building.laid


def most_affordable(state: RailroadsOfCatan, seat: Seat) -> int:
    """The most tracks that the seat can pay, all of the cheapest kind and without fees."""
    return state.cash[seat] // min(_price(state, seat, kind) for kind in TrackKind)


def fee_for(state: RailroadsOfCatan, seat: Seat, track: Track) -> Mapping[Seat, int]:
    """To the owner of a rival's city at an end of the track. (RC Phase 5; ruling 60)"""
    cities = state.cities
    return {
        cities[place].seat: CONNECTION_FEE for place in ends(track) if place in cities and cities[place].seat != seat
    }


def network(state: RailroadsOfCatan, seat: Seat) -> frozenset[Place]:
    """The points from which a seat may build: its cities and all ends of its tracks. (RC Phase 5; ruling 58)"""
    return _network(Known(state, *board(state)), seat)


@lru_cache(64)
def _network(known: Known, seat: Seat) -> frozenset[Place]:
    own = {place for track, owner in known.state.tracks.items() if owner == seat for place in ends(track)}
    return frozenset(own.union(known.state.cities_of(seat)))


def near(state: RailroadsOfCatan, seat: Seat) -> tuple[Track, ...]:
    """The free tracks that touch what the seat has. (RC Phase 5; ruling 58)"""
    return _near(Known(state, *board(state)), seat)


@lru_cache(64)
def _near(known: Known, seat: Seat) -> tuple[Track, ...]:
    own = network(known.state, seat)
    touching = {track_between(here, there) for here in own for there in WAYS[here]}
    return tuple(sorted(track for track in touching if track not in known.state.tracks))


def open_tracks(state: RailroadsOfCatan, seat: Seat) -> Mapping[Track, int]:
    """All tracks that can be laid somewhere on a way of the seat, and what each costs it, fees included."""
    stormy, cheap = state.event is EventCard.MONSOON, state.has(seat, Associate.ENGINEER)
    return _open_tracks(Known(state, *board(state), stormy, cheap), seat)


@lru_cache(16)
def _open_tracks(known: Known, seat: Seat) -> Mapping[Track, int]:
    state = known.state
    closed = TrackKind.COAST if state.event is EventCard.MONSOON else None
    of_kind = {kind: _price(state, seat, kind) for kind in TrackKind}
    free = [(new, kind) for new, kind in kinds(state.layout).items() if kind is not closed and new not in state.tracks]
    costs = {new: of_kind[kind] for new, kind in free}
    for place in (place for place, city in state.cities.items() if city.seat != seat):
        for new in _SPOKE_TRACKS[place]:
            if new in costs:
                costs[new] += CONNECTION_FEE
    return costs


_SPOKE_TRACKS = {place: tuple(track_between(place, corner) for corner in around) for place, around in SPOKES.items()}
"""The tracks that end in the middle of each hex, where cities are."""


def survey(state: RailroadsOfCatan, building: Building, tracks: tuple[Track, ...]) -> Works | Obstacle:
    """The works of laying these tracks one after the other, or what prevents it."""
    site = Site(state, building)
    for track in tracks:
        if wrong := site.wrong(track):
            return wrong
        site.take(track)
    return site.works()


class Site:
    """A seat building, tried out track by track. It changes as tracks are taken; the state does not."""

    __slots__ = (
        "_credit", "_kinds", "_left", "_own", "_paid", "_prices", "_rails", "_reached",
        "building", "seat", "state", "tracks",
    )  # fmt: skip

    def __init__(self, state: RailroadsOfCatan, building: Building) -> None:
        self.state, self.building, self.seat = state, building, building.seat
        self._own = network(state, self.seat)
        self._credit, self._left = credit(state, building), tracks_left(state, building)
        self._rails = state.rails_left(self.seat)
        self._kinds = kinds(state.layout)
        self._prices = {kind: _price(state, self.seat, kind) for kind in TrackKind}
        self.clear()

    def clear(self) -> None:
        """Begins anew, with no track taken."""
        self.tracks: tuple[Track, ...] = ()
        self._paid = 0
        self._reached = set(self._own)

    def take(self, track: Track) -> None:
        """Lays a track, of which nothing is ``wrong``."""
        self.tracks += (track,)
        self._paid += self._price(track)
        self._reached.update(ends(track))

    def wrong(self, track: Track) -> Obstacle | None:
        """The obstacle to laying this as the seat's next track, if there is one."""
        return self._barred(track) or self._dear(track)

    def works(self, *more: Track) -> Works:
        """The works of the tracks so far, and of these. (RC Phase 5; rulings 38, 49, 60-62)"""
        tracks = self.tracks + more
        free = self._free(tracks)
        paid = [track for track in tracks if track not in free]
        fees: dict[Seat, int] = {}
        for track in tracks:
            for owner, fee in fee_for(self.state, self.seat, track).items():
                fees[owner] = fees.get(owner, 0) + fee
        cost = sum(self._prices[self._kinds[track]] for track in paid)
        return Works(cost, fees, len(paid), sum(map(self._credit_for, free)), len(free))

    def _free(self, tracks: tuple[Track, ...]) -> tuple[Track, ...]:
        """The tracks that the surplus pays, where it saves most: two easy ones rather than a hard one. (ruling 38)"""
        if not self._credit:
            return ()
        easy = tuple(track for track in tracks if self._credit_for(track) == 1)
        hard = tuple(track for track in tracks if self._credit_for(track) == SURPLUS)
        return hard[:1] if hard and len(easy) < SURPLUS == self._credit else easy[: self._credit]

    def _credit_for(self, track: Track) -> int:
        """The part of the surplus that a free track takes. (RC Phase 2, Surplus)"""
        return SURPLUS if self._kinds[track] in _HARD else 1

    def _barred(self, track: Track) -> Obstacle | None:
        """Why there can be no track of the seat here at all. (RC Phase 5; rulings 36, 58)"""
        a, b = ends(track)
        if track not in TOUCHING:
            return Obstacle("apart", (a, b))
        if track in self.state.tracks or track in self.tracks:
            return Obstacle("taken", (a, b))
        if a not in self._reached and b not in self._reached:
            return Obstacle("unconnected", (a, b))
        return Obstacle("coast", (a, b)) if _stormy(self.state, track) else None

    def _dear(self, track: Track) -> Obstacle | None:
        """Why the seat cannot lay it on top of the others: rails, the limit, money. (rulings 14, 61, 67)"""
        if len(self.tracks) == self._rails:
            return Obstacle("rails", numbers=(self._rails,))
        laid, total = self._with(track)
        if laid > self._left:
            return Obstacle("tracks", numbers=(laid, self._left))
        cash = self.state.cash[self.seat]
        return Obstacle("cash", ends(track), (total, cash)) if total > cash else None

    def _with(self, track: Track) -> tuple[int, int]:
        """Tracks that count against the limit with one more, and all that they cost."""
        if not self._credit:
            return len(self.tracks) + 1, self._paid + self._price(track)
        works = self.works(track)
        return works.laid, works.total

    def _price(self, track: Track) -> int:
        """The cost of a track beyond what the surplus pays, with fees."""
        fees = fee_for(self.state, self.seat, track)
        return self._prices[self._kinds[track]] + sum(fees.values())


def _stormy(state: RailroadsOfCatan, track: Track) -> bool:
    """Whether a monsoon forbids it. (RC Phase 2, Monsoon; ruling 36)"""
    return state.event is EventCard.MONSOON and kind_of(state.layout, track) is TrackKind.COAST
