"""What every title promises of wishes and of ``Game.price``: any move can be wished for. No title is named here."""

from itertools import islice

from engine.core import Standing, decisions, fields, redact, write
from engine.core.granting import fits, pick
from engine.core.wish import read_wish, sample, write_wish
from engine.games import GAMES
from tests.contract.walks import Table, each_title, step_by_step

STEPS, EVERY = 400, 19
"""So many of a game, and one of so many: enough for every kind of question."""


def questions(key):
    table = Table(GAMES[key], GAMES[key].seats[-1], (), 3, "random")
    for step in islice(step_by_step(table), 0, STEPS, EVERY):
        for decision in decisions(step.before):
            yield step.before, decision


@each_title
def test_a_move_that_is_wished_for_is_made_and_its_price_is_told(key):
    game = GAMES[key]
    for state, decision in questions(key):
        view = redact(state, decision.seat)
        for action in islice(decision.offers, 2):
            wish = read_wish(write(action).split(" ", 1)[1], game.actions)
            assert pick(wish, decision.seat, decision.offers, bool) == action
            assert read_wish(write_wish(wish), game.actions) == wish
            some = read_wish(write(action).split()[1], game.actions)
            first = pick(some, decision.seat, decision.offers, bool)
            assert first is not None and fits(some, first)
            price = game.rules.price(view, action)
            assert price is None or price >= 0


@each_title
def test_every_move_has_an_example_of_a_wish_for_it(key):
    for kind in GAMES[key].actions:
        if not issubclass(kind, Standing):
            wish = read_wish(sample(kind), GAMES[key].actions)
            assert wish.kind is kind and len(wish.parts) == len(fields(kind))
