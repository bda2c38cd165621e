"""Statistics of seats, and costs of moves."""

import pytest

from engine.core import read_action, redact
from engine.games.railroads_of_catan.game_data.pieces import Item
from engine.games.railroads_of_catan.game_data.pieces import MaintenanceMark as Marked
from engine.games.railroads_of_catan.phases import BiddingPhase, BuyingPhase, MaintenancePhase, RunsPhase
from engine.games.railroads_of_catan.state.state import SeatPlans
from tests.games.railroads_of_catan.table import GAME, go, table


def price(state, line):
    action = read_action(line, GAME.actions)
    return GAME.rules.cost(redact(state, action.seat), action)


def test_statistics_count_the_seats_own_pieces():
    tracks = {1: "H33-V75-H32, H22-V56", 2: "H01-V01"}
    trains = {1: ["H33 ore ore", "H22 wood"], 2: ["H01"]}
    found = redact(table(RunsPhase(), BiddingPhase(), tracks=tracks, trains=trains, cash={1: 900}), None)
    mine = {"dollars": 900, "tracks": 3, "trains": 2, "barrels on board": 3, "cities joined": 2}
    theirs = {"dollars": 15_000, "tracks": 1, "trains": 1, "barrels on board": 0, "cities joined": 0}
    assert [dict(GAME.text.statistics(found, seat)) for seat in (1, 2)] == [mine, theirs]


def test_a_bid_for_the_order_costs_its_dollars():
    assert price(table(BiddingPhase()), "p1 bid 700") == 700


@pytest.mark.parametrize(
    ("line", "dollars"),
    [
        ("lay H33-V82", 1_000),
        ("lay H33-V75-H27", 3_000),  # two tracks of a plain, and a rival for entering its city
        ("train H33", 5_000),
        ("upgrade 1", 3_000),
        ("done", None),
    ],
)
def test_tracks_and_trains_cost_the_payments_to_bank_and_rivals(line, dollars):
    state = table(BuyingPhase(), RunsPhase(), tracks={1: "H33-V81"}, trains={1: ["H33"]})
    assert price(state, f"p1 {line}") == dollars


def test_trip_costs_its_payments_to_rivals():
    state = table(RunsPhase(), BiddingPhase(), tracks={4: "H33-V75-H27"}, trains={1: ["H33"]})
    assert price(state, "p1 run 1 H33>V75>H27") == 600
    assert price(state, "p1 run 1 H33>V75>H27+2") == 600 + 800
    assert price(state, "p1 run 1 H33+2") == 0


def test_bid_for_an_item_costs_the_bid_and_the_upkeep():
    plans = {2: SeatPlans(marks=(Marked(Item("H01-V05"), "remove", 0),))}
    state = table(MaintenancePhase(), BiddingPhase(), tracks={2: "H01-V05"}, said=plans)
    assert price(state, "p1 offer 2 H01-V05 500") == 600
    state, _ = go(state, "p1 offer 2 H01-V05 500", "p1 done", "p3 done", "p4 done")
    assert state.cash[1] == 15_000 - 600


def test_impossible_action_has_no_cost():
    state = table(RunsPhase(), BiddingPhase(), tracks={1: "H33-V75-H27"}, trains={1: ["H33"]})
    assert price(state, "p1 lay H33-V82") is None
    assert price(state, "p1 run 2 H33>V75") is None
    buying = table(BuyingPhase(), RunsPhase(), tracks={1: "H33-V75-H27"}, trains={1: ["H33"]})
    assert price(buying, "p1 run 1 H33>V75") is None
