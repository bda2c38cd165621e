"""Premoves after the draft: plans of track and trips, which other seats do not see."""

import pytest

from engine.core import MAX_LENGTH, premove_decisions, read_action, redact, rule_of, write_action
from engine.games.railroads_of_catan.game import GAME
from engine.games.railroads_of_catan.game_data.options import CatanOptions
from engine.games.railroads_of_catan.game_data.pieces import MaintenanceMark
from engine.games.railroads_of_catan.phases import BiddingPhase, BuyingPhase, RunsPhase, VisitsPhase
from engine.games.railroads_of_catan.search import plans
from engine.games.railroads_of_catan.state.actions import PlanRun, PlanTrack
from engine.games.railroads_of_catan.state.events import PlansSaid, PlanStopped, TrackLaid, TrainRun
from engine.games.railroads_of_catan.state.path_notation import Path, Trip
from engine.games.railroads_of_catan.state.state import SeatPlans
from tests.games.railroads_of_catan.table import (
    LAYOUT,
    can,
    events_of,
    go,
    premove_lines,
    refusal,
    seats_asked,
    table,
    tracks_of,
    words,
)

INLAND = "H33-V75-H27"


def test_planned_track_is_laid_in_the_seats_turn():
    state, events = go(table(BuyingPhase()), "p2 plantrack H01-V11-H02 3000", "p1 done")
    assert [event.seat for event in events_of(events, TrackLaid)] == [2]
    assert set(state.tracks) == set(tracks_of("H01-V11-H02"))
    assert seats_asked(state) == [3]


def test_planned_trip_is_run_in_the_seats_turn():
    state = table(RunsPhase(), BiddingPhase(), tracks={2: "H01-V11-H02"}, trains={1: ["H33"], 2: ["H01"]})
    state, events = go(state, "p2 planrun 1 H01+2>V11>H02-2woo 0", "p1 done")
    assert [event.seat for event in events_of(events, TrainRun)] == [2]
    assert state.cash[2] == 15_000 + 2 * 4 * 200


@pytest.mark.parametrize("line", ["plantrack H33-V75 500", "plantrack H01-V11-H02 900"])
def test_plan_over_its_limit_is_reported_to_its_seat_only(line):
    state, events = go(table(BuyingPhase()), f"p2 {line}", "p1 done")
    assert [event.to for event in events_of(events, PlanStopped)] == [{2}]
    assert seats_asked(state) == [2]
    assert state.tracks == {}


def test_plan_needs_neighboring_points():
    state = table(tracks={1: INLAND}, trains={1: ["H33"]})
    assert can(state, "p1 plantrack H01-V01-V05 2000")  # far from its network, and yet
    assert not can(state, "p1 plantrack H33-H32 2000")
    assert not can(state, "p1 plantrack H33-V75-H33 2000")
    assert not can(state, "p1 plantrack H33-V75 75100")
    assert can(state, "p1 planrun 1 H01>V01 0")
    assert not can(state, "p1 planrun 1 H01>H02 0")
    assert not can(state, "p1 planrun 2 H33>V75 0")


def test_plan_has_a_maximum_number_of_tracks():
    points = ["H33", "V75", "V69", "V62", "V54", "V61", "V68", "V74", "V80"]
    assert can(table(), f"p1 plantrack {'-'.join(points[:8])} 9000")
    assert not can(table(), f"p1 plantrack {'-'.join(points)} 9000")


def test_planned_trip_must_fit_a_line_of_notation():
    state = table(trains={1: ["H33"]})
    legs = ">".join(["H33*woo*woo*woo*woo", "V75"] * 4)
    assert len(f"p1 planrun 1 {legs} 0") > MAX_LENGTH
    assert not can(state, f"p1 planrun 1 {legs} 0")


def test_seat_without_train_cannot_plan_a_trip():
    assert not any(line.startswith("planrun") for line in premove_lines(table(), 1))


def test_listed_plans_have_their_maximum_cost_as_limit():
    state = table(associates={1: "engineer"})
    listed = [line.split() for line in premove_lines(state, 1) if line.startswith("plantrack")]
    assert ["plantrack", "H32-V75-H33", "2000"] in listed
    assert ["plantrack", "H33-V75-H32", "2000"] not in listed  # the same tracks
    assert all(can(state, f"p1 {' '.join(words)}") for words in listed)


def test_single_tracks_are_listed_if_no_track_can_be_laid_now():
    listed = [line for line in premove_lines(table(BiddingPhase(), cash=0), 1) if line.startswith("plantrack")]
    assert "plantrack H28-V76 2000" in listed
    assert "plantrack H33-V75 1000" in listed


def test_later_plan_replaces_an_earlier_one():
    state, _ = go(table(trains={1: ["H33", "H33"]}), "p1 plantrack H33-V75 1000", "p1 plantrack H33-V76 1000")
    assert str(state.plans[1].value.track.path) == "H33-V76"
    state, _ = go(state, "p1 planrun 1 H33>V75 0", "p1 planrun 2 H33>V75 0", "p1 planrun 1 H33>V76 0")
    assert [run.number for run in state.plans[1].value.runs] == [2, 1]


def test_all_plans_can_be_canceled_at_once():
    lines = ("p1 plantrack H33-V75 1000", "p1 planrun 1 H33>V75 0", "p1 mark train-1 pay 500", "p1 forget")
    state, _ = go(table(trains={1: ["H33"]}), *lines)
    assert state.plans[1].value == SeatPlans()


@pytest.mark.parametrize(
    "line", ["plantrack H33-V75 1000", "planrun 1 H33>V75 0", "mark train-1 remove 500", "mark train-1 pay 0"]
)
def test_plans_are_hidden_from_other_seats(line):
    before = table(trains={1: ["H33"]})
    after, events = go(before, f"p1 {line}")
    assert [event.to for event in events_of(events, PlansSaid)] == [{1}]
    for seat in (None, 2, 3, 4):
        assert redact(after, seat) == redact(before, seat)


def test_prompts_do_not_depend_on_plans():
    before = table(trains={1: ["H33"]})
    after, _ = go(before, "p1 plantrack H33-V75 1000")
    others = [question.prompt for question in premove_decisions(after) if question.seat != 1]
    assert others == [question.prompt for question in premove_decisions(before) if question.seat != 1]


def test_premove_does_not_change_the_decision():
    before = table()
    for line in ("p1 plantrack H33-V75 1000", "p3 plantrack H30-V72 1000"):
        after, _ = go(before, line)
        assert after.flow == before.flow
        assert seats_asked(after) == [1]


def test_narration_of_a_plan_describes_it():
    _, events = go(table(), "p1 plantrack H33-V75 1000")
    assert events_of(events, PlansSaid)[0].what.track.limit == 1_000
    assert words(events) == ["You will lay H33-V75 for up to $1,000."]
    assert LAYOUT.dots_of("H33") == 5
    for otherwise, unsold in (("pay", "pay its upkeep"), ("remove", "remove it")):
        _, events = go(table(trains={1: ["H33"]}), f"p1 mark train-1 {otherwise} 3000")
        assert events_of(events, PlansSaid)[0].what.mark == MaintenanceMark("train-1", otherwise, 2_600)
        assert words(events) == [f"You will sell train-1 for $2,600 or more, and {unsold} if no one bids."]


@pytest.mark.parametrize(
    ("line", "possible"),
    [
        ("plantrack H33-V75 0", True),
        ("plantrack H33-V75 75000", True),
        ("plantrack H33-V75 75001", False),
        ("planrun 1 H33>V75 75000", True),
        ("planrun 1 H33>V75 75001", False),
    ],
)
def test_limit_is_from_0_to_75000(line, possible):
    state = table(trains={1: ["H33"], 2: ["H01"]})
    action = read_action(f"p1 {line}", GAME.actions)
    assert can(state, f"p1 {line}") is possible
    assert (
        rule_of(action, (plans.PLAN_TRACK_RULE, plans.PLAN_RUN_RULE)).refusal(state, state.flow[-1], action) == ""
    ) is possible


def test_negative_limits_empty_paths_and_other_seats_plans_are_not_offered():
    state = table(trains={1: ["H33"], 2: ["H33"]})
    track, run = plans.TrackPlanOffers(state, 1), plans.RunPlanOffers(state, 1)
    path, trip = Path.read("H33-V75"), Trip.read("H33>V75")
    assert [PlanTrack(seat, path, limit) in track for seat, limit in ((1, 0), (1, -1), (2, 0))] == [True, False, False]
    assert [PlanRun(seat, 1, trip, limit) in run for seat, limit in ((1, 0), (1, -1), (2, 0))] == [True, False, False]
    assert PlanTrack(1, Path(()), 0) not in track and PlanRun(1, 1, trip, 0) not in track
    assert PlanTrack(1, path, 0) not in run


def test_plan_is_for_the_next_turn_after_the_own_visit():
    state = table(BuyingPhase(), RunsPhase(), turn=3, trains={1: ["H33"], 2: ["H01"]})
    state, _ = go(state, *(f"p{seat} plantrack H33-V75 1000" for seat in (1, 2)))
    assert [state.plans[seat].open().track.turn for seat in (1, 2)] == [4, 3]
    running = table(RunsPhase(), turn=3, trains={1: ["H33"], 2: ["H01"]})
    running, _ = go(running, "p1 planrun 1 H33>V75 0", "p2 planrun 1 H01>V01 0")
    assert [running.plans[seat].open().runs[0].turn for seat in (1, 2)] == [4, 3]


def test_typed_plan_without_limit_gets_its_current_cost():
    state = table(tracks={4: "H33-V75-H32"}, trains={1: ["H33"]})
    track, run = plans.TrackPlanOffers(state, 1), plans.RunPlanOffers(state, 1)
    typed = track.complete_action(("plantrack", "V75-H27"))
    assert write_action(typed) == "p1 plantrack V75-H27 2000"  # a rival's city is at its end
    assert track.complete_action(("plantrack", "H33-H27")) is track.complete_action(("lay", "H33-V76")) is None
    assert run.complete_action(("planrun", "1", "H33>V75>H32")).limit == 400
    assert run.complete_action(("planrun", "1", "H33>V76>H28")).limit == 3_000  # any fees: there is no track as yet
    typed = (("planrun", "1", "H33>H28"), ("planrun", "2", "H33>V75"), ("run", "1", "H33>V75"), ("planrun", "1"))
    assert [run.complete_action(words) for words in typed] == [None] * 4


def test_seat_without_rails_cannot_plan_track():
    lines = "H33-V69-V62-V54-V46-V38-V31-V24-V18-V12-V07-V02-V06-V01-V05-V10"
    state = table(BiddingPhase(), tracks={1: lines})
    assert state.remaining_rails(1) == 0
    assert [
        question.seat for question in premove_decisions(state) if question.prompt == "Plan track for your turn."
    ] == [
        2,
        3,
        4,
    ]


def test_seven_tracks_and_the_last_rail_can_be_planned():
    seven = "p1 plantrack H33-V75-V69-V62-V54-V61-V68-V74 9000"
    action = read_action(seven, GAME.actions)
    assert plans.PLAN_TRACK_RULE.refusal(table(), table().flow[-1], action) == ""
    tracks = {1: "H33-V76-V70-V63-V56-V48-V40-V33"}
    assert table(tracks=tracks).remaining_rails(1) == 8
    tracks = {1: "H33-V76-V70-V63-V56-V48-V40-V33-V26"}
    state = table(tracks=tracks)
    assert (
        state.remaining_rails(1) == 7
        and can(state, seven)
        and plans.PLAN_TRACK_RULE.refusal(state, state.flow[-1], action) == ""
    )


# -- refusals


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("mark train-1 pay 550", "$550 isn’t a valid reserve. Use a multiple of $100, up to $5,000."),
        ("mark train-1 pay 5100", "$5,100 isn’t a valid reserve. Use a multiple of $100, up to $5,000."),
        ("mark train-4 pay 100", "You don’t have train-4. Write a track as H01-V05 and a train as train-1."),
        ("mark train-1 sell 100", "Choose whether to pay or remove it if no one bids."),
        ("keep train-1", "You can’t keep train-1: you haven’t marked it, so you maintain it anyway."),
        ("plantrack H33-H27 2000", "You can’t go from H27 to H33: they aren’t neighbors."),
        ("plantrack H33-V75-H33 2000", "You can’t lay track from H33 to V75 twice."),
        ("plantrack H33-V75 75100", "$75,100 isn’t a valid limit. Use $0 to $75,000."),
        ("plantrack H33-V75-V69-V62-V54-V61-V68-V74-V80 9000", "You can’t plan 8 tracks: the most in a turn is 7."),
        ("planrun 4 H33>V75 0", "You don’t have train 4. Your trains: 1."),
        ("planrun 1 H33>H27 0", "You can’t go from H27 to H33: they aren’t neighbors."),
        ("prefer H33", "You can’t rank hexes now: all cities are founded."),
        ("forget", "You haven’t planned anything."),
    ],
)
def test_impossible_plan_is_refused_with_the_reason(line, why):
    assert refusal(table(trains={1: ["H33"]}), f"p1 {line}") == why


def test_a_mark_in_the_last_turn_is_refused():
    assert "last" in refusal(table(turn=7, trains={1: ["H33"]}), "p1 mark train-1 pay 100")


def test_refusal_of_a_ranking_lists_the_free_hexes():
    state, _ = GAME.new_game(CatanOptions(), 4, 1)
    last = state.from_seat(state.first)[3]
    assert "Free hexes for them: H" in refusal(state, f"p{last} prefer V01")
    one, two, *_ = (line.split()[1] for line in plans_of(state, last, "prefer"))
    twice = refusal(state, f"p{last} prefer {one}>{two}>{two}")
    assert twice == f"You can’t rank {two} twice. Name each hex once."
    assert refusal(state, f"p{last} plantrack H33-V75 1000").startswith("While cities are being founded")


# -- limits of plans


def plans_of(state, seat, verb):
    return [line for line in premove_lines(state, seat) if line.startswith(verb)]


def test_in_the_last_turn_nothing_is_planned_after_the_own_visit():
    trains = {1: ["H33"], 2: ["H01"]}
    state, _ = go(table(BuyingPhase(), RunsPhase(), turn=7, trains=trains, tracks={1: INLAND}), "p1 done")
    assert not plans_of(state, 1, "plantrack") and plans_of(state, 1, "planrun")
    assert plans_of(state, 3, "plantrack")
    assert not plans_of(state, 2, "plantrack")  # it builds now
    assert (
        refusal(state, "p1 plantrack H33-V76 1000")
        == "You can’t plan track: turn 7 is the last, and you have already built."
    )
    state = table(RunsPhase(at=1), turn=7, trains=trains)
    assert not plans_of(state, 1, "planrun") and plans_of(state, 3, "planrun") == []
    assert plans_of(table(VisitsPhase(), turn=7, trains=trains), 1, "planrun")


def test_plan_needs_enough_rails():
    lines = "H33-V69-V62-V54-V46-V38-V31-V24-V18-V12-V07-V02-V06-V01"
    state = table(tracks={1: lines})
    assert state.remaining_rails(1) == 2
    assert max(line.count("-") for line in plans_of(state, 1, "plantrack")) == 2
    assert refusal(state, "p1 plantrack H28-V55-H22-V47 4000") == "You can’t plan 3 tracks: you have 2 rails left."


def test_plans_for_the_next_turn_ignore_this_event_and_associate():
    plain, _ = go(table(BuyingPhase()), "p1 done")
    special, _ = go(table(BuyingPhase(), event="monsoon", associates={1: "crew"}), "p1 done")
    assert plans_of(special, 1, "plantrack") == plans_of(plain, 1, "plantrack")
    before = table(BiddingPhase(), BuyingPhase(), event="monsoon", associates={1: "crew"})
    assert plans_of(before, 1, "plantrack") != plans_of(plain, 1, "plantrack")


def test_listed_plans_have_different_tracks():
    found = [frozenset(tracks_of(line.split()[1])) for line in plans_of(table(), 1, "plantrack")]
    assert len(found) == len(set(found))


def test_plan_made_in_the_own_visit_is_for_the_next_turn():
    state, _ = go(table(BuyingPhase()), "p1 plantrack H33-V75 1000", "p1 done")
    assert state.plans[1].open().track is not None
    state, _ = go(table(RunsPhase(), trains={1: ["H33"]}), "p1 planrun 1 H33 0", "p1 done")
    assert state.plans[1].open().runs
