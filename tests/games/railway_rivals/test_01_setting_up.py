"""R Setting Up; rulings 10 to 15."""

import pytest

from engine.core import decisions, write_action
from engine.errors import Refused
from engine.games.railway_rivals.game_data.options import RailwayOptions
from engine.games.railway_rivals.state.events import DieRolled, StartChosen
from engine.games.railway_rivals.state.phases import Building
from tests.games.railway_rivals.table import CHART, GAME, asked, events_of, go, offered, refusal, table


def new(seats: int, seed: int = 1):
    state, _ = GAME.new_game(RailwayOptions(), seats, seed)
    return state


def choose_all(state):
    """All seats choose the first town that is offered."""
    events = ()
    while not isinstance(state.flow[-1], Building):
        state, news = go(state, write_action(next(iter(decisions(state)[0].offers))))
        events += news
    return state, events


@pytest.mark.parametrize("seats", range(2, 7))
def test_two_to_six_players_can_play(seats):  # 10
    state, _ = choose_all(new(seats))
    assert len(state.track.starts) == seats


@pytest.mark.parametrize("seats", [0, 1, 7])
def test_other_numbers_of_players_are_refused(seats):  # 10
    with pytest.raises(Refused, match=f"2 to 6 players, not {seats}"):
        GAME.new_game(RailwayOptions(), seats, 1)


def test_each_player_starts_with_20_gold():  # R Setting Up, 2
    assert new(3).gold == {1: 20, 2: 20, 3: 20}


def test_all_42_town_cards_are_in_the_stock_in_a_hidden_order():  # R Setting Up, 3
    state = new(3)
    assert sorted(state.stock.open()) == sorted(CHART.cards)
    assert (state.stock.size, state.stock.seen_by) == (42, frozenset())


def test_first_seat_to_choose_is_drawn_then_to_the_left():  # 11
    assert {asked(new(3, seed))[0] for seed in range(20)} == {1, 2, 3}
    state = new(3, 1)
    (first,) = asked(state)
    state, _ = go(state, f"p{first} start London")
    assert asked(state) == [first % 3 + 1]


def test_a_start_town_is_one_of_those_on_the_board():  # R Setting Up, 4
    state = new(2)
    (seat,) = asked(state)
    assert offered(state, seat) == ["start Liverpool", "start Hull", "start Bristol", "start London"]
    assert refusal(state, f"p{seat} start Leeds") == (
        "Leeds isn’t a start town. Choose Liverpool, Hull, Bristol, or London."
    )


def test_a_second_player_may_not_start_in_a_town_while_others_are_free():  # 12
    state = new(2)
    (seat,) = asked(state)
    state, _ = go(state, f"p{seat} start Hull")
    (other,) = asked(state)
    assert offered(state, other) == ["start Liverpool", "start Bristol", "start London"]
    assert (
        refusal(state, f"p{other} start Hull")
        == "You can’t start in Hull: it’s taken. Choose Liverpool, Bristol, or London."
    )


def test_when_all_towns_are_taken_each_may_be_taken_once_more_and_never_a_third_time():  # 12
    _, events = choose_all(new(6))
    towns = [event.name for event in events_of(events, StartChosen)]
    assert sorted(towns[:4]) == ["Bristol", "Hull", "Liverpool", "London"]
    assert towns[4:] == ["Liverpool", "Hull"]


def test_only_town_left_is_assigned_without_a_question():
    state = new(4)
    for town in ("London", "Hull", "Bristol"):
        state, _ = go(state, f"p{asked(state)[0]} start {town}")
    assert isinstance(state.flow[-1], Building)
    assert state.track.starts[-1][1] == "C9"


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_the_last_to_choose_rolls_and_builds_first(seats):  # R Setting Up, 6; 13
    state, events = choose_all(new(seats))
    last = events_of(events, StartChosen)[-1].seat
    assert events_of(events, DieRolled)[0].seat == last == asked(state)[0]


def test_chosen_start_town_pays_no_bonus():  # 14
    state, _ = go(table(track={1: "G32-G31"}, starts=("C9", "F32"), capital=1), "p1 lay G32-F32")
    assert state.gold == {1: 20, 2: 20}
    assert state.first["F32"] == 2


def test_start_town_that_no_player_chose_pays_a_bonus():  # 14
    state, _ = go(table(track={1: "G32-G31"}, starts=("C9", "Y5"), capital=1), "p1 lay G32-F32")
    assert state.gold[1] == 26
    assert state.first["F32"] == 1


def test_gold_and_track_are_public_and_the_bank_has_no_limit():  # 15
    state = table(gold={1: 1_000_000})
    assert GAME.rules.count_components(state.pay_from_bank(2, 1_000_000)) == GAME.rules.count_components(state)
