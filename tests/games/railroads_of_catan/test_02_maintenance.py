"""RC Phase 1: upkeep, marks, sealed bids and the sale; rulings 16 to 32."""

import msgspec
import pytest

from engine.core import decisions, redact
from engine.games.railroads_of_catan.game import GAME
from engine.games.railroads_of_catan.game_data.pieces import City, MaintenanceMark
from engine.games.railroads_of_catan.phases import BiddingPhase, MaintenancePhase
from engine.games.railroads_of_catan.state.actions import Offer
from engine.games.railroads_of_catan.state.events import (
    ItemKept,
    ItemRemoved,
    ItemsOffered,
    ItemSold,
    OfferMade,
    UpkeepPaid,
)
from engine.games.railroads_of_catan.state.sellable_items import items_by_need, list_price
from engine.games.railroads_of_catan.state.state import SeatPlans
from tests.games.railroads_of_catan.table import begin, can, events_of, go, offered, refusal, seats_asked, table

PLAIN, COAST, MOUNTAIN, WATER = "H33-V75", "V81-V87", "H28-V76", "H37-V86"
ENDS = {PLAIN: {"H33": City(1, 5)}, MOUNTAIN: {"H28": City(1, 2)}, COAST: {"H32": City(1, 4), "H33": City(1, 5)}}
"""The cities at the ends of each track, or those nearest to its ends."""
FAR = "H01-V01-V06"
"""Track far from the other seats' track."""


def marked(*marks, **position):
    """The maintenance of a turn for which seat 1 has marked items such as ``H33-V75 pay 500``."""
    said = {1: SeatPlans(marks=tuple(map(mark_of, marks)))}
    return table(MaintenancePhase(), BiddingPhase(), **{"tracks": {1: PLAIN}, "said": said, **position})


def mark_of(line):
    item, otherwise, reserve = line.split()
    return MaintenanceMark(item, otherwise, int(reserve))


def selling(item):
    return SeatPlans(marks=(MaintenanceMark(item, "remove", 100),))


def bidding(state):
    return isinstance(state.flow[-1], MaintenancePhase) and state.flow[-1].lots is not None


def over(state):
    return isinstance(state.flow[-1], BiddingPhase)


# -- upkeep


def test_ruling_16_first_turn_has_no_maintenance():
    state = table(BiddingPhase(), turn=0)
    after = msgspec.structs.replace(state, flow=state.flow[:1])
    assert [type(phase) for phase in after.flow[0].advance(after).flow].count(MaintenancePhase) == 0
    assert isinstance(after.begin_turn().flow[0].advance(after.begin_turn()).flow[-1], MaintenancePhase)


@pytest.mark.parametrize(
    ("position", "paid"),
    [
        ({"tracks": {1: PLAIN}}, 100),
        ({"tracks": {1: COAST}}, 100),
        ({"tracks": {1: MOUNTAIN}}, 200),
        ({"tracks": {1: WATER}}, 200),
        ({"trains": {1: ["H33"]}}, 500),
        ({"trains": {1: ["H33 large"]}}, 800),
        ({"tracks": {1: f"{PLAIN},{MOUNTAIN}"}, "trains": {1: ["H33", "H33 large"]}}, 1_600),
    ],
)
def test_ruling_17_upkeep_is_a_tenth_of_the_list_price(position, paid):
    state = marked(**{"tracks": {}, **position}, associates={1: "engineer"})
    assert state.cash[1] == 15_000 - paid
    assert state.bank == paid


def test_ruling_18_everybody_pays_in_the_order_of_the_turn_before():
    tracks = {1: PLAIN, 2: FAR, 3: MOUNTAIN}
    state, events = begin(MaintenancePhase(), BiddingPhase(), tracks=tracks, order=(3, 1, 4, 2))
    assert events_of(events, UpkeepPaid) == [UpkeepPaid(3, 200), UpkeepPaid(1, 100), UpkeepPaid(2, 200)]
    assert [state.cash[seat] for seat in (1, 2, 3, 4)] == [14_900, 14_800, 14_800, 15_000]


def test_ruling_19_without_marks_everything_is_maintained_and_nobody_is_asked():
    state = marked(tracks={1: PLAIN, 2: FAR})
    assert over(state)
    assert len(state.tracks) == 3


def test_ruling_20_seat_without_cash_gives_up_items_until_it_can_pay():
    state = marked(tracks={1: f"{PLAIN},{MOUNTAIN},{COAST}"}, cash={1: 100})
    assert seats_asked(state) == [1]
    state, _ = go(state, f"p1 release {MOUNTAIN}")
    assert seats_asked(state) == [1] and state.plans[1].open().marks == (MaintenanceMark(MOUNTAIN, "remove", 0),)
    state, events = go(state, f"p1 release {COAST}")
    assert state.cash[1] == 0
    assert events_of(events, ItemsOffered) == [ItemsOffered(((1, MOUNTAIN), (1, COAST)), ENDS[MOUNTAIN] | ENDS[COAST])]


def test_ruling_20_several_seats_are_asked_at_once():
    state = marked(tracks={1: PLAIN, 2: FAR}, cash={1: 0, 2: 0})
    assert seats_asked(state) == [1, 2]
    state, _ = go(state, "p2 release H01-V01", f"p1 release {PLAIN}")
    assert seats_asked(state) == [2]


def test_ruling_20_marks_reduce_the_upkeep_before_a_seat_is_asked():
    assert bidding(marked(f"{PLAIN} remove 100", cash={1: 0}))


def test_ruling_20_dead_ends_come_first_then_empty_trains():
    line = "H33-V75-H27,H33-V76-H28,H33-V81-V86"
    state = marked(tracks={1: line}, trains={1: ["H33 wood", "H33", "H33 large"]})
    assert items_by_need(state, 1) == (
        "V81-V86", "train-3", "train-2", "H28-V76", "H27-V75", "H33-V75", "H33-V76", "H33-V81", "train-1",
    )  # fmt: skip


def test_ruling_20_released_item_is_sold_for_any_bid_or_removed():
    state = marked(cash={1: 0})
    state, _ = go(state, f"p1 release {PLAIN}")
    sold, events = go(state, f"p2 offer 1 {PLAIN} 100", "p2 done", "p3 done", "p4 done")
    assert sold.tracks[PLAIN] == 2
    gone, events = go(state, "p2 done", "p3 done", "p4 done")
    assert events_of(events, ItemRemoved) == [ItemRemoved(1, PLAIN, ENDS[PLAIN])]
    assert gone.tracks == {}


def test_ruling_20_refusals_name_the_item_and_the_missing_cash():
    state = marked(tracks={1: f"{PLAIN},{MOUNTAIN}"}, cash={1: 50})
    assert (
        refusal(state, "p1 release H01-V01")
        == "You don’t have H01-V01. Give up something else: your upkeep is still $250 too high."
    )
    state, _ = go(state, f"p1 release {MOUNTAIN}")
    assert "given up H28-V76. Give up something else: your upkeep is still $50" in refusal(
        state, f"p1 release {MOUNTAIN}"
    )
    assert "Give up an item first" in refusal(state, "p1 done")


def test_ruling_21_upkeep_of_unmarked_items_is_paid_before_the_bids():
    state = marked(f"{PLAIN} remove 100", tracks={1: f"{PLAIN},{MOUNTAIN}"})
    assert bidding(state)
    assert state.cash[1] == 15_000 - 200


# -- bids


def test_ruling_22_all_other_seats_make_sealed_bids_at_once():
    state = marked(f"{PLAIN} remove 100")
    assert seats_asked(state) == [2, 3, 4]
    after, events = go(state, f"p2 offer 1 {PLAIN} 300")
    (made,) = events_of(events, OfferMade)
    assert made.to == {2}
    for seat in (None, 1, 3, 4):
        assert redact(after, seat) == redact(state, seat)
    assert [d.prompt for d in decisions(after)] == [d.prompt for d in decisions(state)]


def test_ruling_22_bid_is_at_least_100_and_leaves_cash_for_the_upkeep():
    state = marked(f"{PLAIN} remove 100", cash={2: 450})
    assert [can(state, f"p2 offer 1 {PLAIN} {bid}") for bid in (0, 50, 100, 300, 350, 400)] == [
        False, False, True, True, False, False,
    ]  # fmt: skip
    assert "from $100 to $300" in refusal(state, f"p2 offer 1 {PLAIN} 400")


def test_ruling_22_a_bid_needs_a_piece_of_the_right_kind():
    fifteen = "V01-V05-V10-V16-V22-V28-V35-V42-V50-V58-V65-V71-V77,V05-H01-V06-V02"
    state = marked(f"{PLAIN} remove 100", tracks={1: PLAIN, 2: fifteen})
    assert state.remaining_rails(2) == 0
    assert seats_asked(state) == [3, 4]
    trains = {1: ["H33 large"], 2: ["H01 large", "H01 large"], 3: ["H30 large", "H30"]}
    state = marked("train-1 remove 100", trains=trains)
    assert seats_asked(state) == [3, 4]


def test_ruling_22_a_later_bid_replaces_the_one_before():
    state = marked(f"{PLAIN} remove 100")
    state, _ = go(state, f"p2 offer 1 {PLAIN} 300", f"p2 offer 1 {PLAIN} 200", "p2 done", "p3 done")
    state, events = go(state, "p4 done")
    assert events_of(events, ItemSold) == [ItemSold(1, 2, PLAIN, 200, 100, ENDS[PLAIN])]


def test_ruling_22_seat_that_cannot_bid_is_not_asked():
    state = marked(f"{PLAIN} remove 100", cash={2: 150, 3: 150, 4: 150})
    assert over(state)
    assert state.tracks == {}


def test_ruling_23_a_buyer_needs_no_track_nearby():
    state = marked(f"{PLAIN} remove 100", tracks={1: PLAIN, 2: FAR})
    assert can(state, f"p2 offer 1 {PLAIN} 100")


def test_ruling_24_the_highest_bid_counts():
    state = marked(f"{PLAIN} remove 100")
    lines = (f"p2 offer 1 {PLAIN} 300", f"p3 offer 1 {PLAIN} 400", f"p4 offer 1 {PLAIN} 200")
    state, events = go(state, *lines, "p2 done", "p3 done", "p4 done")
    assert events_of(events, ItemSold) == [ItemSold(1, 3, PLAIN, 400, 100, ENDS[PLAIN])]


def test_ruling_24_a_die_decides_among_equal_bids():
    winners = set()
    for seed in range(20):
        state = marked(f"{PLAIN} remove 100", seed=seed)
        lines = (f"p{seat} offer 1 {PLAIN} 300" for seat in (2, 3, 4))
        state, events = go(state, *lines, "p2 done", "p3 done", "p4 done")
        winners |= {event.buyer for event in events_of(events, ItemSold)}
    assert winners == {2, 3, 4}


@pytest.mark.parametrize(
    ("item", "value"),
    [(PLAIN, 1_000), (MOUNTAIN, 2_000), ("train-1", 5_000), ("train-2", 8_000)],
)
def test_ruling_25_owner_must_accept_bids_over_half_the_list_price(item, value):
    position = {"tracks": {1: f"{PLAIN},{MOUNTAIN}"}, "trains": {1: ["H33", "H33 large"]}}
    state = marked(f"{item} pay {value}", **position)
    assert list_price(state, 1, item) == value
    for bid, kept in ((value // 2, True), (value // 2 + 100, False)):
        _, events = go(state, f"p2 offer 1 {item} {bid}", "p2 done", "p3 done", "p4 done")
        assert bool(events_of(events, ItemKept)) is kept
        assert bool(events_of(events, ItemSold)) is not kept


def test_ruling_25_bid_of_at_least_the_reserve_is_accepted():
    state = marked(f"{PLAIN} pay 300")
    for bid, taken in ((200, False), (300, True)):
        after, _ = go(state, f"p2 offer 1 {PLAIN} {bid}", "p2 done", "p3 done", "p4 done")
        assert after.tracks[PLAIN] == (2 if taken else 1)


def test_ruling_26_owner_who_declines_a_bid_pays_upkeep():
    state = marked(f"{PLAIN} remove 500")
    state, events = go(state, f"p2 offer 1 {PLAIN} 400", "p2 done", "p3 done", "p4 done")
    assert events_of(events, ItemKept) == [ItemKept(1, PLAIN, 100, ENDS[PLAIN])]
    assert state.cash[1] == 15_000 - 100


def test_ruling_26_bid_is_accepted_if_the_owner_cannot_pay_upkeep():
    state = marked(f"{PLAIN} pay 500", cash={1: 50})
    state, events = go(state, f"p2 offer 1 {PLAIN} 200", "p2 done", "p3 done", "p4 done")
    assert events_of(events, ItemSold) == [ItemSold(1, 2, PLAIN, 200, 100, ENDS[PLAIN])]
    assert state.cash[1] == 250


@pytest.mark.parametrize(
    ("otherwise", "cash", "stays"), [("pay", 15_000, True), ("remove", 15_000, False), ("pay", 50, False)]
)
def test_ruling_27_mark_says_what_happens_without_a_bid(otherwise, cash, stays):
    state = marked(f"{PLAIN} {otherwise} 100", cash={1: cash})
    state, events = go(state, "p2 done", "p3 done", "p4 done")
    assert (PLAIN in state.tracks) is stays
    assert events_of(events, ItemKept if stays else ItemRemoved)


def test_ruling_28_buyer_pays_owner_and_upkeep_and_replaces_the_piece():
    state = marked(f"{PLAIN} remove 100")
    state, _ = go(state, f"p2 offer 1 {PLAIN} 300", "p2 done", "p3 done", "p4 done")
    assert {seat: state.cash[seat] - 15_000 for seat in (1, 2)} == {1: 300, 2: -400}
    assert (state.remaining_rails(1), state.remaining_rails(2), state.tracks[PLAIN]) == (15, 14, 2)


def test_ruling_29_next_bid_wins_if_the_highest_bidder_cannot_pay_anymore():
    tracks = {1: f"{PLAIN},{COAST}"}
    state = marked(f"{COAST} remove 100", f"{PLAIN} remove 100", tracks=tracks, cash={2: 1_000})
    lines = [f"p2 offer 1 {item} 800" for item in (PLAIN, COAST)] + [f"p3 offer 1 {PLAIN} 200"]
    state, events = go(state, *lines, "p2 done", "p3 done", "p4 done")
    first = ItemSold(1, 2, COAST, 800, 100, ENDS[COAST])
    assert events_of(events, ItemSold) == [first, ItemSold(1, 3, PLAIN, 200, 100, ENDS[PLAIN])]


def test_ruling_29_income_from_a_sale_can_pay_for_the_next_lot():
    said = {1: selling(PLAIN), 2: selling("H01-V01")}
    state = table(MaintenancePhase(), BiddingPhase(), tracks={1: PLAIN, 2: "H01-V01"}, cash={1: 200}, said=said)
    lines = (f"p2 offer 1 {PLAIN} 600", "p1 offer 2 H01-V01 100", "p1 done", "p2 done", "p3 done", "p4 done")
    state, events = go(state, *lines)
    assert [(event.buyer, event.amount) for event in events_of(events, ItemSold)] == [(2, 600), (1, 100)]


def test_ruling_29_lots_are_sold_in_the_order_of_the_turn_before():
    said = {1: selling(PLAIN), 2: selling("H01-V01")}
    state = table(MaintenancePhase(), BiddingPhase(), tracks={1: PLAIN, 2: "H01-V01"}, order=(4, 2, 3, 1), said=said)
    assert [lot.owner for lot in state.flow[-1].lots] == [2, 1]


def test_ruling_30_goods_go_with_a_train_that_is_sold():
    state = marked("train-1 remove 100", trains={1: ["V75 wood sheep"], 2: ["H01"]})
    state, _ = go(state, "p2 offer 1 train-1 1000", "p2 done", "p3 done", "p4 done")
    assert state.trains_of(1) == ()
    bought = state.find_train(2, 2)
    assert (bought.at, bought.goods) == ("V75", ("sheep", "wood"))


def test_ruling_30_goods_are_lost_with_a_train_that_is_removed():
    state = marked("train-1 remove 100", trains={1: ["V75 wood sheep"]})
    state, _ = go(state, "p2 done", "p3 done", "p4 done")
    assert state.trains == ()


def test_ruling_31_a_large_train_is_sold_whole():
    state = marked("train-1 remove 100", trains={1: ["H33 large ore"]})
    state, _ = go(state, "p2 offer 1 train-1 4100", "p2 done", "p3 done", "p4 done")
    assert state.find_train(2, 1).large
    assert (state.remaining_segments(1), state.remaining_segments(2)) == (5, 3)
    assert state.cash[2] == 15_000 - 4_100 - 800


def test_ruling_32_removed_pieces_are_back_in_the_supply():
    state = marked(f"{PLAIN} remove 100", "train-1 remove 100", trains={1: ["H33"]})
    state, _ = go(state, "p2 done", "p3 done", "p4 done")
    assert (state.remaining_rails(1), state.remaining_segments(1)) == (15, 5)


def test_refusal_of_a_bid_lists_the_items_for_sale():
    state = marked(f"{PLAIN} remove 100", tracks={1: f"{PLAIN},{COAST}"})
    assert f"For sale: player 1’s {PLAIN}" in refusal(state, f"p2 offer 1 {COAST} 100")
    assert "or stop bidding" in refusal(state, "p2 bid 100")


def test_highest_listed_bid_is_the_lowest_binding_one():
    state = marked(f"{PLAIN} remove 100")
    bids = [line for line in offered(state, 2) if line.startswith("offer")]
    assert bids == [f"offer 1 {PLAIN} {bid}" for bid in range(100, 601, 100)]
    assert can(state, f"p2 offer 1 {PLAIN} 5000")


def test_sealed_bid_can_be_changed():
    state, _ = go(marked(f"{PLAIN} remove 100"), f"p2 offer 1 {PLAIN} 300")
    assert offered(state, 2) == ["done"]
    assert len(next(d for d in decisions(state) if d.seat == 2).offers) == 1
    assert can(state, f"p2 offer 1 {PLAIN} 5000")
    view = redact(state, 2)
    assert max(GAME.agent.score_action(view, Offer(2, 1, PLAIN, bid)) for bid in (200, 400)) < 0
