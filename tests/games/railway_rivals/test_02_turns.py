"""Turns, and plans for later Turns. (R A Player's Turn; rulings 16 to 19, 28)"""

import pytest

from engine.core import decisions, premove_decisions, redact, rng_from_seed
from engine.games.railway_rivals.game_data.hex_map import side_between
from engine.games.railway_rivals.rules.building import find_build_question
from engine.games.railway_rivals.state.events import (
    BuildingPlanned,
    CapitalLost,
    DieRolled,
    LimitSaid,
    PlanForgotten,
    PlanSkipped,
    TrackBuilt,
)
from engine.games.railway_rivals.state.hindrance import Hindrance
from engine.games.railway_rivals.state.phases import Building
from tests.games.railway_rivals.table import GAME, asked, events_of, go, offered, refusal, table, words

FAR = ("AA32", "Y5", "F32")
MEETING = {1: "P16-P17", 2: "O19-O18"}
"""Track of two seats that are both one step from P18."""


def meeting(**changes):
    return table(starts=FAR, track=MEETING, **{"capital": 2, **changes})


def rounds(state, count):
    """All seats end their building for this number of Turns."""
    events = ()
    for _ in range(count):
        for seat in asked(state):
            state, news = go(state, f"p{seat} done")
            events += news
    return state, events


# -- rolling


def test_all_build_for_the_same_roll_and_then_the_next_on_the_left_rolls():  # R A Player's Turn; 16
    _, events = rounds(table(seats=3, capital=4, roller=2), 2)
    assert [(event.seat, event.turn) for event in events_of(events, DieRolled)] == [(3, 6), (1, 7)]
    assert [len(event.rolls) for event in events_of(events, DieRolled)] == [1, 1]


def test_the_roller_builds_first_and_then_the_others_to_the_left():  # 17
    _, events = rounds(table(seats=3, capital=4, roller=2), 1)
    assert [event.seat for event in events_of(events, CapitalLost)] == [2, 3, 1]


def test_rolls_are_1_to_6():
    state, seen = table(), set()
    for _ in range(60):
        state, (roll,) = state.roll_die(1)
        seen.add(roll)
    assert seen == {1, 2, 3, 4, 5, 6}


def test_three_rolls_are_shown_together_and_built_turn_by_turn():  # 19, 47
    state = table(seats=3, capital=(4, 5, 6), options={"rolls": "three"})
    assert [(slot.seat, slot.capital) for slot in state.flow[-1].slots] == [
        (1, 4), (2, 4), (3, 4), (2, 5), (3, 5), (1, 5), (3, 6), (1, 6), (2, 6),
    ]  # fmt: skip
    for _ in range(3):
        state, events = rounds(state, 1)
    (rolled,) = events_of(events, DieRolled)
    assert (rolled.seat, rolled.turn, len(rolled.rolls)) == (1, 8, 3)


def test_a_round_has_no_more_rolls_than_turns_are_left():  # 19, 57
    state = table(capital=(4, 4, 4), options={"rolls": "three", "turns": "20"}, turn=16)
    for _ in range(3):
        state, events = rounds(state, 1)
    (rolled,) = events_of(events, DieRolled)
    assert (rolled.turn, len(rolled.rolls)) == (19, 2)


# -- planning


def test_all_seats_are_asked_after_the_roll_the_builder_first():  # 18
    state = table(seats=3, roller=2)
    assert asked(state) == [2, 3, 1]
    assert [d.prompt.split()[0] for d in decisions(state)] == ["Build", "Plan", "Plan"]


def test_the_builder_builds_at_once_and_the_others_plan():  # 18
    state, events = go(meeting(), "p2 lay O18-P18")
    assert [type(event) for event in events] == [BuildingPlanned]
    assert not any(piece.b == "P18" for piece in state.track.pieces)
    state, events = go(state, "p1 lay P17-Q18")
    assert [event.seat for event in events_of(events, TrackBuilt)] == [1]


def test_plan_is_built_on_its_turn():  # 18
    state, events = go(meeting(), "p2 lay O18-P18", "p2 lay P18-P19", "p1 done")
    (built,) = events_of(events, TrackBuilt)
    assert (built.seat, str(built.path), built.cost, built.left) == (2, "O18-P18,P18-P19", 2, 0)
    assert state.turn == 6


def test_second_plan_continues_the_first():  # 18
    state, _ = go(meeting(), "p2 lay O18-P18")
    assert "lay P18-P19" in offered(state, 2)
    assert "lay O18-P18" not in offered(state, 2)
    assert refusal(state, "p2 lay O18-P18") == "You already have or planned track from O18 to P18."
    assert "you have no building points left" in refusal(state, "p2 lay P18-P19-P20")


def test_plan_counts_its_future_bonus():  # 18, 23
    state = table(starts=FAR, track={1: "Y25-Y26, T18-S19", 2: "Q19-Q18"}, gold={2: 0})
    go(state, "p2 lay Q18-R18-S19")


def test_seat_that_planned_all_its_capital_is_not_asked_again():  # 18
    state, _ = go(meeting(), "p2 lay O18-P18-P19")
    assert asked(state) == [1]


def test_building_of_others_does_not_reveal_a_plan():  # 18
    for plan in ("O18-P18-P19", "O18-N18-N19"):
        state, _ = go(meeting(gold={2: 0}), f"p2 lay {plan}", "p1 lay P17-P18")  # now P18 would cost a gold
        assert asked(state) == [1]
        left, _ = go(meeting(capital=3, gold={2: 0}), f"p2 lay {plan}", "p1 lay P17-P18")
        assert [(d.seat, d.prompt) for d in decisions(left)] == [
            (d.seat, d.prompt) for d in decisions(go(meeting(capital=3, gold={2: 0}), "p1 lay P17-P18")[0])
        ]


def test_full_plan_looks_like_the_end_of_building():  # 18
    full, _ = go(meeting(), "p2 lay O18-P18-P19")
    done, _ = go(meeting(), "p2 done")
    assert [(d.seat, d.prompt) for d in decisions(full)] == [(d.seat, d.prompt) for d in decisions(done)]
    assert asked(go(full, "p2 clear")[0]) == [1, 2]


def test_seat_chooses_again_if_its_full_plan_is_cut_short():  # 18
    state, _ = go(meeting(), "p2 lay O18-P18-P19", "p1 lay P17-P18")
    assert asked(state) == [1]
    state, events = go(state, "p1 done")
    assert events_of(events, PlanSkipped)
    assert asked(state) == [2]


def test_seat_builds_with_the_capital_left_after_its_plan():  # 18
    state, events = go(meeting(), "p2 lay O18-P18", "p1 done")
    assert asked(state) == [2]
    assert events_of(events, TrackBuilt)[0].left == 1
    assert decisions(state)[0].prompt == "Build track (1 building point left)."


def test_done_loses_the_remaining_capital_on_the_turn():  # 18, 20
    state, events = go(meeting(), "p2 lay O18-P18", "p2 done", "p1 done")
    assert [(event.seat, event.gold) for event in events_of(events, CapitalLost)] == [(1, 2), (2, 1)]
    assert state.turn == 6


def test_plan_is_hidden_from_other_seats():  # 18
    state = meeting()
    planned, events = go(state, "p2 lay O18-P18")
    assert [event.to for event in events] == [frozenset({2})]
    assert redact(state, 1) == redact(planned, 1)
    assert redact(state, None) == redact(planned, None)
    assert redact(state, 2) != redact(planned, 2)


def test_determinized_rivals_have_no_plans():
    state, _ = go(meeting(), "p2 lay O18-P18")
    assert not GAME.agent.determinize(redact(state, 1), rng_from_seed(1)).flow[-1].slots_with_plans(2)
    assert GAME.agent.determinize(redact(state, 2), rng_from_seed(1)).flow[-1].slots_with_plans(2)


def test_more_expensive_step_is_skipped_and_its_seat_asked_again_even_after_done():  # 18
    state, events = go(meeting(), "p2 lay O18-P18", "p2 done", "p1 lay P17-P18", "p1 done")
    (skipped,) = events_of(events, PlanSkipped)
    assert (skipped.seat, str(skipped.path), skipped.to) == (2, "O18-P18", {2})
    assert skipped.why == Hindrance("limit", ("O18", "P18"), 1)
    assert (
        "Your plan for track from O18 to P18 was skipped: O18 to P18 now pays rivals 1 gold, more than you allowed."
        in words(events)
    )
    assert asked(state) == [2]
    assert "lay O18-P18" in offered(state, 2)


def test_rest_of_a_skipped_line_is_skipped_and_other_lines_are_built():  # 18
    state = meeting(capital=4)
    _, events = go(state, "p2 lay O18-P18-P19,O18-N18", "p2 done", "p1 lay P17-P18", "p1 done")
    assert [str(event.path) for event in events_of(events, PlanSkipped)] == ["O18-P18-P19"]
    assert [str(event.path) for event in events_of(events, TrackBuilt) if event.seat == 2] == ["O18-N18"]


def test_line_that_begins_on_skipped_track_is_skipped():  # 18
    state = meeting(capital=4)
    _, events = go(state, "p2 lay O18-P18", "p2 lay P18-P19", "p2 done", "p1 lay P17-P18", "p1 done")
    assert [event.why for event in events_of(events, PlanSkipped)][1].key == "apart"
    assert any(line.endswith("your track doesn’t lead to P18.") for line in words(events))


def test_a_step_that_cannot_be_paid_any_more_is_skipped():  # 18, 23
    state = table(seats=3, starts=FAR, track={1: "P16-P17", 2: "S20-S19", 3: "Q19-Q18"}, gold={3: 0}, capital=3)
    state, _ = go(state, "p3 lay Q18-R18-S19")  # paid by the bonus of Leicester
    state, events = go(state, "p1 done", "p2 lay S19-R18", "p2 done")
    (skipped,) = events_of(events, PlanSkipped)
    assert (str(skipped.path), skipped.why) == ("R18-S19", Hindrance("limit", ("R18", "S19"), 3))


def test_plan_cannot_spend_a_bonus_that_a_rival_received():  # 18, 23
    track = {1: "T17-S17", 2: "S20-S19", 3: "Q19-Q18"}
    state = table(seats=3, starts=FAR, track=track, gold={3: 0}, capital=5)
    state, events = go(state, "p3 lay Q18-R18-S19", "p1 lay S17-R17-R18", "p1 done", "p2 done")
    (skipped,) = events_of(events, PlanSkipped)
    assert (str(skipped.path), skipped.why) == ("R18-S19", Hindrance("gold", ("R18", "S19"), 1, 0))
    assert any(line.endswith("R18 to S19 pays rivals 1 gold, and you have 0.") for line in words(events))


def test_limit_lets_a_plan_pay_more_than_expected():  # 18
    state, _ = go(meeting(), "p2 lay O18-P18")
    state, events = go(state, "p2 limit 1")
    assert [event.to for event in events_of(events, LimitSaid)] == [frozenset({2})]
    state, events = go(state, "p1 lay P17-P18", "p1 done")
    assert not events_of(events, PlanSkipped)
    assert state.gold == {1: 21, 2: 19}


def test_limit_is_for_the_whole_plan():  # 18
    _, events = go(meeting(), "p2 lay O18-P18", "p2 limit 4", "p1 lay P17-P18-O18")
    (skipped,) = events_of(events, PlanSkipped)
    assert (skipped.why.key, skipped.why.cost) == ("limit", 5)


def test_limit_is_a_premove_that_needs_a_plan():  # 18
    state = meeting()
    assert not premove_decisions(state)
    planned, _ = go(state, "p2 lay O18-P18")
    assert [d.seat for d in premove_decisions(planned)] == [2, 2]
    assert refusal(planned, "p1 limit 1") == "You have no plan that is still to be built."
    go(planned, "p2 limit 26")
    assert refusal(planned, "p2 limit 27") == (
        "Your plans can pay rivals at most 26 gold more: your gold plus 6 for a town."
    )


def test_limit_may_include_a_future_bonus():  # 18, 23
    planned, _ = go(meeting(gold={2: 0}), "p2 lay O18-P18")
    go(planned, "p2 limit 6")
    assert "at most 6 gold more" in refusal(planned, "p2 limit 7")


def test_first_more_expensive_step_uses_up_the_limit():  # 18
    state, _ = go(meeting(capital=4), "p2 lay O18-P18,O18-N18-N19", "p2 limit 1", "p2 done")
    state, events = go(state, "p1 lay P17-P18-P19", "p1 done")
    assert not events_of(events, PlanSkipped)
    state, _ = go(meeting(capital=4), "p2 lay O18-P18-P19", "p2 limit 1", "p2 done")
    state, events = go(state, "p1 lay P17-P18,P17-Q18-Q19-P19")
    (skipped,) = events_of(events, PlanSkipped)
    assert (str(skipped.path), skipped.why) == ("P18-P19", Hindrance("limit", ("P18", "P19"), 1))


def test_a_limit_is_for_all_plans_of_the_round_together():  # 18, 19
    state = table(starts=FAR, track=MEETING, capital=(2, 2), options={"rolls": "three"})
    state, _ = go(state, "p2 lay O18-P18,O18-N18", "p2 lay P18-P19", "p2 limit 1")
    state, events = go(state, "p1 lay P17-P18-P19")
    assert [str(event.path) for event in events_of(events, TrackBuilt) if event.seat == 2] == ["O18-P18,O18-N18"]
    assert [str(event.path) for event in events_of(events, PlanSkipped)] == ["P18-P19"]
    assert state.limits[2].open() == 0


def test_skipped_line_is_not_resumed_on_own_track():  # 18
    state, _ = go(meeting(capital=5), "p2 lay O18-P18-P19-O19-N19", "p2 done")
    _, events = go(state, "p1 lay P17-P18", "p1 done")
    assert [str(event.path) for event in events_of(events, PlanSkipped)] == ["O18-P18-P19-O19-N19"]
    assert [event.seat for event in events_of(events, TrackBuilt)] == [1]


def test_done_in_the_first_turn_continues_with_the_plan_for_the_second():  # 18, 19
    state = table(starts=FAR, track=MEETING, capital=(2, 3), options={"rolls": "three"})
    state, _ = go(state, "p2 lay O18-P18", "p2 done", "p2 lay P18-P19-P20")
    _, events = go(state, "p1 done", "p1 done")
    assert [str(event.path) for event in events_of(events, TrackBuilt)] == ["O18-P18", "P18-P19-P20"]


# -- clearing a plan


def test_seat_can_clear_its_own_plan_only():  # 27
    state = meeting()
    planned, _ = go(state, "p2 lay O18-P18", "p2 lay P18-P19")
    cleared, events = go(planned, "p2 clear")
    (forgotten,) = events
    assert (type(forgotten), str(forgotten.path), forgotten.to) == (PlanForgotten, "O18-P18,P18-P19", frozenset({2}))
    assert cleared == state
    assert asked(cleared) == [1, 2]


def test_seat_plans_again_after_it_cleared_a_full_plan():  # 27
    state, _ = go(meeting(), "p2 lay O18-P18", "p2 done", "p2 clear")
    assert asked(state) == [1, 2]


def test_clear_is_refused_without_a_plan():  # 27
    assert refusal(meeting(), "p2 clear") == "You have no plan that is still to be built."
    built, _ = go(meeting(), "p2 lay O18-P18", "p1 done")
    assert refusal(built, "p2 clear") == "You have no plan that is still to be built."


def test_clear_removes_the_plan_for_the_last_turn_first():  # 19, 27
    state = table(starts=FAR, track=MEETING, capital=(2, 3), options={"rolls": "three"})
    first, _ = go(state, "p2 lay O18-P18-P19")
    both, _ = go(first, "p2 lay P19-P20")
    assert go(both, "p2 clear")[0] == first
    assert go(both, "p2 clear", "p2 clear")[0] == state


# -- what is offered


def test_each_side_between_own_hexes_is_offered_exactly_once():  # 36
    state = table(starts=FAR, track={1: "P17-P18-P19, P18-Q19-Q18, P17-Q18", 2: "R18-Q18"}, capital=6)
    asked = find_build_question(state, 1)
    assert asked is not None
    site = asked.simulator
    listed = [side_between(step.a, step.b) for step in site.legal_steps()]
    assert len(listed) == len(set(listed))
    assert set(listed) == {side_between(step.a, step.b) for step in site._legal_steps_from(site.network_hexes)}
    within = [step for step in site.legal_steps() if {step.a, step.b} <= site.network_hexes]
    assert any(step.a > step.b for step in within)
    assert any(step.a < step.b for step in within)


def test_build_accepts_listed_paths_and_their_beginnings():
    state = table(capital=6)
    way = next(line for line in offered(state, 1) if line.startswith("build") and line.count("-") > 1)
    go(state, f"p1 {way}")
    go(state, f"p1 {way.rpartition('-')[0]}")
    goal = way.split()[1]
    assert refusal(state, f"p1 build {goal} C9-D9,C9-B9") == (
        f"That isn’t one of the suggested ways toward {goal.replace('_', ' ')}. Use lay to build along any hexes."
    )


def test_limit_ends_with_the_round():  # 18
    state, _ = go(meeting(), "p2 lay O18-P18", "p2 limit 3", "p2 done", "p1 done")
    assert {said.open() for said in state.limits.values()} == {0}


def test_limit_is_hidden_from_other_seats():  # 18
    state, _ = go(meeting(), "p2 lay O18-P18")
    said, _ = go(state, "p2 limit 3")
    assert redact(state, 1) == redact(said, 1)


def test_three_rolls_are_planned_one_after_the_other():  # 18, 19
    state = table(starts=FAR, track=MEETING, capital=(2, 3), options={"rolls": "three"})
    prompt = "Plan your track (building points: up to 2 in Turn 5 and up to 3 in Turn 6)."
    assert [d.prompt for d in decisions(state) if d.seat == 2] == [prompt]
    state, _ = go(state, "p2 lay O18-P18-P19")
    assert [d.prompt for d in decisions(state) if d.seat == 2] == [prompt], "that the first is planned is a secret"
    state, _ = go(state, "p2 lay P19-Q19-Q18,P19-P20")
    assert asked(state) == [1]
    state, events = go(state, "p1 done", "p1 done")
    assert [(event.seat, event.cost) for event in events_of(events, TrackBuilt)] == [(2, 2), (2, 3)]


def test_seat_that_can_build_nothing_is_not_asked():  # 18
    hemmed = table(starts=("E1", "Y5"), track={1: "F1-G1"}, capital=2)
    state = table(starts=("G1", "Y5"), capital=2, roller=2)
    assert asked(hemmed) == [1, 2]
    assert asked(state) == [2]
    _, events = go(state, "p2 done")
    assert [(event.seat, event.gold) for event in events_of(events, CapitalLost)][:2] == [(2, 2), (1, 2)]


def test_timeout_loses_only_the_capital():  # 28
    state, events = go(table(capital=5), "p1 done")
    assert state.gold == {1: 20, 2: 20}
    assert events_of(events, CapitalLost)[0].gold == 5


@pytest.mark.parametrize("line", ["p1 start Hull", "p1 vote yes", "p1 stay 11-12"])
def test_other_actions_are_refused_with_a_sentence(line):
    assert refusal(table(), line) == "You can’t do that while track is being built. Build, or end your building."


def test_a_building_round_has_pictures():
    assert Building.heading
