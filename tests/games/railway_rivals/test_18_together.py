"""Four races at once, or all of them, by option: entries and the next building in one visit. (ruling 104)"""

import pytest

from engine.core import decisions, redact, rng_from_seed
from engine.games.railway_rivals.game_data.options import RailwayOptions
from engine.games.railway_rivals.phases import Racing
from engine.games.railway_rivals.phases.building import begin_building_ahead
from engine.games.railway_rivals.state import events as e
from engine.games.railway_rivals.state.phases import Building, Entering
from tests.games.railway_rivals.contest import column, desk, operating
from tests.games.railway_rivals.days import days_of
from tests.games.railway_rivals.table import GAME, asked, events_of, go, offered, read_action, refusal

TRACK = {1: f"{column('R', 2, 10)}", 2: column("R", 10, 14), 3: column("R", 14, 18)}
"""Track with York (23), Doncaster (26), Nottingham (41), and Leicester (43)."""


def opened(runs="four", stock="23 43 26 43 23 41 11 12 13 14"):
    return operating(track=TRACK, stock=stock, options={"runs": runs})


def entered(state, *but):
    """All seats stay out of all undecided runs."""
    state, news = go(state, *but)
    for seat in (1, 2, 3):
        for index in state.flow[-1].runs_asked_of(seat) if isinstance(state.flow[-1], Entering) else ():
            state, more = go(state, f"p{seat} stay {state.flow[-1].runs[index]}")
            news += more
    return state, news


def test_104_all_runs_of_a_batch_are_one_question():
    state = opened()
    assert len(state.flow[-1].runs) == 3
    assert [question.seat for question in decisions(state)] == [1, 2, 3]


def test_104_the_next_building_is_planned_in_the_same_visit():
    state, _ = go(opened(), "p1 stay rest")
    question = next(one for one in decisions(state) if one.seat == 1)
    assert "plan track for later (up to 8 gold)" in question.prompt
    assert any(line.startswith("plantrack") for line in offered(state, 1))


def test_104_planning_is_refused_before_runs_are_decided():
    why = "You can’t do that while runs are being entered. Enter or stay out"
    assert refusal(opened(), "p1 done").startswith(why)
    alone, _ = go(opened("two"), "p1 stay 23-43")
    assert refusal(alone, "p1 done").startswith(why)


def test_104_races_are_run_when_all_have_entered_and_planned():
    state, _ = go(opened(), "p1 enter 23-43 R2>R18", "p1 stay rest", "p1 done")
    state, _ = entered(state)
    assert asked(state) == [2, 3]
    state, news = go(state, "p2 done", "p3 done")
    assert len(events_of(news, e.RaceRun)) == 1


def test_104_plans_are_built_after_the_races():
    state, _ = go(opened(), "p1 enter 23-43 R2>R18", "p1 stay rest", "p1 lay R2-Q2", "p1 done")
    state, _ = entered(state)
    assert isinstance(state.flow[-1], Entering)
    assert not any(piece.b == "Q2" for piece in state.track.pieces)
    state, news = go(state, "p2 done", "p3 done")
    kinds = [type(event) for event in news]
    assert kinds.index(e.RaceRun) < kinds.index(e.TrackBuilt)


def test_104_the_die_for_the_next_building_is_of_the_next_turn():
    before = operating(phase=Racing(()), track=TRACK, options={"runs": "four"})
    (rolled,) = events_of(begin_building_ahead(before, 4).news, e.DieRolled)
    assert (rolled.turn, len(rolled.rolls)) == (before.turn + 1, 2)


def test_104_plan_can_be_cleared_while_runs_are_entered():
    begun, _ = go(opened(), "p1 stay rest")
    planned, _ = go(begun, "p1 lay R2-Q2")
    assert go(planned, "p1 clear")[0] == begun


def test_104_plans_are_hidden_from_other_seats():
    begun, _ = go(opened(), "p1 stay rest")
    planned, _ = go(begun, "p1 lay R2-Q2")
    for seat in (None, 2):
        assert redact(planned, seat) == redact(begun, seat)
    imagined = GAME.agent.determinize(redact(planned, 2), rng_from_seed(1))
    assert asked(imagined) == asked(planned)


def test_104_private_notes_have_plans_while_runs_are_entered():
    planned, _ = go(opened(), "p1 stay rest", "p1 lay R2-Q2")
    known = GAME.text.private_notes(redact(planned, 1), "player {}".format)
    assert any(line.startswith("You have planned for ") for line in known)


def test_104_one_answer_stays_out_of_all_other_runs():
    state, _ = go(opened(), "p1 enter 23-43 R2>R18", "p1 stay 26-43", "p2 stay rest")
    assert [answer.route for answer in desk(state, 2).answers] == [None, None, None]
    assert state.flow[-1].runs_asked_of(2) == ()
    assert refusal(state, "p1 stay rest") == "You can’t stay out of the rest together now. Stay out of each by number."


def test_104_seat_that_has_entered_can_be_offered_a_joint_run():
    state, _ = go(opened(), "p1 enter 23-43 R2>R18", "p1 stay rest")
    state, _ = go(state, "p2 joint 23-43 1 R2>R18")
    state, _ = go(state, "p1 accept 23-43 2 R2>R18")
    assert desk(state, 1).answers[0].joint == (2, 1)


def test_104_seat_that_declines_a_joint_run_keeps_its_entry():
    state, _ = go(opened(), "p1 enter 23-43 R2>R18", "p1 stay rest", "p2 joint 23-43 1 R2>R18", "p1 decline 23-43 2")
    assert desk(state, 1).answers[0].joint == ()
    assert desk(state, 1).answers[0].route is not None


def test_84_joint_run_allows_no_second_offer():
    state, _ = go(opened(), "p1 joint 23-43 2 R2>R18", "p2 accept 23-43 1 R2>R18", "p3 joint 23-43 2 R2>R18")
    assert refusal(state, "p2 accept 23-43 3 R2>R18") == (
        "You have agreed on a joint run for run 23-43. Decline other offers for it."
    )


def test_84_seat_that_waits_for_an_answer_accepts_no_offer():
    state, _ = go(opened(), "p1 joint 23-43 2 R2>R18", "p3 joint 23-43 1 R2>R18")
    assert refusal(state, "p1 accept 23-43 3 R2>R18") == (
        "You’re waiting for player 2 to answer your offer for run 23-43. Decline this offer."
    )


def test_104_without_more_cards_nothing_is_planned():
    state = opened(stock="23 43 26 43")
    assert not any(isinstance(phase, Building) for phase in state.flow)


def test_by_the_rulebook_two_runs_are_open_without_planning():
    state = opened("two")
    assert len(state.flow[-1].runs) == 2
    assert not any(isinstance(phase, Building) for phase in state.flow)


@pytest.mark.parametrize(("runs", "rolls"), [("four", 1), ("all", 1)])
def test_104_there_is_a_roll_for_every_two_races(runs, rolls):
    phase = next(phase for phase in opened(runs).flow if isinstance(phase, Building))
    assert len(phase.slots) == 3 * rolls


def test_104_label_of_staying_out_of_other_runs_has_their_numbers():
    state = opened()
    said = GAME.text.label(
        redact(state, 1), read_action("p1 stay rest", GAME.actions), "", lambda seat: f"Player {seat}"
    )
    assert said.startswith("Stay out of 23-43, 26-43, and 23-41: no fees") or "23-43" in said


def test_setup_note_has_the_days_of_each_option():
    assert RailwayOptions().setup_note(4) == (
        "If everyone visits once a day, a game of 4 players takes about 56 days with one race per visit. "
        "It takes 47 with two, 34 with four, and 29 with all."
    )


def test_more_races_at_once_take_fewer_days():
    quick = {"map": "tyne-tees", "rolls": "three"}
    two, every = (days_of(RailwayOptions(runs=runs, **quick), 2, 1) for runs in ("two", "all"))
    assert every.operating < two.operating


def test_104_run_of_a_repeated_question_is_hidden():
    begun, _ = go(opened(), "p1 enter 23-43 R2>R18", "p1 stay rest", "p1 done", "p3 stay rest", "p3 done")
    offered_to_1, news = go(begun, "p2 joint 23-43 1 R2>R18")
    seen = redact(offered_to_1, 3).state.flow[-1]
    assert asked(offered_to_1)[0] == 1
    assert seen.asked[1] == (0, 1, 2) == seen.runs_asked_of(1)
    assert "23" not in next(one.prompt for one in decisions(offered_to_1) if one.seat == 1)
    assert [event.run for event in events_of(news, e.EntryMade)] == [seen.runs[0]]


def test_104_staying_out_of_the_rest_has_one_event():
    assert len(events_of(go(opened(), "p1 stay rest")[1], e.EntryMade)) == 1
