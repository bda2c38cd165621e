"""R Draft Tiles; rulings D1 to D7."""

import pytest

from engine.core import decisions
from engine.errors import Refused
from engine.games.railroad_rivals.phases.turns import DraftingPhase, PlacingPhase
from engine.games.railroad_rivals.state.events import DraftSkipped
from tests.games.railroad_rivals.table import go, offered, table

OFFER = (("Denver", "Omaha", "El Paso"), ("ACL", "ACL", "UP"))


def drafting(offer=OFFER, seats=3, **more):
    more.setdefault("hands", {1: ("Boston",), 2: ("Buffalo",), 3: ("Detroit",)})
    return table(flow=(*table(seats=seats).flow[:1], PlacingPhase(), DraftingPhase()), seats=seats, offer=offer, **more)


def test_a_drafted_city_is_hidden_and_a_stock_is_public():
    state, _ = go(drafting(), "p1 draft Denver", "p2 draft ACL")
    assert state.hand[1].open() == ("Boston", "Denver")
    assert state.stocks[2] == {"ACL": 1}


def test_the_first_pick_is_free_between_city_and_stock():  # D3
    assert offered(drafting()) == {
        "p1 draft Denver",
        "p1 draft Omaha",
        "p1 draft El_Paso",
        "p1 draft ACL",
        "p1 draft UP",
    }


def test_the_prompt_of_the_second_pick_asks_for_the_second_tile():
    state, _ = go(drafting(), "p1 draft Denver", "p2 draft ACL")
    assert decisions(state)[0].prompt == "Draft a city or stock tile."
    state, _ = go(state, "p3 draft UP")
    assert decisions(state)[0].prompt == "Draft your second tile."


def test_equal_stock_tiles_are_one_offer():
    state, _ = go(drafting(), "p1 draft ACL")
    assert "p2 draft ACL" in offered(state)


def test_the_second_pick_is_of_the_other_kind_and_in_the_same_order():  # D1
    state, _ = go(drafting(), "p1 draft Denver", "p2 draft ACL", "p3 draft El_Paso")
    assert offered(state) == {"p1 draft ACL", "p1 draft UP"}
    state, _ = go(state, "p1 draft UP")
    assert offered(state) == {"p2 draft Omaha"}


def test_two_tiles_of_one_kind_are_refused_with_the_reason():
    state, _ = go(drafting(), "p1 draft Denver", "p2 draft ACL", "p3 draft El_Paso")
    with pytest.raises(Refused, match="already drafted a city this turn. Take ACL or UP"):
        go(state, "p1 draft Omaha")


def test_a_taken_tile_is_refused():
    state, _ = go(drafting(), "p1 draft Denver")
    with pytest.raises(Refused, match="Denver: it is already taken. Take Omaha, El Paso, ACL, or UP"):
        go(state, "p2 draft Denver")


def test_a_tile_that_is_not_on_offer_is_refused():
    with pytest.raises(Refused, match="Chicago: it isn’t on offer"):
        go(drafting(), "p1 draft Chicago")


def test_a_draft_cannot_be_declined():  # D2
    with pytest.raises(Refused, match="can’t do that during the draft"):
        go(drafting(), "p1 pass")


def test_all_players_draft_one_city_and_one_stock_and_none_is_left():  # D6
    state, _ = go(
        drafting(),
        "p1 draft Denver",
        "p2 draft ACL",
        "p3 draft El_Paso",
        "p1 draft UP",
        "p2 draft Omaha",
        "p3 draft ACL",
    )
    assert all(lot.taken for lot in state.city_offer + state.stock_offer)
    assert [state.hand[seat].size for seat in state.everyone] == [2, 2, 2]
    assert isinstance(state.flow[-1], PlacingPhase)


def test_both_picks_are_stocks_once_the_city_pile_has_run_out():  # D4
    state = drafting(((), ("ACL", "UP", "NP", "SP", "IC", "MP")), city_pile_out=True)
    state, _ = go(state, "p1 draft ACL", "p2 draft UP", "p3 draft NP", "p1 draft SP", "p2 draft IC")
    assert offered(state) == {"p3 draft MP"}


def test_a_seat_is_skipped_if_the_offer_is_empty():  # D7
    state = drafting(((), ("ACL", "UP")), city_pile_out=True)
    state, events = go(state, "p1 draft ACL", "p2 draft UP")
    assert [event.seat for event in events if isinstance(event, DraftSkipped)] == [3, 1, 2, 3]
    assert isinstance(state.flow[-1], PlacingPhase)
