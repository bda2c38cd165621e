"""Dynamite and stolen crates. (RR Saboteur; rulings 56-61)"""

import pytest

from engine.core import decisions
from engine.errors import Refused
from engine.games.railroader.game_data.cards import Card
from engine.games.railroader.state.events import Ambushed, CrateStolen, DynamitePlaced, DynamiteReached
from tests.games.railroader.table import cards, go, mine, offered, railroad, table

# Lane A: river 9 and 10, red 7, purple 13, red 16.
# Lane B: white 4, red 8, river 10 and 11, purple 14, red 17, white 19, river 20 and 21, red 25.


def with_saboteur(*rivals, engine=9, hand="saboteur gold gold", **changes):
    """A turn of seat 1, which has a saboteur and a train on a river."""
    return table(railroad(engine, 5, hand=hand), *rivals, seats=max(2, 1 + len(rivals)), **changes)


def test_ruling_56_dynamite_goes_on_river_or_red_with_track_ahead_of_the_train():
    assert offered(with_saboteur(railroad(10, 5)), "dynamite") == {f"p1 dynamite 2 {space}" for space in (11, 17, 20)}


def test_ruling_56_dynamite_does_not_go_elsewhere():
    state = with_saboteur(railroad(10, 3))
    for space in (8, 10, 14, 17):
        with pytest.raises(Refused, match="ahead of the train. Choose 11"):
            go(state, f"p1 dynamite 2 {space}")
    with pytest.raises(Refused, match="ahead of that train, which is on space 12, no river"):
        go(with_saboteur(railroad(12, 3)), "p1 dynamite 2 17")


def test_dynamite_uses_the_saboteur_and_an_action():
    state, events = go(with_saboteur(railroad(10, 5)), "p1 dynamite 2 17")
    assert events == (DynamitePlaced(1, 2, 17),)
    assert mine(state, 2).dynamite == 17
    assert mine(state).discards == cards("saboteur")
    assert state.current_turn.left == 2
    with pytest.raises(Refused, match="no saboteur in your hand"):
        go(state, "p1 dynamite 2 20")


def test_ruling_56_a_lane_has_at_most_one_dynamite():
    state = with_saboteur(railroad(1, 5, dynamite=11), railroad(1, 3))
    assert {line.split()[2] for line in offered(state, "dynamite")} == {"3"}
    with pytest.raises(Refused, match="already some on space 11"):
        go(state, "p1 dynamite 2 17")


@pytest.mark.parametrize(("sections", "open_"), [(1, False), (2, True), (3, True), (4, False), (5, True), (0, False)])
def test_ruling_57_theft_needs_a_last_section_with_river_or_red(sections, open_):
    rival = railroad(0, sections, crates="4/4")
    state = with_saboteur(rival)
    assert bool(offered(state, "steal")) == open_
    if not open_:
        with pytest.raises(Refused, match=f"section {sections} has no river or red space"):
            go(state, "p1 steal 2 supplies-4")


def test_ruling_57_a_river_before_the_last_section_does_not_count():
    behind = railroad(0, 6, crates="4/4")  # lane D: river 19 and 20, nothing from 21 to 24
    assert not offered(with_saboteur(railroad(), railroad(), behind), "steal")
    assert offered(with_saboteur(railroad(), railroad(), railroad(0, 5, crates="4/4")), "steal")


def test_ruling_57_the_crate_goes_to_the_thiefs_discard_pile():
    state, events = go(with_saboteur(railroad(1, 5, crates="3/3 4/4")), "p1 steal 2 supplies-4")
    assert events == (CrateStolen(1, 2, Card("supplies-4")),)
    assert mine(state).discards == cards("saboteur supplies-4")
    assert [crate.card for crate in mine(state, 2).mat.crates] == ["supplies-3"]
    assert state.current_turn.left == 2


@pytest.mark.parametrize(("engine", "able"), [(7, False), (8, False), (9, True), (10, True), (16, False)])
def test_ruling_57a_the_saboteurs_train_is_on_a_river(engine, able):
    state = with_saboteur(railroad(1, 5, crates="4/4"), engine=engine)
    assert bool(offered(state, "dynamite")) == bool(offered(state, "steal")) == able
    if not able:
        with pytest.raises(Refused, match=f"your train is on space {engine}"):
            go(state, "p1 dynamite 2 17")


def test_ruling_57a_the_saboteurs_train_is_not_derailed():
    state = table(railroad(10, 3, hand="saboteur", derailed=True), railroad(1, 5, crates="4/4"))
    assert not offered(state, "dynamite") | offered(state, "steal")


def test_ruling_57b_an_opened_crate_is_not_stolen():
    state = with_saboteur(railroad(1, 5, crates="3/4 3/3"))
    assert offered(state, "steal") == {"p1 steal 2 supplies-3"}
    with pytest.raises(Refused, match="Choose Supplies 3"):
        go(state, "p1 steal 2 supplies-4")
    with pytest.raises(Refused, match="no unopened crates"):
        go(with_saboteur(railroad(1, 5, crates="3/4")), "p1 steal 2 supplies-4")


def test_ruling_57b_a_meal_can_open_a_crate_in_the_turn_it_is_placed():
    laid = table(railroad(20, 5, hand="supplies-4 gold gold", workers=1), turn={"left": 1})
    state, _ = go(laid, "p1 place supplies-4")
    assert [(crate.left, crate.is_opened) for crate in mine(state).mat.crates] == [(3, True)]


def test_ruling_57c_every_lane_can_get_dynamite():
    rivals = [railroad(1, 5, dynamite=11), railroad(1, 5, dynamite=16), railroad(1, 5)]
    assert offered(with_saboteur(*rivals), "dynamite")


def test_only_rivals_can_be_sabotaged():
    state = with_saboteur(railroad(1, 5))
    for seat in (1, 3, 99):
        with pytest.raises(Refused, match="sabotage yourself|isn’t at this table"):
            go(state, f"p1 dynamite {seat} 16")


# -- under dynamite


def before_dynamite(engine=8, *dice, hand="water-3 engineer engineer engineer", dynamite=16, **turn):
    """A turn of seat 1, which has dynamite on its track, by default on space 16."""
    return table(railroad(engine, 5, hand=hand, dynamite=dynamite), dice=dice, turn=turn)


def test_ruling_58_the_train_moves_by_the_die_alone():
    state = before_dynamite(8, 3)
    assert not offered(state, "move")
    with pytest.raises(Refused, match="there is dynamite on space 16"):
        go(state, "p1 move 3 0")
    after, _ = go(state, "p1 roll 0")
    assert mine(after).engine == 11
    assert mine(after).dynamite == 16
    assert after.current_turn.left == 2
    assert "water-3" in mine(after).hand


def test_ruling_58_the_train_rolls_once_per_turn():
    state, _ = go(before_dynamite(8, 3), "p1 roll 0")
    assert not offered(state, "roll")
    with pytest.raises(Refused, match="once per turn"):
        go(state, "p1 roll 0")


@pytest.mark.parametrize(("engine", "die"), [(14, 2), (14, 6), (15, 1)])
def test_ruling_58_the_train_stops_at_the_dynamite_with_a_higher_roll(engine, die):
    state, events = go(before_dynamite(engine, die), "p1 roll 0")
    assert mine(state).engine == 16
    assert mine(state).dynamite is None
    assert DynamiteReached(1, 16) in events


def test_ruling_58_engineers_can_be_added_for_an_action_each():
    state = before_dynamite(8, 3)
    assert offered(state, "roll") == {"p1 roll 0", "p1 roll 1", "p1 roll 2"}
    rolled, _ = go(state, "p1 roll 1")
    assert rolled.current_turn.left == 1
    assert offered(rolled) == {f"p1 stop {space}" for space in (9, 10, 11, 12, 13)}
    near, _ = go(before_dynamite(13, 2), "p1 roll 2")
    assert offered(near) == {f"p1 stop {space}" for space in (11, 12, 13, 14, 15, 16)}


def test_ruling_58_one_action_is_enough_to_roll_without_engineers():
    state = before_dynamite(8, 3, left=1)
    assert offered(state, "roll") == {"p1 roll 0"}
    with pytest.raises(Refused, match="takes 2 actions, and you have 1 left"):
        go(state, "p1 roll 1")


def test_ruling_58_without_dynamite_the_die_alone_does_not_move_the_train():
    with pytest.raises(Refused, match="there is no dynamite ahead"):
        go(table(railroad(8, 5)), "p1 roll 0")


def test_ruling_58_after_the_dynamite_water_waits_for_the_next_turn():
    state, _ = go(before_dynamite(15, 2), "p1 roll 0")
    assert not offered(state, "move")


def test_ruling_59_an_engineer_alone_reaches_the_dynamite():
    state, events = go(before_dynamite(14), "p1 engineer 16")
    assert mine(state).dynamite is None
    assert DynamiteReached(1, 16) in events
    assert "p1 move 3 0" in offered(state)


def test_ruling_59_an_engineer_alone_does_not_pass_the_dynamite():
    state = before_dynamite(15)
    assert offered(state, "engineer") == {"p1 engineer 13", "p1 engineer 14", "p1 engineer 16"}
    with pytest.raises(Refused, match="space 13, 14, or 16"):
        go(state, "p1 engineer 17")


def test_ruling_60_the_color_of_a_space_reached_by_dynamite_counts():
    state, _ = go(before_dynamite(8, 2, hand="saboteur water-3 gold", dynamite=9), "p1 roll 0")
    assert "p1 dynamite 2 11" not in offered(state)
    rival = railroad(1, 3)
    held = railroad(8, 5, hand="saboteur water-3 gold", dynamite=9)
    state, _ = go(table(held, rival, dice=(2,)), "p1 roll 0")
    assert mine(state).engine == 9
    assert "p1 dynamite 2 11" in offered(state)


def test_ruling_60_on_the_way_to_the_cube_a_train_is_ambushed():
    state, events = go(before_dynamite(11, 2, 1), "p1 roll 0")
    assert Ambushed(1, 13, 4) in events
    assert mine(state).dynamite == 16


def test_ruling_61_a_train_on_the_last_section_is_safe_from_dynamite():
    rival = railroad(77, 20)
    assert not offered(with_saboteur(rival, arrived=(2,)), "dynamite")


def test_ruling_28_dynamite_does_not_stop_building():
    state = table(railroad(8, 5, dynamite=16, workers=1, crates="4/4"))
    after, _ = go(state, "p1 build 1")
    assert mine(after).sections == 6
    assert decisions(after)
