"""R Draw Tiles/ Bid for Turn Order; rulings B1 to B9."""

import pytest

from engine.core import decisions
from engine.errors import Refused
from engine.games.railroad_rivals.phases.turns import BiddingPhase, DraftingPhase, DrawingTiles
from engine.games.railroad_rivals.state.events import OrderSet
from tests.games.railroad_rivals.table import GAME, go, offered, table

RED, BLUE, YELLOW, GRAY = 1, 2, 3, 4


def bidding(order=(1, 2, 3, 4), **more):
    seats = len(order)
    opened = BiddingPhase.start(order)
    more.setdefault("offer", (("Denver", "Omaha", "El Paso", "Buffalo")[:seats], ("ACL", "UP", "NP", "SP")[:seats]))
    return table(seats=seats, order=order, **more, flow=(*table(seats=seats).flow[:1], DraftingPhase(), opened))


def test_as_many_city_and_stock_tiles_are_turned_up_as_there_are_players():  # R Draw Tiles
    for seats in (2, 3, 4, 5):
        state, _ = GAME.new_game(GAME.options(), seats, 3)
        assert (len(state.city_offer), len(state.stock_offer)) == (seats, seats)


def test_the_rulebooks_example_of_bidding():
    state = bidding((RED, BLUE, YELLOW, GRAY))
    state, events = go(state, "p4 bid 2", "p3 bid 3", "p2 bid 5", "p1 pass", "p4 pass", "p3 bid 6", "p2 pass")
    assert state.order == (YELLOW, RED, BLUE, GRAY)
    assert state.score == {RED: 20, BLUE: 20, YELLOW: 14, GRAY: 20}
    assert OrderSet((YELLOW, RED, BLUE, GRAY), 6) in events


def test_the_last_player_bids_first_and_then_leftward():  # B1
    state = bidding((2, 4, 1, 3))
    asked = []
    for amount in range(1, 6):
        seat = decisions(state)[0].seat
        asked.append(seat)
        state, _ = go(state, f"p{seat} bid {amount}")
    assert asked == [3, 1, 4, 2, 3]


def test_the_lowest_bid_is_1_and_any_jump_is_allowed():  # B2
    assert {"p4 pass", "p4 bid 1", "p4 bid 20"} <= offered(bidding())
    assert "p4 bid 0" not in offered(bidding())


def test_a_bid_must_be_higher_than_the_one_before():
    state, _ = go(bidding(), "p4 bid 5")
    with pytest.raises(Refused, match="can’t bid 5: the high bid is 5. Bid 6 or more"):
        go(state, "p3 bid 5")


def test_a_bid_is_at_most_the_score():  # B3
    state = bidding(score={1: 20, 2: 20, 3: 20, 4: 3})
    assert offered(state) == {"p4 pass", "p4 bid 1", "p4 bid 2", "p4 bid 3"}
    with pytest.raises(Refused, match="you have only 3 points"):
        go(state, "p4 bid 4")


def test_a_player_without_points_can_only_pass():  # B3
    assert offered(bidding(score={1: 20, 2: 20, 3: 20, 4: 0})) == {"p4 pass"}


def test_a_player_who_passed_does_not_bid_again():
    state, _ = go(bidding(), "p4 pass", "p3 bid 1", "p2 bid 2", "p1 bid 3")
    assert decisions(state)[0].seat == 3


def test_if_all_others_pass_the_first_player_stays_first_for_free():  # B4
    state, events = go(bidding(), "p4 pass", "p3 pass", "p2 pass")
    assert OrderSet((1, 2, 3, 4), 0) in events
    assert state.score[1] == 20
    assert isinstance(state.flow[-1], DraftingPhase)


def test_losers_pay_nothing():  # B5
    state, _ = go(bidding(), "p4 bid 9", "p3 bid 10", "p2 pass", "p1 pass", "p4 pass")
    assert state.score == {1: 20, 2: 20, 3: 10, 4: 20}


def test_bidding_comes_after_the_tiles_are_turned_up():  # B7
    state = table(flow=(*table().flow[:1], DraftingPhase(), BiddingPhase.start((1, 2, 3, 4)), DrawingTiles()))
    assert isinstance(state.flow[-1], BiddingPhase)
    assert len(state.city_offer) == 4


def test_there_is_bidding_with_stock_tiles_only_and_in_the_last_turn():  # B8
    state = table(turn=8, city_pile_out=True, placed_this_turn=True)
    assert isinstance(state.flow[-1], BiddingPhase)
    assert (len(state.city_offer), len(state.stock_offer)) == (0, 8)


def test_optional_rule_the_first_to_pass_goes_last():  # R Optional Bidding Rule; B9
    state = bidding(bidding="whole-order")
    state, _ = go(state, "p4 bid 2", "p3 pass", "p2 bid 3", "p1 pass", "p4 pass")
    assert state.order == (2, 4, 1, 3)
    assert state.score[2] == 17


def test_optional_rule_if_all_pass_the_order_stays():  # B9
    state, _ = go(bidding(bidding="whole-order"), "p4 pass", "p3 pass", "p2 pass")
    assert state.order == (1, 2, 3, 4)


def test_anything_but_a_bid_is_refused_during_the_bidding():
    with pytest.raises(Refused, match="Bid to go first, or pass"):
        go(bidding(), "p4 draft Cleveland")


def test_another_player_cannot_bid_out_of_turn():
    with pytest.raises(Refused, match="Waiting for player 4"):
        go(bidding(), "p1 bid 3")


def test_a_refused_bid_says_that_only_a_pass_is_possible():
    state, _ = go(bidding(score={1: 20, 2: 20, 3: 5, 4: 20}), "p4 bid 5")
    with pytest.raises(Refused, match="the high bid is 5, and you have only 5 points. Pass"):
        go(state, "p3 bid 5")


def test_a_refused_bid_of_0_names_the_lowest_bid():  # B2
    with pytest.raises(Refused, match="the lowest bid is 1 point"):
        go(bidding(), "p4 bid 0")
