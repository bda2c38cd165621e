"""R When the City Tile Draw Pile Runs Out, R Game End & Scoring; rulings D4, D5, E1 to E7."""

import random

import pytest

from engine.core import decisions, play
from engine.games.railroad_rivals.game_data.printed_data import RAILROADS
from engine.games.railroad_rivals.phases.turns import DeliveringPhase, PlacingPhase
from engine.games.railroad_rivals.rules.scoring import ranking
from engine.games.railroad_rivals.state.events import CityPileRanOut, GameEnded, LastTurnCame, StocksScored
from tests.games.railroad_rivals.table import GAME, go, offered, pile, table


def finished(seats: int, seed: int):
    state, _ = GAME.new_game(GAME.options(), seats, seed)
    chance = random.Random(seed)
    while open_questions := decisions(state):
        state, _ = play(state, chance.choice(list(open_questions[0].offers)))
    return state


def values(**known):
    return dict.fromkeys(RAILROADS, 0) | {name.replace("_", "&"): value for name, value in known.items()}


def test_a_pile_of_exactly_one_city_per_player_is_a_normal_turn():  # D4
    state = table(city_pile=pile("Denver", "Omaha", "El Paso", "Houston"))
    assert len(state.city_offer) == 4
    assert not state.city_pile_out


def test_a_pile_that_cannot_serve_all_leaves_the_game_unseen_and_two_stocks_each_are_drawn():  # D4
    state = table(city_pile=pile("Denver", "Omaha", "El Paso"))
    assert state.city_pile_out
    assert state.removed.open() == ("Denver", "Omaha", "El Paso")
    assert state.removed.seen_by == frozenset()
    assert (len(state.city_offer), len(state.stock_offer)) == (0, 8)


def test_the_narration_has_the_number_of_removed_cities_but_not_their_names():
    flow = (*table().flow[:1], DeliveringPhase(done=3))
    laid, goods = ("St. Louis 0,0 n", "Washington 1,0 s"), {"Washington": "coal"}
    state = table(flow=flow, laid=laid, goods=goods, order=(2, 3, 4, 1), city_pile=pile("Denver", "Omaha"))
    _, events = go(state, "p1 deliver coal Washington St._Louis")
    assert CityPileRanOut(2) in events
    assert not any(city in GAME.text.event_sentence(event, str) for event in events for city in ("Denver", "Omaha"))


def test_the_switch_to_two_stocks_is_permanent():  # D5
    assert len(table(city_pile=pile(), city_pile_out=True).stock_offer) == 8


@pytest.mark.parametrize(("seats", "turns", "owned"), [(2, 15, 17), (3, 12, 14), (4, 9, 11), (5, 7, 9)])
def test_the_length_of_a_game_and_the_stock_tiles_of_each_player(seats, turns, owned):
    state = finished(seats, seed=3)
    assert (state.turn, state.turn_estimate) == (turns, turns)
    assert {sum(portfolio.values()) for portfolio in state.stocks.values()} == {owned}


HANDS = {1: ("Pittsburgh",), 2: ("Baltimore", "Omaha"), 3: ("Buffalo", "Detroit"), 4: ("Columbus", "Denver")}


def last_placement(hands=HANDS, **more):
    flow = (*table().flow[:1], DeliveringPhase(), PlacingPhase())
    return table(flow=flow, hands=hands, city_pile=pile(), **({"city_pile_out": True} | more))


def test_placing_the_last_city_of_a_hand_makes_this_turn_the_last():  # E1
    state, events = go(last_placement(), "p1 place Pittsburgh 1,0 n")
    assert state.ending == "last-city"
    assert LastTurnCame(1) in events


def test_the_last_turn_is_completed_with_all_placements_and_deliveries():  # E1
    state, _ = go(last_placement(), "p1 place Pittsburgh 1,0 n")
    asked = []
    while open_questions := decisions(state):
        asked.append((type(state.flow[-1]).__name__, open_questions[0].seat))
        state, events = play(state, next(iter(open_questions[0].offers)))
    assert asked[-4:] == [
        ("DeliveringPhase", 1),
        ("DeliveringPhase", 2),
        ("DeliveringPhase", 3),
        ("DeliveringPhase", 4),
    ]
    assert ("PlacingPhase", 2) in asked
    assert events[-1] == GameEnded("last-city")


def test_an_empty_hand_does_not_end_the_game_before_the_city_pile_has_run_out():  # E3
    state, _ = go(last_placement(city_pile_out=False), "p1 place Pittsburgh 1,0 n")
    assert state.ending == ""


def test_tiles_left_in_other_hands_cost_nothing():  # E2
    hands = {1: (), 2: ("Baltimore", "Omaha"), 3: (), 4: ("Denver",)}
    state = table(flow=table().flow[:1], ending="last-city", hands=hands, score={1: 9, 2: 8, 3: 7, 4: 6})
    assert state.score == {1: 9, 2: 8, 3: 7, 4: 6}


def test_the_last_turn_comes_once():  # E1
    hands = {1: ("Pittsburgh",), 2: ("Columbus",), 3: (), 4: ()}
    state, events = go(last_placement(hands=hands), "p1 place Pittsburgh 1,0 n")
    _, more = go(state, next(line for line in offered(state)))
    assert [event for event in events + more if isinstance(event, LastTurnCame)] == [LastTurnCame(1)]


def test_a_whole_turn_without_a_placement_after_the_pile_ran_out_ends_the_game():  # E4
    flow = (*table().flow[:1], DeliveringPhase(), PlacingPhase())
    hands = dict.fromkeys((1, 2, 3, 4), ("Billings",))
    state = table(flow=flow, laid=("Charleston 0,0 n",), hands=hands, city_pile=pile(), city_pile_out=True)
    assert decisions(state) == ()
    assert state.ending == "standstill"
    assert GAME.rules.ranking(state)


def test_a_turn_without_a_placement_before_the_pile_ran_out_does_not_end_the_game():  # E4
    flow = (*table().flow[:1], DeliveringPhase(), PlacingPhase())
    hands = dict.fromkeys((1, 2, 3, 4), ("Billings",))
    state = table(flow=flow, laid=("Charleston 0,0 n",), hands=hands)
    assert decisions(state)
    assert state.ending == ""


def test_the_rulebooks_example_of_final_scoring():
    red = {"ACL": 3, "NYC": 2, "ATSF": 2, "C&O": 1, "B&O": 1}
    state = table(
        flow=table().flow[:1],
        turn=9,
        ending="last-city",
        score={1: 16, 2: 0, 3: 0, 4: 0},
        stocks={1: red, 2: {}, 3: {}, 4: {}},
        value=values(ACL=4, NYC=5, ATSF=1, C_O=2, B_O=4),
    )
    assert state.stock_worth(1) == 30
    assert state.score[1] == 46
    assert GAME.rules.ranking(state)[0].seat == 1


def test_the_final_scores_are_narrated_one_by_one():
    state, events = go_to_end()
    scored = {event.seat: event.total for event in events if isinstance(event, StocksScored)}
    assert scored == dict(state.score)


def go_to_end():
    state, _ = go(last_placement(), "p1 place Pittsburgh 1,0 n")
    events = ()
    while open_questions := decisions(state):
        state, events = play(state, next(iter(open_questions[0].offers)))
    return state, events


def tied(first, second, **known):
    return table(
        seats=2,
        order=(1, 2),
        flow=table(seats=2, order=(1, 2)).flow[:1],
        ending="last-city",
        score={1: 50 - worth(first, known), 2: 50 - worth(second, known)},
        stocks={1: first, 2: second},
        value=values(**known),
    )


def worth(portfolio, known):
    return sum(values(**known)[railroad] * count for railroad, count in portfolio.items())


def test_a_tie_goes_to_the_owner_of_the_most_valuable_stock():  # R; E5
    places = ranking(tied({"NYC": 1}, {"PRR": 2}, NYC=6, PRR=5))
    assert [(place.seat, place.place) for place in places] == [(1, 1), (2, 2)]
    assert "stock tile 1: value 6" in places[0].note


def test_a_further_tie_goes_to_the_next_most_valuable_tile():  # E5, E6
    places = ranking(tied({"NYC": 1, "PRR": 1}, {"NYC": 2}, NYC=6, PRR=5))
    assert [(place.seat, place.place) for place in places] == [(2, 1), (1, 2)]


def test_a_missing_tile_counts_nothing():  # E5
    places = ranking(tied({"NYC": 1}, {"NYC": 1, "PRR": 1}, NYC=6, PRR=5))
    assert [place.seat for place in places] == [2, 1]


def test_equal_portfolios_share_the_victory():  # E5
    places = ranking(tied({"NYC": 1}, {"PRR": 1}, NYC=5, PRR=5))
    assert [place.place for place in places] == [1, 1]
    assert "tied" in places[0].note


def test_no_total_is_ever_negative():  # E7
    assert all(place.score >= 0 for seed in range(5) for place in GAME.rules.ranking(finished(5, seed)))


def test_in_a_tie_of_three_each_note_says_what_decided():  # E5
    owned = {1: {"NYC": 1, "PRR": 1}, 2: {"NYC": 1, "UP": 1}, 3: {"PRR": 1}}
    known = {"NYC": 6, "PRR": 5, "UP": 2}
    state = table(
        seats=3,
        flow=table(seats=3).flow[:1],
        ending="last-city",
        score={seat: 50 - worth(portfolio, known) for seat, portfolio in owned.items()},
        stocks=owned,
        value=values(**known),
    )
    notes = {place.seat: place.note for place in ranking(state)}
    assert notes[1] == "tie broken by stock tile 2: value 5"
    assert notes[3] == "tie broken by stock tile 1: value 5"
