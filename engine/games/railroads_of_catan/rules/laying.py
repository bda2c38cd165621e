"""Laying track, line by line or as it was planned. (RC Phase 5; rulings 58-62)"""

from collections.abc import Collection, Iterator
from functools import cached_property
from itertools import chain

import msgspec

from engine.core import Action, Rule, Seat
from engine.games.railroads_of_catan.box.island import Place, ends
from engine.games.railroads_of_catan.rules.building import Site, Works, near, survey
from engine.games.railroads_of_catan.rules.refusals import refusal
from engine.games.railroads_of_catan.state.actions import Lay, Toward
from engine.games.railroads_of_catan.state.events import TrackLaid
from engine.games.railroads_of_catan.state.obstacle import Obstacle
from engine.games.railroads_of_catan.state.paths import Path
from engine.games.railroads_of_catan.state.phases import Building
from engine.games.railroads_of_catan.state.plans import TrackPlan
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan


def built(state: RailroadsOfCatan, building: Building, path: Path, toward: Place | None = None) -> RailroadsOfCatan:
    """Lays tracks; the bank and the owners of cities are paid. (RC Phase 5; rulings 58-62)"""
    seat, works = building.seat, survey(state, building, path.tracks)
    assert isinstance(works, Works)
    state = state.lay(seat, *path.tracks).pay(seat, works.cost)
    for owner, fee in works.fees.items():
        state = state.pay(seat, fee, owner)
    goal = () if toward is None else (toward,)
    passed = (*chain(*path.lines), *goal)
    cities = state.cities_among(passed) or state.cities_near(path.lines[-1][-1])
    told = TrackLaid(seat, path, works.cost, works.fees, works.free, toward, cities)
    laid, credit = building.laid + works.laid, building.credit + works.credit
    return state.become(msgspec.structs.replace(building, laid=laid, credit=credit)).tell(told)


def unplanned(state: RailroadsOfCatan, seat: Seat) -> RailroadsOfCatan:
    """No track is planned any more for this turn."""
    track = state.plans[seat].open().track
    if track is None or track.turn > state.turn:
        return state
    return state.replan(seat, track=None)


def stopped(state: RailroadsOfCatan, building: Building, plan: TrackPlan) -> Obstacle | None:
    """Why planned track cannot be laid, or not for what was said."""
    works = survey(state, building, plan.path.tracks)
    if isinstance(works, Obstacle):
        return works
    return Obstacle("track-limit", numbers=(works.total, plan.limit)) if works.total > plan.limit else None


class _Lines(Collection[Lay]):
    """Lists every single track that can be laid now; accepts any lines of which each track can be. (rulings 58-62)"""

    open_ended = True

    def __init__(self, state: RailroadsOfCatan, building: Building) -> None:
        self.state, self.building = state, building

    @cached_property
    def _listed(self) -> tuple[Lay, ...]:
        seat, site = self.building.seat, Site(self.state, self.building)
        possible = (new for new in near(self.state, seat) if not site.wrong(new))
        return tuple(Lay(seat, Path((ends(new),))) for new in possible)

    def __len__(self) -> int:
        return len(self._listed)

    def __iter__(self) -> Iterator[Lay]:
        return iter(self._listed)

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, Lay) or action.seat != self.building.seat or not action.path.lines:
            return False
        return isinstance(survey(self.state, self.building, action.path.tracks), Works)


def _offers(state: RailroadsOfCatan, building: Building) -> Collection[Action]:
    return _Lines(state, building)


def _laid(state: RailroadsOfCatan, building: Building, action: Lay) -> RailroadsOfCatan:
    return built(state, building, action.path)


def why_not(state: RailroadsOfCatan, building: Building, action: Lay | Toward) -> str:
    """Why its tracks cannot be laid; empty if they can."""
    works = survey(state, building, action.path.tracks)
    return refusal(works) if isinstance(works, Obstacle) else ""


def price(state: RailroadsOfCatan, action: Lay | Toward) -> int | None:
    """The price of its tracks now, with the fees of cities; None while the seat does not or cannot build them."""
    phase = state.flow[-1]
    works = survey(state, phase, action.path.tracks) if isinstance(phase, Building) else None
    return works.total if isinstance(works, Works) else None


LAY = Rule((Lay,), _offers, _laid, why_not, price)
