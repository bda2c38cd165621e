"""RC Phase 3: bids for the turn order, and the six associates; rulings 42 to 53."""

import pytest
from msgspec import json

from engine.core import decisions, redact, rng_from_seed, write_action
from engine.core.codec import dump_state, load_state
from engine.core.move_pattern import read_pattern
from engine.core.pattern_matching import choose_offer
from engine.games.railroads_of_catan.game import GAME
from engine.games.railroads_of_catan.phases import BiddingPhase, BuyingPhase, RunsPhase
from engine.games.railroads_of_catan.state.actions import ACTIONS
from engine.games.railroads_of_catan.state.events import AssociateTaken, BankerPaid, BidMade, BidsShown
from tests.games.railroads_of_catan.table import can, events_of, go, offered, refusal, seats_asked, table

RANKING = "crew engineer negotiator union"


def bid(state, *bids, rankings=None):
    """Let all seats bid, in the order of seats, and rank associates."""
    lines = []
    for seat, amount in enumerate(bids, 1):
        lines += [f"p{seat} bid {amount}", f"p{seat} rank {(rankings or {}).get(seat, RANKING)}"]
    return go(state, *lines)


def bidding(**position):
    return table(BiddingPhase(), BuyingPhase(), **position)


# -- the bids


def test_all_seats_are_asked_at_once():
    assert seats_asked(bidding()) == [1, 2, 3, 4]


def test_ruling_42_everyone_pays_their_own_bid():
    state, events = bid(bidding(), 100, 400, 300, 200)
    assert [state.cash[seat] for seat in (1, 2, 3, 4)] == [14_900, 14_600, 14_700, 14_800]
    assert state.bank == 1_000
    (shown,) = events_of(events, BidsShown)
    assert shown.paid == shown.bids == {1: 100, 2: 400, 3: 300, 4: 200}


def test_ruling_42_as_an_option_only_the_first_pays():
    state, events = bid(bidding(options={"pays": "first"}), 100, 400, 300, 200)
    assert [state.cash[seat] for seat in (1, 2, 3, 4)] == [15_000, 14_600, 15_000, 15_000]
    assert events_of(events, BidsShown)[0].paid == {2: 400}


def test_ruling_43_a_bid_is_from_nothing_to_all_cash():
    state = bidding(cash={1: 1_250})
    assert [can(state, f"p1 bid {amount}") for amount in (0, 1_200, 1_250, 1_300)] == [True, True, False, False]
    assert (
        refusal(state, "p1 bid 1300") == "You can’t bid $1,300. Bid a multiple of $100, from $0 to the $1,250 you have."
    )


def test_ruling_13_bids_are_multiples_of_100():
    assert not can(bidding(), "p1 bid 150")


def test_unlisted_bids_are_allowed():
    state = bidding()
    assert offered(state, 1)[-1] == "bid 4000"
    assert can(state, "p1 bid 15000")


@pytest.mark.parametrize(("wish", "amount"), [("bid ..1550", 1_500), ("bid ..90000", 15_000), ("bid 1000..", 1_000)])
def test_pattern_of_a_sealed_bid_up_to_a_limit_bids_the_limit(wish, amount):
    (asked_first, *_) = decisions(bidding())
    assert choose_offer(read_pattern(wish, ACTIONS), asked_first.seat, asked_first.offers, bool).amount == amount


def test_ruling_44_a_die_decides_among_equal_bids():
    orders = set()
    for seed in range(60):
        state, events = bid(bidding(seed=seed), 200, 200, 300, 200)
        assert events_of(events, BidsShown)[0].rolled
        orders.add(state.order)
    assert {order[0] for order in orders} == {3}
    assert {order[1:] for order in orders} == {(1, 2, 4), (1, 4, 2), (2, 1, 4), (2, 4, 1), (4, 1, 2), (4, 2, 1)}


def test_without_equal_bids_no_die_is_rolled():
    before = bidding()
    after, events = bid(before, 0, 100, 200, 300)
    assert not events_of(events, BidsShown)[0].rolled
    assert after.rng == before.rng


def test_ruling_45_the_order_goes_from_high_to_low_for_all_later_phases():
    state, _ = bid(table(BiddingPhase(), BuyingPhase(), RunsPhase()), 100, 400, 300, 200)
    assert state.order == (2, 3, 4, 1)
    assert seats_asked(state) == [2]


def test_bids_and_rankings_are_sealed():
    before = bidding()
    low, events = go(before, "p1 bid 0")
    high, _ = go(before, "p1 bid 5000")
    for seat in (None, 2, 3, 4):
        assert redact(low, seat) == redact(high, seat)
    assert [d.prompt for d in decisions(low)] == [d.prompt for d in decisions(before)]
    assert events == ()
    one, events = go(low, f"p1 rank {RANKING}")
    other, _ = go(high, "p1 rank banker conductor union crew")
    assert redact(one, 3) == redact(other, 3)
    assert events == (BidMade(1),)
    assert seats_asked(one) == [2, 3, 4]


def test_the_bid_comes_before_the_ranking():
    state = bidding()
    assert refusal(state, f"p1 rank {RANKING}") == "You can’t rank associates yet. Bid for turn order first."
    state, _ = go(state, "p1 bid 0")
    assert refusal(state, "p1 bid 0") == "You have already bid. Now rank the associates."
    assert (
        refusal(state, "p1 rank crew crew union banker")
        == "You can’t rank an associate twice. Name 4 different ones, the best first."
    )


# -- the associates


def test_ruling_46_each_seat_gets_its_best_free_associate_in_turn_order():
    rankings = {1: "crew union banker engineer", 2: "crew union banker engineer", 3: "crew union engineer banker"}
    state, events = bid(bidding(), 100, 400, 300, 200, rankings=rankings)
    assert state.associates == {2: "crew", 3: "union", 4: "engineer", 1: "banker"}
    assert [event.seat for event in events_of(events, AssociateTaken)] == [2, 3, 4, 1]


def test_ruling_46_all_associates_are_free_in_the_next_turn():
    state, _ = bid(bidding(), 0, 0, 0, 0)
    assert len(state.associates) == 4
    assert state.begin_turn().associates == {}


def test_ruling_47_the_banker_pays_a_tenth_of_what_is_left_after_the_bid():
    rankings = {2: "banker crew union engineer"}
    state, events = bid(bidding(cash={2: 9_950}), 100, 1_000, 300, 200, rankings=rankings)
    assert events_of(events, BankerPaid) == [BankerPaid(2, 800)]
    assert state.cash[2] == 9_950 - 1_000 + 800


def test_ruling_48_with_the_crew_five_tracks_at_the_normal_price():
    line = "H33-V75-V69-V62-V54-V61"
    assert not can(table(BuyingPhase()), f"p1 lay {line}")
    state, _ = go(table(BuyingPhase(), associates={1: "crew"}), f"p1 lay {line}")
    assert state.cash[1] == 15_000 - 5_000


def test_ruling_49_the_engineer_halves_tracks_but_not_trains_nor_fees():
    state, _ = go(table(BuyingPhase(), associates={1: "engineer"}), "p1 lay H28-V70,H33-V75-H27")
    assert state.cash[1] == 15_000 - 1_000 - 500 - 500 - 1_000
    assert state.cash[4] == 16_000
    state, _ = go(state, "p1 train H33")
    assert state.cash[1] == 12_000 - 5_000


def test_ruling_50_with_the_conductor_a_mountain_track_takes_one_move():
    tracks = {1: "H33-V76-H28-V70-V63-H28,V76-V70"}
    longest = "H33>V76>H28>V70>V63>H28"  # 1 + 2 + 2 + 2 + 2
    position = {"tracks": tracks, "trains": {1: ["H33"]}}
    assert not can(table(RunsPhase(), **position), f"p1 run 1 {longest}")
    assert can(table(RunsPhase(), **position, associates={1: "conductor"}), f"p1 run 1 {longest}")


def test_ruling_51_the_negotiator_pays_half_for_goods_and_the_seller_gets_it():
    position = {"tracks": {1: "H33-V75-H27"}, "trains": {1: ["V75"]}}
    state, _ = go(table(RunsPhase(), BiddingPhase(), **position, associates={1: "negotiator"}), "p1 run 1 V75>H27+2")
    assert state.cash[4] == 15_000 + 400 + 200
    assert state.cash[1] == 15_000 - 600


@pytest.mark.parametrize(("associate", "fees"), [("crew", 400), ("union", 200)])
def test_ruling_52_the_union_manager_runs_free_on_tracks_but_not_through_cities(associate, fees):
    position = {"tracks": {4: "H33-V75", 1: "V75-H27"}, "trains": {1: ["H33"]}}
    state, _ = go(table(RunsPhase(), BiddingPhase(), **position, associates={1: associate}), "p1 run 1 H33>V75>H27")
    assert state.cash[4] == 15_000 + fees


def test_ruling_53_the_order_is_a_list():
    state, _ = bid(bidding(), 100, 400, 300, 200)
    assert redact(state, None).state.order == (2, 3, 4, 1)


# -- no answer


def idle(state, seat):
    """The move of a seat that has run out of time, as a line of notation."""
    (question,) = [decision for decision in decisions(state) if decision.seat == seat]
    return write_action(GAME.rules.timeout_action(redact(state, seat), question.offers))


def test_ruling_46_skipped_seat_bids_0_and_ranks_in_the_order_of_the_rules():
    state = bidding(turn=1)
    assert idle(state, 1) == "p1 bid 0"
    state, _ = go(state, "p1 bid 0")
    assert idle(state, 1) == "p1 rank crew banker engineer conductor"


def test_ruling_46_skipped_seat_ranks_as_in_the_last_turn():
    rankings = {1: "union banker crew engineer", 2: "conductor crew banker union"}
    state, _ = bid(table(BiddingPhase(), BiddingPhase()), 100, 0, 300, 200, rankings=rankings)
    state, _ = go(state, *(f"p{seat} bid 0" for seat in (1, 2, 3)))
    assert [idle(state, seat) for seat in (1, 2, 3)] == [f"p{n} rank {rankings.get(n, RANKING)}" for n in (1, 2, 3)]
    state, _ = go(
        state, idle(state, 1), "p2 rank banker crew union engineer", idle(state, 3), "p4 bid 0", f"p4 rank {RANKING}"
    )
    assert state.ranked[2].open() == ("banker", "crew", "union", "engineer")


def test_ranking_of_the_last_turn_stays_secret():
    state, _ = bid(bidding(), 100, 400, 300, 200)
    assert [redact(state, 2).state.ranked[seat].value is None for seat in (1, 2, 3, 4)] == [True, False, True, True]
    imagined = GAME.agent.determinize(redact(state, 2), rng_from_seed(1))
    assert imagined.ranked[2] == state.ranked[2]
    assert all(imagined.ranked[seat].open() for seat in (1, 3, 4))


def test_a_state_that_was_stored_before_rankings_were_kept_can_be_read():
    plain = json.decode(dump_state(bidding()))
    del plain["ranked"]
    assert load_state(GAME, json.encode(plain), 1).ranked == {}


def test_prompt_of_bids_names_the_event():
    prompts = {question.prompt for question in decisions(table(BiddingPhase(), event="surplus"))}
    (prompt,) = prompts
    assert "(this turn: 2 free tracks each)" in prompt
    assert decisions(table(BiddingPhase()))[0].prompt == "In secret: a bid, then associates."
