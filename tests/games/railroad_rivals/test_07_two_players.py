"""R Special Rules for Two Players; rulings S2, G6 (the cubes: test_05_deliver)."""

from collections import Counter

from engine.games.railroad_rivals.game_data.printed_data import BASE_CITIES, RAILROADS, START_CITIES
from tests.games.railroad_rivals.table import GAME


def start(seed=5):
    return GAME.new_game(GAME.options(), 2, seed)[0]


def test_two_players_have_one_stock_tile_of_each_railroad_less():
    state = start()
    tiles = Counter([*state.stock_pile.open(), *(lot.tile for lot in state.stock_offer)])
    assert tiles == dict.fromkeys(RAILROADS, 3)


def test_with_two_players_six_random_city_tiles_are_removed_unseen():
    state = start()
    assert len(state.removed.open()) == 6
    assert state.removed.seen_by == frozenset()
    assert start(6).removed.open() != state.removed.open()


def test_the_six_tiles_are_removed_after_the_starting_tile_is_drawn():  # S2
    states = [start(seed) for seed in range(40)]
    assert {state.board.laid[0].city for state in states} == set(START_CITIES)
    assert all(state.board.laid[0].city not in state.removed.open() for state in states)
    assert GAME.rules.count_components(states[0])["city tiles"] == len(BASE_CITIES) == 37
