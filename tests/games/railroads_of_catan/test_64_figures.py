"""The figures of a recap, and what a move costs."""

import pytest

from engine.core import read, redact
from engine.games.railroads_of_catan.phases import BiddingPhase, BuyingPhase, RunsPhase
from tests.games.railroads_of_catan.table import GAME, table


def price(state, line):
    action = read(line, GAME.actions)
    return GAME.rules.price(redact(state, action.seat), action)


def test_a_tally_counts_what_is_ones_own():
    tracks = {1: "H33-V75-H32, H22-V56", 2: "H01-V01"}
    trains = {1: ["H33 ore ore", "H22 wood"], 2: ["H01"]}
    found = redact(table(RunsPhase(), BiddingPhase(), tracks=tracks, trains=trains, cash={1: 900}), None)
    mine = {"dollars": 900, "tracks": 3, "trains": 2, "barrels on board": 3, "cities joined": 2}
    theirs = {"dollars": 15_000, "tracks": 1, "trains": 1, "barrels on board": 0, "cities joined": 0}
    assert [dict(GAME.words.tally(found, seat)) for seat in (1, 2)] == [mine, theirs]


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
def test_works_and_trains_cost_what_the_bank_and_rivals_get(line, dollars):
    state = table(BuyingPhase(), RunsPhase(), tracks={1: "H33-V81"}, trains={1: ["H33"]})
    assert price(state, f"p1 {line}") == dollars


def test_a_trip_costs_the_fees_of_track_and_cities_but_no_goods():
    state = table(RunsPhase(), BiddingPhase(), tracks={4: "H33-V75-H27"}, trains={1: ["H33"]})
    assert price(state, "p1 run 1 H33>V75>H27") == 600
    assert price(state, "p1 run 1 H33>V75>H27+2") == 600


def test_what_cannot_be_done_now_has_no_price():
    state = table(RunsPhase(), BiddingPhase(), tracks={1: "H33-V75-H27"}, trains={1: ["H33"]})
    assert price(state, "p1 lay H33-V82") is None
    assert price(state, "p1 run 2 H33>V75") is None
    buying = table(BuyingPhase(), RunsPhase(), tracks={1: "H33-V75-H27"}, trains={1: ["H33"]})
    assert price(buying, "p1 run 1 H33>V75") is None
