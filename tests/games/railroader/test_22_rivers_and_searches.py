"""Searches of the prairie. (RR Scout; RR Prospector; rulings 31, 53-55, 62)"""

import pytest

from engine.errors import Refused
from engine.games.railroader.game_data.cards import Card, kind_of
from engine.games.railroader.state.events import CrateScouted, GoldFound, WaterFound
from tests.games.railroader.table import cards, go, mine, offered, railroad, table

# Lane A: river 9 and 10, red 7, purple 13.


def at_river(prairie="water-3 water-4 gold", **things):
    return table(railroad(9, 5, **things), prairie=prairie)


def test_ruling_53_found_water_can_be_used_in_the_same_turn():
    state, events = go(at_river(hand="gold"), "p1 search water-4")
    assert events == (WaterFound(1, Card("water-4")),)
    assert mine(state).hand == cards("gold water-4")
    assert state.prairie == cards("gold water-3")
    assert state.current_turn.left == 2
    assert "p1 move 4 0" in offered(state)


def test_ruling_54_each_action_can_be_a_search_for_a_chosen_card():
    state = at_river("water-3 water-3 water-6")
    assert offered(state, "search") == {"p1 search water-3", "p1 search water-6"}
    after, _ = go(state, "p1 search water-3", "p1 search water-6", "p1 search water-3")
    assert [card for card in mine(after).hand if kind_of(card) == "water"] == [
        *cards("water-3 water-3 water-3 water-6")
    ]
    assert after.current_turn.seat == 2


def test_ruling_54_without_water_on_the_prairie_there_is_no_search():
    state = at_river("gold worker")
    assert not offered(state, "search")
    with pytest.raises(Refused, match="no Water cards on the prairie"):
        go(state, "p1 search water-3")
    with pytest.raises(Refused, match="Choose Water 5"):
        go(at_river("water-5"), "p1 search water-6")


@pytest.mark.parametrize(("engine", "over"), [(8, False), (9, True), (10, True), (11, False), (0, False)])
def test_ruling_55_the_space_of_the_engine_counts(engine, over):
    state = table(railroad(engine, 5), prairie="water-3")
    assert bool(offered(state, "search")) == over
    if not over:
        with pytest.raises(Refused, match=f"space {engine} isn’t a river"):
            go(state, "p1 search water-3")


def test_ruling_38_a_derailed_train_cannot_search():
    state = table(railroad(10, 3, derailed=True), prairie="water-3")
    assert not offered(state, "search")


def test_the_scout_brings_supplies_to_the_railhead_wherever_the_train_is():
    state = table(railroad(1, 5, hand="scout gold"), prairie="supplies-3 supplies-4 gold")
    assert offered(state, "scout") == {"p1 scout supplies-3", "p1 scout supplies-4"}
    after, events = go(state, "p1 scout supplies-3")
    assert events == (CrateScouted(1, Card("supplies-3")),)
    assert [crate.card for crate in mine(after).mat.crates] == ["supplies-3"]
    assert mine(after).discards == cards("scout")
    assert after.prairie == cards("gold supplies-4")
    assert after.current_turn.left == 2


def test_ruling_31_a_scout_needs_a_free_place():
    state = table(railroad(1, 5, hand="scout", crates="1/4 4/4"), prairie="supplies-3")
    with pytest.raises(Refused, match="already has 2 crates"):
        go(state, "p1 scout supplies-3")
    with pytest.raises(Refused, match="no scout in your hand"):
        go(table(railroad(hand="gold"), prairie="supplies-3"), "p1 scout supplies-3")


def test_ruling_62_scouts_and_prospectors_need_something_to_find():
    state = table(railroad(1, 5, hand="scout prospector"), prairie="worker")
    assert not offered(state, "scout") | offered(state, "prospect")
    with pytest.raises(Refused, match="no supplies on the prairie"):
        go(state, "p1 scout supplies-3")
    with pytest.raises(Refused, match="no gold on the prairie"):
        go(state, "p1 prospect")
    assert "p1 discard scout pile" in offered(state)


def test_a_scout_must_choose_supplies_on_the_prairie():
    with pytest.raises(Refused, match="Choose Supplies 4"):
        go(table(railroad(hand="scout"), prairie="supplies-4"), "p1 scout supplies-3")


def test_the_prospector_brings_gold_to_the_discard_pile():
    state = table(railroad(1, 5, hand="prospector worker"), prairie="gold gold worker")
    after, events = go(state, "p1 prospect")
    assert events == (GoldFound(1),)
    assert mine(after).discards == cards("prospector gold")
    assert mine(after).hand == cards("worker")
    assert after.prairie == cards("worker gold")
    with pytest.raises(Refused, match="no prospector in your hand"):
        go(after, "p1 prospect")
