"""R Place a City Tile; rulings P1 to P14."""

from collections import Counter

import msgspec
import pytest

from bot.orders.examples import sample_questions
from engine.core import decisions, is_revealing, play, read_options, redact, rng_from_seed, write_options
from engine.errors import Refused
from engine.games.railroad_rivals.game_data.grid import SIDES, Cell, opposite_side
from engine.games.railroad_rivals.game_data.printed_data import CITY_TILES, Goods
from engine.games.railroad_rivals.phases.turns import DeliveringPhase, PlacingPhase
from engine.games.railroad_rivals.state.board import (
    Board,
    PlacedTile,
    edge_on_side,
    matching_spots,
    open_edges,
    tiles_by_cell,
)
from engine.games.railroad_rivals.state.events import CityPlaced, GoodsDrawn, PlacementPassed
from tests.games.railroad_rivals.table import BLOCK, GAME, board, go, offered, table


def placing(hand, laid=("St. Louis 0,0 n",), seats=4, **more):
    others = dict.fromkeys(range(2, seats + 1), ("Boston",))
    flow = (*table().flow[:1], DeliveringPhase(), PlacingPhase())
    return table(flow=flow, laid=laid, hands={1: hand} | others, seats=seats, **more)


def test_pittsburgh_may_be_placed_in_two_orientations_beside_st_louis():  # R example; P1
    east_of_st_louis = {line for line in offered(placing(("Pittsburgh",))) if " 1,0 " in line}
    assert east_of_st_louis == {"p1 place Pittsburgh 1,0 n", "p1 place Pittsburgh 1,0 w"}


def test_both_orientations_of_the_earlier_pittsburgh_look_the_same():
    state = placing(
        ("Pittsburgh",), board=Board(pittsburgh="opposite").place_tile(PlacedTile("St. Louis", Cell(0, 0), "n", None))
    )
    east_of_st_louis = {line for line in offered(state) if " 1,0 " in line}
    assert east_of_st_louis == {"p1 place Pittsburgh 1,0 n"}
    assert state.board.tile_as_printed("Pittsburgh").city == "Pittsburgh"


def test_a_stored_board_without_the_field_has_the_earlier_pittsburgh():
    stored = {"laid": [], "links": []}
    assert msgspec.convert(stored, Board).pittsburgh == "opposite"


def test_a_file_without_the_option_has_the_earlier_pittsburgh():
    state, _ = GAME.new_game(read_options(GAME.options, {"bidding": "first-place"}), 3, 3)
    assert state.board.tile_as_printed("Pittsburgh").edges == ("PRR", "B&O", "PRR", "B&O")


def test_a_new_table_has_the_pittsburgh_of_the_example():
    state, _ = GAME.new_game(read_options(GAME.options, write_options(GAME.options())), 3, 3)
    assert state.board.tile_as_printed("Pittsburgh").edges == ("B&O", "PRR", "PRR", "B&O")


def test_the_placer_owns_the_link():
    state, events = go(placing(("Pittsburgh",)), "p1 place Pittsburgh 1,0 n")
    (link,) = state.board.links
    assert (link.a, link.b, link.railroad, link.owner) == ("Pittsburgh", "St. Louis", "B&O", 1)
    assert isinstance(events[0], CityPlaced)
    assert events[0].links == (link,)


def test_the_placer_owns_a_link_to_another_players_tile():  # P5
    state = placing(("Baltimore",), laid=("St. Louis 0,0 n", "Pittsburgh 1,0 n"), by=3)
    state, _ = go(state, "p1 place Baltimore 2,0 w")
    assert [link.owner for link in state.board.links] == [3, 1]


def test_pittsburgh_receives_two_cubes_from_the_bag():  # R example
    before = placing(("Pittsburgh",))
    after, events = go(before, "p1 place Pittsburgh 1,0 n")
    drawn = Counter(after.goods["Pittsburgh"])
    assert drawn.total() == 2
    assert Counter(before.bag) - Counter(after.bag) == drawn
    assert any(isinstance(event, GoodsDrawn) and event.missing == 0 for event in events)


def test_a_short_bag_gives_all_its_cubes():  # P13
    empty = {Goods.WOOD: 1, Goods.GRAIN: 0, Goods.COAL: 0}
    state, events = go(placing(("Pittsburgh",), bag=empty), "p1 place Pittsburgh 1,0 n")
    assert state.goods["Pittsburgh"] == (Goods.WOOD,)
    assert GoodsDrawn("Pittsburgh", (Goods.WOOD,), 1) in events


def test_an_empty_bag_leaves_the_city_without_cubes():  # P13
    empty = dict.fromkeys((Goods.WOOD, Goods.GRAIN, Goods.COAL), 0)
    state, _ = go(placing(("Pittsburgh",), bag=empty), "p1 place Pittsburgh 1,0 n")
    assert "Pittsburgh" not in state.goods


def test_the_block_of_the_examples_has_a_link_for_each_pair_of_equal_edges():  # R example Cleveland; P3
    pairs = {(link.a, link.b, link.railroad) for link in board(*BLOCK).links}
    assert pairs == {
        ("Pittsburgh", "St. Louis", "B&O"),
        ("Indianapolis", "Pittsburgh", "PRR"),
        ("Cleveland", "Indianapolis", "NYC"),
    }


def test_the_block_has_exactly_the_five_open_railroads_of_the_example():
    assert {road for road in open_edges(board(*BLOCK)) if road} == {"NYC", "PRR", "B&O", "C&O", "MP"}


def test_cleveland_makes_two_links_if_the_tile_above_has_nyc():  # R "place your locomotives along both matches"; P4
    laid = ("Chicago 0,0 e", "Pittsburgh 1,0 n", "Indianapolis 1,1 w")
    state, _ = go(placing(("Cleveland",), laid=laid), "p1 place Cleveland 0,1 s")
    made = [(link.b, link.railroad) for link in state.board.links if link.a == "Cleveland"]
    assert made == [("Chicago", "NYC"), ("Indianapolis", "NYC")]


def test_without_a_match_el_paso_goes_blank_to_blank_beside_cleveland():  # R example El Paso; P7, P8
    assert offered(placing(("El Paso",), laid=BLOCK)) == {"p1 place El_Paso 0,2 s"}


def test_with_a_matching_tile_in_the_hand_el_paso_may_not_be_placed():  # R example El Paso, the other way round
    lines = offered(placing(("El Paso", "Kansas City"), laid=BLOCK))
    assert {line.split()[2] for line in lines} == {"Kansas_City"}


def test_a_tile_without_a_match_may_not_be_placed_while_another_matches():  # P6
    state = placing(("Charleston", "Columbus"), laid=BLOCK)
    assert {line.split()[2] for line in offered(state)} == {"Columbus"}
    with pytest.raises(Refused, match="blank edges may meet only if none of your cities can match"):
        go(state, "p1 place Charleston 0,2 e")


def test_blank_against_blank_is_no_link_but_the_tile_gets_its_cubes():  # P9, P10
    state, events = go(placing(("Charleston",), laid=BLOCK), "p1 place Charleston 0,2 e")
    assert len(state.board.links) == len(board(*BLOCK).links)
    assert len(state.goods["Charleston"]) == CITY_TILES["Charleston"].goods
    assert events[0].links == ()


def test_tiles_may_not_be_stacked():  # P11
    with pytest.raises(Refused, match="there: St. Louis is there"):
        go(placing(("Pittsburgh",)), "p1 place Pittsburgh 0,0 n")


def test_a_hole_enclosed_by_tiles_may_be_filled():  # P12
    ring = (
        "St. Louis 0,0 n", "Pittsburgh 1,0 n", "Indianapolis 2,0 n", "Cleveland 2,1 n",
        "Detroit 2,2 n", "Columbus 1,2 n", "Chicago 0,2 n", "Memphis 0,1 n",
    )  # fmt: skip
    hole = {spot.at for spot in matching_spots(board(*ring), "Memphis")} | {
        spot.at for spot in matching_spots(board(*ring), "Buffalo")
    }
    assert (1, 1) in hole


def test_if_nothing_fits_the_player_passes_without_being_asked():
    laid = ("Charleston 0,0 n",)  # ACL north and south, blank east and west
    state = placing(("Omaha",), laid=laid)
    assert state.flow[-1].done == 1
    assert state.hand[1].size == 1


def test_the_narration_of_a_pass_says_whether_the_hand_was_empty():  # P14
    flow = (*table().flow[:1], DeliveringPhase(), PlacingPhase())
    hands = {1: ("Savannah",), 2: ("Billings",), 3: (), 4: ("Norfolk",)}
    state = table(flow=flow, laid=("Charleston 0,0 n",), hands=hands)
    _, events = go(state, "p1 place Savannah 0,1 n")
    passed = [(event.seat, event.empty_handed) for event in events if isinstance(event, PlacementPassed)]
    assert passed == [(2, False), (3, True)]


def test_a_tile_that_is_not_in_the_hand_is_refused():
    with pytest.raises(Refused, match="place Denver: it isn’t in your hand. You have Pittsburgh"):
        go(placing(("Pittsburgh",)), "p1 place Denver 1,0 n")


def test_the_refusal_of_a_place_has_the_number_of_legal_places():
    with pytest.raises(Refused, match="there is no city next to that place. It fits in 4 other ways"):
        go(placing(("Pittsburgh",)), "p1 place Pittsburgh 5,5 n")
    with pytest.raises(Refused, match="an edge must touch an edge with the same railroad. It fits in 4 other ways"):
        go(placing(("Pittsburgh",)), "p1 place Pittsburgh 1,0 s")


def test_other_actions_are_refused_while_cities_are_placed():
    with pytest.raises(Refused, match="cities are being placed"):
        go(placing(("Pittsburgh",)), "p1 bid 3")


def test_orientations_that_look_the_same_are_one_offer():
    facings = {line.split()[-1] for line in offered(placing(("Savannah",), laid=("Charleston 0,0 n",)))}
    assert facings <= {"n", "s"}
    assert len(offered(placing(("Charleston",), laid=("Savannah 0,0 n",)))) == 2


def test_incremental_open_edges_equal_their_definition():  # P11
    state, _ = GAME.new_game(GAME.options(), 4, 11)
    while open_questions := decisions(state):
        state, _ = play(state, next(iter(open_questions[0].offers)))
        laid = tiles_by_cell(state.board)
        expected = {
            (
                edge_on_side(state.board.tile_as_printed(tile.city), tile.facing, side),
                tile.at.neighbor(side),
                opposite_side(side),
            )
            for tile in state.board.laid
            for side in SIDES
            if tile.at.neighbor(side) not in laid
        }
        found = open_edges(state.board).items()
        assert {(road, at, side) for road, places in found for at, side in places} == expected


def test_an_orientation_that_looks_like_an_offered_one_is_accepted():  # P1
    state, _ = go(placing(("Memphis",)), "p1 place Memphis 0,1 s")
    assert [link.railroad for link in state.board.links] == ["IC"]


def test_the_event_of_a_placement_names_every_link_it_made():  # P4
    laid = ("Chicago 0,0 e", "Pittsburgh 1,0 n", "Indianapolis 1,1 w")
    _, events = go(placing(("Cleveland",), laid=laid), "p1 place Cleveland 0,1 s")
    assert [link.b for link in events[0].links] == ["Chicago", "Indianapolis"]


def test_a_pass_reveals_something_so_the_move_before_cannot_be_undone():
    flow = (*table().flow[:1], DeliveringPhase(), PlacingPhase())
    hands = {1: ("Savannah",), 2: ("Billings",), 3: (), 4: ("Norfolk",)}
    before = table(flow=flow, laid=("Charleston 0,0 n",), hands=hands)
    after, events = go(before, "p1 place Savannah 0,1 n")
    assert any(event.is_revealing for event in events)
    assert is_revealing(after, after, events, 1)


def test_questions_are_sampled_even_if_a_determinized_hand_fits_nowhere():
    view = redact(placing(("Cleveland",), laid=("Boston 0,0 n",)), 2)
    assert not decisions(GAME.agent.determinize(view, rng_from_seed(0, "foresight 0")))
    assert any(question.decision.seat == 2 for question in sample_questions(GAME, view))
