"""Whole random games: cash and supplies are never negative, and no place has too many trains."""

from collections import Counter

import pytest

from engine.core import decisions, play, premove_decisions, rng_from_seed
from engine.games.railroads_of_catan.game import GAME
from engine.games.railroads_of_catan.game_data.constants import MAX_TRAINS_PER_CITY
from engine.games.railroads_of_catan.game_data.options import CatanOptions
from tests.games.railroads_of_catan.table import go, offered, seats_asked


def check(state):
    assert min(state.cash.values()) >= 0
    for seat in state.everyone:
        assert state.remaining_rails(seat) >= 0
        assert state.remaining_segments(seat) >= 0
        assert state.plans[seat].value is not None
    assert all(len(train.goods) <= train.capacity for train in state.trains)
    for place, trains in Counter(train.at for train in state.trains).items():
        assert trains <= (MAX_TRAINS_PER_CITY if place in state.cities else 1)
    numbers = [(train.seat, train.number) for train in state.trains]
    assert len(set(numbers)) == len(numbers)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("visits", ["one", "two"])
def test_cash_and_supplies_never_become_negative(seed, visits):
    rng = rng_from_seed(seed, "whole")
    state, _ = GAME.new_game(CatanOptions(visits=visits), 3 + seed % 2, seed)
    while questions := decisions(state):
        when, rng = rng.draw_below(10)
        ahead = premove_decisions(state)
        question, rng = rng.choice(ahead if ahead and not when else questions)
        action, rng = rng.choice(tuple(question.offers))
        state, _ = play(state, action)
        check(state)
    assert state.ending in GAME.endings


def test_game_of_timeout_actions_ends_after_seven_turns():
    state, _ = GAME.new_game(CatanOptions(events=False), 3, 1)
    while seats_asked(state):
        seat, lines = seats_asked(state)[0], offered(state, seats_asked(state)[0])
        state, _ = go(state, f"p{seat} {'done' if 'done' in lines else lines[0]}")
    assert (state.ending, state.turn) == ("turns", 7)
    assert not state.tracks


def test_option_of_one_visit_asks_a_seat_to_build_and_then_to_run():
    state, _ = GAME.new_game(CatanOptions(visits="one", events=False), 3, 1)
    while not any(line.startswith("lay") for line in offered(state, seats_asked(state)[0])):
        seat = seats_asked(state)[0]
        state, _ = go(state, f"p{seat} {offered(state, seat)[0]}")
    seat = seats_asked(state)[0]
    state, _ = go(state, f"p{seat} train {state.cities_of(seat)[0]}", f"p{seat} done")
    assert seats_asked(state) == [seat]
    state, _ = go(state, f"p{seat} done")
    assert seats_asked(state) != [seat]
