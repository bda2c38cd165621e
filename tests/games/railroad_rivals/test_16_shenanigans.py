"""RB Stock Shenanigans: the tiles that are played while delivering; rulings K1 to K12, K16."""

from collections import Counter

import pytest

from engine.core import redact
from engine.errors import Refused
from engine.games.railroad_rivals.phases.turns import DeliveringPhase, DraftingPhase, PlacingPhase
from engine.games.railroad_rivals.robber_baron.shenanigans import events as e
from engine.games.railroad_rivals.state.events import Delivered
from tests.games.railroad_rivals.shenanigans import CARGO, DELIVER, asked, delivering, labels, named, shenanigans_table
from tests.games.railroad_rivals.table import GAME, go, offered

# -- when, and what a tile is


def test_k1_several_tiles_may_be_played_before_and_after_the_delivery():
    tiles = "Buy Stock, Dump Stock, Loot The Company"
    state = delivering(tiles={1: tiles}, owned={1: "UP"}, value={"UP": 2}, goods=CARGO)
    state, _ = go(state, "p1 buy B&O", "p1 dump UP", DELIVER, "p1 loot B&O")
    assert state.score[1] == 20 + 2 + 3 + 5
    assert asked(state) == [2]


def test_k1_a_tile_may_be_played_between_two_deliveries():
    state = shenanigans_table(DeliveringPhase(allowed=2), tiles={1: "Dump Stock"}, owned={1: "B&O"}, goods=CARGO)
    state, _ = go(state, DELIVER, "p1 dump B&O", "p1 deliver wood Washington St._Louis")
    assert state.score[1] == 20 + 3 + 1 + 3
    assert asked(state) == [2]


def test_k1_a_tile_may_be_played_in_the_turn_in_which_it_was_drafted():
    state = shenanigans_table(
        DraftingPhase(picks=7),
        DeliveringPhase(),
        stocks=("Buy Stock",),
        city_pile_out=True,
        hands={},
        order=(2, 3, 4, 1),
    )
    state, _ = go(state, "p1 draft Buy_Stock")
    assert "p1 buy ACL" in offered(state)


def test_a_player_without_a_delivery_may_play_a_tile_or_finish():
    state = delivering(tiles={1: "Dump Stock"}, owned={1: "UP"})
    assert offered(state) == {"p1 dump UP", "p1 pass"}


def test_a_player_without_a_delivery_or_usable_tile_is_skipped():
    state = delivering(tiles={1: "Dump Stock, Loot The Company, Merger", 2: "Buy Stock"})
    assert asked(state) == [2]


def test_k2_a_tile_is_a_public_stock_pick_and_is_worth_nothing():
    state = shenanigans_table(
        DraftingPhase(),
        PlacingPhase(),
        stocks=("Merger", "UP", "UP", "UP", "NP"),
        cities=("Boston", "Denver", "Omaha", "Dallas"),
    )
    state, _ = go(state, "p1 draft Merger")
    assert state.baron.specials == {1: ("Merger",)}
    assert redact(state, 3).state.baron.specials == {1: ("Merger",)}
    assert (state.stocks[1], state.stock_worth(1)) == ({}, 0)
    state, _ = go(state, *(f"p{seat} draft UP" for seat in (2, 3, 4)))
    with pytest.raises(Refused, match="already drafted a stock tile"):
        go(state, "p1 draft NP")


def test_k2_a_tile_leaves_the_game_when_it_is_played():
    before = delivering(tiles={1: "Dump Stock"}, owned={1: "UP"})
    after, _ = go(before, "p1 dump UP")
    assert after.discarded == ("Dump Stock",)
    assert after.baron.specials == {}
    assert after.count_unseen_stocks()["Dump Stock"] == 0
    assert after.count_components() == before.count_components()


def test_k2_a_tile_is_used_by_its_holder_alone_and_once():
    state = delivering(tiles={2: "Dump Stock"}, owned={1: "UP", 2: "UP UP"}, goods=CARGO)
    with pytest.raises(Refused, match="can’t play Dump Stock: player 2 has it"):
        go(state, "p1 dump UP")
    state, _ = go(state, DELIVER, "p2 dump UP")
    with pytest.raises(Refused, match="can’t play Dump Stock: it was already used"):
        go(state, "p2 dump UP")
    with pytest.raises(Refused, match="can’t play Merger: no one has drafted it yet"):
        go(state, "p2 merge UP NP")


# -- Buy Stock


def test_k3_only_what_the_pile_holds_can_be_bought():
    state = delivering(tiles={1: "Buy Stock"}, owned={2: "ACL ACL", 3: "ACL ACL"})
    assert "p1 buy ACL" not in offered(state)
    assert "p1 buy ATSF" in offered(state)
    with pytest.raises(Refused, match="buy ACL stock: the pile has none. It has 4 ATSF, 4 B&O, "):
        go(state, "p1 buy ACL")


def test_k3_special_tiles_cannot_be_bought():
    state = delivering(tiles={1: "Buy Stock"})
    assert state.count_unseen_stocks()["Merger"] == 1
    with pytest.raises(Refused, match="Merger isn’t a railroad in this game. Choose ACL, ATSF"):
        go(state, "p1 buy Merger")


def test_k3_the_contents_of_the_pile_are_always_known():
    """After a dump, a purchase, a looting, and a draft, the computed contents equal the pile."""
    tiles = {1: "Buy Stock, Dump Stock, Loot The Company"}
    state = shenanigans_table(
        DraftingPhase(picks=7),
        DeliveringPhase(),
        tiles=tiles,
        stocks=("NP",),
        city_pile_out=True,
        owned={1: "UP UP SP", 2: "SP UP"},
        goods=CARGO,
    )
    state, _ = go(state, "p4 draft NP", "p1 dump UP", "p1 buy NYC", "p1 loot SP")
    assert Counter(state.stock_pile.open()) == +Counter(state.count_unseen_stocks())
    assert state.count_unseen_stocks()["UP"] == 3


def test_k3_the_pile_is_shuffled_after_the_search():
    state = delivering(tiles={1: "Buy Stock"}, goods=CARGO)
    before = list(state.stock_pile.open())
    after = list(go(state, "p1 buy UP")[0].stock_pile.open())
    before.remove("UP")
    assert sorted(after) == sorted(before)
    assert after != before


@pytest.mark.parametrize("line", ["p1 buy UP", "p1 dump UP"])
def test_k3_k5_each_shuffle_of_the_pile_is_different(line):
    state = delivering(tiles={1: "Buy Stock, Dump Stock"}, owned={1: "UP"})
    assert go(state, line)[0].rng != state.rng


def test_k4_the_price_is_the_value_before_it_rises():
    state, events = go(delivering(tiles={1: "Buy Stock"}, value={"UP": 7}), "p1 buy UP")
    assert state.score[1] == 20 - 7
    assert state.value["UP"] == 8
    assert state.stocks[1] == {"UP": 1}
    assert events[0] == e.StockBought(seat=1, railroad="UP", price=7, company=("UP",), value=8)


def test_k4_at_value_0_a_stock_is_free():
    state, _ = go(delivering(tiles={1: "Buy Stock"}, score={1: 0, 2: 9, 3: 9, 4: 9}), "p1 buy UP")
    assert (state.score[1], state.stocks[1], state.value["UP"]) == (0, {"UP": 1}, 1)


def test_k4_a_stock_that_costs_more_than_the_score_is_refused():
    scores = {1: 6, 2: 20, 3: 20, 4: 20}
    state = delivering(tiles={1: "Buy Stock"}, value={"UP": 7, "NP": 6}, score=scores)
    assert "p1 buy NP" in offered(state)
    with pytest.raises(Refused, match="buy UP stock: it costs 7, and you have 6 points"):
        go(state, "p1 buy UP")


# -- Dump Stock


def test_k5_each_tile_pays_the_value_before_the_fall():
    before = delivering(tiles={1: "Dump Stock"}, owned={1: "ACL ACL UP", 2: "ACL"}, value={"ACL": 9})
    state, events = go(before, "p1 dump ACL")
    assert state.score[1] == 20 + 2 * 9
    assert state.value["ACL"] == 9 - 2 * 2
    assert (state.stocks[1], state.stocks[2]) == ({"UP": 1}, {"ACL": 1})
    assert events[0] == e.StocksDumped(seat=1, company=("ACL",), tiles=2, price=9, value=5)


def test_k5_a_value_does_not_fall_below_0():
    state, _ = go(delivering(tiles={1: "Dump Stock"}, owned={1: "ACL ACL ACL"}, value={"ACL": 4}), "p1 dump ACL")
    assert (state.score[1], state.value["ACL"]) == (20 + 12, 0)


def test_k5_the_tiles_are_shuffled_into_the_pile():
    before = delivering(tiles={1: "Dump Stock"}, owned={1: "ACL ACL ACL"}, goods=CARGO)
    after, _ = go(before, "p1 dump ACL")
    assert Counter(after.stock_pile.open()) == Counter(before.stock_pile.open()) + Counter({"ACL": 3})
    assert after.stock_pile.open()[-3:] != ("ACL", "ACL", "ACL")
    assert [tile for tile in after.stock_pile.open() if tile != "ACL"] != [
        tile for tile in before.stock_pile.open() if tile != "ACL"
    ]


def test_k5_at_least_one_tile_must_be_dumped():
    state = delivering(tiles={1: "Dump Stock"}, owned={1: "ACL ACL UP"})
    assert {line for line in offered(state) if "dump" in line} == {"p1 dump ACL", "p1 dump UP"}
    with pytest.raises(Refused, match="you own none of its stock. You own 2 ACL and 1 UP"):
        go(state, "p1 dump NYC")


# -- Loot The Company


def test_k6_looting_scores_5_and_takes_the_stock_out_of_all_hands_and_the_pile():
    before = delivering(tiles={1: "Loot The Company"}, owned={1: "B&O B&O UP", 3: "B&O"}, value={"B&O": 6})
    state, events = go(before, "p1 loot B&O")
    assert state.score[1] == 25
    assert (state.stocks[1], state.stocks[3]) == ({"UP": 1}, {})
    assert "B&O" not in state.stock_pile.open()
    assert Counter(state.discarded) == {"B&O": 4, "Loot The Company": 1}
    assert state.count_components() == before.count_components()
    assert events[0] == e.CompanyLooted(seat=1, company=("B&O",), points=5, lost=((1, 2), (3, 1)))


def test_k6_an_equal_share_is_enough_and_a_smaller_one_is_not():
    tie = delivering(tiles={1: "Loot The Company"}, owned={1: "B&O UP", 2: "B&O", 3: "UP UP"})
    assert {line for line in offered(tie) if "loot" in line} == {"p1 loot B&O"}
    with pytest.raises(Refused, match="can’t loot UP: player 3 owns 2 of UP, and you own 1"):
        go(tie, "p1 loot UP")
    with pytest.raises(Refused, match="you own none of its stock. You own 1 B&O and 1 UP"):
        go(tie, "p1 loot NYC")


def test_k6_an_equal_share_is_enough_against_any_player():
    tie = delivering(order=(3, 1, 2, 4), tiles={3: "Loot The Company"}, owned={1: "B&O", 3: "B&O", 4: "B&O"})
    assert "p3 loot B&O" in offered(tie)


def test_k6_the_links_of_a_looted_railroad_still_carry_and_pay_but_no_stock_rises():
    state = delivering(tiles={1: "Loot The Company"}, owned={1: "B&O"}, value={"B&O": 6}, goods=CARGO, by=2)
    state, _ = go(state, "p1 loot B&O")
    assert labels(state, "deliver")[0].endswith("3 points for you, 2 for Ben, no stock rises")
    state, events = go(state, DELIVER)
    assert (state.score[1], state.score[2]) == (20 + 5 + 3, 20 + 2)
    assert state.value["B&O"] == 0
    (told,) = [event for event in events if isinstance(event, Delivered)]
    assert GAME.text.event_sentence(told, named) == (
        "Ada delivered coal from Washington to St. Louis by B&O: 3 points; Ben gets 2 for the link. "
        "B&O is out of business: no stock rises."
    )


def test_k6_edges_of_a_looted_railroad_still_match_and_make_links():
    looted = {"ruined": ("B&O",)}
    state = shenanigans_table(
        PlacingPhase(), DeliveringPhase(), baron=looted, hands={1: ("Pittsburgh",)}, laid=("St. Louis 0,0 n",)
    )
    after, _ = go(state, "p1 place Pittsburgh 1,0 n")
    assert [link.railroad for link in after.board.links] == ["B&O"]


def test_k6_with_two_players_a_railroad_has_three_stock_tiles():
    state, _ = go(delivering(seats=2, tiles={1: "Loot The Company"}, owned={1: "B&O"}), "p1 loot B&O")
    assert state.discarded.count("B&O") == 3


def test_k7_a_merged_company_is_looted_whole_and_shares_of_both_names_count():
    merged = {"merged": ("ATSF", "B&O")}
    owned = {1: "ATSF B&O B&O", 2: "ATSF ATSF ATSF", 3: "B&O B&O"}
    before = delivering(tiles={1: "Loot The Company"}, owned=owned, baron=merged, value={"ATSF": 4, "B&O": 4})
    state, events = go(before, "p1 loot ATSF")
    assert Counter(state.discarded) == {"ATSF": 4, "B&O": 4, "Loot The Company": 1}
    assert all(portfolio == {} for portfolio in state.stocks.values())
    assert state.baron.ruined == ("ATSF", "B&O")
    assert events[0].lost == ((1, 3), (2, 3), (3, 2))
    assert state.count_components() == before.count_components()


def test_k7_a_majority_in_one_railroad_is_none_in_the_company():
    merged = {"merged": ("ATSF", "B&O")}
    owned = {1: "ATSF ATSF", 2: "ATSF B&O B&O"}
    state = delivering(tiles={1: "Loot The Company"}, owned=owned, baron=merged, goods=CARGO)
    with pytest.raises(Refused, match="can’t loot ATSF: player 2 owns 3 of ATSF, and you own 2"):
        go(state, "p1 loot ATSF")
