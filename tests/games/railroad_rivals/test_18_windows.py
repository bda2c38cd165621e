"""RB Insider Trading, RB Stock Issue; rulings K13 to K16, D6, D7."""

import msgspec
import pytest

from engine.core import PhaseEnded, decisions, is_revealing, play, premove_decisions
from engine.errors import Refused
from engine.games.railroad_rivals.phases.turns import BiddingPhase, DeliveringPhase, DraftingPhase, PlacingPhase
from engine.games.railroad_rivals.robber_baron.shenanigans import events as e
from engine.games.railroad_rivals.robber_baron.shenanigans.reaction_phases import InsiderTrading, StockIssue
from engine.games.railroad_rivals.state.events import DraftSkipped, StockDrafted
from tests.games.railroad_rivals.shenanigans import between, labels, shenanigans_table
from tests.games.railroad_rivals.table import go, offered
from tests.games.railroad_rivals.windows import INSIDER, ISSUE, bidding, whole_turn


def _to_the_next_bidding(state, without=None):
    """Play first offers until the next bidding; the phase ``without`` must not occur before."""
    while not isinstance(state.flow[-1], BiddingPhase):
        assert without not in state.flow
        state, _ = play(state, next(iter(decisions(state)[0].offers)))
    return state


# -- Insider Trading


def test_k14_the_holder_goes_first_for_free_and_the_others_keep_their_order():
    state, events = go(between(tiles={3: INSIDER}), "p3 insider")
    assert state.order == (3, 1, 2, 4)
    assert dict(state.score) == dict.fromkeys((1, 2, 3, 4), 20)
    assert events[0] == e.InsiderTraded(seat=3, order=(3, 1, 2, 4))
    assert state.discarded == (INSIDER,)
    assert {line.split()[0] for line in offered(state)} == {"p3"}


def test_k14_the_winning_bid_is_not_returned():
    state = bidding(tiles={2: INSIDER})
    state, _ = go(state, "p4 bid 3", "p3 pass", "p2 pass", "p1 pass", "p2 insider")
    assert state.score[4] == 17
    assert state.order == (2, 4, 1, 3)


def test_k14_the_new_order_applies_to_the_next_bidding():
    state, _ = go(between(tiles={4: INSIDER}), "p4 insider")
    state = _to_the_next_bidding(state)
    assert state.order == (4, 1, 2, 3)
    assert [decision.seat for decision in decisions(state)] == [3]


def test_k14_a_holder_who_is_first_is_not_asked():
    state = between(tiles={1: INSIDER})
    assert isinstance(state.flow[-1], DraftingPhase)
    assert state.baron.specials == {1: (INSIDER,)}


def test_k14_the_holder_may_keep_it_for_another_turn():
    state, events = go(between(tiles={3: INSIDER}), "p3 pass")
    assert state.order == (1, 2, 3, 4)
    assert events[0] == e.TileKept(seat=3, special=INSIDER)
    assert state.baron.specials == {3: (INSIDER,)}


@pytest.mark.parametrize(("tile", "phase"), [(INSIDER, InsiderTrading), (ISSUE, StockIssue)])
def test_k13_k14_a_tile_cannot_be_used_in_the_turn_in_which_it_is_drafted(tile, phase):
    state = whole_turn(tiles={2: tile})
    assert phase() in state.flow
    assert not {InsiderTrading(), StockIssue()} & set(whole_turn().flow)
    state, _ = go(
        shenanigans_table(DraftingPhase(), PlacingPhase(), stocks=(tile, "UP", "UP", "UP")),
        f"p1 draft {tile.replace(' ', '_')}",
    )
    assert phase() in _to_the_next_bidding(state, without=phase()).flow


def test_other_actions_are_refused_while_a_tile_can_be_used():
    with pytest.raises(Refused, match="can’t do that yet. Use Insider Trading, or pass to keep it"):
        go(between(tiles={3: INSIDER}), "p3 draft UP")
    with pytest.raises(Refused, match="isn’t player 1’s turn. Waiting for player 3"):
        go(between(tiles={3: INSIDER}), "p1 insider")
    with pytest.raises(Refused, match="used between the bidding and the draft"):
        go(shenanigans_table(DeliveringPhase(), tiles={1: INSIDER}, goods={"Washington": "coal"}), "p1 insider")


# -- Stock Issue


def test_k13_an_extra_tile_is_turned_up_and_the_owner_takes_any_stock_before_the_draft():
    state = between(tiles={3: ISSUE}, stocks=("ACL", "UP", "NP", "SP"), cities=("Boston", "Omaha", "Dallas", "Denver"))
    assert offered(state) == {"p3 issue", "p3 pass"}
    top = state.stock_pile.open()[0]
    state, events = go(state, "p3 issue")
    assert events[0] == e.StockIssued(seat=3, tile=top)
    assert offered(state) == {f"p3 draft {tile}" for tile in {"ACL", "UP", "NP", "SP", top}}
    state, events = go(state, "p3 draft UP")
    assert events[0] == StockDrafted(3, "UP")
    assert isinstance(state.flow[-1], DraftingPhase)
    assert "p1 draft ACL" in offered(state)


def test_k13_the_owner_gets_two_stocks_and_nothing_is_left():  # D6
    cities = ("Boston", "Omaha", "Dallas", "Denver")
    state = between(tiles={3: ISSUE}, stocks=("ACL", "UP", "NP", "SP"), cities=cities)
    state, _ = go(state, "p3 issue", "p3 draft UP")
    while isinstance(state.flow[-1], DraftingPhase):
        state, _ = play(state, next(iter(decisions(state)[0].offers)))
    assert [sum(state.stocks[seat].values()) for seat in (1, 2, 3, 4)] == [1, 1, 2, 1]
    assert all(lot.taken for lot in state.stock_offer + state.city_offer)


def test_k13_a_special_tile_may_be_taken_too():
    state = between(tiles={3: ISSUE}, stocks=("Merger", "UP", "NP", "SP"))
    state, _ = go(state, "p3 issue", "p3 draft Merger")
    assert state.baron.specials == {3: ("Merger",)}


def test_k13_a_city_cannot_be_taken():
    state, _ = go(between(tiles={3: ISSUE}, cities=("Boston",)), "p3 issue")
    with pytest.raises(Refused, match="Take a stock tile on offer: ACL, UP, NP, or SP"):
        go(state, "p3 draft Boston")


def test_k13_with_an_empty_pile_it_cannot_be_played():
    assert isinstance(between(tiles={3: ISSUE}, pile=()).flow[-1], DraftingPhase)


def test_k13_the_owner_is_asked_before_the_extra_tile_is_seen():
    state = between(tiles={3: ISSUE})
    other = msgspec.structs.replace(
        state, stock_pile=msgspec.structs.replace(state.stock_pile, value=state.stock_pile.open()[::-1])
    )
    assert decisions(state) == decisions(other)
    assert labels(state, "issue") == labels(other, "issue")


def test_stock_issue_cannot_be_undone_but_insider_trading_can():
    state = between(tiles={3: f"{INSIDER}, {ISSUE}"})
    moved, events = go(state, "p3 insider")
    assert not is_revealing(state, moved, events, 3)
    issued, events = go(moved, "p3 issue")
    assert is_revealing(moved, issued, events, 3)


def test_seats_are_skipped_in_the_draft_after_stock_issue_with_a_short_pile():  # D7
    state = between(tiles={3: ISSUE}, stocks=("UP",), pile=("NP",), city_pile_out=True)
    state, events = go(state, "p3 issue", "p3 draft NP", "p1 draft UP")
    assert [event.seat for event in events if isinstance(event, DraftSkipped)] == [2, 3, 4, 1, 2, 3, 4]


def test_in_a_turn_of_two_stocks_the_owner_takes_three():
    stocks = ("ACL", "UP", "NP", "SP", "IC", "MP", "PRR", "NYC")
    state = between(tiles={1: ISSUE}, stocks=stocks, city_pile_out=True, hands={1: ("Pittsburgh",)})
    state, _ = go(state, "p1 issue", "p1 draft ACL")
    while isinstance(state.flow[-1], DraftingPhase):
        state, _ = play(state, next(iter(decisions(state)[0].offers)))
    assert [sum(state.stocks[seat].values()) for seat in (1, 2, 3, 4)] == [3, 2, 2, 2]


def test_k15_insider_trading_is_used_before_stock_issue():
    state = between(tiles={2: ISSUE, 3: INSIDER})
    assert [decision.seat for decision in decisions(state)] == [3]
    state, _ = go(state, "p3 pass")
    assert offered(state) == {"p2 issue", "p2 pass"}


def test_only_the_draft_itself_posts_pictures():
    _, events = go(between(tiles={3: f"{INSIDER}, {ISSUE}"}), "p3 insider", "p3 issue", "p3 draft UP")
    assert not [event for event in events if isinstance(event, PhaseEnded)]


def test_k16_after_the_last_turn_there_is_no_premove():
    state = shenanigans_table(DeliveringPhase(), tiles={3: INSIDER}, goods={"Washington": "coal"})
    assert premove_decisions(state)
    assert premove_decisions(msgspec.structs.replace(state, ending="last-city")) == ()


def test_k15_both_phases_are_between_bidding_and_draft():
    state = whole_turn(tiles={2: ISSUE, 3: INSIDER})
    coming = [type(phase) for phase in reversed(state.flow)]
    assert coming[:4] == [BiddingPhase, InsiderTrading, StockIssue, DraftingPhase]


def test_k14_a_premove_of_a_holder_who_is_first_stays():
    state = bidding(tiles={1: INSIDER})
    state, events = go(state, "p1 ahead Insider_Trading at_once", "p4 pass", "p3 pass", "p2 pass")
    assert isinstance(state.flow[-1], DraftingPhase)
    assert not [event for event in events if isinstance(event, e.InsiderTraded)]
    assert state.baron.specials == {1: (INSIDER,)}
    assert state.baron.answers_of(1) == {INSIDER: "at once"}
