"""Laying track, and carrying out plans to lay track. (RC Phase 5; rulings 58-62)"""

from collections.abc import Collection, Iterator
from functools import cached_property
from itertools import chain

import msgspec

from engine.core import Rule, Seat
from engine.games.railroads_of_catan.game_data.island import NodeId, track_ends
from engine.games.railroads_of_catan.rules.building import BuildQuote, LayingCost, adjacent_free_tracks, quote_tracks
from engine.games.railroads_of_catan.rules.refusals import obstacle_sentence
from engine.games.railroads_of_catan.state.actions import Lay, Toward
from engine.games.railroads_of_catan.state.events import TrackLaid
from engine.games.railroads_of_catan.state.obstacle import Obstacle
from engine.games.railroads_of_catan.state.path_notation import Path
from engine.games.railroads_of_catan.state.phases import Building
from engine.games.railroads_of_catan.state.plans import TrackPlan
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan


def lay_track(
    state: RailroadsOfCatan, building: Building, path: Path, toward: NodeId | None = None
) -> RailroadsOfCatan:
    """Lay tracks, and pay the bank and the owners of cities. (RC Phase 5; rulings 58-62)"""
    seat, quote = building.seat, quote_tracks(state, building, path.tracks)
    assert isinstance(quote, LayingCost)
    state = state.add_tracks(seat, *path.tracks).pay(seat, quote.cost)
    for owner, fee in quote.fees.items():
        state = state.pay(seat, fee, owner)
    goal = () if toward is None else (toward,)
    nodes_passed = (*chain(*path.lines), *goal)
    cities = state.cities_among(nodes_passed) or state.cities_near(path.lines[-1][-1])
    event = TrackLaid(seat, path, quote.cost, quote.fees, quote.free, toward, cities)
    laid, credit = building.laid + quote.laid, building.credit + quote.credit
    return state.replace_phase(msgspec.structs.replace(building, laid=laid, credit=credit)).emit(event)


def clear_track_plan(state: RailroadsOfCatan, seat: Seat) -> RailroadsOfCatan:
    """Remove a seat's plan to lay track in this turn; a plan for the next turn remains."""
    track = state.plans[seat].open().track
    if track is None or track.turn > state.turn:
        return state
    return state.update_plans(seat, track=None)


def track_plan_obstacle(state: RailroadsOfCatan, building: Building, plan: TrackPlan) -> Obstacle | None:
    """Return the obstacle to planned track, such as a cost above the plan's limit; None if the track can be laid."""
    quote = quote_tracks(state, building, plan.path.tracks)
    if isinstance(quote, Obstacle):
        return quote
    return Obstacle("track-limit", numbers=(quote.total, plan.limit)) if quote.total > plan.limit else None


class _LayOffers(Collection[Lay]):
    """Paths that can be laid now; iteration yields only single tracks. (rulings 58-62)"""

    is_open_ended = True

    def __init__(self, state: RailroadsOfCatan, building: Building) -> None:
        self.state, self.building = state, building

    @cached_property
    def _single_tracks(self) -> tuple[Lay, ...]:
        seat, quote = self.building.seat, BuildQuote(self.state, self.building)
        tracks = (track for track in adjacent_free_tracks(self.state, seat) if not quote.find_obstacle(track))
        return tuple(Lay(seat, Path((track_ends(track),))) for track in tracks)

    def __len__(self) -> int:
        return len(self._single_tracks)

    def __iter__(self) -> Iterator[Lay]:
        return iter(self._single_tracks)

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, Lay) or action.seat != self.building.seat or not action.path.lines:
            return False
        return isinstance(quote_tracks(self.state, self.building, action.path.tracks), LayingCost)


def laying_refusal(state: RailroadsOfCatan, building: Building, action: Lay | Toward) -> str:
    """Return the reason why the tracks of an action cannot be laid; "" if they can."""
    quote = quote_tracks(state, building, action.path.tracks)
    return obstacle_sentence(quote) if isinstance(quote, Obstacle) else ""


def laying_cost(state: RailroadsOfCatan, action: Lay | Toward) -> int | None:
    """Return the dollars for the tracks of an action, with fees; None if they cannot be laid now."""
    phase = state.flow[-1]
    quote = quote_tracks(state, phase, action.path.tracks) if isinstance(phase, Building) else None
    return quote.total if isinstance(quote, LayingCost) else None


LAY_RULE = Rule(
    (Lay,),
    offers=_LayOffers,
    apply=lambda state, building, action: lay_track(state, building, action.path),
    refusal=laying_refusal,
    cost=laying_cost,
)
