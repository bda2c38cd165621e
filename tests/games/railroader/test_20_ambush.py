"""Purple spaces and the cavalry. (RR Ambush; rulings 47-52)"""

import pytest

from engine.errors import Refused
from engine.games.railroader.state.events import Ambushed, CavalryRode, TurnCutShort
from tests.games.railroader.table import go, mine, offered, railroad, table

# Lane A: white 4, red 7, river 9 and 10, purple 13, red 16, white 18, river 21 and 22.


def ambushed(cavalry, *dice, **things):
    """The start of a turn of seat 1, whose train is ambushed on space 13."""
    return table(railroad(13, 5, cavalry=cavalry, **things), dice=dice)


def test_ruling_47_a_move_that_ends_on_purple_is_ambushed():
    state, events = go(table(railroad(8, 5), dice=(2, 1)), "p1 move 3 0")
    assert Ambushed(1, 13, 4) in events
    assert mine(state).cavalry == 5


def test_ruling_46_a_move_that_passes_purple_is_not_ambushed():
    state, events = go(table(railroad(8, 5), dice=(3,)), "p1 move 3 0")
    assert mine(state).engine == 14
    assert mine(state).cavalry is None
    assert not any(type(event) is Ambushed for event in events)


@pytest.mark.parametrize("start", [12, 14, 15])
def test_ruling_47_an_engineer_can_move_a_train_into_an_ambush(start):
    state, events = go(table(railroad(start, 5, hand="engineer"), dice=(1,)), "p1 engineer 13")
    assert Ambushed(1, 13, 4) in events
    assert mine(state).cavalry == 5


def test_ruling_48_the_cavalry_comes_from_the_last_garrison_behind_the_engine():
    board = table().board
    assert [board.garrison_behind(1, space) for space in (13, 18, 19, 26)] == [4, 4, 18, 18]


def test_ruling_48_without_a_garrison_behind_it_comes_from_junction_city():
    board = table().board
    assert [board.garrison_behind(1, space) for space in (1, 4)] == [0, 0]


def test_ruling_49_the_first_roll_is_immediate_and_free():
    state, events = go(table(railroad(8, 5), dice=(2, 3)), "p1 move 3 0")
    assert CavalryRode(1, 3, 7, relieved=False, free=True) in events
    assert state.current_turn.left == 2


def test_ruling_49_later_rolls_start_a_turn_and_take_an_action():
    state = ambushed(5, 2)
    assert mine(state).cavalry == 7
    assert state.current_turn.left == 2
    after, _ = go(state, "p1 discard gold pile")
    assert mine(after).cavalry == 7


@pytest.mark.parametrize(("cavalry", "die"), [(10, 3), (10, 6), (12, 1)])
def test_ruling_50_the_ambush_ends_when_the_cavalry_reaches_the_train(cavalry, die):
    state = ambushed(cavalry, die)
    assert mine(state).cavalry is None


def test_ruling_50_the_train_moves_from_the_next_turn_on():
    state = ambushed(10, 3, hand="water-3 engineer gold gold gold gold")
    assert not offered(state, "move") | offered(state, "engineer")
    with pytest.raises(Refused, match="It can move next turn"):
        go(state, "p1 move 3 0")
    after, _ = go(state, "p1 discard gold pile", "p1 discard gold pile", *["p2 discard worker pile"] * 2)
    after, _ = go(after, "p2 discard gold pile")
    assert after.current_turn.seat == 1
    assert offered(after, "move") == {"p1 move 3 0", "p1 move 3 1"}


def test_ruling_50_a_train_freed_by_the_first_roll_moves_next_turn():
    state, events = go(table(railroad(36, 11, hand="water-3 engineer engineer"), dice=(3, 6)), "p1 move 3 0")
    assert CavalryRode(1, 6, 42, relieved=True, free=True) in events
    assert mine(state).cavalry is None
    assert not offered(state, "engineer")


def test_ruling_51_an_ambushed_train_cannot_move():
    state = ambushed(4, 1, hand="water-3 engineer scout prospector gold worker", workers=1, crates="4/4")
    for line in ("p1 move 3 0", "p1 engineer 14", "p1 roll 0"):
        with pytest.raises(Refused, match="ambushed on space 13. Wait for the cavalry, which is on space 5"):
            go(state, line)


def test_ruling_51_an_ambushed_player_can_do_everything_else():
    held = railroad(13, 4, cavalry=4, hand="scout prospector gold worker", workers=1, crates="4/4")
    state = table(held, dice=(1,), prairie="supplies-3 gold")
    kinds = {line.split()[1] for line in offered(state)}
    assert kinds == {"build", "buy", "scout", "prospect", "place", "discard", "withdraw"}


def test_ruling_52_a_train_that_stays_on_purple_is_not_ambushed_again():
    state = table(railroad(13, 5, hand="water-3 engineer engineer"), dice=(1,))
    moved, _ = go(state, "p1 move 3 2")
    after, events = go(moved, "p1 stop 13")
    assert mine(after).cavalry is None
    assert not any(type(event) is Ambushed for event in events)


def test_ruling_52_a_train_that_returns_to_purple_is_ambushed_again():
    state = table(railroad(13, 5, hand="engineer engineer gold gold"), dice=(1,))
    away, _ = go(state, "p1 engineer 14")
    assert mine(away).cavalry is None
    back, events = go(away, "p1 engineer 13")
    assert Ambushed(1, 13, 4) in events
    assert mine(back).cavalry == 5


def test_an_ambushed_player_without_cards_rolls_for_the_cavalry_and_loses_the_turn():
    begun = table(railroad(13, 5, cavalry=4, hand=""), seats=2, at=2, dice=(2,))
    state, events = go(begun, *["p2 discard worker pile"] * 2, "p2 discard gold pile")
    assert mine(state).cavalry == 6
    assert TurnCutShort(1, 2) in events
