"""Boundary values of the rules of every phase."""

import msgspec
import pytest

from engine.core import Secret, decisions, read_action, redact
from engine.games.railroads_of_catan.agent.position_value import position_value
from engine.games.railroads_of_catan.game import GAME
from engine.games.railroads_of_catan.game_data.options import CatanOptions
from engine.games.railroads_of_catan.game_data.pieces import EventCard
from engine.games.railroads_of_catan.game_data.pieces import MaintenanceMark as Marked
from engine.games.railroads_of_catan.phases import (
    BiddingPhase,
    BuildingPhase,
    BuyingPhase,
    Happening,
    MaintenancePhase,
    RunningPhase,
    RunsPhase,
)
from engine.games.railroads_of_catan.rules import running, stalemate
from engine.games.railroads_of_catan.rules.building import LayingCost, quote_tracks
from engine.games.railroads_of_catan.rules.dice import roll_off
from engine.games.railroads_of_catan.rules.laying import LAY_RULE
from engine.games.railroads_of_catan.rules.maintenance_marks import MARK_RULE, MarkOffers
from engine.games.railroads_of_catan.rules.run_graph import run_graph_of
from engine.games.railroads_of_catan.search import plans, proposals
from engine.games.railroads_of_catan.state.actions import Lay, Mark
from engine.games.railroads_of_catan.state.events import ItemKept, TaxPaid, TrackLaid, TrainRun
from engine.games.railroads_of_catan.state.path_notation import Path
from engine.games.railroads_of_catan.state.state import SeatPlans
from tests.baselines import HINTS
from tests.games.railroads_of_catan.table import (
    can,
    events_of,
    go,
    offered,
    premove_lines,
    refusal,
    seats_asked,
    table,
    tracks_of,
)

FOURTEEN = "H33-V69-V62-V54-V46-V38-V31-V24-V18-V12-V07-V02-V06-V01-V05"


def selling(item="H33-V75", otherwise="remove", reserve=100, **position):
    """A position in the maintenance of a turn, with an item of seat 1 for sale."""
    said = {1: SeatPlans(marks=(Marked(item, otherwise, reserve),))}
    return table(MaintenancePhase(), BiddingPhase(), **{"tracks": {1: "H33-V75"}, "said": said} | position)


# -- set-up and supplies


def test_new_game_has_an_empty_bank_no_slips_and_round_1():
    state, _ = GAME.new_game(CatanOptions(), 4, 1)
    assert (state.bank, state.slips.size, state.turn, GAME.rules.round_number(state)) == (0, 0, 0, 1)
    assert [GAME.rules.round_number(table(turn=turn)) for turn in (1, 3)] == [1, 3]


def test_counts_include_pieces_in_the_supply():
    state = table(tracks={1: f"{FOURTEEN}-V10", 2: "H01-V05,H01-V01"}, trains={1: ["H33 large", "H33 large", "H33"]})
    counted = GAME.rules.count_components(state)
    assert (state.remaining_rails(1), state.remaining_segments(1)) == (0, 0)
    assert [counted[f"rails of player {seat}"] for seat in (1, 2)] == [15, 15]
    assert [counted[f"segments of player {seat}"] for seat in (1, 2)] == [5, 5]
    over = state.add_tracks(1, "V10-V16").set_train(msgspec.structs.replace(state.trains[2], large=True))
    assert GAME.rules.count_components(over)["rails of player 1"] == 16  # so an overdraft is seen
    assert GAME.rules.count_components(over)["segments of player 1"] == 6


def test_counts_include_all_cards_slips_and_dollars():
    state = table(orders=["H33 ore", "H33 wheat"], cash={1: 100}).fill_order("A")
    counted = GAME.rules.count_components(state)
    assert (len(state.orders), state.used_slips, state.bank) == (1, ("H33",), 14_900)
    assert (counted["slips"], counted["dollars"], counted["cards of ore"], counted["cards of wheat"]) == (
        112, 60_000, 19, 19,
    )  # fmt: skip


def test_a_die_has_six_sides():
    state, seen = table(), set()
    for _ in range(80):
        state, die = state.roll_die()
        seen.add(die)
    assert seen == {1, 2, 3, 4, 5, 6}


@pytest.mark.parametrize("seed", range(8))
def test_who_rolls_high_comes_first(seed):
    state = table(seed=seed)
    after, first = state.roll_die()
    _, second = after.roll_die()
    _, order = roll_off(state, (3, 1))
    assert order == ((3, 1) if first > second else (1, 3)) or first == second
    bidders = selling(seed=seed)
    after, first = bidders.roll_die()
    _, second = after.roll_die()
    lines = (f"p{seat} offer 1 H33-V75 300" for seat in (2, 3))
    sold, _ = go(bidders, *lines, "p2 done", "p3 done", "p4 done")
    assert sold.tracks["H33-V75"] == (2 if first > second else 3) or first == second


# -- phases 1 to 3


def test_bid_is_a_multiple_of_100_by_the_seat_itself():
    state = selling(cash={2: 450})
    assert [can(state, f"p2 offer 1 H33-V75 {bid}") for bid in (100, 150, 300)] == [True, False, True]
    first = next(question for question in decisions(state) if question.seat == 2)
    assert read_action("p3 offer 1 H33-V75 100", GAME.actions) not in first.offers
    assert [line for line in offered(state, 2) if line != "done"] == [
        f"offer 1 H33-V75 {bid}" for bid in (100, 200, 300)
    ]


def test_has_bid_applies_to_one_item():
    said = {1: SeatPlans(marks=tuple(Marked(item, "remove", 100) for item in ("H33-V75", "H33-V76")))}
    state, _ = go(selling(tracks={1: "H33-V75,H33-V76"}, said=said), "p2 offer 1 H33-V76 100")
    phase = state.flow[-1]
    assert [phase.has_bid(2, 1, item) for item in ("H33-V75", "H33-V76")] == [False, True]
    assert not phase.has_bid(3, 1, "H33-V76") and not phase.has_bid(2, 3, "H33-V76")


def test_the_last_rail_and_just_the_upkeep_are_enough():
    assert seats_asked(selling(tracks={1: "H33-V75", 2: FOURTEEN})) == [2, 3, 4]
    _, events = go(selling(otherwise="pay", cash={1: 100}), "p2 done", "p3 done", "p4 done")
    assert [event.paid for event in events_of(events, ItemKept)] == [100]


@pytest.mark.parametrize(
    ("reserve", "possible"), [(-100, False), (0, True), (100, True), (5_000, True), (5_100, False)]
)
def test_a_reserve_is_from_nothing_to_the_list_price(reserve, possible):
    state = table(trains={1: ["H33"], 2: ["H01"]})
    assert (Mark(1, "train-1", "pay", reserve) in MarkOffers(state, 1, SeatPlans())) is possible
    assert (MARK_RULE.refusal(state, state.flow[-1], Mark(1, "train-1", "pay", reserve)) == "") is (reserve <= 5_000)


def test_mark_is_by_the_seat_itself_and_cannot_be_repeated():
    state = table(trains={1: ["H33"], 2: ["H33"]})
    marks = MarkOffers(state, 1, SeatPlans(marks=(Marked("train-1", "pay", 200),)))
    assert Mark(1, "train-1", "pay", 200) not in marks and Mark(1, "train-1", "remove", 200) in marks
    assert Mark(2, "train-1", "pay", 100) not in marks
    assert refusal(state, "p1 mark train-1 sell 5000") == "Choose whether to pay or remove it if no one bids."
    assert not any(line.startswith("mark") for line in premove_lines(table(turn=7, trains={1: ["H33"]}), 1))


def test_the_tax_takes_the_last_dollar_before_it_takes_a_barrel():
    assert taxed(200) == [TaxPaid(1, 200, ())]
    assert taxed(199) == [TaxPaid(1, 100, ("wood",))]
    assert taxed(0) == [TaxPaid(1, 0, ("wood", "wood"))]


def taxed(cash):
    """The tax events of a seat with this cash and two barrels."""
    state = table(BiddingPhase(), trains={1: ["H33 wood wood"]}, cash={1: cash})
    placed = msgspec.structs.replace(state, event_deck=Secret((EventCard.TAX,), 1), flow=(*state.flow, Happening()))
    return events_of(placed.flow[-1].advance(placed).take_events()[1], TaxPaid)


@pytest.mark.parametrize(("cash", "listed"), [(0, [0]), (99, [0]), (199, [0, 100]), (1_099, [*range(0, 1_001, 100)])])
def test_bids_that_can_be_paid_are_listed(cash, listed):
    assert offered(table(BiddingPhase(), cash={1: cash}), 1) == [f"bid {bid}" for bid in listed]


# -- phase 5


@pytest.mark.parametrize(("cash", "possible"), [(2_000, True), (1_999, False)])
def test_the_last_dollar_buys_track(cash, possible):
    state = table(BuyingPhase(), cash={1: cash})
    assert can(state, "p1 lay H33-V75,H33-V76") is possible
    assert isinstance(quote_tracks(state, BuildingPhase(1), tracks_of("H33-V75-V69")), LayingCost) is possible


def test_path_without_track_is_not_offered():
    state = table(BuyingPhase())
    assert Lay(1, Path(())) not in LAY_RULE.collect_offers(state, state.flow[-1])
    assert read_action("p2 lay H01-V05", GAME.actions) not in LAY_RULE.collect_offers(state, state.flow[-1])


def test_event_of_track_without_city_has_the_nearest_city():
    state = table(BuyingPhase(), tracks={1: "H33-V76-V70-V63, H33-V75"}, associates={1: "crew"})
    _, events = go(state, "p1 lay V63-V56,V76-V82,V75-V68-V61-V53")
    assert [*events_of(events, TrackLaid)[0].cities] == ["H19"]
    _, events = go(state, "p1 lay V76-V82,V75-V68-V61-V53,V63-V56")
    assert [*events_of(events, TrackLaid)[0].cities] == ["H22"]


# -- phase 6


def test_train_can_act_with_room_goods_to_sell_or_track():
    trains = ["H33", "H33 wood wood", "H33 wood ore", "V90", "V81 ore"]
    state = table(RunsPhase(), tracks={1: "V81-V87"}, trains={1: trains})
    assert [running.can_act(state, train) for train in state.trains] == [True, False, True, False, True]


def test_event_of_a_trip_has_its_cities_and_those_nearest_to_its_ends():
    state = table(RunsPhase(), tracks={1: "V90-V85-V79-V73-V66, V79-V84"}, trains={1: ["V90"]})
    for line, cities in (("V90>V85>V79>V73>V66", ["H35", "H24"]), ("V90>V85>V79", ["H35", "H30"])):
        _, events = go(state, f"p1 run 1 {line}")
        assert [*events_of(events, TrainRun)[0].cities] == cities


def test_count_moves_is_0_at_the_same_place_and_else_the_fewest():
    roads = run_graph_of(table(tracks={4: "H33-V75-H32", 1: "H33-V82-V87-V81-H32"}), 1)
    assert [roads.count_moves("H33", city) for city in ("H33", "H32", "H28")] == [0, 2, None]


@pytest.mark.parametrize("module", [running, plans, proposals])
def test_trip_of_the_maximum_length_is_allowed(module, monkeypatch):
    state = table(RunsPhase(), BiddingPhase(), tracks={1: "H33-V75-H27"}, trains={1: ["H33"]})
    run, plan = "p1 run 1 H33+2>V75>H27-2woo", "p1 planrun 1 H33+2>V75>H27-2woo 0"
    train = state.find_train(1, 1)
    line = plan if module is plans else run
    for length, possible in ((len(line), True), (len(line) - 1, False)):
        monkeypatch.setattr(module, "MAX_LENGTH", length)
        if module is proposals:
            assert proposals._is_writable(train, read_action(run, GAME.actions).trip.stops) is possible
        else:
            assert can(state, line) is possible
            rule = plans.PLAN_RUN_RULE if module is plans else RunningPhase.rules[0]
            assert (rule.refusal(state, state.flow[-1], read_action(line, GAME.actions)) == "") is possible


# -- the end


@pytest.mark.parametrize(
    ("position", "earns"),
    [
        ({"cash": {1: 200, 2: 500, 3: 0, 4: 0}}, True),  # $500 lay a track with the engineer
        ({"cash": {1: 200, 2: 499, 3: 0, 4: 0}}, False),
        ({"cash": {1: 200, 2: 0, 3: 0, 4: 0}, "tracks": {2: "H01-V05"}}, True),
        ({"cash": {1: 199, 2: 0, 3: 0, 4: 0}, "tracks": {2: "H01-V05"}}, False),
    ],
)
def test_ruling_95_just_enough_to_earn(position, earns):
    assert stalemate.can_anybody_earn(table(RunsPhase(), options={"events": False}, **position)) is earns


# -- evaluation


def test_upkeep_is_estimated_for_every_remaining_turn():
    idle = {"tracks": {}, "trains": {1: ["V90"]}, "cash": {1: 5_000}}
    promised = [position_value(table(turn=turn, **idle), 1) - 5_000 for turn in (6, 7)]
    assert promised[0] == 2 * promised[1] == 2 * -500
    laden = table(turn=7, **idle | {"trains": {1: ["V90 wood wood"]}})
    assert position_value(laden, 1) - 5_000 == -500 + 2 * 1_200
    begun, _ = GAME.new_game(CatanOptions(), 4, 1)
    assert position_value(begun, 1) == 15_000


def test_evaluation_of_a_bid_falls_with_its_distance_from_the_best():
    view = redact(table(BiddingPhase()), 1)
    rated = [HINTS[GAME.key](view, read_action(f"p1 bid {bid}", GAME.actions)) for bid in range(0, 15_001, 100)]
    best = rated.index(max(rated))
    assert rated == [-100 * abs(place - best) for place in range(len(rated))]
