"""Plans with a limit and a condition, and who is told when one is skipped. (ruling 18)"""

from itertools import islice

import pytest

from bot.orders.examples import sample_questions
from engine.core import decisions, redact, visible_events
from engine.games.railway_rivals.state.events import BuildingPlanned, PlanSkipped, TrackBuilt
from tests.games.railway_rivals.table import GAME, go, offered, read_action, refusal, table, told
from tests.games.railway_rivals.table import words as sentences

FAR = ("Y5", "Y5", "AA32", "AA32")
LEICESTER = {1: "P18-Q18", 2: "R20-R19"}
"""Leicester is R18: seat 1 is a step from it by R17 or so, seat 2 is beside it."""


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


def test_only_its_owner_is_told_that_a_plan_was_skipped():
    _, events = go(race(), "p2 plantrack Leicester R19-R18 0 first", "p1 lay Q18-R18", "p1 done")
    assert len(told(events, PlanSkipped)) == 1
    assert not told(visible_events(events, 1), PlanSkipped) + told(visible_events(events, None), PlanSkipped)


def test_a_skipped_plan_is_read_again_above_its_owners_next_question():
    assert PlanSkipped.is_shown_again


def test_a_plan_only_for_the_first_in_a_town_is_skipped_when_a_rival_is_there():
    _, events = go(race(), "p2 plantrack Leicester R19-R18 0 first", "p1 lay Q18-R18", "p1 done")
    (skipped,) = told(events, PlanSkipped)
    assert (skipped.why.key, skipped.why.town, skipped.why.first) == ("late", "Leicester", 1)
    why = "a rival is already in Leicester, and you planned it only if you would be first"
    assert sentences((skipped,))[0].endswith(f"was skipped: {why}.")
    assert [event.seat for event in told(events, TrackBuilt)] == [1]


def test_a_plan_only_for_the_first_in_a_town_is_built_while_nobody_is_there():
    _, events = go(race(), "p2 plantrack Leicester R19-R18 0 first", "p1 done")
    assert [str(event.path) for event in told(events, TrackBuilt)] == ["R19-R18"]


def test_a_plan_without_the_condition_is_built_all_the_same():
    _, events = go(race(), "p2 plantrack Leicester R19-R18 0 always", "p1 lay Q18-R18", "p1 done")
    assert [event.seat for event in told(events, TrackBuilt)] == [1, 2]


def test_a_condition_is_for_its_own_lines_alone():
    lines = ("p2 lay R19-S19", "p2 plantrack Leicester R19-R18 0 first", "p1 lay Q18-R18", "p1 done")
    _, events = go(race(), *lines)
    assert [str(event.path) for event in told(events, TrackBuilt) if event.seat == 2] == ["R19-S19"]


def test_a_plan_says_its_limit():
    state, _ = go(race(), "p2 plantrack Leicester R19-R18 2 always")
    assert state.limits[2].open() == 2


def test_limits_are_listed_and_one_is_proposed():
    state = race()
    assert plans(state, 2)[0::2] == [f"plantrack Leicester R19-R18 {gold} always" for gold in range(4)]
    labels = [words(state, f"p2 plantrack Leicester R19-R18 {gold} always", "gold") for gold in range(4)]
    assert labels == ["0 gold", "1 gold", "2 gold (suggested)", "3 gold"]


def test_the_limit_that_was_said_is_proposed_for_the_next_plan():
    state, _ = go(race(), "p2 lay R19-S19", "p2 limit 3")
    assert words(state, "p2 plantrack Leicester R19-R18 3 always", "gold") == "3 gold (suggested)"


def test_a_condition_stands_among_what_its_seat_alone_knows():
    state, events = go(race(), "p2 plantrack Leicester R19-R18 0 first")
    assert "Your track toward Leicester is built only if you would be first there." in known(state, 2)
    (planned,) = told(events, BuildingPlanned)
    assert GAME.text.narrate(planned, str).sentence.endswith(", but only if you would be first in Leicester.")


def test_a_plan_without_a_condition_names_none():
    state, _ = go(race(), "p2 plantrack Leicester R19-R18 0 always")
    assert not any("nobody is there before" in line for line in known(state, 2))


def test_a_company_that_is_in_the_town_itself_is_told_so():
    planned, _ = go(race(), "p2 plantrack Leicester R19-R18 0 first")
    _, events = go(planned.record_first_arrival("R18", 2), "p1 done")
    assert [skipped.why.first for skipped in told(events, PlanSkipped)] == [2]
    assert any("was skipped: you are already in Leicester, and" in line for line in sentences(events))


def test_what_cannot_be_paid_is_not_proposed():
    assert words(race(gold={2: 1}), "p2 plantrack Leicester R19-R18 1 always", "gold") == "1 gold (suggested)"


def test_the_preview_says_limit_and_condition():
    assert words(race(), "p2 plantrack Leicester R19-R18 2 first") == (
        "Plan R19–Leicester (R19-R18): 1 of 2 points, +6 gold for reaching Leicester first. "
        "Your plans may pay rivals up to 2 gold more than now. It is built only if you would be first in Leicester"
    )


def test_the_preview_of_a_plan_without_a_limit_says_so():
    assert words(race(), "p2 lay R19-S19").endswith(
        "If it pays rivals more than now, it is skipped. To allow more, set a limit for your plans"
    )


FIRST = "your earlier plan for track from R19 to Leicester (R19-R18) would be skipped"
TAKEN = "a rival is already in Leicester, and you planned it only if you would be first"


def overtaken():
    """Seat 1 builds into Leicester, where seat 2 planned to be the first, and has not ended its building."""
    state, _ = go(race(), "p2 plantrack Leicester R19-R18 0 first", "p1 lay Q18-R18")
    return state


@pytest.mark.parametrize("line", ["p2 lay R18-S19", "p2 plantrack Nottingham R18-R17 2 always"])
def test_the_preview_of_a_plan_tells_that_it_is_skipped_with_the_plan_before_it(line):
    assert words(overtaken(), line).endswith(f". As the board is now, {FIRST}, and so would this one: {TAKEN}")


def test_the_preview_of_a_plan_elsewhere_tells_that_the_plan_before_it_is_skipped():
    assert words(overtaken(), "p2 lay R20-S20").endswith(f". As the board is now, {FIRST}: {TAKEN}")


def test_a_plan_that_the_preview_called_skipped_is_skipped():
    _, events = go(overtaken(), "p2 lay R18-S19", "p1 done")
    assert [str(event.path) for event in told(events, PlanSkipped)] == ["R19-R18", "R18-S19"]


def test_the_preview_of_a_plan_counts_the_limit_that_is_set():
    state, _ = go(race(capital=3), "p2 lay R19-Q20", "p1 lay Q18-Q19-Q20")
    why = "R19 to Q20 now pays rivals 1 gold, more than you allowed"
    assert words(state, "p2 lay Q20-P20").endswith(f"would be skipped, and so would this one: {why}")
    state, _ = go(state, "p2 limit 1")
    assert words(state, "p2 lay Q20-P20").endswith("Your plans may pay rivals up to 1 gold more than now")


def test_the_preview_of_a_plan_tells_nothing_of_plans_that_are_built():
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


def test_nobody_can_be_the_first_where_somebody_is():
    state, _ = go(race(), "p1 lay Q18-R18")
    assert plans(state, 2)[0] == "plantrack Leicester R19-R18 0 always"
    assert refusal(state, "p2 plantrack Leicester R19-R18 0 first") == (
        "You can’t plan to be first in Leicester: there is no bonus left. Plan it with “always”."
    )


def test_a_computer_plans_with_the_limit_and_the_condition_proposed():
    state = race()
    best = max(
        plans(state, 2),
        key=lambda line: GAME.agent.score_action(redact(state, 2), read_action(f"p2 {line}", GAME.actions)),
    )
    assert best == "plantrack Leicester R19-R18 2 first"


def test_a_plan_with_no_gold_more_says_so_in_words():
    said = words(race(), "p2 plantrack Leicester R19-R18 0 always")
    assert said.endswith("Your plans may pay rivals no more than now")


def test_with_three_rolls_the_turns_that_are_left_keep_their_numbers():  # 18, 19
    state = table(starts=FAR, track=LEICESTER, capital=(2, 3, 4), options={"rolls": "three"})
    state, _ = go(state, "p2 done", "p1 done")
    prompt = "Plan your track (building points: up to 3 in Turn 6 and up to 4 in Turn 7)."
    assert prompt in [question.prompt for question in decisions(state)]


def test_who_looks_ahead_meets_the_own_turn_before_any_plan_is_made_for_it():
    now, then = islice(sample_questions(GAME, redact(table(), 2)), 2)
    assert (now.now, then.now) == (True, False)
    assert kinds(now) == {"Build", "Lay", "PlanTrack"} and kinds(then) == {"Build", "Lay", "Done"}
