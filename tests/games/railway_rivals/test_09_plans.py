"""Plans with a limit or a condition, and skipped plans. (ruling 18)"""

from itertools import islice

import pytest

from bot.orders.examples import sample_questions
from engine.core import decisions, redact, visible_events
from engine.games.railway_rivals.state.events import BuildingPlanned, PlanSkipped, TrackBuilt
from tests.games.railway_rivals.table import GAME, events_of, go, offered, read_action, refusal, table
from tests.games.railway_rivals.table import words as sentences

FAR = ("Y5", "Y5", "AA32", "AA32")
LEICESTER = {1: "P18-Q18", 2: "R20-R19"}
"""Track of two seats that are both one step from Leicester (R18)."""


def race(**changes):
    return table(starts=FAR, track=LEICESTER, **{"capital": 2, **changes})


def plans(state, seat):
    return [line for line in offered(state, seat) if line.startswith("plantrack Leicester ")]


def known(state, seat):
    return GAME.text.private_notes(redact(state, seat), lambda other: f"Player {other}")


def kinds(question):
    return {type(action).__name__ for action in question.offers}


def words(state, line, field=""):
    return GAME.text.label(redact(state, 2), read_action(line, GAME.actions), field, lambda seat: f"Player {seat}")


def test_skipped_plan_is_visible_to_its_seat_only():
    _, events = go(race(), "p2 plantrack Leicester R19-R18 0 first", "p1 lay Q18-R18", "p1 done")
    assert len(events_of(events, PlanSkipped)) == 1
    assert not events_of(visible_events(events, 1), PlanSkipped) + events_of(visible_events(events, None), PlanSkipped)


def test_skipped_plan_is_shown_again_above_the_next_question():
    assert PlanSkipped.is_shown_again


def test_a_plan_only_for_the_first_in_a_town_is_skipped_when_a_rival_is_there():
    _, events = go(race(), "p2 plantrack Leicester R19-R18 0 first", "p1 lay Q18-R18", "p1 done")
    (skipped,) = events_of(events, PlanSkipped)
    assert (skipped.why.key, skipped.why.town, skipped.why.first) == ("late", "Leicester", 1)
    why = "a rival is already in Leicester, and you planned it only if you would be first"
    assert sentences((skipped,))[0].endswith(f"was skipped: {why}.")
    assert [event.seat for event in events_of(events, TrackBuilt)] == [1]


def test_a_plan_only_for_the_first_in_a_town_is_built_while_nobody_is_there():
    _, events = go(race(), "p2 plantrack Leicester R19-R18 0 first", "p1 done")
    assert [str(event.path) for event in events_of(events, TrackBuilt)] == ["R19-R18"]


def test_plan_without_a_condition_is_built_after_a_rival_arrived():
    _, events = go(race(), "p2 plantrack Leicester R19-R18 0 always", "p1 lay Q18-R18", "p1 done")
    assert [event.seat for event in events_of(events, TrackBuilt)] == [1, 2]


def test_condition_applies_only_to_its_own_lines():
    lines = ("p2 lay R19-S19", "p2 plantrack Leicester R19-R18 0 first", "p1 lay Q18-R18", "p1 done")
    _, events = go(race(), *lines)
    assert [str(event.path) for event in events_of(events, TrackBuilt) if event.seat == 2] == ["R19-S19"]


def test_label_of_a_plan_has_its_limit():
    state, _ = go(race(), "p2 plantrack Leicester R19-R18 2 always")
    assert state.limits[2].open() == 2


def test_limits_are_listed_and_one_is_suggested():
    state = race()
    assert plans(state, 2)[0::2] == [f"plantrack Leicester R19-R18 {gold} always" for gold in range(4)]
    labels = [words(state, f"p2 plantrack Leicester R19-R18 {gold} always", "gold") for gold in range(4)]
    assert labels == ["0 gold", "1 gold", "2 gold (suggested)", "3 gold"]


def test_limit_that_was_set_is_suggested_for_the_next_plan():
    state, _ = go(race(), "p2 lay R19-S19", "p2 limit 3")
    assert words(state, "p2 plantrack Leicester R19-R18 3 always", "gold") == "3 gold (suggested)"


def test_private_notes_have_the_conditions_of_plans():
    state, events = go(race(), "p2 plantrack Leicester R19-R18 0 first")
    assert "Your track toward Leicester is built only if you would be first there." in known(state, 2)
    (planned,) = events_of(events, BuildingPlanned)
    assert GAME.text.narrate(planned, str).sentence.endswith(", but only if you would be first in Leicester.")


def test_private_notes_without_a_condition():
    state, _ = go(race(), "p2 plantrack Leicester R19-R18 0 always")
    assert not any("nobody is there before" in line for line in known(state, 2))


def test_skipped_plan_says_that_the_company_itself_is_in_the_town():
    planned, _ = go(race(), "p2 plantrack Leicester R19-R18 0 first")
    _, events = go(planned.record_first_arrival("R18", 2), "p1 done")
    assert [skipped.why.first for skipped in events_of(events, PlanSkipped)] == [2]
    assert any("was skipped: you are already in Leicester, and" in line for line in sentences(events))


def test_limit_above_the_gold_is_not_suggested():
    assert words(race(gold={2: 1}), "p2 plantrack Leicester R19-R18 1 always", "gold") == "1 gold (suggested)"


def test_preview_has_limit_and_condition():
    assert words(race(), "p2 plantrack Leicester R19-R18 2 first") == (
        "Plan R19–Leicester (R19-R18): 1 of 2 points, +6 gold for reaching Leicester first. "
        "Your plans may pay rivals up to 2 gold more than now. It is built only if you would be first in Leicester"
    )


def test_preview_of_a_plan_without_a_limit():
    assert words(race(), "p2 lay R19-S19").endswith(
        "If it pays rivals more than now, it is skipped. To allow more, set a limit for your plans"
    )


FIRST = "your earlier plan for track from R19 to Leicester (R19-R18) would be skipped"
TAKEN = "a rival is already in Leicester, and you planned it only if you would be first"


def overtaken():
    """A position after seat 1 built into Leicester, where seat 2 planned to be first."""
    state, _ = go(race(), "p2 plantrack Leicester R19-R18 0 first", "p1 lay Q18-R18")
    return state


@pytest.mark.parametrize("line", ["p2 lay R18-S19", "p2 plantrack Nottingham R18-R17 2 always"])
def test_preview_says_that_a_plan_is_skipped_with_an_earlier_plan(line):
    assert words(overtaken(), line).endswith(f". As the board is now, {FIRST}, and so would this one: {TAKEN}")


def test_preview_of_another_plan_says_that_an_earlier_plan_is_skipped():
    assert words(overtaken(), "p2 lay R20-S20").endswith(f". As the board is now, {FIRST}: {TAKEN}")


def test_plan_is_skipped_as_its_preview_says():
    _, events = go(overtaken(), "p2 lay R18-S19", "p1 done")
    assert [str(event.path) for event in events_of(events, PlanSkipped)] == ["R19-R18", "R18-S19"]


def test_the_preview_of_a_plan_counts_the_limit_that_is_set():
    state, _ = go(race(capital=3), "p2 lay R19-Q20", "p1 lay Q18-Q19-Q20")
    why = "R19 to Q20 now pays rivals 1 gold, more than you allowed"
    assert words(state, "p2 lay Q20-P20").endswith(f"would be skipped, and so would this one: {why}")
    state, _ = go(state, "p2 limit 1")
    assert words(state, "p2 lay Q20-P20").endswith("Your plans may pay rivals up to 1 gold more than now")


def test_preview_does_not_mention_plans_that_will_be_built():
    state, _ = go(race(), "p2 plantrack Leicester R19-R18 0 first")
    assert "skipped: " not in words(state, "p2 lay R18-S19")


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("p1 plantrack Leicester Q18-R18 0 always", "You can’t plan now, because it’s your turn. Build instead."),
        (
            "p2 plantrack Leicester R19-R18 27 always",
            "Your plans can pay rivals at most 26 gold more: your gold plus 6",
        ),
        ("p2 plantrack Wales R19-R18 0 first", "That isn’t one of the suggested ways toward Wales"),
    ],
)
def test_a_plan_that_cannot_be_made_is_refused_with_a_reason(line, why):
    assert refusal(race(), line).startswith(why)


def test_condition_is_refused_in_a_reached_town():
    state, _ = go(race(), "p1 lay Q18-R18")
    assert plans(state, 2)[0] == "plantrack Leicester R19-R18 0 always"
    assert refusal(state, "p2 plantrack Leicester R19-R18 0 first") == (
        "You can’t plan to be first in Leicester: there is no bonus left. Plan it with “always”."
    )


def test_computer_player_plans_with_suggested_limit_and_condition():
    state = race()
    best = max(
        plans(state, 2),
        key=lambda line: GAME.agent.score_action(redact(state, 2), read_action(f"p2 {line}", GAME.actions)),
    )
    assert best == "plantrack Leicester R19-R18 2 first"


def test_label_of_a_limit_of_0_gold():
    said = words(race(), "p2 plantrack Leicester R19-R18 0 always")
    assert said.endswith("Your plans may pay rivals no more than now")


def test_prompt_for_three_rolls_keeps_turn_numbers():  # 18, 19
    state = table(starts=FAR, track=LEICESTER, capital=(2, 3, 4), options={"rolls": "three"})
    state, _ = go(state, "p2 done", "p1 done")
    prompt = "Plan your track (building points: up to 3 in Turn 6 and up to 4 in Turn 7)."
    assert prompt in [question.prompt for question in decisions(state)]


def test_rollout_reaches_the_own_turn_without_a_plan():
    now, then = islice(sample_questions(GAME, redact(table(), 2)), 2)
    assert (now.now, then.now) == (True, False)
    assert kinds(now) == {"Build", "Lay", "PlanTrack"} and kinds(then) == {"Build", "Lay", "Done"}
