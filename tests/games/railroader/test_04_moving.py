"""Moving the train: Water, the die, engineers, and derailing. (rulings 36 to 46)"""

import pytest

from engine.core import decisions, play
from engine.errors import Refused
from engine.games.railroader.game_data.board import Space
from engine.games.railroader.game_data.cards import Waters
from engine.games.railroader.state.actions import Move
from engine.games.railroader.state.events import Ambushed, Derailed, OutlawsLeft, Rerailed, TrainMoved, TrainRolled
from engine.games.railroader.state.state import Rolling
from tests.games.railroader.table import cards, go, mine, offered, railroad, table

WATERS = "water-3 water-4 gold"


def with_engineers(engine, sections, *, dice, **more):
    """A train whose player has a Water card and two engineers."""
    return table(railroad(engine, sections, hand="water-3 engineer engineer gold", **more), dice=dice)


# -- 36: one roll


def test_the_train_moves_by_water_and_the_die():
    state, news = go(table(railroad(1, 5, hand=WATERS), dice=(4,)), "p1 move 3 0")
    assert mine(state).engine == 8
    assert news == (TrainMoved(1, start=1, space=8, waters=(3,), die=4),)


def test_several_water_cards_roll_the_die_once():
    state, news = go(table(railroad(1, 5, hand=WATERS), dice=(4, 6)), "p1 move 3+4 0")
    assert mine(state).engine == 12
    assert news == (TrainMoved(1, start=1, space=12, waters=(3, 4), die=4),)


def test_ruling_36_all_water_cards_are_named_before_the_roll():
    assert offered(table(railroad(1, 5, hand="water-3 water-4 water-4 water-6")), "move") == {
        f"p1 move {waters} 0" for waters in ("3", "4", "6", "3+4", "3+6", "4+4", "4+6", "3+4+4", "3+4+6", "4+4+6")
    }


def test_ruling_36_no_second_roll_in_a_turn():
    state, _ = go(table(railroad(1, 5, hand=WATERS), dice=(4,)), "p1 move 3 0")
    assert not offered(state, "move")
    with pytest.raises(Refused, match="once per turn"):
        go(state, "p1 move 4 0")


def test_no_train_moves_before_there_is_track():
    state = table(railroad(0, 0, hand="water-3 engineer"))
    assert not offered(state, "move") | offered(state, "engineer")
    with pytest.raises(Refused, match="you have no track yet"):
        go(state, "p1 move 3 0")


# -- 37 and 38: derailing


@pytest.mark.parametrize(("die", "engine", "derailed"), [(1, 7, False), (2, 8, False), (3, 8, True), (6, 8, True)])
def test_ruling_37_past_the_end_of_the_track_a_train_derails(die, engine, derailed):
    state, news = go(table(railroad(3, 2, hand=WATERS), dice=(die,)), "p1 move 3 0")
    assert (mine(state).engine, mine(state).derailed) == (engine, derailed)
    assert [event for event in news if isinstance(event, Derailed)] == ([Derailed(1, 8, die - 2)] if derailed else [])


def test_ruling_37_buffers_stop_the_train_on_a_complete_line():
    state, _ = go(table(railroad(77, 20, hand=WATERS), dice=(6,)), "p1 move 3 0")
    assert (mine(state).engine, mine(state).derailed) == (80, False)


def test_ruling_37_a_line_without_its_last_section_has_no_buffers():
    state, _ = go(table(railroad(73, 19, hand=WATERS), dice=(6,)), "p1 move 3 0")
    assert (mine(state).engine, mine(state).derailed) == (76, True)


def test_ruling_38_a_train_is_not_re_railed_in_the_turn_it_derails():
    state, _ = go(table(railroad(3, 2, hand=WATERS), dice=(6,)), "p1 move 3 0")
    assert not offered(state, "rerail")
    with pytest.raises(Refused, match="You can re-rail it next turn"):
        go(state, "p1 rerail")


def test_ruling_38_a_re_railed_train_moves_from_the_next_turn_on():
    state = table(railroad(8, 2, hand="water-3 engineer gold gold gold gold", derailed=True, workers=1, crates="4/4"))
    assert not offered(state, "move") | offered(state, "engineer")
    with pytest.raises(Refused, match="Re-rail it first"):
        go(state, "p1 engineer 7")
    state, news = go(state, "p1 rerail")
    assert news == (Rerailed(1),)
    assert not mine(state).derailed
    assert not offered(state, "move") | offered(state, "engineer") | offered(state, "rerail")
    with pytest.raises(Refused, match="can move next turn"):
        go(state, "p1 move 3 0")
    state, _ = go(state, "p1 build 1", "p1 discard gold pile", *["p2 discard worker pile"] * 2, "p2 discard gold pile")
    assert offered(state, "move")
    assert offered(state, "engineer")


def test_ruling_38_a_re_railed_train_is_at_the_railhead():
    state, _ = go(table(railroad(8, 2, derailed=True)), "p1 rerail")
    assert "p1 place worker" in offered(state)


def test_ruling_38_a_derailed_train_is_not_at_the_railhead():
    state, _ = go(table(railroad(3, 2, hand="water-3 worker"), dice=(6,)), "p1 move 3 0")
    assert not offered(state, "place")


@pytest.mark.parametrize(("engine", "sections"), [(12, 3), (36, 9)])
def test_ruling_38_a_derailed_train_is_not_on_a_river(engine, sections):
    on = railroad(engine, sections, hand="saboteur gold")
    derailed = railroad(engine, sections, hand="saboteur gold", derailed=True)
    idle = railroad(hand="gold " * 6)
    rival = railroad(0, 5)
    lane_d = table(idle, idle, rival, on, seats=4, at=4, prairie="water-4")
    off = table(idle, idle, rival, derailed, seats=4, at=4, prairie="water-4")
    assert {line.split()[1] for line in offered(lane_d)} >= {"search", "dynamite"}
    assert not offered(off, "search") | offered(off, "dynamite")
    with pytest.raises(Refused, match="search while your train is derailed"):
        go(off, "p4 search water-4")
    with pytest.raises(Refused, match="only from a river, but your train is derailed"):
        go(off, "p4 dynamite 3 16")


def test_ruling_38_a_derailed_train_is_not_on_red():
    hand = "gold gold gold"
    on = table(railroad(16, 4, hand=hand, workers=1), deck="outlaw-workers gold gold")
    off = table(railroad(16, 4, hand=hand, workers=1, derailed=True), deck="outlaw-workers gold gold")
    assert mine(go(on, "p1 buy 1")[0]).mat.workers == 0
    state, news = go(off, "p1 buy 1")
    assert mine(state).mat.workers == 1
    assert OutlawsLeft() in news


def test_ruling_38_a_train_that_derails_on_purple_is_not_ambushed():
    assert table().board.space_kind(2, 56) == "P"
    state = table(railroad(), railroad(50, 14, hand="water-6 gold"), at=2, dice=(6,))
    state, news = go(state, "p2 move 6 0")
    assert (mine(state, 2).engine, mine(state, 2).derailed, mine(state, 2).cavalry) == (56, True, None)
    assert not [event for event in news if isinstance(event, Ambushed)]


# -- 39 to 41: engineers


def test_ruling_39_the_stop_is_chosen_after_a_roll_with_engineers():
    state = with_engineers(1, 9, dice=(4,))
    assert offered(state, "move") == {"p1 move 3 0", "p1 move 3 1", "p1 move 3 2"}
    state, news = go(state, "p1 move 3 1")
    assert news == (TrainRolled(1, (3,), 4, 1),)
    assert state.current_turn.rolling == Rolling((3,), 4, 1)
    assert mine(state).engine == 1
    assert offered(state) == {f"p1 stop {space}" for space in (6, 7, 8, 9, 10)}
    state, news = go(state, "p1 stop 10")
    assert news == (TrainMoved(1, 1, 10, (3,), 4, 1, Space.RIVER),)
    assert (mine(state).engine, state.current_turn.left, state.current_turn.rolling) == (10, 1, None)


def test_ruling_39_several_engineers_add_up():
    state, _ = go(with_engineers(1, 9, dice=(4,)), "p1 move 3 2")
    assert offered(state) == {f"p1 stop {space}" for space in range(4, 13)}
    assert state.current_turn.left == 0, "the last action; yet the train is to be stopped"
    state, _ = go(state, "p1 stop 12")
    assert mine(state).engine == 12
    assert [decision.seat for decision in decisions(state)] == [2]


def test_ruling_39_a_rolling_train_must_be_stopped_first():
    state, _ = go(with_engineers(1, 9, dice=(4,)), "p1 move 3 1")
    with pytest.raises(Refused, match="choose where your train stops: 6, 7, 8, 9, 10"):
        go(state, "p1 discard gold pile")


def test_ruling_39_an_engineer_can_keep_a_train_on_the_track_or_let_it_derail():
    state, _ = go(with_engineers(3, 2, dice=(4,)), "p1 move 3 1")
    assert offered(state) == {f"p1 stop {space}" for space in (8, 9, 10, 11, 12)}
    assert not mine(go(state, "p1 stop 8")[0]).derailed
    off, news = go(state, "p1 stop 9")
    assert (mine(off).engine, mine(off).derailed) == (8, True)
    assert news[-1] == Derailed(1, 8, 1)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("p1 move 3 3", "4 actions"),
        ("p1 move 4 0", "You have Water 3."),
        ("p1 move 4 2", "You have Water 3."),
        ("p1 engineer 9", "space 2, 3, 5, or 6"),
    ],
)
def test_refusals(line, why):
    with pytest.raises(Refused, match=why):
        go(with_engineers(4, 2, dice=()), line)


def test_a_roll_with_an_engineer_takes_two_actions():
    state = table(railroad(4, 5, hand="engineer gold", dynamite=9), turn={"left": 1})
    assert offered(state, "roll") == {"p1 roll 0"}
    with pytest.raises(Refused, match="takes 2 actions, and you have 1 left"):
        go(state, "p1 roll 1")


def test_too_many_engineers_are_refused():
    with pytest.raises(Refused, match="use 2 engineers: you have 1 in your hand"):
        go(table(railroad(4, 2, hand="water-3 engineer")), "p1 move 3 2")
    with pytest.raises(Refused, match="use -1 engineers: you have 2 in your hand"):
        play(with_engineers(4, 2, dice=()), Move(1, Waters((3,)), -1))


@pytest.mark.parametrize(
    ("engine", "sections", "spaces"),
    [
        (6, 2, {4, 5, 7, 8}),
        (7, 2, {5, 6, 8}),
        (8, 2, {6, 7}),
        (2, 2, {1, 3, 4}),
        (1, 2, {2, 3}),
        (0, 1, {1, 2}),
        (80, 20, {78, 79}),
    ],
)
def test_ruling_40_an_engineer_alone_moves_1_or_2_spaces_on_track(engine, sections, spaces):
    state = table(railroad(engine, sections, hand="engineer gold"))
    assert offered(state, "engineer") == {f"p1 engineer {space}" for space in spaces}


def test_ruling_40_an_engineer_alone_rolls_no_die():
    state = table(railroad(6, 2, hand="engineer gold"))
    state, news = go(state, "p1 engineer 5")
    assert news == (TrainMoved(1, 6, 5, engineers=1),)
    assert (mine(state).engine, mine(state).discards) == (5, cards("engineer"))


def test_ruling_41_any_number_of_engineers_before_and_after_the_roll():
    state = table(railroad(2, 9, hand="engineer engineer water-3"), dice=(2,))
    state, _ = go(state, "p1 engineer 4", "p1 move 3 0")
    assert offered(state, "engineer") == {f"p1 engineer {space}" for space in (7, 8, 10, 11)}
    state, _ = go(state, "p1 engineer 11")
    assert mine(state).engine == 11


def test_ruling_41_each_engineer_alone_ends_a_move():
    state = table(railroad(12, 9, hand="engineer engineer gold"), dice=(1,))
    state, news = go(state, "p1 engineer 13")
    assert Ambushed(1, 13, 4) in news
    assert not offered(state, "engineer")


# -- 42 to 46


def test_ruling_42_a_move_of_nothing_or_less_goes_back_but_not_beyond_space_1():
    first = railroad(3, 9, hand="engineer engineer gold", dynamite=16)
    state, _ = go(table(first, dice=(1,)), "p1 roll 2")
    assert offered(state) == {f"p1 stop {space}" for space in range(1, 9)}
    assert mine(go(state, "p1 stop 1")[0]).engine == 1
    assert mine(go(state, "p1 stop 3")[0]).engine == 3


def test_ruling_42_a_train_that_never_left_stays_in_junction_city():
    first = railroad(0, 9, hand="engineer gold", dynamite=16)
    state, _ = go(table(first, dice=(1,)), "p1 roll 1")
    assert offered(state) == {f"p1 stop {space}" for space in (0, 1, 2, 3)}
    assert mine(go(state, "p1 stop 0")[0]).engine == 0


def test_ruling_42_staying_on_purple_is_no_new_ambush():
    first = railroad(13, 9, hand="engineer gold", dynamite=16)
    state, _ = go(table(first, dice=(1,)), "p1 roll 1")
    state, news = go(state, "p1 stop 13")
    assert mine(state).cavalry is None
    assert not [event for event in news if isinstance(event, Ambushed)]


def test_ruling_43_trains_do_not_block_each_other():
    state = table(railroad(1, 5, hand=WATERS), railroad(8, 5), railroad(5, 5), seats=3, dice=(4,))
    state, _ = go(state, "p1 move 3 0")
    assert [mine(state, seat).engine for seat in (1, 2, 3)] == [8, 8, 5]


def test_ruling_44_water_goes_to_the_prairie_and_engineers_to_the_pile():
    state, _ = go(with_engineers(1, 9, dice=(4,)), "p1 move 3 1")
    assert state.prairie == cards("water-3")
    assert mine(state).discards == cards("engineer")
    assert mine(state).hand == cards("engineer gold")


def test_ruling_45_no_roll_without_water():
    state = table(railroad(1, 5, hand="engineer gold"))
    assert not offered(state, "move") | offered(state, "roll")
    assert offered(state, "engineer")
    with pytest.raises(Refused, match="no Water cards in your hand"):
        go(state, "p1 move 3 0")
    with pytest.raises(Refused, match="there is no dynamite ahead"):
        go(state, "p1 roll 0")


def test_ruling_45_before_dynamite_the_die_alone_moves_the_train():
    state = table(railroad(1, 5, hand=WATERS, dynamite=9))
    assert offered(state, "roll") == {"p1 roll 0"}
    assert not offered(state, "move")


def test_ruling_46_only_the_space_counts_where_a_move_ends():
    board = table().board
    assert [board.space_kind(1, space) for space in (13, 16, 18, 19)] == ["P", "R", "W", "."]
    state, news = go(table(railroad(12, 9, hand=WATERS), dice=(4,)), "p1 move 3 0")
    assert (mine(state).engine, mine(state).cavalry, len(news)) == (19, None, 1)


def test_ruling_46_the_space_where_a_move_ends_counts():
    state, news = go(table(railroad(6, 9, hand=WATERS), dice=(4, 1)), "p1 move 3 0")
    assert Ambushed(1, 13, 4) in news
    assert mine(state).cavalry == 5
