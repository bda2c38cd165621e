"""Tracks and trains. (RC Phase 5; rulings 58-67)"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cached_property
from typing import TYPE_CHECKING

import msgspec

from engine.core.action import Action, Decision, Either
from engine.core.seats import Seat
from engine.core.words import counted, listed
from engine.games.railroads_of_catan.box.figures import LARGE, SEGMENTS, SMALL_TRAIN, SURPLUS, TRAINS_IN_CITY, UPGRADE
from engine.games.railroads_of_catan.box.graph import Place, ends
from engine.games.railroads_of_catan.box.pieces import Train as TrainPiece
from engine.games.railroads_of_catan.rules.building import Site, Works, credit, near, survey, tracks_left
from engine.games.railroads_of_catan.search.ways import ways
from engine.games.railroads_of_catan.state.actions import Done, Lay, Toward, Train, Upgrade
from engine.games.railroads_of_catan.state.events import PlanStopped, TrackLaid, TrainBought, TrainUpgraded, VisitEnded
from engine.games.railroads_of_catan.state.items import no_train
from engine.games.railroads_of_catan.state.paths import Path
from engine.games.railroads_of_catan.state.phase import CatanPhase

if TYPE_CHECKING:
    from engine.games.railroads_of_catan.state.state import RailroadsOfCatan

_HARD_ONES = {1: "(not over mountains or water)", SURPLUS: "(or 1 over mountains or water)"}
"""What the surplus says of them, by what is left of it. (ruling 38)"""


class Buying(CatanPhase, frozen=True):
    """Everybody builds, in order; ``at`` seats have. (RC Phase 5)"""

    heading = "Phase 5: Tracks and Trains"

    at: int = 0

    def proceed(self, state: RailroadsOfCatan) -> RailroadsOfCatan:
        if self.at == state.seats:
            return state.leave()
        return state.become(Buying(self.at + 1)).enter(Building(state.order[self.at]))


class Building(CatanPhase, frozen=True):
    """A seat's building: ``laid`` tracks count against the limit, ``credit`` of the surplus is used. (RC Phase 5)

    ``bought``: a train was bought or upgraded. ``begun``: what was planned has been tried. ``done``: no more.
    (rulings 38, 61)
    """

    seat: Seat
    laid: int = 0
    credit: int = 0
    bought: bool = False
    begun: bool = False
    done: bool = False

    def decisions(self, state: RailroadsOfCatan) -> tuple[Decision, ...]:
        if not self.begun or self.done:
            return ()
        trains = (*self._cities(state), *self._upgrades(state))
        tracks = self._tracks(state)
        if not (trains or tracks):
            return ()
        kinds = {Train: "a train", Upgrade: "an upgrade"}
        bought = " or ".join(dict.fromkeys(kinds[type(each)] for each in trains))
        what = listed((*tracks, bought) if bought else tracks)
        prompt = f"You may build {what}; you have ${state.cash[self.seat]:,}."
        return (Decision(self.seat, prompt, Either(Ways(state, self), Lines(state, self), trains, (Done(self.seat),))),)

    def _tracks(self, state: RailroadsOfCatan) -> tuple[str, ...]:
        """What the seat may lay, in words; nothing if there is no track that it can. (rulings 38, 61)"""
        site = Site(state, self)
        if all(site.wrong(track) for track in near(state, self.seat)):
            return ()
        rails = state.rails_left(self.seat)
        left, free = min(tracks_left(state, self), rails), min(credit(state, self), rails)
        paid = (counted(left, "track"),) if left else ()
        return (*paid, f"{counted(free, 'free track')} {_HARD_ONES[free]}") if free else paid

    def apply(self, state: RailroadsOfCatan, action: Action) -> RailroadsOfCatan:
        match action:
            case Lay(path=path):
                return self.build(state, path)
            case Toward(path=path, city=city):
                return self.build(state, path, city)
            case Train(city=city):
                return self._buy(state, city)
            case Upgrade(number=number):
                return self._upgrade(state, number)
            case _:
                return state.become(msgspec.structs.replace(self, done=True))

    def proceed(self, state: RailroadsOfCatan) -> RailroadsOfCatan:
        """What was planned comes first; when nothing more can be done, or all is, the visit ends."""
        if not self.begun:
            begun = msgspec.structs.replace(self, begun=True)
            return begun.planned(state.become(begun))
        if not (self.laid or self.credit or self.bought or self.done):  # there was nothing to do: a plan waits on
            return state.leave()
        return _unplanned(state, self.seat).tell(VisitEnded(self.seat, building=True)).leave()

    def planned(self, state: RailroadsOfCatan) -> RailroadsOfCatan:
        """Lays what was planned, if all of it can be laid and for no more than was said. (asynchronous form)

        A plan that is stopped is kept while its seat is asked: nothing that is hidden has changed, so that a rival who
        takes a move back does not learn that there was a plan.
        """
        plans = state.plans[self.seat].open()
        if plans.track is None or not self.decisions(state):
            return state
        works = survey(state, self, plans.track.path.tracks)
        why = works if isinstance(works, str) else ""
        if isinstance(works, Works) and works.total > plans.track.limit:
            why = f"It would cost ${works.total:,} now, more than the ${plans.track.limit:,} you said."
        if why:
            return state.tell(PlanStopped(self.seat, why, to=frozenset({self.seat})))
        built = self.build(_unplanned(state, self.seat), plans.track.path)
        phase = built.flow[-1]
        assert isinstance(phase, Building)
        return built.become(msgspec.structs.replace(phase, done=True))

    def build(self, state: RailroadsOfCatan, path: Path, toward: Place | None = None) -> RailroadsOfCatan:
        """Lays tracks; the bank and the owners of cities are paid. (RC Phase 5; rulings 58-62)"""
        works = survey(state, self, path.tracks)
        assert isinstance(works, Works)
        state = state.lay(self.seat, *path.tracks).pay(self.seat, works.cost)
        for owner, fee in works.fees.items():
            state = state.pay(self.seat, fee, owner)
        cities = state.cities_among(place for line in path.lines for place in line)
        cities = cities if toward is None else {**cities, **state.cities_among((toward,))}
        told = TrackLaid(self.seat, path, works.cost, works.fees, works.free, toward, cities)
        after = msgspec.structs.replace(self, laid=self.laid + works.laid, credit=self.credit + works.credit)
        return state.become(after).tell(told)

    def _buy(self, state: RailroadsOfCatan, city: Place) -> RailroadsOfCatan:
        """A small train beside an own city. (RC Phase 5; ruling 63)"""
        number = state.free_number(self.seat)
        bought = state.pay(self.seat, SMALL_TRAIN).set_train(TrainPiece(self.seat, number, city))
        told = TrainBought(self.seat, number, city, SMALL_TRAIN, state.cities_among((city,)))
        return bought.become(msgspec.structs.replace(self, bought=True)).tell(told)

    def _upgrade(self, state: RailroadsOfCatan, number: int) -> RailroadsOfCatan:
        """A small train becomes a large one, wherever it is; its goods stay. (RC Phase 5; ruling 64)"""
        train = state.train(self.seat, number)
        assert train is not None
        upgraded = state.pay(self.seat, UPGRADE).set_train(msgspec.structs.replace(train, large=True))
        told = TrainUpgraded(self.seat, number, UPGRADE)
        return upgraded.become(msgspec.structs.replace(self, bought=True)).tell(told)

    def _cities(self, state: RailroadsOfCatan) -> Iterator[Train]:
        """Own cities with room for a train. (ruling 63)"""
        if not self._barred(state, SMALL_TRAIN):
            for city in state.cities_of(self.seat):
                if _trains_in(state, city) < TRAINS_IN_CITY:
                    yield Train(self.seat, city)

    def _upgrades(self, state: RailroadsOfCatan) -> Iterator[Upgrade]:
        if not self._barred(state, UPGRADE):
            yield from (Upgrade(self.seat, train.number) for train in state.trains_of(self.seat) if not train.large)

    def _barred(self, state: RailroadsOfCatan, dollars: int) -> str:
        """Why the seat can neither buy nor upgrade a train for so much. (ruling 61)"""
        if self.bought:
            return "You have bought or upgraded a train in this turn; one is all."
        if not state.segments_left(self.seat):
            return f"All {SEGMENTS} of your train segments are on the board."
        if state.cash[self.seat] < dollars:
            return f"That costs ${dollars:,} and you have ${state.cash[self.seat]:,}."
        return ""

    def refusal(self, state: RailroadsOfCatan, action: Action) -> str:
        match action:
            case Lay(path=path):
                works = survey(state, self, path.tracks)
                return works if isinstance(works, str) else super().refusal(state, action)
            case Toward(path=path):
                works = survey(state, self, path.tracks)
                return works if isinstance(works, str) else "That is none of the ways proposed; lay it as track."
            case Train(city=city):
                return self._barred(state, SMALL_TRAIN) or self._no_room(state, city)
            case Upgrade(number=number):
                return self._barred(state, UPGRADE) or self._no_upgrade(state, number)
            case _:
                return super().refusal(state, action)

    def _no_room(self, state: RailroadsOfCatan, city: Place) -> str:
        if city not in state.cities_of(self.seat):
            return f"{city} is no city of yours; a train begins in one of: {', '.join(state.cities_of(self.seat))}."
        return f"There are {TRAINS_IN_CITY} trains in {city} already; a city has room for no more."

    def _no_upgrade(self, state: RailroadsOfCatan, number: int) -> str:
        if (train := state.train(self.seat, number)) is None:
            return no_train(state, self.seat, number)
        return f"Train {train.number} is {LARGE[train.large]} already."


def _unplanned(state: RailroadsOfCatan, seat: Seat) -> RailroadsOfCatan:
    """No track is planned any more for this turn."""
    plans = state.plans[seat].open()
    if plans.track is None or plans.track.turn > state.turn:
        return state
    return state.plan(seat, msgspec.structs.replace(plans, track=None))


def _trains_in(state: RailroadsOfCatan, city: Place) -> int:
    return sum(train.at == city for train in state.trains)


class Lines(Collection[Lay]):
    """Lists every single track that can be laid now; accepts any lines of which each track can be. (rulings 58-62)"""

    open_ended = True

    def __init__(self, state: RailroadsOfCatan, building: Building) -> None:
        self.state, self.building = state, building

    @cached_property
    def _listed(self) -> tuple[Lay, ...]:
        seat, site = self.building.seat, Site(self.state, self.building)
        return tuple(Lay(seat, Path((ends(new),))) for new in near(self.state, seat) if not site.wrong(new))

    def __len__(self) -> int:
        return len(self._listed)

    def __iter__(self) -> Iterator[Lay]:
        return iter(self._listed)

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, Lay) or action.seat != self.building.seat or not action.path.lines:
            return False
        return isinstance(survey(self.state, self.building, action.path.tracks), Works)


class Ways(Collection[Toward]):
    """The best ways to every city that is not on the seat's network, worked out when somebody asks."""

    def __init__(self, state: RailroadsOfCatan, building: Building) -> None:
        self.state, self.building = state, building

    @cached_property
    def _listed(self) -> tuple[Toward, ...]:
        return tuple(Toward(self.building.seat, city, path) for city, path in ways(self.state, self.building))

    def __len__(self) -> int:
        return len(self._listed)

    def __iter__(self) -> Iterator[Toward]:
        return iter(self._listed)

    def __contains__(self, action: object) -> bool:
        return action in self._listed
