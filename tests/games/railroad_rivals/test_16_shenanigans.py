"""RB Stock Shenanigans: the tiles that are played while delivering; rulings K1 to K12, K16."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest

from engine.core.flow import decisions
from engine.core.notation import write
from engine.core.secret import redact
from engine.errors import Refused
from engine.games.railroad_rivals import ending
from engine.games.railroad_rivals.events import Delivered
from engine.games.railroad_rivals.phases import Delivering, Drafting, Placing
from engine.games.railroad_rivals.robber_baron.shenanigans import events as e
from engine.games.railroad_rivals.robber_baron.shenanigans.stocks import halfway
from tests.games.railroad_rivals.shady import delivering, labels, named, shady
from tests.games.railroad_rivals.table import GAME, go, offered

CARGO = {"Washington": "coal wood grain coal"}
DELIVER = "p1 deliver coal Washington St._Louis"


def asked(state):
    return [decision.seat for decision in decisions(state)]


# -- when, and what a tile is


def test_k1_several_tiles_may_be_played_before_and_after_the_delivery():
    tiles = "Buy Stock, Dump Stock, Loot The Company"
    state = delivering(tiles={1: tiles}, owned={1: "UP"}, value={"UP": 2}, goods=CARGO)
    state, _ = go(state, "p1 buy B&O", "p1 dump UP", DELIVER, "p1 loot B&O")
    assert state.score[1] == 20 + 2 + 3 + 5
    assert asked(state) == [2]


def test_k1_and_between_two_deliveries():
    state = shady(Delivering(allowed=2), tiles={1: "Dump Stock"}, owned={1: "B&O"}, goods=CARGO)
    state, _ = go(state, DELIVER, "p1 dump B&O", "p1 deliver wood Washington St._Louis")
    assert state.score[1] == 20 + 3 + 1 + 3
    assert asked(state) == [2]


def test_k1_also_in_the_turn_in_which_the_tile_was_drafted():
    state = shady(
        Drafting(picks=7), Delivering(), stocks=("Buy Stock",), city_pile_out=True, hands={}, order=(2, 3, 4, 1)
    )
    state, _ = go(state, "p1 draft Buy_Stock")
    assert "p1 buy ACL" in offered(state)


def test_who_has_no_delivery_may_still_play_a_tile_or_be_done():
    state = delivering(tiles={1: "Dump Stock"}, owned={1: "UP"})
    assert offered(state) == {"p1 dump UP", "p1 pass"}


def test_who_can_neither_deliver_nor_use_a_tile_is_not_asked():
    state = delivering(tiles={1: "Dump Stock, Loot The Company, Merger", 2: "Buy Stock"})
    assert asked(state) == [2]


def test_k2_a_tile_is_a_stock_pick_lies_open_and_is_worth_nothing():
    state = shady(
        Drafting(), Placing(), stocks=("Merger", "UP", "UP", "UP", "NP"), cities=("Boston", "Denver", "Omaha", "Dallas")
    )
    state, _ = go(state, "p1 draft Merger")
    assert state.baron.specials == {1: ("Merger",)}
    assert redact(state, 3).state.baron.specials == {1: ("Merger",)}
    assert (state.stocks[1], state.worth(1)) == ({}, 0)
    state, _ = go(state, *(f"p{seat} draft UP" for seat in (2, 3, 4)))
    with pytest.raises(Refused, match="already drafted a stock tile"):
        go(state, "p1 draft NP")


def test_k2_a_tile_leaves_the_game_when_it_is_played():
    before = delivering(tiles={1: "Dump Stock"}, owned={1: "UP"})
    after, _ = go(before, "p1 dump UP")
    assert after.discarded == ("Dump Stock",)
    assert after.baron.specials == {}
    assert after.unseen_stocks()["Dump Stock"] == 0
    assert after.inventory() == before.inventory()


def test_k2_a_tile_is_used_by_its_holder_alone_and_once():
    state = delivering(tiles={2: "Dump Stock"}, owned={1: "UP", 2: "UP UP"}, goods=CARGO)
    with pytest.raises(Refused, match="You do not have Dump Stock; player 2 has it"):
        go(state, "p1 dump UP")
    state, _ = go(state, DELIVER, "p2 dump UP")
    with pytest.raises(Refused, match="You do not have Dump Stock; it was used"):
        go(state, "p2 dump UP")
    with pytest.raises(Refused, match="You do not have Merger; nobody has drafted it yet"):
        go(state, "p2 merge UP NP")


# -- Buy Stock


def test_k3_only_what_the_pile_holds_can_be_bought():
    state = delivering(tiles={1: "Buy Stock"}, owned={2: "ACL ACL", 3: "ACL ACL"})
    assert "p1 buy ACL" not in offered(state)
    assert "p1 buy ATSF" in offered(state)
    with pytest.raises(Refused, match="The pile holds no ACL stock; it holds 4 ATSF, 4 B&O, "):
        go(state, "p1 buy ACL")


def test_k3_special_tiles_cannot_be_bought():
    state = delivering(tiles={1: "Buy Stock"})
    assert state.unseen_stocks()["Merger"] == 1
    with pytest.raises(Refused, match="Merger is no railroad of this game; they are ACL, ATSF"):
        go(state, "p1 buy Merger")


def test_k3_what_the_pile_holds_is_known_to_all_whatever_happens():
    """After a dump, a purchase, a looting and a draft the count of what was seen is still that of the pile."""
    tiles = {1: "Buy Stock, Dump Stock, Loot The Company"}
    state = shady(
        Drafting(picks=7),
        Delivering(),
        tiles=tiles,
        stocks=("NP",),
        city_pile_out=True,
        owned={1: "UP UP SP", 2: "SP UP"},
        goods=CARGO,
    )
    state, _ = go(state, "p4 draft NP", "p1 dump UP", "p1 buy NYC", "p1 loot SP")
    assert Counter(state.stock_pile.open()) == +Counter(state.unseen_stocks())
    assert state.unseen_stocks()["UP"] == 3


def test_k3_the_pile_is_shuffled_after_the_search():
    state = delivering(tiles={1: "Buy Stock"}, goods=CARGO)
    before = list(state.stock_pile.open())
    after = list(go(state, "p1 buy UP")[0].stock_pile.open())
    before.remove("UP")
    assert sorted(after) == sorted(before)
    assert after != before


def test_k4_the_price_is_the_value_before_it_rises():
    state, events = go(delivering(tiles={1: "Buy Stock"}, value={"UP": 7}), "p1 buy UP")
    assert state.score[1] == 20 - 7
    assert state.value["UP"] == 8
    assert state.stocks[1] == {"UP": 1}
    assert events[0] == e.StockBought(seat=1, railroad="UP", price=7, company=("UP",), value=8)


def test_k4_at_value_0_a_stock_is_free():
    state, _ = go(delivering(tiles={1: "Buy Stock"}, score={1: 0, 2: 9, 3: 9, 4: 9}), "p1 buy UP")
    assert (state.score[1], state.stocks[1], state.value["UP"]) == (0, {"UP": 1}, 1)


def test_k4_who_is_too_poor_may_not_buy():
    scores = {1: 6, 2: 20, 3: 20, 4: 20}
    state = delivering(tiles={1: "Buy Stock"}, value={"UP": 7, "NP": 6}, score=scores)
    assert "p1 buy NP" in offered(state)
    with pytest.raises(Refused, match="UP stock costs 7 and you have 6 points; a score never falls below 0"):
        go(state, "p1 buy UP")


# -- Dump Stock


def test_k5_each_tile_pays_the_value_before_it_falls_by_2_a_tile():
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


def test_k5_at_least_one_tile_must_be_dumped():
    state = delivering(tiles={1: "Dump Stock"}, owned={1: "ACL ACL UP"})
    assert {line for line in offered(state) if "dump" in line} == {"p1 dump ACL", "p1 dump UP"}
    with pytest.raises(Refused, match="You own no NYC stock; you own 2 ACL and 1 UP"):
        go(state, "p1 dump NYC")


# -- Loot The Company


def test_k6_looting_scores_5_and_takes_the_stock_out_of_all_hands_and_the_pile():
    before = delivering(tiles={1: "Loot The Company"}, owned={1: "B&O B&O UP", 3: "B&O"}, value={"B&O": 6})
    state, events = go(before, "p1 loot B&O")
    assert state.score[1] == 25
    assert (state.stocks[1], state.stocks[3]) == ({"UP": 1}, {})
    assert "B&O" not in state.stock_pile.open()
    assert Counter(state.discarded) == {"B&O": 4, "Loot The Company": 1}
    assert state.inventory() == before.inventory()
    assert events[0] == e.CompanyLooted(seat=1, company=("B&O",), points=5, lost=((1, 2), (3, 1)))


def test_k6_equal_shares_are_enough_and_a_smaller_one_is_not():
    tie = delivering(tiles={1: "Loot The Company"}, owned={1: "B&O UP", 2: "B&O", 3: "UP UP"})
    assert {line for line in offered(tie) if "loot" in line} == {"p1 loot B&O"}
    with pytest.raises(Refused, match="Nobody may own more of UP than you: player 3 owns 2 of UP and you own 1"):
        go(tie, "p1 loot UP")
    with pytest.raises(Refused, match="You own no NYC stock; you own 1 B&O and 1 UP"):
        go(tie, "p1 loot NYC")


def test_k6_the_links_of_a_looted_railroad_still_carry_and_pay_but_no_stock_rises():
    state = delivering(tiles={1: "Loot The Company"}, owned={1: "B&O"}, value={"B&O": 6}, goods=CARGO, by=2)
    state, _ = go(state, "p1 loot B&O")
    assert labels(state, "deliver")[0].endswith("3 points for you, 2 for Ben; no stock rises")
    state, events = go(state, DELIVER)
    assert (state.score[1], state.score[2]) == (20 + 5 + 3, 20 + 2)
    assert state.value["B&O"] == 0
    (told,) = [event for event in events if isinstance(event, Delivered)]
    assert GAME.narrate(told, named) == (
        "Ada delivered coal from Washington to St. Louis by B&O: 3 points, and 2 to Ben for the link. B&O has no stock."
    )


def test_k6_edges_of_a_looted_railroad_still_match_and_make_links():
    looted = {"ruined": ("B&O",)}
    state = shady(Placing(), Delivering(), baron=looted, hands={1: ("Pittsburgh",)}, laid=("St. Louis 0,0 n",))
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
    assert state.inventory() == before.inventory()


def test_k7_who_leads_in_one_name_only_does_not_lead_in_the_company():
    merged = {"merged": ("ATSF", "B&O")}
    owned = {1: "ATSF ATSF", 2: "ATSF B&O B&O"}
    state = delivering(tiles={1: "Loot The Company"}, owned=owned, baron=merged, goods=CARGO)
    with pytest.raises(Refused, match="more of ATSF than you: player 2 owns 3 of ATSF and you own 2"):
        go(state, "p1 loot ATSF")


# -- Merger


def meeting(lower, higher):
    """The moves of RB's example: markers move toward each other in turn, the lower one first."""
    steps = []
    while lower != higher:
        if len(steps) % 2 == 0:
            lower += 1
        else:
            higher -= 1
        steps.append((lower, higher))
    return steps


def test_k9_merger_of_values_0_and_7_gives_4():
    assert meeting(0, 7) == [(1, 7), (1, 6), (2, 6), (2, 5), (3, 5), (3, 4), (4, 4)]
    state = delivering(tiles={1: "Merger"}, owned={1: "ATSF B&O"}, value={"ATSF": 0, "B&O": 7})
    state, events = go(state, "p1 merge ATSF B&O")
    assert (state.value["ATSF"], state.value["B&O"]) == (4, 4)
    assert events[0] == e.RailroadsMerged(seat=1, first="ATSF", second="B&O", value=4)
    assert state.baron.merged == ("ATSF", "B&O")


def test_k9_the_markers_meet_where_the_steps_of_the_rulebook_lead():
    start = delivering()
    for low in range(20):
        for high in range(low, 20):
            state = msgspec.structs.replace(start, value={"ATSF": high, "B&O": low})
            met = halfway(state, "ATSF", "B&O")
            assert ([(low, high), *meeting(low, high)][-1]) == (met, met)


def test_k8_nobody_may_own_more_of_the_more_valuable_one():
    owned = {1: "ATSF B&O", 2: "B&O B&O", 3: "ATSF ATSF"}
    for dear, leader, count in (("B&O", 2, 2), ("ATSF", 3, 2)):
        state = delivering(tiles={1: "Merger"}, owned=owned, value={dear: 3}, goods=CARGO)
        with pytest.raises(Refused, match=f"more valuable one than you: player {leader} owns {count} of {dear}"):
            go(state, "p1 merge ATSF B&O")


def test_k8_a_majority_in_the_cheaper_one_alone_is_not_asked_for():
    owned = {1: "ATSF B&O", 3: "ATSF ATSF"}
    state = delivering(tiles={1: "Merger"}, owned=owned, value={"B&O": 3, "ATSF": 2})
    assert "p1 merge ATSF B&O" in offered(state)


def test_k8_of_equally_valuable_railroads_a_majority_in_either_will_do():
    for owned, allowed in (
        ({1: "ATSF B&O", 2: "B&O B&O"}, True),
        ({1: "ATSF B&O", 3: "ATSF ATSF"}, True),
        ({1: "ATSF B&O", 2: "B&O B&O", 3: "ATSF ATSF"}, False),
    ):
        state = delivering(tiles={1: "Merger"}, owned=owned, value={"ATSF": 3, "B&O": 3}, goods=CARGO)
        assert ("p1 merge ATSF B&O" in offered(state)) == allowed


def test_k8_one_must_own_stock_of_both():
    state = delivering(tiles={1: "Merger"}, owned={1: "ATSF ATSF UP"}, value={"ATSF": 3})
    assert {line for line in offered(state) if "merge" in line} == {"p1 merge ATSF UP"}
    with pytest.raises(Refused, match="You own no B&O stock; you own 2 ATSF and 1 UP"):
        go(state, "p1 merge ATSF B&O")
    with pytest.raises(Refused, match="you named UP twice"):
        go(state, "p1 merge UP UP")
    with pytest.raises(Refused, match="the other way round: ATSF, and then UP"):
        go(state, "p1 merge UP ATSF")


def test_k10_edges_of_merged_railroads_do_not_match_each_other():
    merged = {"merged": ("IC", "B&O")}
    more = {"hands": {1: ("Charleston", "Atlanta")}, "laid": ("Washington 0,0 n",)}
    before = offered(shady(Placing(), Delivering(), **more))
    assert offered(shady(Placing(), Delivering(), baron=merged, **more)) == before
    assert not [line for line in before if "Atlanta 1,0" in line]  # Washington's B&O edge is its eastern one


def test_k11_every_change_moves_the_markers_of_both_names():
    merged = {"merged": ("ATSF", "B&O")}
    both = {"ATSF": 4, "B&O": 4}
    state = delivering(tiles={1: "Buy Stock, Dump Stock"}, owned={1: "ATSF B&O"}, value=both, baron=merged, goods=CARGO)

    def values(after):
        return after.value["ATSF"], after.value["B&O"]

    state, _ = go(state, DELIVER)
    assert values(state) == (5, 5)
    state, _ = go(state, "p1 buy ATSF")
    assert values(state) == (6, 6)
    assert state.score[1] == 20 + 3 - 5
    state, events = go(state, "p1 dump ATSF")
    assert values(state) == (0, 0)
    assert events[0] == e.StocksDumped(seat=1, company=("ATSF", "B&O"), tiles=3, price=6, value=0)


def test_k11_a_trip_over_a_tower_and_both_names_raises_them_by_2():
    laid = ("St. Louis 0,0 n", "Washington 1,0 s", "Chicago 0,1 s")
    baron = {"merged": ("IC", "B&O"), "towers": {"St. Louis": 1}}
    state = delivering(baron=baron, modules=("buildings",), laid=laid, goods={"Washington": "coal"})
    state, _ = go(state, "p1 relay coal Washington Chicago")
    assert (state.value["IC"], state.value["B&O"]) == (2, 2)


def test_k11_dumping_sells_the_tiles_of_both_names_and_is_one_choice():
    merged = {"merged": ("ATSF", "B&O")}
    state = delivering(tiles={1: "Dump Stock"}, owned={1: "B&O UP ATSF"}, baron=merged, value={"ATSF": 4, "B&O": 4})
    assert {line for line in offered(state) if "dump" in line} == {"p1 dump ATSF", "p1 dump UP"}
    with pytest.raises(Refused, match="ATSF and B&O are one company; call it ATSF"):
        go(state, "p1 dump B&O")
    state, _ = go(state, "p1 dump ATSF")
    assert state.stocks[1] == {"UP": 1}


def test_k12_a_looted_railroad_cannot_be_merged_dumped_or_bought():
    state = delivering(tiles={1: "Loot The Company, Merger, Buy Stock, Dump Stock"}, owned={1: "ATSF B&O UP"})
    state, _ = go(state, "p1 loot B&O")
    assert not [line for line in offered(state) if "B&O" in line]
    for line in ("p1 merge ATSF B&O", "p1 dump B&O"):
        with pytest.raises(Refused, match="B&O is out of business; it has no stock any more"):
            go(state, line)
    with pytest.raises(Refused, match="The pile holds no B&O stock"):
        go(state, "p1 buy B&O")


# -- the end


def test_k16_tiles_that_were_never_used_are_worth_nothing_in_the_end():
    state = delivering(tiles={1: "Merger, Insider Trading"}, owned={2: "UP"}, value={"UP": 3})
    scored = ending.score_stocks(state)
    assert (scored.score[1], scored.score[2]) == (20, 23)
    assert ending.ranking(scored)[0].seat == 2


def test_final_scoring_counts_merged_stock_at_the_common_value_and_ruined_stock_not_at_all():
    tiles = {1: "Merger", 2: "Loot The Company"}
    owned = {1: "ATSF B&O B&O", 2: "NYC", 3: "B&O NYC"}
    state = delivering(tiles=tiles, owned=owned, value={"ATSF": 0, "B&O": 7, "NYC": 9}, goods=CARGO)
    state, _ = go(state, "p1 merge ATSF B&O", DELIVER, "p2 loot NYC")
    assert (state.worth(1), state.worth(2), state.worth(3)) == (3 * 5, 0, 5)


# -- words


def test_every_tile_tells_its_price_and_effect_before_it_is_used():
    tiles = "Buy Stock, Dump Stock, Loot The Company, Merger"
    owned = {1: "ACL ACL ACL ATSF B&O B&O", 2: "ACL"}
    state = delivering(tiles={1: tiles}, owned=owned, value={"ACL": 4, "B&O": 7, "UP": 5})
    assert "Buy a UP stock out of the pile for 5 of your 20 points; UP rises to 6" in labels(state, "buy")
    assert "UP, Union Pacific: 5 points, 4 in the pile" in labels(state, "buy", "railroad")
    assert labels(state, "dump")[0] == "Dump 3 ACL at 4: 12 points for you; ACL falls from 4 to 0"
    assert labels(state, "dump", "railroad")[0] == "ACL: 3 stocks at 4, 12 points; falls to 0"
    assert labels(state, "loot")[0] == (
        "Loot ACL: 5 points for you. It is out of business, and all its stocks leave the game: "
        "3 of yours and 1 of others, each worth 4 points now; its links stay"
    )
    assert labels(state, "merge")[-1] == (
        "Merger: ATSF at 0 and B&O at 7 become one company at 4; your 3 stocks of it go from 14 to 12 points"
    )
    assert labels(state, "merge", "second")[-1] == "B&O, Baltimore & Ohio: worth 7, you own 2; both at 4 with ATSF"


def test_every_tile_says_on_offer_what_it_does():
    names = ("Buy Stock", "Dump Stock", "Loot The Company", "Merger", "Stock Issue", "Insider Trading")
    state = shady(Drafting(), stocks=names)
    for name, label in zip(names, labels(state, "draft", "tile"), strict=True):
        assert label.startswith(f"{name}: once, ")


def test_stock_of_a_merged_company_says_so_on_offer():
    state = shady(Drafting(), stocks=("ATSF", "UP"), baron={"merged": ("ATSF", "B&O")}, value={"ATSF": 4, "B&O": 4})
    assert labels(state, "draft")[0] == "Draft ATSF stock, Santa Fe: worth 4 now, one company with B&O"


def test_what_happened_is_told_with_its_numbers():
    told = [
        e.StockBought(seat=1, railroad="UP", price=4, company=("UP",), value=5),
        e.StocksDumped(seat=2, company=("ATSF", "B&O"), tiles=3, price=4, value=0),
        e.CompanyLooted(seat=3, company=("B&O",), points=5, lost=((1, 1), (3, 2))),
        e.RailroadsMerged(seat=4, first="ATSF", second="B&O", value=4),
    ]
    assert [GAME.narrate(event, named) for event in told] == [
        "Ada bought UP stock out of the pile for 4 points. UP stock is worth 5.",
        "Ben dumped 3 stocks of ATSF and B&O at 4: 12 points. ATSF and B&O stock is worth 0.",
        "Cleo looted B&O: 5 points. B&O is out of business; Ada lost 1 stock and Cleo lost 2 stocks.",
        "Dov merged ATSF and B&O into one company. Both stocks are worth 4.",
    ]


# -- computer players


def hints(state, kind):
    """What the seat that is asked thinks of its offers of a kind, by the words after the verb."""
    (decision,) = decisions(state)
    view = redact(state, decision.seat)
    offers = [offer for offer in decision.offers if type(offer).__name__.lower() == kind]
    return {write(offer).split(" ", 2)[2]: GAME.hint(view, offer) for offer in offers}


LAST = {"goods": CARGO, "ending": "last-city"}


def test_a_computer_loots_what_costs_its_rivals_more_than_itself():
    owned = {1: "UP NP NP", 2: "UP"}
    worth = hints(delivering(tiles={1: "Loot The Company"}, owned=owned, value={"UP": 3, "NP": 8}, **LAST), "loot")
    assert worth["UP"] > 0 > worth["NP"]


def test_a_computer_dumps_at_the_end_what_rivals_own_too_and_keeps_what_still_grows():
    tiles, owned, value = {1: "Dump Stock"}, {1: "B&O B&O", 2: "B&O"}, {"B&O": 6}
    assert hints(delivering(tiles=tiles, owned=owned, value=value, **LAST), "dump")["B&O"] > 0
    assert hints(delivering(tiles=tiles, owned=owned, value=value, goods=CARGO), "dump")["B&O"] < 0


def test_a_computer_merges_what_makes_its_own_stocks_dearer():
    owned = {1: "UP UP UP NP", 2: "NP"}
    gains = hints(delivering(tiles={1: "Merger"}, owned=owned, value={"UP": 0, "NP": 8}, **LAST), "merge")
    losses = hints(delivering(tiles={1: "Merger"}, owned=owned, value={"UP": 8, "NP": 0}, **LAST), "merge")
    assert gains["NP UP"] > 0 > losses["NP UP"]


def test_a_computer_buys_what_will_be_worth_more_than_it_costs():
    state = delivering(tiles={1: "Buy Stock"}, owned={1: "UP", 2: "NP NP"}, value={"UP": 5, "NP": 5}, goods=CARGO)
    worth = hints(state, "buy")
    assert max(worth, key=worth.__getitem__) == "B&O"  # the only railroad with a link
    assert worth["UP"] > worth["SP"] > worth["NP"]


def test_a_computer_delivers_rather_than_to_waste_a_tile():
    owned = {1: "B&O", 2: "UP"}
    state = delivering(tiles={1: "Loot The Company"}, owned=owned, value={"B&O": 15}, goods=CARGO, by=2)
    assert max(hints(state, "loot").values()) < min(hints(state, "deliver").values())
