"""Hints explain building by its immediate effects, and entries by the next races."""

from itertools import islice

from engine.agents.coach import advice_by_score, advise
from engine.agents.explanation_text import explanation_sentence
from engine.core import decisions, redact
from engine.core.reasons import Horizon
from engine.core.transcript import replay
from engine.games import GAMES
from engine.games.railway_rivals.state.actions import Build, Enter, Stay
from tests.contract.test_golden import transcripts

GAME = GAMES["railway-rivals"]


def advice_about(kind, most):
    """The advice about at most ``most`` questions of a golden game that offer moves of a class."""
    transcript, states = transcripts(GAME.key)[1], []
    replay(GAME, transcript, checked=False, watch=lambda action, state, events: states.append(state))
    asked = ((state, question) for state in states for question in decisions(state)[:1])
    chosen = ((state, one) for state, one in asked if len(one.offers) > 1 and isinstance(next(iter(one.offers)), kind))
    for state, question in islice(chosen, most):
        view = redact(state, question.seat)
        yield view, question, advise(GAME, view, question, 1)


def test_building_is_explained_by_exact_facts_alone():
    sentences = []
    for view, question, advice in advice_about(Build, 40):
        by_rule = advice_by_score(GAME, view, question)
        assert (advice.best, advice.second, advice.games) == (by_rule.best, by_rule.second, 0)
        for reason in (*advice.explanation.pros, *advice.explanation.cons):
            assert reason.key.horizon is Horizon.MOVE and reason.error == 0
        sentences.append(explanation_sentence(GAME.agent.reasons, advice.explanation, question.seat, str))
    assert any("you are first in " in words and " (6 gold)" in words for words in sentences)


def test_entries_are_compared_in_the_next_races():
    compared = [advice for _, _, advice in advice_about(Enter | Stay, 6)]
    assert compared and all(advice.games == 48 for advice in compared)
    assert any(advice.is_clear and advice.explanation.has_reasons for advice in compared)
