"""RC Phase 6: goods and orders; rulings 35, 51, 57, 72 to 79 and 87."""

import pytest

from engine.games.railroads_of_catan.game_data.constants import START_CASH
from engine.games.railroads_of_catan.phases import BiddingPhase, RunsPhase
from engine.games.railroads_of_catan.state.events import OrderFilled, TrainRun
from tests.games.railroads_of_catan.table import can, events_of, go, offered, refusal, table

OWN = {1: "H26-V68-H27-V75-H33-V69-H28"}
"""H26 makes brick and H27 wheat for player 4; H33 makes wood and H28 ore for player 1."""


def running(train="H33", **position):
    """A position in which player 1 runs trains, by default one."""
    return table(RunsPhase(), BiddingPhase(), **{"tracks": OWN, "trains": {1: [train]}} | position)


def gain(state, line, seat=1):
    """The change of a seat's cash by a line."""
    return go(state, line)[0].cash[seat] - state.cash[seat]


def goods(state, number=1):
    return state.find_train(1, number).goods


# -- loading


def test_ruling_72_goods_are_loaded_in_cities_alone_and_the_citys_own():
    state = running()
    assert refusal(state, "p1 run 1 H33>V75+1") == "You can’t load or sell at V75: it isn’t a city."
    assert goods(go(state, "p1 run 1 H33+2")[0]) == ("wood", "wood")
    assert goods(go(state, "p1 run 1 H33>V75>H27+1")[0]) == ("wheat",)


@pytest.mark.parametrize(("train", "room"), [("H33", 2), ("H33 large", 5), ("H33 large ore ore", 3)])
def test_ruling_72_barrels_are_limited_by_the_trains_room(train, room):
    state = running(train)
    assert can(state, f"p1 run 1 H33+{room}")
    if room < 5:
        assert f"You can’t load {room + 1} wood at H33: the train has room for {room}." in refusal(
            state, f"p1 run 1 H33+{room + 1}"
        )


def test_ruling_72_hexes_without_a_city_have_no_goods():
    state = running("H08", tracks={1: "H08-V18"})
    assert "at H08: it isn’t a city" in refusal(state, "p1 run 1 H08+1")


def test_ruling_73_loads_are_mixed():
    state, _ = go(running(), "p1 run 1 H33+1>V75>H27+1")
    assert goods(state) == ("wheat", "wood")


@pytest.mark.parametrize(
    ("trip", "owner", "price"),
    [
        ("H33>V75>H27+1", 4, 400),
        ("H33>V75>H27+2", 4, 800),
        ("H33>V75>H27>V68>H26+1", 4, 300),
        ("H33>V75>H32>V74>V67>H25+1", 3, 300),
    ],
)
def test_ruling_74_goods_cost_100_a_dot_to_the_owner_of_the_city(trip, owner, price):
    state = running(tracks={1: "H33-V75-H27-V68-H26, V75-H32-V74-V67-H25"})
    after, events = go(state, f"p1 run 1 {trip}")
    (run,) = events_of(events, TrainRun)
    (bought,) = [line for line in run.bill.lines if line.kind == "goods"]
    assert (bought.dollars, bought.seat) == (-price, owner)
    assert after.cash[owner] == START_CASH + price + run.bill.fees


def test_ruling_74_ore_costs_200_a_dot():
    state = table(RunsPhase(), BiddingPhase(), tracks={2: "V69-H28"}, trains={2: ["V69"]})
    assert gain(state, "p2 run 1 V69>H28+2", 1) == 2 * 400 + 200


def test_ruling_74_goods_of_an_own_city_are_free():
    assert gain(running(), "p1 run 1 H33+2") == 0
    assert gain(running("H28 large"), "p1 run 1 H28+5") == 0


def test_refusal_of_goods_names_price_and_cash():
    state = running(cash={1: 900})
    assert can(state, "p1 run 1 H33>V75>H27+1")
    assert (
        refusal(state, "p1 run 1 H33>V75>H27+2")
        == "You can’t load 2 wheat at H27: that costs $800, and you would have only $700."
    )


@pytest.mark.parametrize(
    ("position", "price"),
    [
        ({}, 400),
        ({"event": "plenty"}, 200),
        ({"associates": {1: "negotiator"}}, 200),
        ({"event": "plenty", "associates": {1: "negotiator"}}, 100),
        ({"associates": {4: "negotiator"}}, 400),
    ],
)
def test_rulings_35_and_51_the_year_of_plenty_and_the_negotiator_halve_what_is_paid_and_received(position, price):
    state = running(**position)
    assert gain(state, "p1 run 1 H33>V75>H27+1") == -price - 200
    assert gain(state, "p1 run 1 H33>V75>H27+1", 4) == price + 200


def test_ruling_51_the_negotiator_does_not_lower_sales():
    state = running("H33 ore", associates={1: "negotiator"}, event="plenty")
    assert gain(state, "p1 run 1 H33-ore") == 1500


# -- selling


@pytest.mark.parametrize(("good", "price"), [("wheat", 1000), ("ore", 1500)])
def test_ruling_75_the_bank_pays_200_a_dot_and_300_for_ore_in_own_cities_too(good, price):
    state = running(f"H33 {good} {good}")
    after, _ = go(state, f"p1 run 1 H33-2{good}")
    assert after.cash[1] == START_CASH + 2 * price
    assert after.bank == state.bank - 2 * price
    assert goods(after) == ()


def test_ruling_75_rivals_cities_buy_goods_and_their_owners_pay_nothing():
    state = running("H33 wood")
    assert gain(state, "p1 run 1 H33>V75>H27-wood") == 800 - 200
    assert gain(state, "p1 run 1 H33>V75>H27-wood", 4) == 200


def test_ruling_75_no_city_buys_what_it_makes():
    state = running("H33 wood ore")
    assert refusal(state, "p1 run 1 H33-wood") == "You can’t sell wood at H33: that city makes it."


def test_train_cannot_sell_goods_that_it_does_not_carry():
    state = running("H33 ore wheat")
    assert refusal(state, "p1 run 1 H33-2ore") == "You can’t unload 2 ore at H33: the train carries 1."
    assert "1 sheep at H33: the train carries none" in refusal(state, "p1 run 1 H33-sheep")


def test_ruling_76_a_train_sells_and_loads_at_one_stop():
    state, _ = go(running("H33 ore wheat"), "p1 run 1 H33-ore-wheat+2")
    assert goods(state) == ("wood", "wood")
    assert "the train has no room" in refusal(running("H33 ore wheat"), "p1 run 1 H33+1")


def test_ruling_77_goods_are_thrown_away_anywhere_for_nothing():
    state, events = go(running("H33 ore wheat"), "p1 run 1 H33>V75*ore")
    assert goods(state) == ("wheat",)
    assert events_of(events, TrainRun)[0].bill.moves == 1
    assert state.cash[1] == START_CASH
    assert "1 sheep at H33: the train carries none" in refusal(running("H33 ore"), "p1 run 1 H33*sheep")


def test_ruling_77_throwing_goods_away_makes_room_at_a_stop():
    state, _ = go(running("H33 ore wheat"), "p1 run 1 H33*wheat+1")
    assert goods(state) == ("ore", "wood")


def test_ruling_87_goods_do_not_change_trains():
    state = running(trains={1: ["H33", "H33 ore"]})
    assert "1 ore at H33: the train carries none" in refusal(state, "p1 run 1 H33-ore")
    after, _ = go(state, "p1 run 1 H33+1")
    assert (goods(after, 1), goods(after, 2)) == (("wood",), ("ore",))


# -- orders


def test_ruling_57_bank_pays_the_bonus_with_its_growth():
    state = running("H33 ore", orders=["H33 ore 8000"])
    after, events = go(state, "p1 run 1 H33-ore:A")
    assert after.cash[1] == START_CASH + 1500 + 8000
    assert after.bank == state.bank - 9500
    assert events_of(events, OrderFilled)[0].order == state.orders[0]
    assert after.orders == ()
    assert (after.used_slips, after.used_goods) == (("H33",), ("ore",))


def test_ruling_78_order_takes_one_barrel_and_pays_besides_the_sale():
    state = running("H33 ore ore", orders=["H33 ore"])
    assert gain(state, "p1 run 1 H33-2ore:A") == 3000 + 4000
    assert gain(state, "p1 run 1 H33-ore:A-ore") == 3000 + 4000
    assert "order A: it isn’t open" in refusal(state, "p1 run 1 H33-ore:A-ore:A")


def test_ruling_78_two_orders_need_two_barrels():
    state = running("H33 ore ore", orders=["H33 ore", "H33 ore 6000"])
    assert gain(state, "p1 run 1 H33-ore:A-ore:B") == 3000 + 4000 + 6000
    state = running("H33 ore", orders=["H33 ore", "H33 ore"])
    assert "1 ore at H33: the train carries none" in refusal(state, "p1 run 1 H33-ore:A-ore:B")


def test_ruling_78_an_order_may_be_left_open():
    state, _ = go(running("H33 ore", orders=["H33 ore"]), "p1 run 1 H33-ore")
    assert [order.letter for order in state.orders] == ["A"]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("H33-wheat:A", "You can’t fill order A with wheat at H33: it needs ore at H33."),
        ("H33>V75>H27-ore:A", "You can’t fill order A with ore at H27: it needs ore at H33."),
        ("H33-ore:B", "You can’t fill order B: it isn’t open."),
    ],
)
def test_an_order_is_for_one_good_and_one_city(line, why):
    assert refusal(running("H33 ore wheat", orders=["H33 ore"]), f"p1 run 1 {line}") == why


@pytest.mark.parametrize("number", [1, 2])
def test_ruling_79_any_train_fills_an_order_and_then_it_is_gone(number):
    state = running(trains={1: ["H33 ore", "H33 large ore"]}, orders=["H33 ore"])
    after, _ = go(state, f"p1 run {number} H33-ore:A")
    assert "order A: it isn’t open" in refusal(after, f"p1 run {3 - number} H33-ore:A")
    assert can(after, f"p1 run {3 - number} H33-ore")


def test_goods_stay_on_the_train_to_the_next_turn():
    state, _ = go(
        table(RunsPhase(), RunsPhase(), BiddingPhase(), tracks=OWN, trains={1: ["H33"]}), "p1 run 1 H33+2>V69>H28"
    )
    assert goods(state) == ("wood", "wood")
    assert any("-2woo" in line for line in offered(state, 1))
