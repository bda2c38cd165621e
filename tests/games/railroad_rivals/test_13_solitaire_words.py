"""Texts, hidden information, and computer players of the solitaire game."""

from collections import Counter

import pytest

from engine.cli.selfplay import make_report, play_games
from engine.core import PhaseEnded, redact, rng_from_seed
from engine.games.railroad_rivals.game_data.printed_data import RAILROADS
from engine.games.railroad_rivals.solitaire.phases import Arranging, DeliveringOne, DrawingStocks, PlacingOne
from tests.games.railroad_rivals.solitaire_table import CHALLENGE, PLAIN, labels, position, whole_game
from tests.games.railroad_rivals.table import GAME

# -- nothing gets lost, nothing hidden is seen


def test_tiles_and_cubes_are_conserved_through_whole_games():
    for seed in range(6):
        for options in (PLAIN, CHALLENGE):
            states, _ = whole_game(seed, options)
            counts = [GAME.rules.count_components(state) for state in states]
            assert all(count == counts[0] for count in counts)
            assert (counts[0]["city tiles"], counts[0]["stock tiles"]) == (37, 48)


def test_a_determinization_has_the_same_tiles_in_another_order():
    for state in whole_game(3)[0][1:-1:4]:
        imagined = GAME.agent.determinize(redact(state, 1), rng_from_seed(9))
        assert sorted(imagined.city_pile.open()) == sorted(state.city_pile.open())
        assert sorted(imagined.stock_pile.open()) == sorted(state.stock_pile.open())
        assert imagined.stock_pile.open() != state.stock_pile.open()
        assert redact(imagined, 1) == redact(state, 1)


# -- words


def test_the_label_of_a_delivery_has_points_stock_and_the_next_score():
    state = position(DeliveringOne(), value={**dict.fromkeys(RAILROADS, 0), "B&O": 2}, goods={"Washington": "iron"})
    assert labels(state) == [
        "Deliver iron from Washington to St. Louis: B&O rises by 2 to 4, 3 points (3 different colors to the left), "
        "the next delivery scores 4"
    ]
    assert labels(state, "goods") == ["iron: 3 points (3 different colors to the left), the next delivery scores 4"]
    assert labels(state, "to") == ["St. Louis: B&O rises by 2 to 4"]


def test_labels_of_the_last_turn_have_no_next_score_and_a_stock_at_10_stays():
    values = {**dict.fromkeys(RAILROADS, 0), "B&O": 10}
    state = position(DeliveringOne(), turn=11, value=values, goods={"Washington": "iron"})
    assert labels(state) == [
        "Deliver iron from Washington to St. Louis: B&O stays at the limit of 10, "
        "3 points (3 different colors to the left)"
    ]


def test_the_label_of_a_stock_tile_has_value_links_and_own_tiles():
    values = {**dict.fromkeys(RAILROADS, 0), "B&O": 4}
    state = position(DrawingStocks(), offer=((), ("B&O", "UP", "NP")), value=values, stocks={1: {"B&O": 2}})
    assert labels(state)[0] == "Take B&O stock, Baltimore & Ohio: worth 4 now, 1 link, you own 2"


@pytest.mark.parametrize(
    ("phase", "words", "topic"),
    [
        (Arranging(), "Setup · Put the first cubes in order", "Starting City Tiles"),
        (DrawingStocks(), "Turn 2 of 11 · Take a stock", "Draw Stock Tiles"),
        (PlacingOne(), "Turn 2 of 11 · Place a city", "Place Tile"),
        (DeliveringOne(), "Turn 2 of 11 · Deliver a good", "Deliver a Goods Cube"),
    ],
)
def test_the_status_line_and_the_rules_have_the_current_phase(phase, words, topic):
    offers = {DrawingStocks: ((), ("UP",) * 3), PlacingOne: (("Boston", "Pittsburgh", "Omaha"), ())}
    turn = 0 if isinstance(phase, Arranging) else 2
    view = redact(position(phase, offer=offers.get(type(phase), ((), ())), turn=turn), 1)
    assert GAME.text.status_line(view) == words
    topics = [topic for topic, _ in GAME.text.help(view)]
    assert topics[0] == topic
    assert len(topics) == len(set(topics))
    assert not {"Bid for Turn Order", "Draft Tiles", "Game End & Scoring"} & set(topics)


def test_pictures_are_posted_only_after_placing_and_delivering():
    _, events = whole_game(2)
    headings = Counter(event.phase for event in events if isinstance(event, PhaseEnded))
    assert headings == {"Starting City Tiles": 1, "Place Tile": 11, "Deliver a Goods Cube": 11}


# -- computer players


def test_the_greedy_player_ranks_far_above_the_random_one():
    for options in (PLAIN, CHALLENGE):
        mean = {
            policy: make_report(GAME, tuple(play_games(GAME, options, (policy,), 1, 20))).scores[policy]
            for policy in ("greedy", "random")
        }
        assert mean["greedy"] > mean["random"] + 25
