"""RB Advanced Tiles; rulings A1 to A11, and their effects on drafting and on the end of the game."""

import pytest

from engine.core import decisions, redact
from engine.errors import Refused
from engine.games.railroad_rivals.game_data.options import RivalsOptions
from engine.games.railroad_rivals.game_data.printed_data import CITY_TILES, Goods, Special
from engine.games.railroad_rivals.phases.turns import DeliveringPhase, DraftingPhase, DrawingTiles, PlacingPhase
from engine.games.railroad_rivals.robber_baron.events import HeadquartersPlayed, IndustryPlayed
from engine.games.railroad_rivals.state import board as b
from engine.games.railroad_rivals.state.events import (
    BonusReason,
    BonusScored,
    CityDrafted,
    Delivered,
    GoodsDrawn,
    PlacementPassed,
)
from engine.games.railroad_rivals.state.expansion_state import ExpansionState
from tests.games.railroad_rivals.advanced import ADVANCED, SHOWN, TWO_ROADS, WILD, delivering, drafting, placing
from tests.games.railroad_rivals.table import GAME, board, go, offered, pile, table

# -- set-up and drafting


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_advanced_tiles_are_mixed_in_after_hands_were_dealt(seats):  # RB Advanced Tiles; S3
    for seed in range(15):
        state, _ = GAME.new_game(RivalsOptions(advanced=True), seats, seed)
        for hand in state.hand.values():
            assert not SHOWN & set(hand.open())
        assert not SHOWN & set(state.removed.open())
        in_play = {*state.city_pile.open(), *(lot.tile for lot in state.city_offer)}
        assert in_play >= SHOWN
        stocks = [*state.stock_pile.open(), *(lot.tile for lot in state.stock_offer)]
        assert stocks.count(Special.UPGRADE) == 2


def test_advanced_tiles_may_be_anywhere_in_the_pile():  # RB Advanced Tiles
    games = [GAME.new_game(RivalsOptions(advanced=True), 4, seed)[0] for seed in range(60)]
    deepest = [max(map(state.city_pile.open().index, SHOWN & set(state.city_pile.open()))) for state in games]
    assert min(deepest) < 20 < max(deepest)
    assert any(SHOWN & {lot.tile for lot in state.city_offer} for state in games)


def test_without_the_module_no_advanced_tile_is_in_play():
    state, _ = GAME.new_game(RivalsOptions(), 4, 1)
    assert not SHOWN & {*state.city_pile.open(), *(lot.tile for lot in state.city_offer)}
    assert Special.UPGRADE not in state.stock_pile.open()


def test_a1_an_advanced_city_tile_is_the_city_pick_of_the_turn():
    state, events = go(drafting(("New Industry", "Denver", "Omaha", "Boston")), "p1 draft New_Industry")
    assert events[0] == CityDrafted(1, "New Industry")
    assert state.hand[1].open() == ("New Industry",)
    for seat, tile in ((2, "UP"), (3, "Denver"), (4, "Omaha")):
        state, _ = go(state, f"p{seat} draft {tile}")
    assert offered(state) == {"p1 draft NP", "p1 draft SP", "p1 draft IC"}
    with pytest.raises(Refused, match="you already drafted a city this turn"):
        go(state, "p1 draft Boston")


def test_a1_advanced_tiles_count_in_the_city_pile():
    flow = (*table().flow[:1], PlacingPhase(), DraftingPhase(), DrawingTiles())
    four = table(flow=flow, modules=ADVANCED, city_pile=pile("Boston", "Headquarters", "New Industry", "Omaha"))
    three = table(flow=flow, modules=ADVANCED, city_pile=pile("Boston", "Headquarters", "New Industry"))
    assert not four.city_pile_out
    assert len(four.city_offer) == 4
    assert three.city_pile_out
    assert set(three.removed.open()) >= {"Boston", "Headquarters", "New Industry"}


def test_a8_a_locomotive_upgrade_is_the_stock_pick_and_lies_face_up():
    state = drafting(("Denver", "Omaha", "Boston", "Norfolk"), ("Locomotive Upgrade", "NP", "SP", "IC"))
    state, _ = go(state, "p1 draft Locomotive_Upgrade")
    assert state.baron.specials == {1: (Special.UPGRADE,)}
    assert state.hand[1].size == 0
    assert state.stocks[1] == {}
    assert redact(state, 2).state.baron.specials == {1: (Special.UPGRADE,)}


def test_an_upgrade_is_no_railroad_stock_and_is_worth_nothing_itself():
    state = delivering(upgrades=2, flow=table().flow[:1], ending="last-city")
    assert set(state.score.values()) == {20}


# -- Transcontinental


def test_a2_a_wild_edge_matches_any_railroad_but_no_blank():
    state = placing({1: ("Transcontinental",)}, laid=("Cleveland 0,0 n",))  # Cleveland's north edge is blank
    assert offered(state) == {
        "p1 place Transcontinental 0,1 n",
        "p1 place Transcontinental 1,0 n",
        "p1 place Transcontinental -1,0 n",
    }
    assert b.blank_spots(board("Cleveland 0,0 n"), "Transcontinental") == ()


def test_a2_a_blank_edge_of_a_tile_does_not_match_a_wild_one():
    spots = b.matching_spots(board("St. Louis 0,0 n", WILD), "Savannah")  # ACL, ACL, IC and a blank
    ends = {
        b.edge_on_side(CITY_TILES["Savannah"], spot.facing, "w") for spot in spots if (spot.at.x, spot.at.y) == (2, 0)
    }
    assert ends == {"ACL", "IC"}


def test_a2_a_wild_edge_is_no_blank_edge():
    assert b.blank_spots(board("St. Louis 0,0 n", WILD), "Savannah") == ()
    beside_boston = b.blank_spots(board("Boston 0,0 n", "Transcontinental 0,1 n"), "Savannah")
    assert {(spot.at.x, spot.at.y) for spot in beside_boston} == {(0, -1), (1, 0)}


def test_a3_each_wild_edge_makes_a_link_of_the_railroad_that_it_touches():
    # Washington lies north-east of St. Louis: the tile between them touches both.
    laid = ("St. Louis 0,0 n", "Pittsburgh 0,-1 n", "Washington 1,-1 s")
    state, _ = go(placing({1: ("Transcontinental",)}, laid=laid), "p1 place Transcontinental 1,0 n")
    made = {(link.b, link.railroad, link.owner) for link in state.board.links[-2:]}
    assert made == {("St. Louis", "B&O", 1), ("Washington", "PRR", 1)}


def test_a3_a_later_tile_makes_the_link_of_a_wild_edge():
    hands = {1: ("Denver",)}
    state = placing(hands, laid=("St. Louis 0,0 n", WILD), by=3)
    state, _ = go(state, "p1 place Denver 2,0 n")  # Denver's west edge is UP
    assert state.board.links[-1] == b.Link("Denver", "Transcontinental", "UP", 1)
    assert state.board.links[0] == b.Link("Transcontinental", "St. Louis", "B&O", 3)


def test_a3_later_tiles_make_links_of_different_railroads():
    laid = ("St. Louis 0,0 n", WILD, "Denver 2,0 n", "Boston 1,1 s")
    links = b.links_by_city(board(*laid))["Transcontinental"]
    assert {(link.other_end("Transcontinental"), link.railroad) for link in links} == {
        ("St. Louis", "B&O"),
        ("Denver", "UP"),
        ("Boston", "NYC"),
    }


def test_a3_a_delivery_over_a_wild_edge_raises_the_railroad_of_the_link():
    state = delivering(laid=("St. Louis 0,0 n", WILD, "Denver 2,0 n"), goods={"Transcontinental": "coal"})
    after, _ = go(state, "p1 deliver coal Transcontinental Denver")
    assert (after.value["UP"], after.value["B&O"]) == (1, 0)


def test_the_transcontinental_gets_four_cubes():  # RB Transcontinental Railroad
    state, events = go(placing({1: ("Transcontinental",)}), "p1 place Transcontinental 1,0 n")
    assert len(state.goods["Transcontinental"]) == 4
    assert GoodsDrawn("Transcontinental", state.goods["Transcontinental"], 0) in events


def test_a4_a_hand_with_the_transcontinental_must_match():
    laid = ("Savannah 0,0 n",)  # ACL, ACL, IC and a blank edge to the west
    without = placing({1: ("El Paso",)}, laid=laid)
    holding = placing({1: ("El Paso", "Transcontinental")}, laid=laid)
    assert any("El_Paso" in line for line in offered(without))
    assert {line.split()[2] for line in offered(holding)} == {"Transcontinental"}


def test_a4_another_matching_tile_may_be_placed_instead():
    lines = offered(placing({1: ("Pittsburgh", "Transcontinental")}))
    assert {line.split()[2] for line in lines} == {"Pittsburgh", "Transcontinental"}


def test_a4_every_tile_with_a_railroad_matches_beside_the_transcontinental():
    open_ended = ("Savannah 0,0 n", "Transcontinental 1,0 n")
    state = placing({1: ("El Paso",)}, laid=open_ended)
    after, _ = go(state, next(iter(sorted(offered(state)))))
    assert after.board.links[-1].b == "Transcontinental"


def test_a5_an_edge_that_a_blank_touches_stays_unlinked_for_good():
    # Cleveland's blank edge lies north as printed; at 1,1 it touches the south edge of the Transcontinental.
    laid = ("St. Louis 0,0 n", WILD, "Chicago 0,1 s", "Cleveland 1,1 n")
    ends = {link.other_end("Transcontinental") for link in b.links_by_city(board(*laid))["Transcontinental"]}
    assert ends == {"St. Louis"}
    wild = b.open_edges(board(*laid))["any"]
    assert {(at.x, at.y) for at, _ in wild} == {(2, 0), (1, -1)}


# -- New Industry


def test_a6_new_industry_draws_the_printed_number_of_cubes_onto_a_placed_city():
    before = delivering(("New Industry",))
    state, events = go(before, "p1 industry St._Louis")
    assert len(state.goods["St. Louis"]) == 2
    assert events == (
        IndustryPlayed(seat=1, city="St. Louis"),
        GoodsDrawn("St. Louis", state.goods["St. Louis"], 0),
    )
    assert sum(before.bag.values()) - sum(state.bag.values()) == 2


def test_a6_new_industry_is_played_before_or_after_the_delivery():
    state = delivering(("New Industry",))
    after, _ = go(state, "p1 deliver coal Washington St._Louis", "p1 industry Washington")
    assert len(after.goods["Washington"]) == 1 + 2
    with pytest.raises(Refused, match="isn’t player 2’s turn"):
        go(delivering(hands={2: ("New Industry",)}), "p2 industry Washington")


def test_a6_there_is_no_limit_to_the_cubes_of_a_tile():
    state, _ = go(delivering(("New Industry",), {"Washington": "coal " * 6}), "p1 industry Washington")
    assert len(state.goods["Washington"]) == 8


def test_a6_new_industry_draws_four_cubes_onto_the_transcontinental():
    state = delivering(("New Industry",), {}, laid=("St. Louis 0,0 n", WILD))
    after, _ = go(state, "p1 industry Transcontinental")
    assert len(after.goods["Transcontinental"]) == 4


def test_a6_new_industry_draws_what_the_bag_has_and_needs_a_cube():
    bag = dict.fromkeys(table().bag, 0)
    short, events = go(delivering(("New Industry",), bag=bag | {Goods.COAL: 1}), "p1 industry St._Louis")
    assert short.goods["St. Louis"] == (Goods.COAL,)
    assert events[1] == GoodsDrawn("St. Louis", (Goods.COAL,), 1)
    with pytest.raises(Refused, match="can’t play New Industry now: the bag is empty"):
        go(delivering(("New Industry",), bag=bag), "p1 industry St._Louis")


def test_a6_new_industry_can_make_a_delivery_possible():
    state, _ = go(delivering(("New Industry",), {}), "p1 industry Washington")
    assert any("deliver" in line for line in offered(state))
    with pytest.raises(Refused):
        go(state, "p1 pass")


def test_played_tiles_leave_the_hand_and_the_game():  # RB New Industry, RB Railroad Headquarters
    state, _ = go(delivering(("New Industry", "Headquarters", "Boston")), "p1 industry Washington", "p1 headquarters")
    assert state.hand[1].open() == ("Boston",)
    assert state.discarded == ("New Industry", "Headquarters")


def test_a_tile_that_is_not_in_the_hand_cannot_be_played():
    with pytest.raises(Refused, match="New Industry: it isn’t in your hand"):
        go(delivering(), "p1 industry Washington")
    with pytest.raises(Refused, match="Headquarters: it isn’t in your hand"):
        go(delivering(), "p1 headquarters")
    with pytest.raises(Refused, match="New Industry in Denver: it isn’t on the table"):
        go(delivering(("New Industry",)), "p1 industry Denver")


# -- Railroad Headquarters


def test_a7_with_headquarters_two_cubes_are_delivered_one_after_the_other():
    state, events = go(
        delivering(("Headquarters",), {"Washington": "coal coal"}),
        "p1 headquarters",
        "p1 deliver coal Washington St._Louis",
        "p1 deliver coal Washington St._Louis",
    )
    assert events[0] == HeadquartersPlayed(seat=1)
    assert [event.points for event in events if isinstance(event, Delivered)] == [3, 2]
    assert state.score[1] == 20 + 3 + 2


def test_a7_headquarters_may_be_played_after_the_first_delivery():
    state, _ = go(delivering(("Headquarters",)), "p1 deliver coal Washington St._Louis", "p1 headquarters")
    assert offered(state) == {"p1 deliver wood Washington St._Louis", "p1 pass"}
    with pytest.raises(Refused, match="already delivered in this phase"):
        go(
            delivering(("Headquarters",)),
            "p1 deliver coal Washington St._Louis",
            "p1 deliver wood Washington St._Louis",
        )


def test_a7_other_tiles_and_buildings_may_be_used_between():
    state = delivering(("Headquarters", "New Industry"), {"Washington": "coal"}, modules=("advanced", "buildings"))
    state, _ = go(
        state, "p1 headquarters", "p1 deliver coal Washington St._Louis", "p1 industry Washington", "p1 hotel St._Louis"
    )
    cube = state.goods["Washington"][0]
    after, _ = go(state, f"p1 deliver {cube} Washington St._Louis")
    assert after.score[1] - state.score[1] in (2 + 1, 3 + 1)


def test_a7_both_deliveries_are_made_in_the_same_phase():
    state = delivering(
        ("Headquarters",),
        {"Washington": "coal " * 10},
        modules=("advanced", "extra_delivery"),
        ending="last-city",
        seats=2,
    )
    line = "{} deliver coal Washington St._Louis"
    state, _ = go(state, "p1 headquarters", line.format("p1"), line.format("p1"), line.format("p2"))
    state, _ = go(state, line.format("p1"))
    assert [decision.seat for decision in decisions(state)] == [2]


def test_a7_headquarters_allows_no_third_delivery_in_the_extra_phase():
    modules, goods = ("advanced", "extra_delivery"), {"Washington": "coal " * 10}
    state = delivering(("Headquarters",), goods, modules=modules, ending="last-city", seats=2)
    line = "{} deliver coal Washington St._Louis"
    state, _ = go(state, line.format("p1"), "p1 pass", line.format("p2"), "p1 headquarters")
    assert state.flow[-1] == DeliveringPhase(allowed=2, time=2)
    state, _ = go(state, line.format("p1"), line.format("p1"), line.format("p2"))
    assert not state.flow


def test_a7_headquarters_cannot_be_played_without_a_possible_delivery():
    state = delivering(("Headquarters", "New Industry"), {})
    assert "p1 headquarters" not in offered(state)
    with pytest.raises(Refused, match="there is nothing left to deliver"):
        go(state, "p1 headquarters")


# -- Locomotive Upgrade


@pytest.mark.parametrize(
    ("upgrades", "words"),
    [(1, "1 point for a Locomotive Upgrade"), (2, "2 points for two Locomotive Upgrades")],
)
def test_each_upgrade_scores_its_owner_a_point_for_each_delivery(upgrades, words):  # RB Locomotive Upgrade
    state, events = go(delivering(upgrades=upgrades), "p1 deliver coal Washington St._Louis")
    assert state.score[1] == 20 + 3 + upgrades
    (scored,) = (event for event in events if isinstance(event, BonusScored))
    assert scored == BonusScored(1, upgrades, BonusReason(upgrades=upgrades))
    assert GAME.text.event_sentence(scored, str) == f"1 scored {words}."


def test_a9_an_upgrade_counts_for_both_deliveries_with_headquarters():
    state, _ = go(
        delivering(("Headquarters",), upgrades=1),
        "p1 headquarters",
        "p1 deliver coal Washington St._Louis",
        "p1 deliver wood Washington St._Louis",
    )
    assert state.score[1] == 20 + 3 + 1 + 3 + 1


def test_a9_an_upgrade_counts_once_for_a_trip_over_a_tower():
    baron = ExpansionState(specials={1: (Special.UPGRADE,)}, towers={"St. Louis": 1}, hotels={"Chicago": 1})
    laid = (*TWO_ROADS, "Chicago 0,1 s")
    state = delivering(laid=laid, baron=baron, modules=("advanced", "buildings"))
    after, _ = go(state, "p1 relay coal Washington Chicago")
    assert after.score[1] == 20 + 3 + 1 + 1


def test_a9_an_upgrade_does_not_count_for_other_players_deliveries():
    state, _ = go(delivering(upgrades=1, order=(2, 1, 3, 4)), "p2 deliver coal Washington St._Louis")
    assert state.score[1] == 20 + 2


# -- the hand and the end


def test_a10_a_hand_of_tiles_that_cannot_be_placed_counts_as_empty():
    state = placing({1: ("Pittsburgh", "New Industry", "Headquarters")}, city_pile_out=True, city_pile=pile())
    after, _ = go(state, "p1 place Pittsburgh 1,0 n")
    assert after.ending == "last-city"


def test_a10_the_transcontinental_can_be_placed_and_counts():
    state = placing({1: ("Pittsburgh", "Transcontinental")}, city_pile_out=True, city_pile=pile())
    after, _ = go(state, "p1 place Pittsburgh 1,0 n")
    assert after.ending == ""


def test_a_hand_that_empties_before_the_pile_does_not_end_the_game():  # E3
    after, _ = go(placing({1: ("Pittsburgh", "New Industry")}), "p1 place Pittsburgh 1,0 n")
    assert after.ending == ""


def test_a_player_without_a_city_skips_placing_and_still_delivers():  # RB Advanced City Tiles; P14
    state = placing({1: ("New Industry", "Headquarters"), 2: ("Pittsburgh",)}, goods={"St. Louis": "coal"})
    assert (type(state.flow[-1]).__name__, decisions(state)[0].seat) == ("PlacingPhase", 2)
    after, _ = go(state, "p2 place Pittsburgh 1,0 n")
    assert (type(after.flow[-1]).__name__, decisions(after)[0].seat) == ("DeliveringPhase", 1)
    assert "p1 deliver coal St._Louis Pittsburgh" in offered(after)


def test_the_narration_of_a_pass_says_that_there_was_no_city():
    state = placing({1: ("Pittsburgh",), 2: ("Headquarters",)})
    _, events = go(state, "p1 place Pittsburgh 1,0 n")
    assert PlacementPassed(2, empty_handed=True) in events


def test_a_tile_without_edges_is_not_placed():
    with pytest.raises(Refused, match="New Industry: it has no edges. Play it from your hand"):
        go(placing({1: ("New Industry", "Pittsburgh")}), "p1 place New_Industry 1,0 n")


def test_a11_unplayed_tiles_score_nothing():
    state = delivering(("New Industry", "Headquarters"), flow=table().flow[:1], ending="last-city")
    assert set(state.score.values()) == {20}


def test_hands_and_prompts_hide_the_tiles():
    state = delivering(("New Industry", "Headquarters"))
    assert redact(state, 2).state.hand[1].value is None
    assert decisions(state)[0].prompt == decisions(delivering(("Boston", "Omaha")))[0].prompt
