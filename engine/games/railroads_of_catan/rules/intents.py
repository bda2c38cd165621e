"""What may be said ahead, as collections: some of it is listed, and whatever fits the graph is accepted.

(asynchronous form; rulings 19, 22, 25, 27)
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from typing import TYPE_CHECKING

from engine.core.action import Action, verb
from engine.core.notation import MAX_LENGTH, write
from engine.core.seats import Seat
from engine.games.railroads_of_catan.box.figures import BID_STEP, CREW, FEE_CAP, RICH, SURPLUS, TRACKS_A_TURN
from engine.games.railroads_of_catan.box.graph import TOUCHING, Place, Track, ends
from engine.games.railroads_of_catan.box.layout import LIST_PRICE, kind_of
from engine.games.railroads_of_catan.box.pieces import Item
from engine.games.railroads_of_catan.box.pieces import Mark as Marked
from engine.games.railroads_of_catan.phases import Building
from engine.games.railroads_of_catan.rules.building import fee_for, near
from engine.games.railroads_of_catan.rules.trips import Journey, travel
from engine.games.railroads_of_catan.rules.when import when_building, when_running
from engine.games.railroads_of_catan.search.proposals import proposals
from engine.games.railroads_of_catan.search.ways import ways
from engine.games.railroads_of_catan.state.actions import Mark, PlanRun, PlanTrack, Prefer
from engine.games.railroads_of_catan.state.items import items_of, list_price
from engine.games.railroads_of_catan.state.paths import Path, Ranking, Stop, Trip
from engine.games.railroads_of_catan.state.plans import Plans

if TYPE_CHECKING:
    from engine.games.railroads_of_catan.box.pieces import Train
    from engine.games.railroads_of_catan.state.state import RailroadsOfCatan

MOST_TRACKS = TRACKS_A_TURN + CREW + SURPLUS
"""That can be laid in one turn."""


class Listed(Collection[Action]):
    """Lists some answers, each once; a subclass says which, and what else is accepted."""

    open_ended = True

    @cached_property
    def listed(self) -> tuple[Action, ...]:
        return tuple(dict.fromkeys(action for action in self._some() if action in self))

    @property
    def possible(self) -> bool:
        """Whether anything is listed; cheaper than listing it where that is dear."""
        return bool(self.listed)

    def _some(self) -> Iterator[Action]:
        raise NotImplementedError

    def __contains__(self, action: object) -> bool:
        raise NotImplementedError

    def __len__(self) -> int:
        return len(self.listed)

    def __iter__(self) -> Iterator[Action]:
        return iter(self.listed)


class Wishes(Listed):
    """Rankings of free hexes; listed: each hex after those wished for, or first when all are. (RC Game Setup)"""

    def __init__(self, seat: Seat, plans: Plans, free: tuple[Place, ...]) -> None:
        self.seat, self.said, self.free = seat, plans.wishes, free

    def _some(self) -> Iterator[Prefer]:
        wished = tuple(hex for hex in self.said if hex in self.free)
        for hex in self.free:
            if hex not in wished:
                yield Prefer(self.seat, Ranking((*wished, hex)))
            elif len(wished) == len(self.free):
                yield Prefer(self.seat, Ranking((hex, *(other for other in wished if other != hex))))

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, Prefer) or action.seat != self.seat:
            return False
        hexes = action.hexes.hexes
        return set(hexes) <= set(self.free) and len(set(hexes)) == len(hexes) and hexes != self.said


class Marks(Listed):
    """Every item, both answers to no bids; listed reserves are any bid, and only those that must be taken.

    (RC Phase 1; rulings 22, 25, 27)
    """

    def __init__(self, state: RailroadsOfCatan, seat: Seat, plans: Plans) -> None:
        self.state, self.seat, self.said = state, seat, plans.marks

    @property
    def possible(self) -> bool:
        return bool(self._items)

    @cached_property
    def _items(self) -> tuple[Item, ...]:
        return items_of(self.state, self.seat)

    def _some(self) -> Iterator[Mark]:
        for item in self._items:
            half = list_price(self.state, self.seat, item) // 2
            for reserve in (BID_STEP, half + BID_STEP):
                yield Mark(self.seat, item, "pay", reserve)
                yield Mark(self.seat, item, "remove", reserve)

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, Mark) or action.seat != self.seat or action.item not in self._items:
            return False
        if action.otherwise not in ("pay", "remove") or action.reserve % BID_STEP:
            return False
        if Marked(action.item, action.otherwise, action.reserve) in self.said:
            return False
        return 0 <= action.reserve <= list_price(self.state, self.seat, action.item)


class TrackPlans(Listed):
    """Any tracks of the graph for which rails are left; listed are the ways to cities as they are now, or else single
    tracks, each set of tracks once. (RC Phase 5)
    """

    def __init__(self, state: RailroadsOfCatan, seat: Seat) -> None:
        self.state, self.seat = state, seat

    @property
    def possible(self) -> bool:
        return bool(self.state.rails_left(self.seat) and near(self.state, self.seat))

    def _some(self) -> Iterator[PlanTrack]:
        then = when_building(self.state, self.seat)
        toward: dict[frozenset[Track], Path] = {}
        for _, path in ways(then, Building(self.seat)):
            toward.setdefault(frozenset(path.tracks), path)
        return (PlanTrack(self.seat, path, self._dollars(path)) for path in toward.values() or self._single())

    def completed(self, words: Sequence[str]) -> PlanTrack | None:
        """A path that is typed is laid for what it costs now at most."""
        with suppress(ValueError):
            if words[0] == verb(PlanTrack) and not {*(path := Path.read(words[1])).tracks} - TOUCHING.keys():
                return PlanTrack(self.seat, path, self._dollars(path))
        return None

    def _single(self) -> Iterator[Path]:
        return (Path((ends(new),)) for new in near(self.state, self.seat))

    def _dollars(self, path: Path) -> int:
        """At the prices of the list, with the fees for cities: it does not rise."""
        tracks = path.tracks
        cost = sum(LIST_PRICE[kind_of(self.state.layout, new)] for new in tracks)
        return cost + sum(sum(fee_for(self.state, self.seat, new).values()) for new in tracks)

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, PlanTrack) or action.seat != self.seat or not 0 <= action.limit <= RICH:
            return False
        tracks = action.path.tracks
        most = min(MOST_TRACKS, self.state.rails_left(self.seat))
        return 0 < len(tracks) <= most and len({*tracks} & TOUCHING.keys()) == len(tracks)


class RunPlans(Listed):
    """Any trips of own trains over ways of the graph; listed are the best as they are now. (RC Phase 6)"""

    def __init__(self, state: RailroadsOfCatan, seat: Seat) -> None:
        self.state, self.seat = state, seat

    @property
    def possible(self) -> bool:
        return bool(self.state.trains_of(self.seat))

    @cached_property
    def then(self) -> RailroadsOfCatan:
        """As it is known to be when the trips are run."""
        return when_running(self.state, self.seat)

    def _some(self) -> Iterator[PlanRun]:
        for train in self.state.trains_of(self.seat):
            for trip in (*proposals(self.then, {}, train), Trip((Stop(train.at),))):
                yield PlanRun(self.seat, train.number, trip, self._fees(train, trip, 0))

    def completed(self, words: Sequence[str]) -> PlanRun | None:
        """A trip that is typed is run for the fees that it costs now at most; any fees if it cannot be made now."""
        with suppress(ValueError, IndexError):
            if words[0] == verb(PlanRun):
                number, trip = int(words[1]), Trip.read(words[2])
                train = self.state.train(self.seat, number)
                if train and PlanRun(self.seat, number, trip, 0) in self:
                    return PlanRun(self.seat, number, trip, self._fees(train, trip, FEE_CAP * (self.state.seats - 1)))
        return None

    def _fees(self, train: Train, trip: Trip, otherwise: int) -> int:
        made = travel(self.then, {}, train, trip)
        return made.bill.fees if isinstance(made, Journey) else otherwise

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, PlanRun) or action.seat != self.seat or not 0 <= action.limit <= RICH:
            return False
        if self.state.train(self.seat, action.number) is None or len(write(action)) > MAX_LENGTH:
            return False
        return all(over in TOUCHING for over in action.trip.tracks)
