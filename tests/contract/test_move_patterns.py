"""Every game's move patterns and ``Game.price``: a pattern can choose any move. No game is named here."""

from itertools import islice

from engine.core import Standing, decisions, field_names, redact, write_action
from engine.core.move_pattern import example_pattern, read_pattern, write_pattern
from engine.core.pattern_matching import choose_offer, is_match
from engine.games import GAMES
from tests.contract.seeded_games import Table, each_title, step_by_step

STEPS, EVERY = 400, 19
"""Checked steps of a game, and the interval between them: enough for every kind of question."""


def questions(key):
    table = Table(GAMES[key], GAMES[key].seats[-1], (), 3, "random")
    for step in islice(step_by_step(table), 0, STEPS, EVERY):
        for decision in decisions(step.before):
            yield step.before, decision


@each_title
def test_pattern_of_a_move_chooses_it_and_its_price_is_shown(key):
    game = GAMES[key]
    for state, decision in questions(key):
        view = redact(state, decision.seat)
        for action in islice(decision.offers, 2):
            wish = read_pattern(write_action(action).split(" ", 1)[1], game.actions)
            assert choose_offer(wish, decision.seat, decision.offers, bool) == action
            assert read_pattern(write_pattern(wish), game.actions) == wish
            some = read_pattern(write_action(action).split()[1], game.actions)
            first = choose_offer(some, decision.seat, decision.offers, bool)
            assert first is not None and is_match(some, first)
            price = game.rules.cost(view, action)
            assert price is None or price >= 0


@each_title
def test_every_move_has_an_example_pattern(key):
    for kind in GAMES[key].actions:
        if not issubclass(kind, Standing):
            wish = read_pattern(example_pattern(kind), GAMES[key].actions)
            assert wish.kind is kind and len(wish.parts) == len(field_names(kind))
