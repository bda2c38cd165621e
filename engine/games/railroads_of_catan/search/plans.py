"""Plans to lay track and to run trains, which are premoves. (asynchronous form)

A plan must only lead from neighbor to neighbor. Whether it is possible is checked when it is carried out.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cached_property

from engine.core import MAX_LENGTH, Action, Phase, Rule, Seat, count_noun, dollar_amount, verb_of, write_action
from engine.games.railroads_of_catan.game_data.constants import (
    CREW_TRACKS,
    MAX_FEES_PER_RIVAL,
    MAX_TURNS,
    SURPLUS_CREDIT,
    TRACKS_PER_TURN,
    WINNING_CASH,
)
from engine.games.railroads_of_catan.game_data.island import HEXES_BY_TRACK, LIST_PRICES, Track, kind_of, track_ends
from engine.games.railroads_of_catan.game_data.pieces import TrainPiece
from engine.games.railroads_of_catan.rules.building import adjacent_free_tracks, connection_fees
from engine.games.railroads_of_catan.rules.open_ended_offers import OpenEndedOffers
from engine.games.railroads_of_catan.rules.plan_timing import (
    can_build_again,
    can_run_again,
    is_building_to_come,
    is_running_to_come,
    state_when_building,
    state_when_running,
)
from engine.games.railroads_of_catan.rules.refusals import obstacle_sentence
from engine.games.railroads_of_catan.rules.trips import Journey, travel
from engine.games.railroads_of_catan.search.build_paths import laying_proposals
from engine.games.railroads_of_catan.search.proposals import trip_proposals
from engine.games.railroads_of_catan.state.actions import PlanRun, PlanTrack
from engine.games.railroads_of_catan.state.path_notation import Path, Stop, Trip
from engine.games.railroads_of_catan.state.phases import Building, Draft
from engine.games.railroads_of_catan.state.plans import NewPlan, RunPlan, TrackPlan
from engine.games.railroads_of_catan.state.sellable_items import no_train_obstacle
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan

_Phase = Phase[RailroadsOfCatan]

_MAX_TRACKS = TRACKS_PER_TURN + CREW_TRACKS + SURPLUS_CREDIT
"""Maximum number of tracks that a player can lay in a turn."""


def _gap_refusal(tracks: Iterable[Track]) -> str:
    a, b = next((track_ends(track) for track in tracks if track not in HEXES_BY_TRACK), ("", ""))
    return f"You can’t go from {a} to {b}: they aren’t neighbors." if a else ""


def _limit_refusal(limit: int) -> str:
    return (
        f"{dollar_amount(limit)} isn’t a valid limit. Use $0 to {dollar_amount(WINNING_CASH)}."
        if limit > WINNING_CASH
        else ""
    )


# -- track


class TrackPlanOffers(OpenEndedOffers):
    """Plans to lay track for which the seat has rails. (RC Phase 5)

    Iteration yields proposed paths, or single tracks if there are no proposals.
    """

    def __init__(self, state: RailroadsOfCatan, seat: Seat) -> None:
        self.state, self.seat = state, seat

    def __bool__(self) -> bool:
        return bool(self.state.remaining_rails(self.seat) and adjacent_free_tracks(self.state, self.seat))

    def _propose_actions(self) -> Iterator[PlanTrack]:
        state_then = state_when_building(self.state, self.seat)
        path_by_tracks: dict[frozenset[Track], Path] = {}
        for _, path in laying_proposals(state_then, Building(self.seat)):
            path_by_tracks.setdefault(frozenset(path.tracks), path)
        single_tracks = adjacent_free_tracks(self.state, self.seat)
        paths = [*path_by_tracks.values()] or [Path((track_ends(track),)) for track in single_tracks]
        return (PlanTrack(self.seat, path, self._list_cost(path)) for path in paths)

    def complete_action(self, words: Sequence[str]) -> PlanTrack | None:
        """Return the plan for a typed path; its limit is the list price with fees. None if the words are not a path."""
        with suppress(ValueError):
            if words[0] == verb_of(PlanTrack):
                path = Path.read(words[1])
                return None if _gap_refusal(path.tracks) else PlanTrack(self.seat, path, self._list_cost(path))
        return None

    def _list_cost(self, path: Path) -> int:
        """Return the list price of a path with connection fees in dollars; in later turns it is not higher."""
        tracks = path.tracks
        cost = sum(LIST_PRICES[kind_of(self.state.layout, track)] for track in tracks)
        return cost + sum(sum(connection_fees(self.state, self.seat, track).values()) for track in tracks)

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, PlanTrack) or action.seat != self.seat or not 0 <= action.limit <= WINNING_CASH:
            return False
        tracks = action.path.tracks
        most = min(_MAX_TRACKS, self.state.remaining_rails(self.seat))
        return 0 < len(tracks) <= most and not (_gap_refusal(tracks) or _repetition_refusal(tracks))


def _plan_track_offers(state: RailroadsOfCatan, phase: _Phase, seat: Seat) -> Collection[Action]:
    is_possible = can_build_again(state, seat) and not isinstance(phase, Draft)
    return TrackPlanOffers(state, seat) if is_possible else ()


def _apply_plan_track(state: RailroadsOfCatan, phase: _Phase, action: PlanTrack) -> RailroadsOfCatan:
    seat, path, limit = action.seat, action.path, action.limit
    turn = state.turn if is_building_to_come(state, seat) else state.turn + 1
    plan = TrackPlan(path, limit, turn)
    return state.record_plan(seat, NewPlan(track=plan), track=plan)


def _plan_track_refusal(state: RailroadsOfCatan, phase: _Phase, action: PlanTrack) -> str:
    tracks, seat = action.path.tracks, action.seat
    if not can_build_again(state, seat):
        return f"You can’t plan track: turn {MAX_TURNS} is the last, and you have already built."
    if len(tracks) > _MAX_TRACKS:
        return f"You can’t plan {len(tracks)} tracks: the most in a turn is {_MAX_TRACKS}."
    if len(tracks) > (remaining := state.remaining_rails(seat)):
        return f"You can’t plan {count_noun(len(tracks), 'track')}: you have {count_noun(remaining, 'rail')} left."
    return _gap_refusal(tracks) or _repetition_refusal(tracks) or _limit_refusal(action.limit)


def _repetition_refusal(tracks: tuple[Track, ...]) -> str:
    repeated_tracks = (track for place, track in enumerate(tracks) if track in tracks[:place])
    a, b = next(map(track_ends, repeated_tracks), ("", ""))
    return f"You can’t lay track from {a} to {b} twice." if a else ""


PLAN_TRACK_RULE = Rule((PlanTrack,), _plan_track_offers, _apply_plan_track, _plan_track_refusal)


# -- trips


class RunPlanOffers(OpenEndedOffers):
    """Plans of trips for the seat's trains; iteration yields proposed trips, and staying in place. (RC Phase 6)"""

    def __init__(self, state: RailroadsOfCatan, seat: Seat) -> None:
        self.state, self.seat = state, seat

    def __bool__(self) -> bool:
        return bool(self.state.trains_of(self.seat))

    @cached_property
    def state_then(self) -> RailroadsOfCatan:
        """The state in which the trips are run, as far as it is known now."""
        return state_when_running(self.state, self.seat)

    def _propose_actions(self) -> Iterator[PlanRun]:
        for train in self.state.trains_of(self.seat):
            stay = Trip((Stop(train.at),))
            for trip in (*trip_proposals(self.state_then, {}, train), stay):
                yield PlanRun(self.seat, train.number, trip, self._trip_fees(train, trip))

    def complete_action(self, words: Sequence[str]) -> PlanRun | None:
        """Return the plan for a typed trip; its limit is the present fees. None if the words are not a trip."""
        with suppress(ValueError, IndexError):
            if words[0] == verb_of(PlanRun):
                number, trip = int(words[1]), Trip.read(words[2])
                train = self.state.find_train(self.seat, number)
                if train and PlanRun(self.seat, number, trip, 0) in self:
                    return PlanRun(self.seat, number, trip, self._trip_fees(train, trip))
        return None

    def _trip_fees(self, train: TrainPiece, trip: Trip) -> int:
        """Return the fees of a trip in dollars; if the trip is impossible now, the maximum fees of a turn."""
        journey = travel(self.state_then, {}, train, trip)
        return journey.bill.fees if isinstance(journey, Journey) else MAX_FEES_PER_RIVAL * (self.state.seats - 1)

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, PlanRun) or action.seat != self.seat or not 0 <= action.limit <= WINNING_CASH:
            return False
        if self.state.find_train(self.seat, action.number) is None or len(write_action(action)) > MAX_LENGTH:
            return False
        return all(track in HEXES_BY_TRACK for track in action.trip.tracks)


def _plan_run_offers(state: RailroadsOfCatan, phase: _Phase, seat: Seat) -> Collection[Action]:
    is_possible = can_run_again(state, seat) and not isinstance(phase, Draft)
    return RunPlanOffers(state, seat) if is_possible else ()


def _apply_plan_run(state: RailroadsOfCatan, phase: _Phase, action: PlanRun) -> RailroadsOfCatan:
    seat, number, trip, limit = action.seat, action.number, action.trip, action.limit
    turn = state.turn if is_running_to_come(state, seat) else state.turn + 1
    others = tuple(run for run in state.plans_of(seat).runs if run.number != number)
    plan = RunPlan(number, trip, limit, turn)
    return state.record_plan(seat, NewPlan(run=plan), runs=(*others, plan))


def _plan_run_refusal(state: RailroadsOfCatan, phase: _Phase, action: PlanRun) -> str:
    seat, number = action.seat, action.number
    if not can_run_again(state, seat):
        return f"You can’t plan a trip: turn {MAX_TURNS} is the last, and your trains have already run."
    if state.find_train(seat, number) is None:
        return obstacle_sentence(no_train_obstacle(state, seat, number))
    if (length := len(write_action(action))) > MAX_LENGTH:
        return f"This plan is too long ({length} of {MAX_LENGTH} characters). Sell barrels together: “-2ore”."
    return _gap_refusal(action.trip.tracks) or _limit_refusal(action.limit)


PLAN_RUN_RULE = Rule((PlanRun,), _plan_run_offers, _apply_plan_run, _plan_run_refusal)
