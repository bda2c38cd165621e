"""Planned track, which is laid when the seat's visit begins. (asynchronous form)"""

from engine.core import decisions, is_revealing
from engine.games.railroads_of_catan.phases import BuyingPhase
from engine.games.railroads_of_catan.state.events import PlanStopped, TrackLaid, VisitEnded
from engine.games.railroads_of_catan.state.obstacle import Obstacle
from tests.games.railroads_of_catan.table import events_of, go, seats_asked, table, words


def second(**others):
    """Seat 2 builds first, then seat 1."""
    return table(BuyingPhase(), order=(2, 1, 3, 4), **others)


def test_planned_track_is_laid_without_a_question_and_ends_the_visit():
    state, _ = go(second(), "p1 plantrack H33-V81,H33-V75 2000")
    assert seats_asked(state) == [2] and not state.tracks
    state, events = go(state, "p2 done")
    assert set(state.tracks_of(1)) == {"H33-V81", "H33-V75"}
    assert state.cash[1] == 13_000
    assert seats_asked(state) == [3]
    assert [type(event) for event in events if type(event) in (TrackLaid, VisitEnded)] == [
        VisitEnded, TrackLaid, VisitEnded,
    ]  # fmt: skip
    assert state.plans[1].open().track is None


def test_seat_is_asked_if_its_plan_costs_more_than_the_limit():
    state, events = go(second(), "p1 plantrack H28-V55 1900", "p2 done")
    (stopped,) = events_of(events, PlanStopped)
    assert stopped.why == Obstacle("track-limit", numbers=(2_000, 1_900))
    assert words((stopped,)) == ["Your plan was canceled. It would cost $2,000 now, and your limit is $1,900."]
    assert seats_asked(state) == [1] and not state.tracks
    assert go(state, "p1 done")[0].plans[1].open().track is None


def test_limit_includes_fees():
    tracks = {1: "H32-V68"}
    stopped, _ = go(second(tracks=tracks), "p1 plantrack V68-H27 1900", "p2 done")
    assert seats_asked(stopped) == [1]
    built, _ = go(second(tracks=tracks), "p1 plantrack V68-H27 2000", "p2 done")
    assert seats_asked(built) == [3]


def test_plan_with_an_impossible_track_is_not_carried_out():
    state = second(tracks={2: "V75-V81"})
    state, events = go(state, "p1 plantrack H33-V76,H33-V81 2000", "p2 lay V81-H33", "p2 done")
    (stopped,) = events_of(events, PlanStopped)
    assert stopped.why == Obstacle("taken", ("H33", "V81"))
    assert seats_asked(state) == [1] and not state.tracks_of(1)


def test_failed_plan_is_not_public():
    _, events = go(second(), "p1 plantrack H33-V81 900", "p2 done")
    (stopped,) = events_of(events, PlanStopped)
    assert stopped.to == frozenset({1})
    assert not events_of(events, TrackLaid)


def test_undo_does_not_reveal_a_failed_plan():
    before, _ = go(second(), "p1 plantrack H33-V81 900")
    after, events = go(before, "p2 done")
    assert events_of(events, PlanStopped)
    assert not is_revealing(before, after, events, 2)


def test_plan_is_kept_while_nothing_can_be_built():
    before, _ = go(second(cash={1: 0}), "p1 plantrack H33-V81 1000")
    after, events = go(before, "p2 done")
    assert seats_asked(after) == [3] and not events_of(events, PlanStopped)
    assert not is_revealing(before, after, events, 2)
    assert after.plans[1].open().track is not None


def test_plan_does_not_change_decisions():
    state = second()
    planned, _ = go(state, "p1 plantrack H33-V81 1000")
    assert decisions(planned)[0].prompt == decisions(state)[0].prompt
    assert list(decisions(planned)[0].offers) == list(decisions(state)[0].offers)


def test_plan_of_too_many_tracks_fails_with_the_number():
    _, events = go(second(), "p1 plantrack H33-V81,H33-V75,H33-V69,H33-V76 4000", "p2 done")
    assert events_of(events, PlanStopped)[0].why == Obstacle("tracks", numbers=(4, 3))


def test_the_surplus_and_the_engineer_count_when_a_plan_is_tried():
    state = second(event="surplus", associates={1: "engineer"})
    state, _ = go(state, "p1 plantrack H33-V81,H33-V75,H33-V69 500", "p2 done")
    assert seats_asked(state) == [3] and state.cash[1] == 14_500
