"""Exact numbers of the search and of its measurements."""

from dataclasses import replace
from itertools import count
from types import SimpleNamespace

import pytest

from engine.agents import search
from engine.agents.search import _Candidate
from engine.cli import arena, claims
from engine.cli.claims import Claim
from engine.cli.selfplay import GameRecord, make_report, play_game
from engine.core import IdentityCache, RankingEntry, SearchSettings, decisions, puzzle, redact, rng_from_seed
from engine.core.puzzle import Puzzle
from engine.games import GAMES
from engine.kit.incremental_cache import IncrementalCache
from engine.kit.rollouts import rollout_evaluator
from engine.kit.sized_cache import CacheBudget, SizedCache

GAME = GAMES["railroad-rivals"]
STATE = GAME.new_game(GAME.options(), 3, 1)[0]


def worth(*points):
    """Return the game with these points as evaluations of the seats, and its search settings."""
    ranking = tuple(RankingEntry(seat, 1, 0) for seat in range(1, len(points) + 1))
    return replace(GAME, rules=replace(GAME.rules, ranking=lambda _: ranking)), SearchSettings(
        games=1, moves=2, evaluate_state=lambda _, seat: points[seat - 1]
    )


def tried(*values):
    return _Candidate(next(iter(decisions(STATE)[0].offers)), list(values))


def test_move_comparison_uses_mean_gain_in_standard_errors():
    assert tried(3.0, 5.0, 7.0).lead_in_errors(tried(1.0, 2.0, 3.0)) == pytest.approx(3 / (1 / 3) ** 0.5)
    assert tried(3.0).lead_in_errors(tried(1.0)) == 0.0
    assert tried(3.0, 4.0).lead_in_errors(tried(1.0, 2.0)) == pytest.approx(2e9)
    assert tried(1.0, 2.0).lead_in_errors(tried(3.0, 4.0)) == pytest.approx(-2e9)


def test_lead_is_the_expected_margin_over_the_best_rival():
    assert search.lead_of(*worth(4.0, 9.0, 7.0), STATE, 2) == 2.0
    assert search.lead_of(*worth(4.0, 9.0, 7.0), STATE, 3) == -2.0


@pytest.mark.parametrize(("points", "share"), [((8.0, 4.0), 4 / 7 + 0.3), ((5.0, 5.0), 0.15), ((1.0, 2.0), -1 / 2.5)])
def test_position_value_combines_lead_share_and_victory(points, share):
    assert search._seat_value(*worth(*points), STATE, 1) == pytest.approx(share)


@pytest.mark.parametrize(("ahead", "won"), [(-0.5, 0.0), (0.0, 0.5), (0.5, 1.0)])
def test_lead_counts_as_victory_in_an_unfinished_game(ahead, won):
    assert search._win_share(GAME, STATE, 1, ahead) == won


# -- what measures


def claim(seed, promised, made):
    return Claim(seed, True, promised, 0.0, made, 0.0)


def test_interval_of_predictions_counts_games():
    two = [claim(1, 0, 1), claim(1, 0, 2), claim(2, 0, 5)]
    low, high = claims._excess_interval(two)
    assert (low, high) == pytest.approx((8 / 3 - 1.96 * 14 / 9, 8 / 3 + 1.96 * 14 / 9))
    assert claims._excess_interval(two[:2]) == (float("-inf"), float("inf"))
    assert claims._excess_interval([claim(1, 1, 2), claim(2, 1, 2)]) == (1.0, 1.0)


def test_no_predictions_print_no_table():
    assert list(claims.claim_lines("x", 2, [])) == []


def test_move_time_is_measured_around_the_move(monkeypatch):
    ticks = count(100, 3)
    monkeypatch.setattr(arena, "process_time", lambda: next(ticks))
    clockwork = arena.TimedPolicies()
    question = decisions(STATE)[0]
    clockwork.policies["random"](GAME, redact(STATE, question.seat), question, rng_from_seed(1))
    assert clockwork.times == {"random": [3]}


def test_times_are_summarized_by_median_p99_and_maximum():
    short = replace(GAME, max_actions=2)
    played = [play_game(short, GAME.options(), two, 1) for two in (("greedy", "random"), ("random", "greedy"))]
    clockwork = arena.TimedPolicies()
    clockwork.times |= {"greedy": [float(n) for n in range(200, 0, -1)], "random": [5.0]}
    found = arena.arena_outcome(short, played, clockwork)
    (greedy, other) = found.results
    assert (greedy.median, greedy.p99, greedy.slowest) == (100.5, 199.0, 200.0)
    assert (other.median, other.p99, other.slowest) == (5.0, 5.0, 5.0)
    assert (found.unfinished, found.seat_shares, greedy.share, other.share) == (2, (0.0, 0.0), 0.0, 0.0)


def test_game_stops_at_the_action_limit_without_winner():
    short = replace(GAME, max_actions=3)
    played = play_game(short, GAME.options(), ("greedy", "random"), 1)
    assert (len(played.actions), played.is_finished) == (3, False)
    assert 0 <= played.seconds < 60
    found = make_report(short, (played,))
    assert (found.games, found.finished, found.wins, found.rounds) == (1, 0, {"greedy": 0.0, "random": 0.0}, 0.0)


@pytest.mark.parametrize(("seconds", "told", "each"), [(0.0, 0.0, 0), (0.12345, 0.123, 24)])
def test_selfplay_reports_milliseconds(seconds, told, each):
    played = play_game(replace(GAME, max_actions=3), GAME.options(), ("random", "random"), 1)
    found = make_report(GAME, (GameRecord(1, played.policies, played.actions, played.state, seconds),))
    assert (found.seconds, found.actions_per_second) == (told, each)


# -- puzzles


@pytest.mark.parametrize(
    ("right", "answers", "hard"),
    [(0, 8, False), (1, 5, False), (1, 6, True), (2, 7, False), (2, 8, True), (3, 11, False), (3, 12, True)],
)
def test_puzzle_has_six_or_more_answers_with_at_most_a_quarter_winning(monkeypatch, right, answers, hard):
    monkeypatch.setattr(puzzle, "_is_obvious", lambda *_: False)
    monkeypatch.setattr(puzzle, "_is_solvable_from_view", lambda *_: True)
    question = SimpleNamespace(offers=range(answers))
    assert puzzle.is_hard(GAME, Puzzle(STATE, question, frozenset(range(right)))) is hard


@pytest.mark.parametrize(("sign", "obvious"), [(1, True), (-1, False)])
def test_puzzle_is_obvious_only_if_the_evaluation_finds_a_win(monkeypatch, sign, obvious):
    monkeypatch.setattr(puzzle, "_final_score", lambda game, state, seat, action: action)
    monkeypatch.setattr(puzzle, "redact", lambda state, seat: None)
    game = replace(GAME, agent=replace(GAME.agent, score_action=lambda view, action: sign * action))
    question = SimpleNamespace(seat=1, offers=range(1, 7))
    assert puzzle._is_obvious(game, Puzzle(STATE, question, frozenset({6}))) is obvious


# -- what is remembered


def test_last_four_results_are_cached():
    asked = []

    @IdentityCache
    def answer(about):
        asked.append(about[0])

    things = [[number] for number in range(5)]
    for thing in (*things, *things[4:0:-1], things[0]):
        answer(thing)
    assert asked == [0, 1, 2, 3, 4, 0]


def test_extension_cache_keeps_its_maximum_number():
    growing, begun = IncrementalCache(frozenset.issubset, len, capacity=2), []
    for key in ("a", "b", "a", "c", "b", "a"):
        growing.get(key, frozenset({1}), lambda key=key: begun.append(key) or key, lambda part, value: value)
    assert begun == ["a", "b", "c", "a"]


def test_budget_is_used_to_the_last_byte():
    budget = CacheBudget(60)
    cache, made = SizedCache(budget, len), []
    for key in (1, 2, 3, 1, 2, 3):
        cache.get(key, lambda key=key: made.append(key) or bytes(20))
    assert (made, budget.bytes) == ([1, 2, 3], 60)


def test_solo_rollouts_have_no_rival():
    state, _ = GAME.new_game(GAME.options(), 1, 1)
    question = decisions(state)[0]
    hint = rollout_evaluator(GAME.agent.determinize, lambda state: (RankingEntry(1, 1, 5),))
    assert hint(redact(state, question.seat), next(iter(question.offers))) == 0.0
