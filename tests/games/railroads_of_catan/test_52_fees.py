"""RC Phase 6: fees for track and cities; rulings 52 and 80 to 83."""

import pytest

from engine.games.railroads_of_catan.game_data.constants import MAX_FEES_PER_RIVAL, START_CASH
from engine.games.railroads_of_catan.phases import BiddingPhase, RunsPhase
from engine.games.railroads_of_catan.state.events import TrainRun
from tests.games.railroads_of_catan.table import events_of, go, refusal, table

OWN = {1: "H33-V75-H27-V61"}
THEIRS = {4: "H33-V75-H27", 1: "H27-V61"}
"""H33 is player 1's city, H27 player 4's."""

TO_AND_FRO = "H33>V75>H27>V75>H33>V75>H27"


def running(tracks=OWN, **position):
    return table(RunsPhase(), BiddingPhase(), **{"tracks": tracks, "trains": {1: ["H33"]}} | position)


def fees(state, *lines):
    """The fees for track and cities as (kind, dollars, paid seat)."""
    _, events = go(state, *lines)
    runs = events_of(events, TrainRun)
    return [(e.kind, -e.dollars, e.seat) for run in runs for e in run.bill.lines if e.kind in ("segment", "city")]


def test_own_track_and_own_cities_are_free():
    assert fees(running({1: "H33-V75-H32"}), "p1 run 1 H33>V75>H32>V75>H33") == []


def test_ruling_80_each_use_of_a_rivals_track_costs_200():
    state = running({4: "H33-V75-H32"})
    assert fees(state, "p1 run 1 H33>V75>H33>V75") == [("segment", 200, 4)] * 3
    assert go(state, "p1 run 1 H33>V75>H33>V75")[0].cash == {1: START_CASH - 600, 2: 15_000, 3: 15_000, 4: 15_600}


def test_ruling_80_mountain_track_costs_no_more():
    assert fees(running({2: "H33-V69-H28"}), "p1 run 1 H33>V69>H28") == [("segment", 200, 2)] * 2


@pytest.mark.parametrize(
    "trip", ["H33>V75>H27", "H33>V75>H27>V61", "H33>V75>H27>V75", "H33>V75>H27+1", "H33>V75>H27+1>V61"]
)
def test_ruling_81_a_visit_to_a_rivals_city_costs_200_once(trip):
    assert fees(running(), f"p1 run 1 {trip}") == [("city", 200, 4)]


def test_ruling_81_every_visit_counts():
    assert fees(running(), f"p1 run 1 {TO_AND_FRO}") == [("city", 200, 4)] * 2


@pytest.mark.parametrize("trip", ["H27>V75", "H27+1>V75", "H27+1"])
def test_ruling_81_nothing_is_paid_where_the_train_was_parked(trip):
    assert fees(running(trains={1: ["H27"]}), f"p1 run 1 {trip}") == []


def test_ruling_81_hexes_without_a_city_cost_nothing():
    assert fees(running({1: "V80-H36"}, trains={1: ["V80"]}), "p1 run 1 V80>H36") == []


def test_ruling_82_a_rival_gets_1000_in_a_turn_at_most():
    state = running(THEIRS)
    assert [dollars for _, dollars, _ in fees(state, f"p1 run 1 {TO_AND_FRO}")] == [200] * 5 + [0] * 3
    assert go(state, f"p1 run 1 {TO_AND_FRO}")[0].cash[4] == START_CASH + MAX_FEES_PER_RIVAL


def test_ruling_82_maximum_applies_to_all_trains_of_a_turn():
    state = running({4: "H33-V75-H27", 3: "V61-H27"}, trains={1: ["H33", "V61"]})
    state, _ = go(state, f"p1 run 1 {TO_AND_FRO}>V75>H33", "p1 run 2 V61>H27")
    assert state.cash[4] == START_CASH + MAX_FEES_PER_RIVAL
    assert state.cash[3] == START_CASH + 200


def test_ruling_82_maximum_applies_to_each_rival():
    state = running({4: "H33-V75", 3: "V75-H32"}, trains={1: ["H33"]})
    state, _ = go(state, "p1 run 1 H33>V75>H32>V75>H33>V75>H32>V75>H33")
    assert (state.cash[3], state.cash[4]) == (15_800, 15_800)


def test_ruling_82_goods_do_not_count():
    state = running(THEIRS, cash={1: 5_000}, trains={1: ["H33 large"]})
    after, _ = go(state, "p1 run 1 H33>V75>H27+5")
    assert after.cash[4] == START_CASH + 600 + 2_000
    state = running(THEIRS)
    after, _ = go(state, f"p1 run 1 {TO_AND_FRO}+2")
    assert after.cash[4] == START_CASH + MAX_FEES_PER_RIVAL + 800


def test_ruling_82_maximum_applies_again_in_the_next_turn():
    state = table(RunsPhase(), RunsPhase(), BiddingPhase(), tracks=THEIRS, trains={1: ["H33"]})
    state, _ = go(state, f"p1 run 1 {TO_AND_FRO}", "p1 run 1 H27>V75>H33")
    assert state.cash[4] == START_CASH + MAX_FEES_PER_RIVAL + 400


def test_ruling_83_money_earned_on_the_way_pays_fees():
    state = running({4: "H33-V69"}, cash={1: 0}, trains={1: ["H33 ore"]})
    assert refusal(state, "p1 run 1 H33>V69") == "You can’t pay the $200 fee at V69: you would have only $0."
    state, _ = go(state, "p1 run 1 H33-ore>V69")
    assert state.cash[1] == 1_300


def test_ruling_83_money_earned_later_does_not_pay_fees():
    state = running(THEIRS, cash={1: 500}, trains={1: ["H33 wood"]})
    assert "the $200 fee at H27: you would have only $100" in refusal(state, "p1 run 1 H33>V75>H27-wood")


def test_fee_above_the_maximum_needs_no_cash():
    state = running(THEIRS, cash={1: MAX_FEES_PER_RIVAL})
    after, _ = go(state, f"p1 run 1 {TO_AND_FRO}")
    assert after.cash[1] == 0


def test_ruling_52_with_the_union_manager_only_cities_cost():
    state = running(THEIRS, associates={1: "union", 2: "conductor"})
    assert fees(state, f"p1 run 1 {TO_AND_FRO}") == [("city", 200, 4)] * 2


def test_ruling_52_rivals_union_manager_does_not_help():
    assert len(fees(running(THEIRS, associates={2: "union"}), "p1 run 1 H33>V75")) == 1


def test_total_money_is_constant():
    state = running(THEIRS, orders=["H27 wood"])
    after, _ = go(state, "p1 run 1 H33+2>V75>H27-2wood:A+1")
    assert sum(after.cash.values()) + after.bank == sum(state.cash.values()) + state.bank
    assert after.bank == state.bank - 1_600 - 4_000
