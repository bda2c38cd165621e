"""The coach compares the best two moves in imagined games that were not used to find them."""

from dataclasses import replace
from itertools import count
from time import process_time

import msgspec
import pytest

from engine.__main__ import main
from engine.agents.coach import Advice, advice_by_score, advice_from_comparison, advise, has_search
from engine.agents.rollout import MIN_GAMES, compare_moves
from engine.agents.search import best_and_worse
from engine.cli import claims
from engine.core import RankingEntry, decisions, redact, rng_from_seed
from engine.games import GAMES
from tests.agents.test_search import positions, second_best_stocks
from tests.contract.seeded_games import each_title

TITLE = next(key for key, game in GAMES.items() if has_search(game))


def brief(game, **more):
    """Return the game with a small search budget that ends with the present round."""
    thinking = replace(
        game.agent.search_settings, games=4, moves=2, rounds=0, comparison_games=4, confirmation_games=4, **more
    )
    return replace(game, agent=replace(game.agent, search_settings=thinking))


def choice():
    """Return the view and the question of a position in which the first seat has a choice."""
    return next((view, asked) for view, asked in positions(TITLE, 3, 9) if asked.seat == 1 and len(asked.offers) > 1)


def test_same_seed_gives_the_same_advice():
    game, (view, question) = brief(GAMES[TITLE]), choice()
    once, again = (advise(game, view, question, 5, games=3) for _ in range(2))
    assert once == again and once.games == 3
    assert {once.best, once.second} <= set(question.offers) and once.best != once.second


def test_gain_is_measured_against_the_best_rival():
    """The stock that looks second best brings its owner 5 points and costs the rival 3."""
    view, question, stock = next(second_best_stocks())
    seat, had = question.seat, view.state.stocks[question.seat].get(stock.tile, 0)

    def ranking(state):
        more = state.stocks[seat].get(stock.tile, 0) > had
        return RankingEntry(seat, 1, 12 if more else 7), RankingEntry(3 - seat, 2, 1 if more else 4)

    game = brief(GAMES[TITLE])
    scored = replace(game, rules=replace(game.rules, ranking=ranking))
    advice = advise(scored, view, question, 5, games=3)
    assert (advice.best, advice.gain, advice.error) == (stock, 8.0, 0.0) and advice.is_clear


def advice_of(*gains):
    """Return two compared moves and the advice if the first gains ``gains`` in the imagined games."""
    game, (view, question) = brief(GAMES[TITLE]), choice()
    moves = tuple(question.offers)[:2]
    comparison = compare_moves(game, game.agent.search_settings, view, moves, 5, len(gains))
    return moves, advice_from_comparison(
        game, game.agent.search_settings, view, msgspec.structs.replace(comparison, gains=gains)
    )


def test_fresh_games_can_reverse_the_advice():
    moves, turned = advice_of(-4.0, -5.0, -6.0)
    assert (turned.second, turned.best, turned.gain) == (*moves, 5.0) and turned.is_clear


def test_move_within_the_error_is_about_as_good():
    assert not advice_of(9.0, -8.0, 1.0)[1].is_clear


@each_title
def test_without_search_the_two_best_evaluations_are_advised(key):
    game = GAMES[key]
    for view, question in positions(key, 2, 2):
        worths = sorted((game.agent.score_action(view, action) for action in question.offers), reverse=True)
        advice = advice_by_score(game, view, question)
        assert game.agent.score_action(view, advice.best) == worths[0] and advice.games == 0
        if advice.second is not None:
            assert advice.gain == worths[0] - worths[1]


def test_game_without_proven_search_is_advised_by_evaluation():
    view, question = choice()
    unproven = brief(GAMES[TITLE], is_proven=False)
    assert advise(unproven, view, question, 5, games=3) == advice_by_score(unproven, view, question)


def test_single_offer_has_no_second_best():
    view, question = choice()
    alone = replace_offers(question)
    assert advise(brief(GAMES[TITLE]), view, alone, 5) == Advice(alone.offers[0])
    assert advice_by_score(GAMES[TITLE], view, alone) == Advice(alone.offers[0])


def replace_offers(question):
    return type(question)(question.seat, question.prompt, (next(iter(question.offers)),))


def test_predicted_gains_are_compared_with_real_ones():
    game = brief(GAMES[TITLE])
    found = list(claims.measure_claims(game, game.options(), 2, 1, 5, 3))
    assert [claim.seed for claim in found] == [1, 1, 1, 1, 2]
    assert all(0 < claim.seconds < process_time() for claim in found)
    table = list(claims.claim_lines(TITLE, 2, found))
    assert table[0] == f"{TITLE}, seats 2: 5 hints of 2 games"
    assert table[-2].split()[:2] == ["all", "5"]


def test_correct_prediction_is_within_its_interval():
    def claimed(made):
        return [claims.Claim(seed, True, 3.0, 1.0, made + seed % 2, 0.1) for seed in range(20)]

    for made, kept in ((2.5, True), (9.0, False)):
        low, high = claims._excess_interval(claimed(made))
        assert (low <= 0 <= high) is kept


def test_game_without_predictions_says_so(capsys):
    other = next(key for key, game in GAMES.items() if not has_search(game))
    assert main(["claims", other, "--hints", "1"]) == 2
    assert "promise nothing" in capsys.readouterr().err


def test_advice_does_not_depend_on_hidden_information():
    """A determinization of the view looks the same to the seat, so it must lead to the same advice."""
    game, (view, question) = brief(GAMES[TITLE]), choice()
    other = game.agent.determinize(view, rng_from_seed(77, "another world"))
    same = redact(other, question.seat)
    asked = next(one for one in decisions(other) if one.seat == question.seat)
    assert advise(game, same, asked, 5, games=3) == advise(game, view, question, 5, games=3)


def test_estimate_adds_its_own_error():
    """In rollouts that stop early, equal gains are estimates and do not make the advice certain."""
    game, (view, question) = brief(GAMES[TITLE]), choice()
    thinking = replace(game.agent.search_settings, evaluation_error=2.0)
    comparison = compare_moves(game, thinking, view, tuple(question.offers)[:2], 5, 4)
    level = msgspec.structs.replace(comparison, gains=(0.0,) * 4)
    ahead = msgspec.structs.replace(comparison, gains=(3.0,) * 4)
    assert advice_from_comparison(game, thinking, view, level).error == 0
    assert advice_from_comparison(game, thinking, view, ahead).error == pytest.approx(3.92)
    assert not advice_from_comparison(game, thinking, view, ahead).is_clear
    ended = tuple(
        tuple(msgspec.structs.replace(one, end=msgspec.structs.replace(one.end, flow=())) for one in pair)
        for pair in ahead.pairs
    )
    assert advice_from_comparison(game, thinking, view, msgspec.structs.replace(ahead, pairs=ended)).error == 0


def test_long_games_reduce_the_number_of_rollouts_to_a_minimum():
    game, (view, question) = brief(GAMES[TITLE]), choice()
    pair = tuple(question.offers)[:2]
    comparison = compare_moves(game, game.agent.search_settings, view, pair, 5, 60, budget=90)
    assert len(comparison.pairs) == 45 and all(rollout.moves == 1 for pair in comparison.pairs for rollout in pair)
    assert len(compare_moves(game, game.agent.search_settings, view, pair, 5, 60, budget=1).pairs) == MIN_GAMES


def test_slow_hint_stops_after_a_few_games():
    game, (view, question) = GAMES[TITLE], choice()
    hurried = replace(
        game, agent=replace(game.agent, search_settings=replace(brief(game).agent.search_settings, comparison_games=30))
    )
    assert advise(hurried, view, question, 5).games == 30
    ticks = count(0, 100)
    assert advise(hurried, view, question, 5, clock=lambda: next(ticks)).games == MIN_GAMES


def test_moves_of_different_kinds_are_tried_first():
    """All bids are of one kind, so the second best move is not another bid."""
    game = GAMES[TITLE]
    for view, question in positions(TITLE, 1, 30):
        kinds = {type(action) for action in question.offers}
        if len(kinds) > 1:
            pair, _ = best_and_worse(game, brief(game).agent.search_settings, view, question, 5)
            assert len({type(action) for action in pair}) == 2
            return
    raise AssertionError("no question offered moves of two kinds")


def test_doing_nothing_is_no_contrast_without_a_price():
    """A hint compared a move with no train at all: “You make $13,000 more with goods”. In this game every action is
    free.
    """
    game, contrasts = brief(GAMES[TITLE]), list[bool]()
    for view, question in positions(TITLE, 3, 30):
        *others, idle = question.offers
        if len(others) >= 9:
            contrasts.append(advise(with_idle(game, idle), view, question, 1, games=6).contrast == idle)
    assert contrasts and not any(contrasts)


def with_idle(game, idle):
    """Return the game with ``idle`` as its timeout action, and without prices of actions."""
    phrases = {key: msgspec.structs.replace(phrase, price="") for key, phrase in game.agent.reasons.phrases.items()}
    reasons = msgspec.structs.replace(game.agent.reasons, phrases=phrases)
    rules = replace(game.rules, timeout_action=lambda view, offers: idle)
    return replace(game, rules=rules, agent=replace(game.agent, reasons=reasons))
