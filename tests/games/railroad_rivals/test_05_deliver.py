"""R Deliver a Good, R Goods Cube Delivery Scoring; rulings G1 to G9."""

import pytest

from engine.core import Seat
from engine.errors import Refused
from engine.games.railroad_rivals.game_data.printed_data import Goods
from engine.games.railroad_rivals.phases.turns import BiddingPhase, DeliveringPhase
from engine.games.railroad_rivals.state.events import Delivered, DeliverySkipped
from tests.games.railroad_rivals.table import BLOCK, go, offered, table

TWO_ROADS = ("St. Louis 0,0 n", "Washington 1,0 s")  # Washington's B&O edge meets that of St. Louis


def delivering(goods, *, laid=TWO_ROADS, by=1, delivered=(), **more):
    flow = (*table().flow[:1], DeliveringPhase())
    return table(flow=flow, laid=laid, by=by, goods=goods, delivered=tuple(map(Goods, delivered)), **more)


def test_the_first_cube_of_a_color_scores_3():
    state, events = go(delivering({"Washington": "coal wood"}), "p1 deliver coal Washington St._Louis")
    assert state.score[1] == 23
    assert events[0] == Delivered(Seat(1), Goods.COAL, "Washington", "St. Louis", "B&O", 3, Seat(1), 0, 1)


def test_the_second_black_cube_of_the_turn_scores_2_and_the_stock_rises():  # R example 1
    before = delivering({"Washington": "coal wood"}, delivered=("coal",))
    after, _ = go(before, "p1 deliver coal Washington St._Louis")
    assert after.score[1] - before.score[1] == 2
    assert after.value["B&O"] - before.value["B&O"] == 1


def test_the_third_brown_cube_of_the_turn_scores_1_and_the_stock_rises():  # R example 2
    before = delivering({"Washington": "coal wood"}, delivered=("wood", "wood"))
    after, _ = go(before, "p1 deliver wood Washington St._Louis")
    assert after.score[1] - before.score[1] == 1
    assert after.value["B&O"] - before.value["B&O"] == 1


def test_the_fourth_cube_of_a_color_still_scores_1():
    before = delivering({"Washington": "wood grain"}, delivered=("wood", "wood", "wood"))
    after, _ = go(before, "p1 deliver wood Washington St._Louis")
    assert after.score[1] - before.score[1] == 1


def test_another_owner_of_the_link_scores_2_at_once():  # G8
    state, _ = go(delivering({"Washington": "coal wood"}, by=3), "p1 deliver coal Washington St._Louis")
    assert state.score == {1: 23, 2: 20, 3: 22, 4: 20}


def test_an_own_link_pays_nothing():  # G2
    state, _ = go(delivering({"Washington": "coal wood"}, by=1), "p1 deliver coal Washington St._Louis")
    assert sum(state.score.values()) == 83


def test_any_cube_in_a_linked_city_can_be_delivered_over_any_link():  # G1
    state = delivering({"Washington": "coal", "St. Louis": "wood wood"}, by=3)
    assert offered(state) == {"p1 deliver coal Washington St._Louis", "p1 deliver wood St._Louis Washington"}


def test_no_cube_is_delivered_over_edges_that_do_not_match():
    state = delivering({"St. Louis": "coal", "Cleveland": "wood"}, laid=BLOCK)
    assert "p1 deliver coal St._Louis Cleveland" not in offered(state)
    with pytest.raises(Refused, match="no link joins it and Cleveland. It is linked to Pittsburgh"):
        go(state, "p1 deliver coal St._Louis Cleveland")


def test_a_delivered_cube_does_not_stay_at_the_destination():  # G4
    state, _ = go(delivering({"Washington": "coal wood"}), "p1 deliver coal Washington St._Louis")
    assert state.goods == {"Washington": (Goods.WOOD,)}
    assert state.delivered == (Goods.COAL,)


def test_deliveries_of_all_players_count_for_a_color():  # G5
    state = delivering({"Washington": "coal coal coal coal"})
    points = []
    for seat in (1, 2, 3, 4):
        before = state.score[seat]
        state, events = go(state, f"p{seat} deliver coal Washington St._Louis")
        points += [event.points for event in events if isinstance(event, Delivered)]
        assert before <= state.score[seat]
    assert points == [3, 2, 1, 1]


def test_with_two_players_both_kinds_of_cubes_are_one_color():  # R Special Rules for Two Players; G6
    state = delivering({"Washington": "grain wood"}, seats=2)
    _, events = go(state, "p1 deliver grain Washington St._Louis", "p2 deliver wood Washington St._Louis")
    assert [event.points for event in events if isinstance(event, Delivered)] == [3, 2]


def test_any_number_of_deliveries_may_use_the_same_link():  # G7
    state, _ = go(
        delivering({"Washington": "coal wood grain"}),
        "p1 deliver coal Washington St._Louis",
        "p2 deliver wood Washington St._Louis",
        "p3 deliver grain Washington St._Louis",
    )
    assert state.value["B&O"] == 3


def test_after_the_phase_the_cubes_go_back_into_the_bag():
    before = delivering({"Washington": "coal coal coal coal"})
    lines = [f"p{seat} deliver coal Washington St._Louis" for seat in (1, 2, 3, 4)]
    after, _ = go(before, *lines)
    assert after.bag[Goods.COAL] == before.bag[Goods.COAL] + 4
    assert after.delivered == ()
    assert isinstance(after.flow[-1], BiddingPhase)


def test_a_player_without_a_delivery_is_skipped():  # G3
    _, events = go(delivering({"Washington": "coal"}), "p1 deliver coal Washington St._Louis")
    assert [event.seat for event in events if isinstance(event, DeliverySkipped)] == [2, 3, 4]


def test_a_delivery_may_not_be_declined_while_one_is_possible():  # G3
    with pytest.raises(Refused, match="can’t finish yet: you must deliver"):
        go(delivering({"Washington": "coal"}), "p1 pass")


def test_the_refusal_of_a_missing_cube_names_the_cubes_of_the_city():
    with pytest.raises(Refused, match="There is no iron in Washington. It has coal and wood"):
        go(delivering({"Washington": "coal wood"}), "p1 deliver iron Washington St._Louis")


def test_a_city_without_a_link_delivers_nothing():
    state = delivering({"Washington": "coal", "El Paso": "wood"}, laid=(*TWO_ROADS, "El Paso 5,5 n"))
    with pytest.raises(Refused, match="El Paso: it has no links"):
        go(state, "p1 deliver wood El_Paso St._Louis")


def test_a_stock_value_has_no_limit_in_the_base_game():  # G9
    values = dict.fromkeys(table().value, 15)
    state, _ = go(delivering({"Washington": "coal wood"}, value=values), "p1 deliver coal Washington St._Louis")
    assert state.value["B&O"] == 16
