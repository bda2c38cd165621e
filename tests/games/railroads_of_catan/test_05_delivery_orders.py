"""RC Phase 4: delivery orders; rulings 54 to 57."""

import msgspec
import pytest

from engine.core import Secret
from engine.games.railroads_of_catan.game_data.island import Good
from engine.games.railroads_of_catan.phases import BiddingPhase, Delivery, RunsPhase
from engine.games.railroads_of_catan.state.events import OrderFilled, OrdersGrown, OrderTurned
from tests.games.railroads_of_catan.table import begin, events_of, go, seats_asked, table


def stacked(slips=(), goods=(), **position):
    """The state after phase 4, and its events, with these slips and goods on top of the decks."""
    state = table(BiddingPhase(), **position)
    rest = {"slips": state.slips.open(), "goods": state.goods.open()}
    tops = {"slips": tuple(slips), "goods": tuple(map(Good, goods))}
    decks = {name: Secret((*tops[name], *deck), len(tops[name]) + len(deck)) for name, deck in rest.items()}
    placed = msgspec.structs.replace(state, **decks, flow=(*state.flow, Delivery()))
    return placed.flow[-1].advance(placed).take_events()


@pytest.mark.parametrize("seats", [3, 4])
def test_ruling_54_there_are_twice_as_many_orders_as_players(seats):
    state, events = begin(Delivery(), BiddingPhase(), seats=seats)
    assert len(state.orders) == len(events_of(events, OrderTurned)) == 2 * seats
    assert [order.letter for order in state.orders] == list("ABCDEFGH"[: 2 * seats])


def test_ruling_54_open_orders_gain_2000_before_new_ones_come():
    state, events = begin(Delivery(), BiddingPhase(), orders=["H01 ore", "H33 wheat 6000"])
    assert [order.bonus for order in state.orders] == [6_000, 8_000] + [4_000] * 6
    assert events_of(events, OrdersGrown) == [OrdersGrown(("A", "B"))]


def test_ruling_54_nothing_grows_when_no_order_is_open():
    _, events = begin(Delivery(), BiddingPhase())
    assert events_of(events, OrdersGrown) == []


def test_ruling_55_a_good_that_the_city_makes_is_thrown_away_and_drawn_again():
    state, _ = stacked(["H33"], ["wood", "wood", "ore"])  # H33 makes wood
    assert (state.orders[0].city, state.orders[0].good) == ("H33", "ore")
    assert state.used_goods[:2] == ("wood", "wood")


def test_ruling_55_no_order_asks_a_city_for_its_own_good():
    for seed in range(30):
        state = table(Delivery(), BiddingPhase(), seed=seed)
        assert all(order.good is not state.layout.good_of(order.city) for order in state.orders)


def test_ruling_56_two_orders_may_be_for_one_city_and_one_good():
    state, _ = stacked(["H33", "H33"], ["ore", "ore"])
    first, second = state.orders[:2]
    assert (first.city, first.good) == (second.city, second.good) == ("H33", "ore")


def test_ruling_57_bank_pays_the_whole_bonus_of_an_order():
    position = {"tracks": {1: "H33-V75-H27"}, "trains": {1: ["V75 ore"]}, "orders": ["H27 ore 8000"]}
    state, events = go(table(RunsPhase(), BiddingPhase(), **position), "p1 run 1 V75>H27-ore:A")
    assert [event.order.letter for event in events_of(events, OrderFilled)] == ["A"]
    assert state.cash[1] == 15_000 + 4 * 300 + 8_000 - 200
    assert (state.orders, state.used_slips, state.used_goods) == ((), ("H27",), ("ore",))


def test_a_letter_is_used_again_when_its_order_is_filled():
    state = table(BiddingPhase(), orders=["H01 ore", "H33 wheat", "H30 wood"])
    filled = state.fill_order("B")
    again = filled.push_phases(Delivery())
    turned = again.flow[-1].advance(again)
    assert [order.letter for order in turned.orders] == list("ABCDEFGH")
    assert turned.orders[0].bonus == turned.orders[2].bonus == 6_000


def test_nobody_is_asked_about_orders():
    assert seats_asked(table(Delivery(), BiddingPhase())) == [1, 2, 3, 4]
