"""R Game End & Scoring: an empty hand before the city pile runs out. Ruling E3."""

import pytest

from engine.agents.policies import QUICK_POLICIES
from engine.core import decisions, play, redact, rng_from_seed
from engine.games.railroad_rivals.game_data.options import RivalsOptions
from engine.games.railroad_rivals.game_data.pieces import OfferTile
from engine.games.railroad_rivals.phases.turns import DeliveringPhase, PlacingPhase
from engine.games.railroad_rivals.state.events import HandEmptied, LastTurnCame
from tests.games.railroad_rivals.table import GAME, go, table

LITERAL = RivalsOptions(advanced=True, end="first-empty-hand")


def name(seat):
    return ["Ada", "Ben", "Cleo", "Dov"][seat - 1]


def last_placement(options=None, drafted="Headquarters"):
    hands = {1: ("Pittsburgh", "New Industry", "Headquarters")} | dict.fromkeys((2, 3, 4), ("Omaha", "Denver"))
    more = {"options": options} if options else {"modules": ("advanced",)}
    flow = (*table().flow[:1], DeliveringPhase(), PlacingPhase())
    state = table(flow=flow, hands=hands, city_offer=(OfferTile(drafted, 1),), **more)
    return go(state, "p1 place Pittsburgh 1,0 n")


def rule(options, topic, seats=4):
    state, _ = GAME.new_game(options, seats, 1)
    return dict(GAME.text.help(redact(state, None)))[topic]


def test_a_line_says_why_the_game_continues_after_a_last_city():  # E3
    _, events = last_placement()
    told = [GAME.text.event_sentence(event, name) for event in events if isinstance(event, HandEmptied)]
    assert told == [
        "Ada has no city left to place. The game continues: at this table, an empty hand ends it only after the city "
        "pile is gone."
    ]


def test_an_empty_hand_is_explained_only_once():
    _, events = last_placement(drafted="Pittsburgh")
    assert not any(isinstance(event, HandEmptied) for event in events)


def test_with_the_literal_rule_a_last_city_ends_the_game_before_the_pile_runs_out():  # R Game End & Scoring
    state, events = last_placement(LITERAL)
    assert state.ending == "last-city"
    assert LastTurnCame(1) in events


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (RivalsOptions(advanced=True), "At this table, that holds only after the city pile is gone."),
        (LITERAL, "At this table, that holds from the first turn on"),
    ],
)
def test_the_rules_topic_of_the_end_depends_on_the_options(options, words):
    assert words in rule(options, "Game End & Scoring")


def test_without_advanced_tiles_the_rules_do_not_mention_early_empty_hands():
    assert "At this table" not in rule(RivalsOptions(), "Game End & Scoring")


def test_the_rules_topic_of_the_set_up_has_the_numbers_of_the_table():
    said = rule(RivalsOptions(), "Game Setup", seats=3)
    for words in (
        "dealt 2 of the 37 city tiles",
        "6, 8, and 10 points",
        "16 wood and 10 grain",
        "4 stock tiles of each",
    ):
        assert words in said


def test_the_status_line_has_no_exact_number_of_turns_if_a_hand_may_end_the_game():
    state, _ = GAME.new_game(LITERAL, 4, 1)
    assert GAME.text.status_line(redact(state, None)).startswith("Turn 1 of up to 9")


def test_the_lobby_has_the_number_of_turns_for_each_number_of_players():
    assert RivalsOptions().setup_note(4).endswith("A game with 4 players takes about 9 turns.")
    assert LITERAL.setup_note(4).endswith("A game with 4 players takes up to 9 turns.")


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_the_estimated_number_of_turns_is_off_by_at_most_one_in_most_games(seats):
    lengths = [(turns(seats, seed), GAME.new_game(RivalsOptions(advanced=True), seats, seed)[0]) for seed in range(10)]
    assert sum(abs(length - start.turn_estimate) <= 1 for length, start in lengths) >= 9


def turns(seats, seed):
    state, _ = GAME.new_game(RivalsOptions(advanced=True), seats, seed)
    rng = rng_from_seed(seed, "turns")
    while open_questions := decisions(state):
        question = open_questions[0]
        action, rng = QUICK_POLICIES["random"](GAME, redact(state, question.seat), question, rng)
        state, _ = play(state, action)
    return state.turn
