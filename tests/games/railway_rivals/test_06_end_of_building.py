"""R End of Building Stage; rulings 54 to 57."""

import pytest

from engine.core import PhaseEnded, premove_decisions
from engine.games.railway_rivals.state.events import BuildingEnded, DieRolled, EndDeclared, VoteCast, VoteTaken
from engine.games.railway_rivals.state.phases import Voting
from tests.games.railway_rivals.table import asked, events_of, go, refusal, table
from tests.games.railway_rivals.test_02_turns import rounds

FAR = ("AA32", "Y5", "F32")
NEAR_LEICESTER = {1: "Q19-Q18"}


def test_the_stage_ends_with_the_turn_in_which_the_last_town_is_reached():  # 54
    state = table(seats=3, starts=FAR, track=NEAR_LEICESTER, unreached=("Leicester",))
    state, events = go(state, "p1 lay Q18-R18", "p1 done")
    assert not events_of(events, BuildingEnded)
    assert asked(state) == [2, 3]
    state, events = go(state, "p2 done", "p3 done")
    (ended,) = events_of(events, BuildingEnded)
    assert ended.unreached == ()
    assert state.operating


def test_start_towns_that_nobody_chose_must_be_reached_too():  # 54
    state = table(starts=("C9", "Y5"), unreached=("Bristol",))
    assert [state.hex_map.town_at[hex].name for hex in state.unreached_towns] == ["Bristol"]
    state, events = rounds(state, 1)
    assert not events_of(events, BuildingEnded)


def test_special_runs_do_not_matter_for_the_end():  # 54
    state = table(starts=FAR, track=NEAR_LEICESTER, unreached=("Leicester",))
    state, _ = go(state, "p1 lay Q18-R18", "p1 done", "p2 done")
    assert state.operating


def test_with_three_rolls_the_rest_of_the_round_is_not_built():  # 54
    state = table(
        starts=FAR, track=NEAR_LEICESTER, unreached=("Leicester",), capital=(3, 4, 5), options={"rolls": "three"}
    )
    state, events = go(state, "p1 lay Q18-R18", "p1 done", "p2 done")
    assert events_of(events, BuildingEnded)
    assert state.turn == 5


def test_with_one_town_left_any_player_may_declare_at_any_time_and_two_full_turns_follow():  # 55
    state = table(seats=3, unreached=("Leicester",), roller=1)
    assert [d.seat for d in premove_decisions(state)] == [1, 2, 3]
    state, events = go(state, "p3 declare")
    assert [(event.seat, event.turns, event.to) for event in events_of(events, EndDeclared)] == [(3, 2, None)]
    state, events = rounds(state, 2)
    assert not events_of(events, BuildingEnded)
    state, events = rounds(state, 1)
    assert events_of(events, BuildingEnded)[0].names == ("Leicester",)
    assert state.late == ("R18",)


def test_declaration_is_a_premove_and_does_not_change_the_turn():  # 55
    state = table(unreached=("Leicester",))
    declared, _ = go(state, "p2 declare")
    assert declared.flow == state.flow


def test_declaration_is_final():  # 55
    state, _ = go(table(unreached=("Leicester",)), "p1 declare")
    assert not premove_decisions(state)
    assert refusal(state, "p2 declare") == "The end is already declared: at most 2 more turns."


def test_with_two_towns_left_nobody_may_declare():  # 55
    state = table(unreached=("Leicester", "Derby"))
    assert not premove_decisions(state)
    assert refusal(state, "p1 declare") == (
        "You can’t declare the end of the building stage yet: 2 towns are left, and only 1 may be."
    )


def test_the_stage_ends_earlier_if_the_town_is_reached_after_all():  # 55
    state = table(starts=FAR, track=NEAR_LEICESTER, unreached=("Leicester",))
    state, events = go(state, "p1 declare", "p1 lay Q18-R18", "p1 done", "p2 done")
    assert events_of(events, BuildingEnded)[0].unreached == ()


def test_end_is_declared_automatically_after_two_turns_without_a_new_town():  # 56
    state, events = rounds(table(unreached=("Leicester",)), 1)
    assert not events_of(events, EndDeclared)
    state, events = rounds(state, 1)
    assert [(event.seat, event.turns) for event in events_of(events, EndDeclared)] == [(None, 2)]
    state, events = rounds(state, 1)
    assert not events_of(events, BuildingEnded)
    state, events = rounds(state, 1)
    assert events_of(events, BuildingEnded)


def test_new_town_resets_the_count_of_turns():  # 56
    state = table(starts=FAR, track=NEAR_LEICESTER, unreached=("Leicester", "Derby"), fruitless=4)
    state, _ = go(state, "p1 lay Q18-R18", "p1 done", "p2 done")
    assert state.fruitless == 0


def five_fruitless(seats=3, **changes):
    state, events = rounds(table(seats=seats, unreached=("Leicester", "Derby"), fruitless=4, **changes), 1)
    assert isinstance(state.flow[-1], Voting)
    assert not events_of(events, DieRolled)
    return state


def test_all_seats_vote_after_five_turns_without_a_new_town():  # 56
    assert asked(five_fruitless()) == [1, 2, 3]
    assert (
        refusal(five_fruitless(), "p1 done")
        == "You can’t do that during the vote on ending the building stage. Vote yes or no."
    )


def test_vote_ends_as_soon_as_there_is_a_majority():  # 56
    state, events = go(five_fruitless(), "p3 vote yes", "p1 vote yes")
    assert [(event.seat, event.end) for event in events_of(events, VoteCast)] == [(3, True), (1, True)]
    assert [event.end for event in events_of(events, VoteTaken)] == [True]
    assert set(events_of(events, BuildingEnded)[0].names) == {"Leicester", "Derby"}
    assert state.operating


@pytest.mark.parametrize(("seats", "votes"), [(2, "p1 no"), (4, "p1 no, p4 no"), (3, "p1 no, p2 no")])
def test_half_of_the_votes_is_no_majority_and_resets_the_count(seats, votes):  # 56
    lines = [line.replace(" ", " vote ") for line in votes.split(", ")]
    state, events = go(five_fruitless(seats), *lines)
    assert [event.end for event in events_of(events, VoteTaken)] == [False]
    assert not state.operating
    assert state.fruitless == 0


def test_with_three_rolls_the_vote_follows_the_round():  # 56
    state = table(unreached=("Leicester", "Derby"), fruitless=4, capital=(3, 3, 3), options={"rolls": "three"})
    state, _ = rounds(state, 1)
    assert not isinstance(state.flow[-1], Voting)
    state, _ = rounds(state, 2)
    assert isinstance(state.flow[-1], Voting)


@pytest.mark.parametrize("turns", ["20", "30", "45"])
def test_stage_ends_at_the_turn_limit(turns):  # 57
    state = table(options={"turns": turns}, turn=int(turns) - 1)
    state, events = rounds(state, 1)
    assert not events_of(events, BuildingEnded)
    state, events = rounds(state, 1)
    assert len(events_of(events, BuildingEnded)[0].unreached) > 20
    assert state.turn == int(turns)


def test_declared_in_the_second_of_three_rolls_the_next_round_has_one():  # 19, 55
    state = table(unreached=("Leicester",), capital=(3, 3, 3), options={"rolls": "three"})
    state, _ = rounds(state, 1)
    state, _ = go(state, "p1 declare")
    state, events = rounds(state, 2)
    assert [len(event.rolls) for event in events_of(events, DieRolled)] == [1]
    _, events = rounds(state, 1)
    assert events_of(events, BuildingEnded)


def test_turns_of_one_round_without_a_town_are_counted_after_the_one_that_had_one():  # 56
    left, three = ("Leicester", "Derby", "Hull"), {"rolls": "three"}
    state = table(starts=FAR, track=NEAR_LEICESTER, unreached=left, fruitless=3, capital=(3, 3, 3), options=three)
    state, _ = go(state, "p1 lay Q18-R18")
    state, _ = rounds(state, 3)
    assert state.fruitless == 2


def test_a_round_has_pictures_also_when_only_one_track_is_laid():
    _, events = go(table(track={1: "C9-D8"}), "p1 done", "p2 done")
    assert [event.phase for event in events_of(events, PhaseEnded)] == ["Building"]
