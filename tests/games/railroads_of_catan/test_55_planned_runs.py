"""Planned trips: either all of them are run, or none, and the seat is asked."""

from engine.core import is_revealing, redact
from engine.games.railroads_of_catan.game_data.constants import START_CASH
from engine.games.railroads_of_catan.phases import BiddingPhase, RunsPhase
from engine.games.railroads_of_catan.state.events import PlanStopped, TrainRun
from engine.games.railroads_of_catan.state.obstacle import Obstacle
from tests.games.railroads_of_catan.table import can, events_of, go, premove_lines, refusal, seats_asked, table, words

OWN = {1: "H33-V75-H32", 2: "H33-V69-H28", 4: "V75-H27"}


def running(**position):
    """A position in which player 4 runs trains, then player 1."""
    trains = {1: ["H33", "H32"], 4: ["H27"]}
    return table(RunsPhase(), BiddingPhase(), **{"tracks": OWN, "trains": trains, "order": (4, 1, 2, 3)} | position)


def test_planned_trip_is_run_without_a_question():
    state, events = go(running(), "p1 planrun 1 H33>V75>H32 0", "p1 planrun 2 H32 0", "p4 done")
    first = events_of(events, TrainRun)[0]
    assert (first.seat, first.number, str(first.trip)) == (1, 1, "H33>V75>H32")
    assert state.find_train(1, 1).at == "H32"
    assert seats_asked(state) == [1, 2, 3, 4]
    assert state.plans[1].open().runs == ()


def test_seat_is_asked_about_a_train_without_plan():
    state, _ = go(running(), "p1 planrun 1 H33>V75>H32 0", "p4 done")
    assert seats_asked(state) == [1]
    assert can(state, "p1 run 2 H32+2")
    assert not can(state, "p1 run 1 H32+2")


def test_planned_trips_are_run_in_the_order_of_planning():
    lines = ("p1 planrun 2 H32+2>V75 0", "p1 planrun 1 H33>V75>H32 0")
    _, events = go(running(), *lines, "p4 done")
    assert [run.number for run in events_of(events, TrainRun)] == [2, 1]


def test_later_plan_for_a_train_replaces_an_earlier_one():
    state, _ = go(running(), "p1 planrun 1 H33+2 0", "p1 planrun 1 H33>V75 0", "p4 done")
    assert (state.find_train(1, 1).at, state.find_train(1, 1).goods) == ("V75", ())


def test_impossible_trip_stops_all_plans_and_only_its_seat_sees_that():
    lines = ("p1 planrun 1 H33+2 0", "p1 planrun 2 H32>V75 0")
    state, events = go(running(), *lines, "p4 run 1 H27>V75")
    (stopped,) = events_of(events, PlanStopped)
    assert stopped.to == {1}
    assert stopped.why == Obstacle("full-point", ("V75",), train=2)
    assert "Train 2: You can’t end at V75: another train is there" in words((stopped,))[0]
    assert [run.seat for run in events_of(events, TrainRun)] == [4]
    assert state.find_train(1, 1).goods == ()
    assert seats_asked(state) == [1]
    assert can(state, "p1 run 1 H33+2")


def test_failed_plan_is_not_tried_again():
    state, _ = go(running(), "p1 planrun 2 H32>V75 0", "p4 run 1 H27>V75")
    assert go(state, "p1 done")[0].plans[1].open().runs == ()


def test_undo_does_not_reveal_a_failed_plan():
    before, _ = go(running(), "p1 planrun 2 H32>V75 0")
    after, events = go(before, "p4 run 1 H27>V75")
    assert events_of(events, PlanStopped)
    assert not is_revealing(before, after, events, 4)


def test_fees_above_the_limit_stop_a_plan():
    line = "p1 planrun 1 H33>V69>H28"
    _, events = go(running(), f"{line} 400", "p4 done")
    assert events_of(events, PlanStopped) == []
    state, events = go(running(), f"{line} 300", "p4 done")
    (stopped,) = events_of(events, PlanStopped)
    assert stopped.why == Obstacle("fee-limit", numbers=(400, 300), train=1)
    why = "Train 1: The fees would be $400 now, and your limit is $300."
    assert words((stopped,)) == [f"Your plan was canceled. {why}"]
    assert state.cash[1] == START_CASH


def test_plan_for_a_filled_order_fails():
    trains = {1: ["H33 wheat"], 4: ["V75 wheat"]}
    state = running(trains=trains, tracks={4: "V75-H33"}, orders=["H33 wheat"])
    state, events = go(state, "p1 planrun 1 H33-whe:A 0", "p4 run 1 V75>H33-whe:A")
    (stopped,) = events_of(events, PlanStopped)
    assert "order A: it isn’t open" in words((stopped,))[0]
    assert seats_asked(state) == [1]


def test_plans_of_trips_are_hidden_from_other_seats():
    before = running()
    after, events = go(before, "p1 planrun 1 H33+2 0")
    assert all(event.to == {1} for event in events)
    assert all(redact(after, seat) == redact(before, seat) for seat in (None, 2, 3, 4))


def test_plan_can_use_track_that_is_not_built_yet():
    assert can(running(), "p1 planrun 1 H33>V76>H28 0")
    assert not can(running(), "p1 planrun 3 H33>V75 0")
    assert len(refusal(running(), "p1 planrun 3 H33>V75 0")) > 10
    assert any(line.startswith("planrun 1 H33+") for line in premove_lines(running(), 1))
