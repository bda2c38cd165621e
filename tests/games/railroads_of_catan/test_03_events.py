"""RC Phase 2: the event of the turn; rulings 33 to 41."""

import msgspec
import pytest

from engine.core import Secret, redact
from engine.games.railroads_of_catan.game_data.pieces import EventCard
from engine.games.railroads_of_catan.phases import (
    BiddingPhase,
    BuyingPhase,
    Delivery,
    Happening,
    MaintenancePhase,
    RunsPhase,
    Turns,
)
from engine.games.railroads_of_catan.state.events import EventTurned, HolidayPaid, StormLosses, TaxPaid
from tests.games.railroads_of_catan.table import begin, can, events_of, go, refusal, seats_asked, table

COAST, WATER, INLAND = "V81-V87", "H37-V86", "H33-V75"


def turned(card, *phases, **position):
    """The state after an event, at the first decision, and the events."""
    return begin(Happening(), *(phases or (BiddingPhase(),)), event_deck=Secret((EventCard(card),), 1), **position)


def test_ruling_33_events_can_be_left_out():
    for played in (True, False):
        state = table(BiddingPhase(), options={"events": played})
        begun = Turns().advance(msgspec.structs.replace(state, flow=(Turns(),)))
        assert any(isinstance(phase, Happening) for phase in begun.flow) is played


def test_event_card_is_public():
    state, events = turned("plenty", event="")
    assert events_of(events, EventTurned) == [EventTurned(EventCard.PLENTY)]
    assert (state.event, state.happened, state.event_deck.size) == ("plenty", ("plenty",), 0)


def test_ruling_34_the_tax_is_100_a_barrel_on_trains():
    state, events = turned("tax", trains={1: ["H33 wood wood", "H33 large ore"], 2: ["H01"]})
    assert events_of(events, TaxPaid) == [TaxPaid(1, 300, ())]
    assert state.cash[1] == 15_000 - 300
    assert len(state.find_train(1, 1).goods) == 2


def test_ruling_34_barrels_are_thrown_away_if_cash_is_missing():
    state, events = turned("tax", trains={1: ["H33 wood wood", "H33 ore"]}, cash={1: 250})
    assert events_of(events, TaxPaid) == [TaxPaid(1, 200, ("ore",))]
    assert state.cash[1] == 50
    assert [train.goods for train in state.trains] == [("wood", "wood"), ()]


@pytest.mark.parametrize(("associate", "price"), [("crew", 500), ("negotiator", 250)])
def test_ruling_35_goods_cost_half_and_with_the_negotiator_a_quarter(associate, price):
    position = {"tracks": {2: INLAND}, "trains": {2: ["V75"]}, "event": "plenty", "order": (2, 1, 3, 4)}
    state = table(RunsPhase(), BiddingPhase(), **position, associates={2: associate})
    state, _ = go(state, "p2 run 1 V75>H33+2")
    assert state.cash[1] == 15_000 + price + 200  # the city's fee, too


def test_ruling_36_the_monsoon_destroys_water_tracks():
    state, events = turned("monsoon", tracks={1: f"{COAST},{WATER},{INLAND}", 2: "H03-V07"})
    assert set(state.tracks) == {COAST, INLAND}
    assert events_of(events, StormLosses) == [StormLosses(("H03-V07", WATER), ())]
    assert (state.remaining_rails(1), state.remaining_rails(2)) == (13, 15)


def test_ruling_36_trains_at_the_coast_and_on_the_water_are_lost_but_not_those_in_cities():
    trains = {1: ["V81 wood", "H37", "V75", "H33"], 2: ["V01"]}
    state, events = turned("monsoon", trains=trains)
    assert [(train.seat, train.at) for train in state.trains] == [(1, "V75"), (1, "H33"), (2, "V01")]
    assert events_of(events, StormLosses)[0].trains == ((1, 1), (1, 2))
    assert state.remaining_segments(1) == 3


def test_ruling_36_coast_tracks_are_neither_built_nor_run_on_in_this_turn():
    storm = {"tracks": {1: f"H33-V81,{COAST}"}, "trains": {1: ["H33"]}, "event": "monsoon"}
    assert "coast" in refusal(table(BuyingPhase(), **{**storm, "tracks": {1: "H33-V81"}}), f"p1 lay {COAST}")
    assert can(table(BuyingPhase(), tracks={1: "H33-V81"}), f"p1 lay {COAST}")
    assert not can(table(RunsPhase(), **storm), "p1 run 1 H33>V81>V87")
    assert can(table(RunsPhase(), **{**storm, "event": ""}), "p1 run 1 H33>V81>V87")


def test_ruling_36_tracks_to_centers_of_land_hexes_stay_open():
    storm = {"tracks": {1: "H33-V81"}, "trains": {1: ["H33"]}, "event": "monsoon"}
    assert can(table(RunsPhase(), **storm), "p1 run 1 H33>V81")
    assert can(table(BuyingPhase(), **storm), "p1 lay H33-V82")


def test_ruling_37_upkeep_is_paid_before_the_storm():
    deck = Secret((EventCard.MONSOON,), 1)
    state, _ = begin(MaintenancePhase(), Happening(), BiddingPhase(), tracks={1: WATER}, event_deck=deck)
    assert state.cash[1] == 15_000 - 200
    assert state.tracks == {}


def test_ruling_38_the_surplus_is_two_free_tracks_above_the_limit():
    state, _ = go(table(BuyingPhase(), event="surplus"), "p1 lay H33-V75-V69-V62-V54-V61")
    assert (state.cash[1], len(state.tracks)) == (15_000 - 3_000, 5)
    assert not can(state, "p1 lay H33-V82")


def test_ruling_38_unused_surplus_is_lost():
    state = table(BuyingPhase(), event="surplus")
    after = state.begin_turn()
    assert after.event is None


def test_ruling_38_surplus_pays_one_track_through_mountains_or_over_water():
    state, _ = go(table(BuyingPhase(), event="surplus"), "p1 lay H28-V76")
    assert state.cash[1] == 15_000
    state, _ = go(state, "p1 lay H28-V70")
    assert state.cash[1] == 15_000 - 2_000


def test_ruling_38_fees_are_paid_for_free_tracks_too():
    state, _ = go(table(BuyingPhase(), event="surplus"), "p1 lay H33-V75-H27")
    assert (state.cash[1], state.cash[4]) == (14_000, 16_000)


def test_ruling_39_the_bank_pays_the_holiday_at_once():
    state, events = turned("holiday", trains={1: ["H33", "H33 large"], 3: ["H30 large"]})
    assert events_of(events, HolidayPaid) == [HolidayPaid(1, 3_000), HolidayPaid(3, 2_000)]
    assert (state.cash[1], state.cash[3], state.bank) == (18_000, 17_000, -5_000)


def test_ruling_40_events_happen_in_the_order_of_the_turn_before():
    _, events = turned("holiday", trains={1: ["H33"], 3: ["H30"]}, order=(3, 2, 1, 4))
    assert [event.seat for event in events_of(events, HolidayPaid)] == [3, 1]


def test_ruling_40_first_turn_uses_the_order_of_seats():
    assert table(Delivery(), BiddingPhase()).order == (1, 2, 3, 4)


def test_ruling_41_unused_event_cards_are_never_shown():
    state = table(turn=1)
    assert state.event_deck.size == 7
    assert redact(state, 1).state.event_deck.value is None


def test_nobody_is_asked_about_an_event():
    state, _ = turned("surplus")
    assert seats_asked(state) == [1, 2, 3, 4]
    assert isinstance(state.flow[-1], BiddingPhase)
