"""R Solitaire Rules, Setup; R Solitaire Challenge; rulings O1, O2, O3, O9, O10."""

from collections import Counter

import pytest

from engine.core import PhaseEnded, decisions
from engine.errors import Refused
from engine.games.railroad_rivals.game_data.grid import Cell
from engine.games.railroad_rivals.game_data.printed_data import BASE_CITIES, RAILROADS
from engine.games.railroad_rivals.solitaire.events import ChallengeDealt, CitiesSupplied
from engine.games.railroad_rivals.solitaire.phases import Arranging, LayingStart
from engine.games.railroad_rivals.state import events as e
from engine.games.railroad_rivals.state.board import matching_spots, tiles_by_cell
from tests.games.railroad_rivals.solitaire_table import (
    CHALLENGE,
    PLAIN,
    cubes,
    first_turn,
    labels,
    name,
    position,
    starts,
    whole_game,
)
from tests.games.railroad_rivals.table import GAME, go, offered

# -- Setup


def test_o1_st_louis_is_linked_to_chicago_by_the_ic_and_to_washington_by_the_b_and_o():
    for state in starts(5):
        assert {cell: tile.city for cell, tile in tiles_by_cell(state.board).items()} == {
            Cell(0, 0): "St. Louis",
            Cell(0, 1): "Chicago",
            Cell(1, 0): "Washington",
        }
        links = [(link.a, link.b, link.railroad, link.owner) for link in state.board.links]
        assert links == [("Chicago", "St. Louis", "IC", 1), ("Washington", "St. Louis", "B&O", 1)]


def test_o2_each_starting_city_has_one_cube():
    for state in map(first_turn, starts(5) + starts(5, CHALLENGE)):
        assert sorted(state.goods) == sorted(tile.city for tile in state.board.laid)
        assert [len(there) for there in state.goods.values()] == [1, 1, 1]


def test_o3_the_player_chooses_the_order_of_the_first_three_cubes():
    state = position(Arranging(), LayingStart(), progression="wood grain coal", turn=0, goods={})
    assert len(offered(state)) == 6
    after, events = go(state, "p1 arrange coal wood grain")
    assert after.delivered == cubes("coal wood grain")
    assert "The progression starts with coal, then wood, then grain." in [
        GAME.text.event_sentence(event, name) for event in events
    ]


def test_o3_three_cubes_of_one_color_need_no_order():
    state = position(Arranging(), LayingStart(), progression="wood wood coal", turn=0, goods={})
    assert offered(state) == {"p1 arrange wood wood coal", "p1 arrange wood coal wood", "p1 arrange coal wood wood"}
    asked = {len(set(state.delivered)): state.turn == 0 for state in starts(150)}
    assert asked == {1: False, 2: True, 3: True}


def test_o3_other_cubes_than_those_drawn_are_refused():
    state = position(Arranging(), progression="wood wood coal", turn=0)
    with pytest.raises(Refused, match="Put these in order, each named once: wood ×2 and coal"):
        go(state, "p1 arrange wood coal coal")


def test_o3_the_cubes_of_the_cities_are_drawn_after_the_progression_is_in_order():
    before = next(state for state in starts() if not state.turn)
    assert before.goods == {}
    assert sum(before.bag.values()) == 24 - 3
    assert sum(first_turn(before).bag.values()) == 24 - 3 - 3


def test_the_bag_holds_six_cubes_of_each_of_four_colors():
    inventory = GAME.rules.count_components(starts(1)[0])
    assert [inventory[f"{color} cubes"] for color in ("wood", "grain", "coal", "iron")] == [6, 6, 6, 6]
    assert len(starts(1)[0].delivered) == 3


def test_the_other_34_cities_and_four_stock_tiles_of_each_railroad_are_in_the_piles():
    state = next(state for state in starts() if not state.turn)
    assert sorted([*state.city_pile.open(), "Chicago", "St. Louis", "Washington"]) == sorted(BASE_CITIES)
    assert Counter(state.stock_pile.open()) == dict.fromkeys(RAILROADS, 4)


def test_o9_the_score_starts_at_1_and_every_stock_at_0():
    state = starts(1)[0]
    assert state.score == {1: 1}
    assert set(state.value.values()) == {0}


def test_o9_nobody_bids_and_nothing_but_the_progression_scores():
    for options in (PLAIN, CHALLENGE):
        _, events = whole_game(4, options)
        assert not [event for event in events if isinstance(event, e.BidMade | e.BidPassed | e.OrderSet)]
        deliveries = [event for event in events if isinstance(event, e.Delivered)]
        assert {(event.owner, event.owner_points) for event in deliveries} == {(1, 0)}
        scored = next(event for event in events if isinstance(event, e.StocksScored))
        assert scored.total == 1 + sum(event.points for event in deliveries) + scored.points


# -- Solitaire Challenge


def challenge(first, *others):
    return position(LayingStart(), laid=(f"{first} 0,0 n",), goods={}, offer=(others, ()), turn=0, options=CHALLENGE)


def test_o10_the_player_places_two_cities_beside_the_first_random_one():
    for state in starts(10, CHALLENGE):
        assert [(tile.at, tile.facing) for tile in state.board.laid] == [(Cell(0, 0), "n")]
        assert len(state.city_offer) == 2
        begun = first_turn(state)
        assert (len(begun.board.laid), begun.city_offer) == (3, ())
    assert len({state.board.laid[0].city for state in starts(10, CHALLENGE)}) > 5


def test_o10_a_match_is_required_if_a_city_can_match():
    state = challenge("Charleston", "Boston", "Richmond")  # ACL; NYC; ACL and C&O
    lines = offered(state)
    assert {line.split()[2] for line in lines} == {"Richmond"}
    assert {line.split()[3] for line in lines} == {"0,-1", "0,1"}
    with pytest.raises(Refused, match="can’t place Boston"):
        go(state, "p1 place Boston 1,0 n")
    after, _ = go(state, min(lines))
    assert [link.railroad for link in after.board.links] == ["ACL"]


def test_o10_without_a_match_a_city_is_placed_beside_any_tile_without_a_link():
    state = challenge("Charleston", "Boston", "Billings")
    lines = offered(state)
    assert {line.split()[3] for line in lines} == {"0,-1", "0,1", "-1,0", "1,0"}
    assert len(lines) == 4 * 4 + 4 * 2  # Billings looks the same upside down
    after, _ = go(state, "p1 place Billings 1,0 n")
    assert after.board.links == ()
    assert "Place Boston north of Charleston (N blank, E blank, S NYC, W NYC): no link" in labels(after)
    assert set(labels(after, "city")) == {"Boston: matches no railroad"}
    with pytest.raises(Refused, match="Place it beside a city on the table"):
        go(after, "p1 place Boston 7,7 n")
    with pytest.raises(Refused, match="Denver: it isn’t a starting city. Place Boston"):
        go(after, "p1 place Denver 0,1 n")


def test_o10_a_city_that_matches_only_the_second_one_is_linked_to_it():
    state, _ = go(challenge("Charleston", "Boston", "Detroit"), "p1 place Boston 1,0 n")
    assert {line.split()[2] for line in offered(state)} == {"Detroit"}
    after, events = go(state, min(offered(state)))
    assert [link.railroad for link in after.board.links] == ["NYC"]
    supplied = next(event for event in events if isinstance(event, CitiesSupplied))
    assert supplied.cities == ("Charleston", "Boston", "Detroit")
    assert len(supplied.goods) == 3
    assert PhaseEnded("Starting City Tiles") in events


def test_o10_accepted_placements_beside_tiles_agree_with_the_offers():
    state = challenge("Charleston", "Billings", "Portland")
    (decision,) = decisions(state)
    listed = list(decision.offers)
    assert len(listed) == len(set(listed)) == len(decision.offers)
    assert all(action in decision.offers for action in listed)
    assert not matching_spots(state.board, "Billings")


def test_the_challenge_is_narrated():
    event = ChallengeDealt(cities=("Boston", "Denver", "Omaha"))
    sentence = "The starting cities are Boston, Denver, and Omaha. Boston is on the table."
    assert GAME.text.event_sentence(event, name) == sentence
