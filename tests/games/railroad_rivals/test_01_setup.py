"""R Game Setup; rulings S1, S2, S4, S6."""

from collections import Counter

import pytest

from engine.core import Seat
from engine.errors import Refused
from engine.games.railroad_rivals.game_data.options import RivalsOptions
from engine.games.railroad_rivals.game_data.printed_data import CITY_TILES, EARLIER_TILES, START_CITIES, Goods
from engine.games.railroad_rivals.state.events import OrderSet
from tests.games.railroad_rivals.table import GAME

SEATS = [2, 3, 4, 5, 6]


def starts(seats: int, games: int = 30):
    return [GAME.new_game(RivalsOptions(), seats, seed)[0] for seed in range(games)]


def test_the_starting_tile_is_one_of_chicago_st_louis_and_cincinnati():
    seen = {state.board.laid[0].city for state in starts(4)}
    assert seen == set(START_CITIES) == {"Chicago", "St. Louis", "Cincinnati"}


def test_the_starting_tile_has_no_owner_and_gets_its_cubes():  # S1
    for state in starts(4, 5):
        tile = state.board.laid[0]
        assert tile.by is None
        assert state.board.links == ()
        assert len(state.goods[tile.city]) == CITY_TILES[tile.city].goods


def test_start_tiles_that_were_not_drawn_go_back_among_the_city_tiles():
    state = starts(4, 1)[0]
    elsewhere = [city for hand in state.hand.values() for city in hand.open()]
    elsewhere += [*state.city_pile.open(), *(lot.tile for lot in state.city_offer)]
    assert set(START_CITIES) - {state.board.laid[0].city} <= set(elsewhere)


@pytest.mark.parametrize("seats", SEATS)
def test_every_player_starts_with_two_hidden_city_tiles(seats):  # S4
    state = starts(seats, 1)[0]
    for seat, hand in state.hand.items():
        assert len(hand.open()) == hand.size == 2
        assert hand.seen_by == {seat}


def test_starting_scores_of_three_players_are_6_8_and_10():  # R Starting Scores, example
    for state in starts(3, 5):
        assert [state.score[seat] for seat in state.order] == [6, 8, 10]


def test_starting_scores_rise_by_two_for_each_player():
    state = starts(6, 1)[0]
    assert [state.score[seat] for seat in state.order] == [6, 8, 10, 12, 14, 16]


def test_the_first_turn_order_is_random():
    assert len({state.order for state in starts(3)}) == 6


@pytest.mark.parametrize(
    ("seats", "cubes"),
    [
        (2, {"wood": 16, "grain": 10}),
        (3, {"wood": 16, "grain": 10}),
        (4, {"wood": 16, "grain": 10, "coal": 10}),
        (5, {"wood": 12, "grain": 6, "coal": 10, "iron": 6}),
    ],
)
def test_the_goods_cubes_in_play_depend_on_the_number_of_players(seats, cubes):  # R Goods Cubes; S6
    state = starts(seats, 1)[0]
    on_start_tile = Counter(state.goods[state.board.laid[0].city])
    assert {goods: state.bag[Goods(goods)] + on_start_tile[Goods(goods)] for goods in cubes} == cubes
    assert set(state.bag) == set(map(Goods, cubes))


@pytest.mark.parametrize(("seats", "tiles"), [(2, 36), (3, 48), (4, 48), (5, 48)])
def test_there_are_four_stock_tiles_of_each_railroad_and_three_with_two_players(seats, tiles):
    assert GAME.rules.count_components(starts(seats, 1)[0])["stock tiles"] == tiles


def test_all_stock_values_start_at_0():
    assert set(starts(4, 1)[0].value.values()) == {0}


@pytest.mark.parametrize("seats", [7, 0, -1])
def test_other_numbers_of_players_are_refused(seats):
    with pytest.raises(Refused, match=f"{GAME.seats[0]} to 6 players, not {seats}"):
        GAME.new_game(RivalsOptions(), seats, 1)


def test_the_same_seed_deals_the_same_game():
    again = [GAME.new_game(RivalsOptions(), 4, seed)[0] for seed in (7, 7, 8)]
    assert again[0] == again[1] != again[2]


def test_the_first_turn_has_no_bidding():  # B6
    state = starts(4, 1)[0]
    assert (state.turn, type(state.flow[-1]).__name__) == (1, "DraftingPhase")
    assert state.order[0] in (Seat(1), Seat(2), Seat(3), Seat(4))


def test_an_earlier_tile_has_the_same_goods_number():
    for city, tile in EARLIER_TILES.items():
        assert tile.goods == CITY_TILES[city].goods


def test_the_first_turn_order_costs_nothing():
    state, events = GAME.new_game(RivalsOptions(), 4, 1)
    assert [event for event in events if isinstance(event, OrderSet)] == [OrderSet(state.order, 0)]
