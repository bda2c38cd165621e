"""Proposed trips: they are possible and different, and the best trip is among them."""

from itertools import pairwise

import pytest

from engine.core import MAX_LENGTH, decisions, premove_decisions, write_action
from engine.games.railroads_of_catan.game import GAME
from engine.games.railroads_of_catan.game_data.constants import MAX_TURNS, START_CASH
from engine.games.railroads_of_catan.game_data.island import Good, NodeId
from engine.games.railroads_of_catan.game_data.pieces import TrainPiece
from engine.games.railroads_of_catan.phases import BiddingPhase, RunningPhase, RunsPhase
from engine.games.railroads_of_catan.rules.run_graph import run_graph_of
from engine.games.railroads_of_catan.rules.running import trains_to_run
from engine.games.railroads_of_catan.rules.trips import Journey, travel
from engine.games.railroads_of_catan.search import best_trip_value
from engine.games.railroads_of_catan.search.best_trip_value import best_trip
from engine.games.railroads_of_catan.search.proposals import trip_proposals
from engine.games.railroads_of_catan.search.trip_value import TripValues
from engine.games.railroads_of_catan.search.trip_variants import trip_variants
from engine.games.railroads_of_catan.state.actions import Run
from engine.games.railroads_of_catan.state.path_notation import Trip
from tests.contract.seeded_games import Table, step_by_step
from tests.games.railroads_of_catan.every_trip import brings, most
from tests.games.railroads_of_catan.table import LAYOUT, go, offered, table

OWN = {1: "H26-V68-H27-V75-H33-V69-H28-V63-H22"}


def running(train="H33", **position):
    return table(RunsPhase(), BiddingPhase(), **{"tracks": OWN, "trains": {1: [train]}} | position)


def proposed(state, number=1):
    return [str(trip) for trip in trip_proposals(state, {}, state.find_train(1, number))]


def crowded(seed):
    """A position with every third track of the inner island, three trains of each seat, and eight orders."""
    lines = ("H33-V75-H32-V68-H27-V69-H28-V63-H22", "H01-V11-H06-V23-H12-V44-H19", "H30-V66-H25-V60-H26-V68", "H19-V53")
    spots = {1: "H33 H28 H22", 2: "H01 H24 V44", 3: "H30 H25 V66", 4: "H06 H27 V53"}
    loads = ("", " ore wheat", " large brick wood sheep")
    return table(
        RunsPhase(),
        BiddingPhase(),
        tracks=dict(enumerate(lines, 1)),
        trains={seat: [at + loads[(i + seed) % 3] for i, at in enumerate(s.split())] for seat, s in spots.items()},
        orders=["H33 ore", "H27 brick 6000", "H22 wood", "H01 sheep", "H30 brick", "H06 wheat", "H19 ore", "H26 sheep"],
        cash=(200, 5_000, START_CASH)[seed],
    )


# -- possible and different trips


@pytest.mark.parametrize("seed", range(3))
def test_all_proposed_trips_are_possible(seed):
    state = crowded(seed)
    for train in state.trains:
        trips = trip_proposals(state, {}, train)
        assert 0 < len(trips) == len(set(trips)) <= 10
        assert all(isinstance(travel(state, {}, train, trip), Journey) for trip in trips)


def test_proposed_run_fits_a_line_of_notation():
    goods = ["brick", "ore", "sheep", "wheat", "wood"]
    cities = ("H33", "H27", "H28", "H32")
    orders = [f"{city} {good}" for city in cities for good in goods if LAYOUT.good_of(NodeId(city)) != good]
    tracks = {1: "H33-V75-H27-V69-H28, V75-H32, H33-V69"}
    state = running(f"H33 large {' '.join(goods)}", tracks=tracks, orders=orders, associates={1: "conductor"})
    assert all(len(f"p1 {line}") <= MAX_LENGTH for line in offered(state, 1))
    assert len(proposed(state)) == 10


def test_the_best_trip_may_be_as_long_as_a_line_can_be(monkeypatch):
    state = crowded(2)
    train = state.find_train(1, 1)
    gain, trip = best_trip(state, {}, train)
    monkeypatch.setattr(best_trip_value, "MAX_LENGTH", len(write_action(Run(train.seat, train.number, trip))))
    assert best_trip(state, {}, train) == (gain, trip)


def test_trips_are_listed_best_first():
    state = crowded(2)
    for train in state.trains:
        prospects = TripValues(state, train.seat)
        worth = [prospects.trip_value(travel(state, {}, train, trip)) for trip in trip_proposals(state, {}, train)]
        assert worth == sorted(worth, reverse=True)


def test_five_trips_have_different_stops_or_orders():
    state = crowded(2)
    for train in state.trains_of(1):
        trips = trip_proposals(state, {}, train)
        gists = {
            tuple((s.place, *(sale.order for sale in s.sales)) for s in trip.stops if s.has_work) for trip in trips
        }
        assert len(gists) >= 5


def test_length_list_and_membership_of_offers_agree():
    state, _ = go(crowded(1), f"p1 {offered(crowded(1), 1)[0]}")
    (question,) = decisions(state)
    listed = list(question.offers)
    assert len(listed) == len(question.offers) > 5
    assert all(action in question.offers for action in listed)


# -- the trip with the highest income, and its variants


def in_self_play(games):
    """(state, fees of rivals, train) for every train before it runs, in games of computer players."""
    for seed in range(games):
        for moment in step_by_step(Table(GAME, 4, (), seed, "greedy")):
            phase = moment.before.flow[-1]
            if isinstance(phase, RunningPhase) and not phase.ran:
                yield from ((moment.before, phase.fees, train) for train in trains_to_run(moment.before, phase))


def test_trip_with_the_highest_income_is_always_proposed():
    cases = [*in_self_play(1)][::3]
    assert len(cases) > 10
    for state, fees, train in cases:
        trips = trip_proposals(state, fees, train)
        bring_most = max((brings(state, fees, train, trip) for trip in trips), default=0)
        assert bring_most >= most(state, fees, train) or most(state, fees, train) == 0  # the best is to stay


@pytest.mark.parametrize("seed", range(3))
def test_no_trip_earns_more_than_the_best_one(seed):
    state = crowded(seed)
    for train in state.trains[seed::6]:
        money, trip = best_trip(state, {}, train)
        assert money == most(state, {}, train)
        assert trip is None or brings(state, {}, train, trip) == money


def test_trip_without_income_is_not_the_best():
    assert best_trip(running("H33", tracks={4: "H33-V75"}), {}, running("H33").find_train(1, 1)) == (0, None)


def test_barrels_can_be_sold_in_part_and_loaded_in_part():
    trips = proposed(running("H33 ore ore", tracks={1: "H33-V75-H27"}, turn=MAX_TURNS))
    assert trips[0].startswith("H33-2ore+2>V75>H27-2woo")
    assert any(trip.startswith("H33-2ore+1>V75>H27-woo") for trip in trips)


def test_later_stops_of_variants_are_limited_to_what_is_possible():
    state = running("H33", tracks={1: "H33-V75-H27"}, orders=["H27 wood 6000"])
    begun = Journey(state.find_train(1, 1), state.cash[1], {})
    found = {
        str(Trip(stops)): made
        for stops, made in trip_variants(state, begun, Trip.read("H33+2>V75>H27-woo:A-woo").stops)
    }
    assert {"H33+1>V75>H27-woo:A", "H33+2>V75>H27-woo:A"} <= set(found)
    assert all(travel(state, {}, begun.train, Trip.read(line)) == made for line, made in found.items())


# -- good trips are found


def test_the_best_delivery_comes_first():
    state = running(orders=["H28 wheat", "H27 wood 6000"])
    assert proposed(state)[0].startswith("H33+2>V75>H27-woo:B-woo+2")


def test_goods_are_fetched_for_an_order():
    state = running(orders=["H33 wheat 8000"])
    assert any("H27+" in trip and "-whe:A" in trip for trip in proposed(state))


def test_both_orders_for_a_good_are_filled_the_higher_bonus_first():
    state = running("H33 ore ore", orders=["H33 ore", "H33 ore 8000"])
    assert proposed(state)[0].startswith("H33-ore:B-ore:A")


def test_a_barrel_is_kept_for_an_order_on_the_way():
    state = running("H33 ore ore", orders=["H27 ore"], tracks={1: "H33-V75-H27"})
    assert proposed(state)[0].startswith("H33-ore+1>V75>H27-ore:A-woo")


def test_one_barrel_is_fetched_for_an_order_where_more_would_be_a_loss():
    state = running("H30", tracks={1: "H30-V79-H35"}, orders=["H35 wheat"], turn=MAX_TURNS)
    assert proposed(state)[0].startswith("H30+1>V79>H35-whe:A")


def test_loads_are_limited_by_room():
    loaded = [trip for trip in proposed(running("H27 large ore")) if "ore" not in trip]
    assert "H27>V75>H33>V69>H28+4" in loaded


def test_loads_are_limited_by_cash():
    state = running("H33 large", cash={1: 1_000})
    assert any("H33>V75>H27+2" in trip for trip in proposed(state))


def test_fees_paid_earlier_count_for_the_maximum():
    state = running("H33 wood", tracks={4: "H33-V75-H27"})
    train = state.find_train(1, 1)
    free = travel(state, {4: 1000}, train, trip_proposals(state, {4: 1000}, train)[0])
    assert free.bill.fees == 0


def test_cheapest_and_fastest_path_are_found():
    tracks = {4: "H33-V75-H32", 1: "H33-V81-H32"}
    legs = run_graph_of(running(tracks=tracks), 1).legs_from("H33")
    assert [(leg.points, leg.moves, leg.fees) for leg in legs["H32"]] == [(("V81", "H32"), 2, 0)]
    tracks = {4: "H33-V75-H32", 1: "H33-V82-V87-V81-H32"}
    legs = run_graph_of(running(tracks=tracks), 1).legs_from("H33")
    assert [(leg.moves, leg.fees) for leg in legs["H32"]] == [(2, 400), (4, 0)]


def test_seat_without_cash_gets_trips_without_costs():
    state = running("H33 ore", tracks={4: "H33-V75-H32", 1: "H33-V82-V87-V81-H32"}, cash={1: 0}, orders=["H32 ore"])
    assert "H33>V82>V87>V81>H32-ore:A+2" in proposed(state)


def test_a_train_goes_toward_a_city_that_is_too_far():
    long = "H33-V75-H27-V61-V53-V45-V37-V30-V24-V18-V12-H02"
    state = running("V75 ore", tracks={1: long}, orders=["H02 ore 9000"])
    best = travel(state, {}, state.find_train(1, 1), trip_proposals(state, {}, state.find_train(1, 1))[0])
    assert (best.moves, best.train.goods.count("ore")) == (8, 1)
    assert run_graph_of(state, 1).count_moves(best.train.at, "H02") < 8


def test_proposed_trips_do_not_end_in_full_cities():
    state = running(trains={1: ["H33 wood"], 4: ["H27", "H27", "H27"]})
    assert not any(trip.split(">")[-1].startswith("H27") for trip in proposed(state))


def test_trips_without_work_are_not_proposed_beside_others():
    trips = proposed(running(tracks={1: "H33-V75-H32"}))
    assert 0 < len(trips) < 5
    assert all("-" in trip or "+" in trip for trip in trips)


def test_trips_that_only_move_end_in_different_places():
    trips = proposed(running("V75", tracks={1: "H33-V75-H32"}, cash={1: 0}))
    assert {"V75>H32", "V75>H33"} <= set(trips)


@pytest.mark.parametrize(("event", "way"), [("tax", ("V81", "H32")), ("monsoon", ("H33", "V81", "H32"))])
def test_paths_avoid_coast_track_after_a_monsoon(event, way):
    legs = run_graph_of(running(tracks={1: "V81-V87-H33-V81-H32"}, event=event), 1).legs_from("V87")
    assert legs["H32"][0].points == way


def test_coast_track_is_not_proposed_after_a_monsoon():
    state = running("V87", tracks={1: "V87-V81-H33"}, event="monsoon")
    assert proposed(state) == []


# -- values of cargo


def cargo(state, *goods, at="H33", filled=()):
    return TripValues(state, 1).cargo_value(TrainPiece(1, 9, at, goods=tuple(map(Good, goods))), filled)


def test_goods_on_board_are_worth_nothing_in_the_last_turn():
    assert cargo(running(), "ore") > 0
    assert cargo(running(turn=MAX_TURNS), "ore") == 0


def test_goods_are_worth_more_near_their_buyers_and_for_an_order():
    assert cargo(running(), "wood") > cargo(running(), "wood", at="H06") > 0
    assert cargo(running(orders=["H27 wood"]), "wood") > cargo(running(), "wood") + 1_000


def test_filled_order_adds_nothing_to_the_value_of_cargo():
    state = running(orders=["H27 wood"])
    assert cargo(state, "wood", filled=("A",)) == cargo(running(), "wood")


def test_order_adds_value_to_one_barrel_only():
    one, two = (cargo(running(orders=["H27 wood"]), *["wood"] * barrels) for barrels in (1, 2))
    assert two - one == cargo(running(), "wood")


def test_empty_train_is_worth_more_in_a_city():
    assert cargo(running()) == 0 > cargo(running(), at="V75") > cargo(running(tracks={}), at="V75")


# -- plans


def test_listed_plans_of_trips_have_their_fees_as_limit():
    state = running("H33 wood", tracks={4: "H33-V75-H27"}, orders=["H27 wood"])
    plans = [action for question in premove_decisions(state) for action in question.offers if hasattr(action, "trip")]
    assert ("H33>V75>H27-woo:A+2", 600) in [(str(plan.trip), plan.limit) for plan in plans]


def test_steps_follow_built_track():
    state = crowded(2)
    for train in state.trains:
        for trip in trip_proposals(state, {}, train):
            assert all("-".join(sorted((a.place, b.place))) in state.tracks for a, b in pairwise(trip.stops))
