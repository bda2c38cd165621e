"""Track and trips that are planned for later: whatever fits the graph is accepted, and proposals are listed.

Whether a plan can be carried out is judged when its time comes. (asynchronous form)
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cached_property

from engine.core import MAX_LENGTH, Action, Phase, Rule, Seat, counted, dollars, verb, write
from engine.games.railroads_of_catan.box.figures import CREW, FEE_CAP, RICH, SURPLUS, TRACKS_A_TURN, TURNS
from engine.games.railroads_of_catan.box.island import LIST_PRICE, TOUCHING, Track, ends, kind_of
from engine.games.railroads_of_catan.box.pieces import Train
from engine.games.railroads_of_catan.rules.building import fee_for, near
from engine.games.railroads_of_catan.rules.listed import Listed
from engine.games.railroads_of_catan.rules.refusals import refusal
from engine.games.railroads_of_catan.rules.trips import Journey, travel
from engine.games.railroads_of_catan.rules.when import (
    builds_again,
    builds_yet,
    runs_again,
    runs_yet,
    when_building,
    when_running,
)
from engine.games.railroads_of_catan.search.proposals import proposals
from engine.games.railroads_of_catan.search.ways import ways
from engine.games.railroads_of_catan.state.actions import PlanRun, PlanTrack
from engine.games.railroads_of_catan.state.items import no_train
from engine.games.railroads_of_catan.state.paths import Path, Stop, Trip
from engine.games.railroads_of_catan.state.phases import Building, Draft
from engine.games.railroads_of_catan.state.plans import NewPlan, RunPlan, TrackPlan
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan

_Phase = Phase[RailroadsOfCatan]

_MOST_TRACKS = TRACKS_A_TURN + CREW + SURPLUS
"""That can be laid in one turn."""


def _apart(tracks: Iterable[Track]) -> str:
    a, b = next((ends(over) for over in tracks if over not in TOUCHING), ("", ""))
    return f"You can’t go from {a} to {b}: they aren’t neighbors." if a else ""


def _limit(limit: int) -> str:
    return f"{dollars(limit)} isn’t a valid limit. Use $0 to {dollars(RICH)}." if limit > RICH else ""


# -- track


class TrackPlans(Listed):
    """Any tracks of the graph for which rails are left; listed are the ways to cities as they are now, or else single
    tracks, each set of tracks once. (RC Phase 5)
    """

    def __init__(self, state: RailroadsOfCatan, seat: Seat) -> None:
        self.state, self.seat = state, seat

    def __bool__(self) -> bool:
        return bool(self.state.rails_left(self.seat) and near(self.state, self.seat))

    def _some(self) -> Iterator[PlanTrack]:
        then = when_building(self.state, self.seat)
        toward: dict[frozenset[Track], Path] = {}
        for _, path in ways(then, Building(self.seat)):
            toward.setdefault(frozenset(path.tracks), path)
        paths = toward.values() or self._single()
        return (PlanTrack(self.seat, path, self._dollars(path)) for path in paths)

    def completed(self, words: Sequence[str]) -> PlanTrack | None:
        """A path that is typed is laid for what it costs now at most."""
        with suppress(ValueError):
            if words[0] == verb(PlanTrack):
                path = Path.read(words[1])
                return None if _apart(path.tracks) else PlanTrack(self.seat, path, self._dollars(path))
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
        most = min(_MOST_TRACKS, self.state.rails_left(self.seat))
        return 0 < len(tracks) <= most and not (_apart(tracks) or _twice(tracks))


def _tracks(state: RailroadsOfCatan, phase: _Phase, seat: Seat) -> Collection[Action]:
    possible = builds_again(state, seat) and not isinstance(phase, Draft)
    return TrackPlans(state, seat) if possible else ()


def _track_planned(state: RailroadsOfCatan, phase: _Phase, action: PlanTrack) -> RailroadsOfCatan:
    seat, path, limit = action.seat, action.path, action.limit
    turn = state.turn if builds_yet(state, seat) else state.turn + 1
    plan = TrackPlan(path, limit, turn)
    return state.say(seat, NewPlan(track=plan), track=plan)


def _no_track(state: RailroadsOfCatan, phase: _Phase, action: PlanTrack) -> str:
    tracks, seat = action.path.tracks, action.seat
    if not builds_again(state, seat):
        return f"You can’t plan track: turn {TURNS} is the last, and you have already built."
    if len(tracks) > _MOST_TRACKS:
        return f"You can’t plan {len(tracks)} tracks: the most in a turn is {_MOST_TRACKS}."
    if len(tracks) > (left := state.rails_left(seat)):
        return f"You can’t plan {counted(len(tracks), 'track')}: you have {counted(left, 'rail')} left."
    return _apart(tracks) or _twice(tracks) or _limit(action.limit)


def _twice(tracks: tuple[Track, ...]) -> str:
    again = (new for place, new in enumerate(tracks) if new in tracks[:place])
    a, b = next(map(ends, again), ("", ""))
    return f"You can’t lay track from {a} to {b} twice." if a else ""


TRACK = Rule((PlanTrack,), _tracks, _track_planned, _no_track)


# -- trips


class RunPlans(Listed):
    """Any trips of own trains over ways of the graph; listed are the best as they are now. (RC Phase 6)"""

    def __init__(self, state: RailroadsOfCatan, seat: Seat) -> None:
        self.state, self.seat = state, seat

    def __bool__(self) -> bool:
        return bool(self.state.trains_of(self.seat))

    @cached_property
    def then(self) -> RailroadsOfCatan:
        """The state as it is known to be when the trips are run."""
        return when_running(self.state, self.seat)

    def _some(self) -> Iterator[PlanRun]:
        for train in self.state.trains_of(self.seat):
            stay = Trip((Stop(train.at),))
            for trip in (*proposals(self.then, {}, train), stay):
                yield PlanRun(self.seat, train.number, trip, self._fees(train, trip))

    def completed(self, words: Sequence[str]) -> PlanRun | None:
        """A trip that is typed is run for the fees that it costs now at most; any fees if it cannot be made now."""
        with suppress(ValueError, IndexError):
            if words[0] == verb(PlanRun):
                number, trip = int(words[1]), Trip.read(words[2])
                train = self.state.train(self.seat, number)
                if train and PlanRun(self.seat, number, trip, 0) in self:
                    return PlanRun(self.seat, number, trip, self._fees(train, trip))
        return None

    def _fees(self, train: Train, trip: Trip) -> int:
        """The fees of a trip now; any fees if it cannot be made now."""
        made = travel(self.then, {}, train, trip)
        return made.bill.fees if isinstance(made, Journey) else FEE_CAP * (self.state.seats - 1)

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, PlanRun) or action.seat != self.seat or not 0 <= action.limit <= RICH:
            return False
        if self.state.train(self.seat, action.number) is None or len(write(action)) > MAX_LENGTH:
            return False
        return all(over in TOUCHING for over in action.trip.tracks)


def _runs(state: RailroadsOfCatan, phase: _Phase, seat: Seat) -> Collection[Action]:
    possible = runs_again(state, seat) and not isinstance(phase, Draft)
    return RunPlans(state, seat) if possible else ()


def _run_planned(state: RailroadsOfCatan, phase: _Phase, action: PlanRun) -> RailroadsOfCatan:
    seat, number, trip, limit = action.seat, action.number, action.trip, action.limit
    turn = state.turn if runs_yet(state, seat) else state.turn + 1
    others = tuple(run for run in state.said(seat).runs if run.number != number)
    plan = RunPlan(number, trip, limit, turn)
    return state.say(seat, NewPlan(run=plan), runs=(*others, plan))


def _no_run(state: RailroadsOfCatan, phase: _Phase, action: PlanRun) -> str:
    seat, number = action.seat, action.number
    if not runs_again(state, seat):
        return f"You can’t plan a trip: turn {TURNS} is the last, and your trains have already run."
    if state.train(seat, number) is None:
        return refusal(no_train(state, seat, number))
    if (length := len(write(action))) > MAX_LENGTH:
        return f"This plan is too long ({length} of {MAX_LENGTH} characters). Sell barrels together: “-2ore”."
    return _apart(action.trip.tracks) or _limit(action.limit)


RUN = Rule((PlanRun,), _runs, _run_planned, _no_run)
