"""R Game End & Scoring where a hand can be empty before the city pile: what ends it, what is said. Ruling E3."""

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


def test_it_is_said_once_and_not_again_in_every_turn():
    _, events = last_placement(drafted="Pittsburgh")
    assert not any(isinstance(event, HandEmptied) for event in events)


def test_by_the_literal_rule_the_last_city_ends_the_game_while_the_pile_lasts():  # R Game End & Scoring, an option
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
def test_the_rules_say_what_ends_the_game_at_this_table(options, words):
    assert words in rule(options, "Game End & Scoring")


def test_without_advanced_tiles_no_hand_can_be_empty_early_and_the_rules_do_not_speak_of_it():
    assert "At this table" not in rule(RivalsOptions(), "Game End & Scoring")


def test_the_rules_have_the_set_up_of_this_table():
    said = rule(RivalsOptions(), "Game Setup", seats=3)
    for words in (
        "dealt 2 of the 37 city tiles",
        "6, 8, and 10 points",
        "16 wood and 10 grain",
        "4 stock tiles of each",
    ):
        assert words in said


def test_the_headline_promises_no_number_of_turns_that_a_hand_may_cut_short():
    state, _ = GAME.new_game(LITERAL, 4, 1)
    assert GAME.text.status_line(redact(state, None)).startswith("Turn 1 of up to 9")


def test_the_lobby_says_how_many_turns_so_many_players_have():
    assert RivalsOptions().setup_note(4).endswith("A game with 4 players takes about 9 turns.")
    assert LITERAL.setup_note(4).endswith("A game with 4 players takes up to 9 turns.")


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_the_number_of_turns_is_right_within_one_in_nine_of_ten_games(seats):
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
