"""The figures of the search, and of what measures it, one by one with exact numbers."""

from dataclasses import replace
from itertools import count
from types import SimpleNamespace

import pytest

from engine.cli import arena, claims
from engine.cli.claims import Claim
from engine.cli.selfplay import Played, play_game, report
from engine.core import Place, Remembered, Thinking, decisions, puzzle, redact, seeded
from engine.core.puzzle import Puzzle
from engine.games import GAMES
from engine.kit.growing import Growing
from engine.kit.kept import Budget, Kept
from engine.kit.playing_on import played_on
from engine.mind import search
from engine.mind.search import _Tried

GAME = GAMES["railroad-rivals"]
STATE = GAME.new(GAME.options(), 3, 1)[0]


def worth(*points):
    """The title, in which the seats of a game that goes on have this to expect; and how it thinks."""
    ranking = tuple(Place(seat, 1, 0) for seat in range(1, len(points) + 1))
    return replace(GAME, rules=replace(GAME.rules, ranking=lambda _: ranking)), Thinking(
        games=1, moves=2, estimate=lambda _, seat: points[seat - 1]
    )


def tried(*values):
    return _Tried(next(iter(decisions(STATE)[0].offers)), list(values))


def test_a_move_is_better_by_its_mean_gain_in_standard_errors():
    assert tried(3.0, 5.0, 7.0).better_than(tried(1.0, 2.0, 3.0)) == pytest.approx(3 / (1 / 3) ** 0.5)
    assert tried(3.0).better_than(tried(1.0)) == 0.0
    assert tried(3.0, 4.0).better_than(tried(1.0, 2.0)) == pytest.approx(2e9)
    assert tried(1.0, 2.0).better_than(tried(3.0, 4.0)) == pytest.approx(-2e9)


def test_a_lead_is_what_a_seat_expects_beyond_its_best_rival():
    assert search.lead(*worth(4.0, 9.0, 7.0), STATE, 2) == 2.0
    assert search.lead(*worth(4.0, 9.0, 7.0), STATE, 3) == -2.0


@pytest.mark.parametrize(("points", "share"), [((8.0, 4.0), 4 / 7 + 0.3), ((5.0, 5.0), 0.15), ((1.0, 2.0), -1 / 2.5)])
def test_a_position_is_worth_the_lead_as_a_share_and_the_victory(points, share):
    assert search._value(*worth(*points), STATE, 1) == pytest.approx(share)


@pytest.mark.parametrize(("ahead", "won"), [(-0.5, 0.0), (0.0, 0.5), (0.5, 1.0)])
def test_in_a_game_that_goes_on_a_lead_counts_as_the_victory(ahead, won):
    assert search._won(GAME, STATE, 1, ahead) == won


# -- what measures


def claim(seed, promised, made):
    return Claim(seed, True, promised, 0.0, made, 0.0)


def test_the_interval_of_claims_counts_games_not_hints():
    two = [claim(1, 0, 1), claim(1, 0, 2), claim(2, 0, 5)]
    low, high = claims._interval(two)
    assert (low, high) == pytest.approx((8 / 3 - 1.96 * 14 / 9, 8 / 3 + 1.96 * 14 / 9))
    assert claims._interval(two[:2]) == (float("-inf"), float("inf"))
    assert claims._interval([claim(1, 1, 2), claim(2, 1, 2)]) == (1.0, 1.0)


def test_no_claims_have_no_table():
    assert list(claims.lines("x", 2, [])) == []


def test_the_time_of_a_move_is_from_before_it_to_after_it(monkeypatch):
    ticks = count(100, 3)
    monkeypatch.setattr(arena, "process_time", lambda: next(ticks))
    clockwork = arena.Clockwork()
    question = decisions(STATE)[0]
    clockwork.policies["random"](GAME, redact(STATE, question.seat), question, seeded(1))
    assert clockwork.times == {"random": [3]}


def test_times_are_told_by_the_middle_one_the_last_of_a_hundred_and_the_slowest():
    short = replace(GAME, longest=2)
    played = [play_game(short, GAME.options(), two, 1) for two in (("greedy", "random"), ("random", "greedy"))]
    clockwork = arena.Clockwork()
    clockwork.times |= {"greedy": [float(n) for n in range(200, 0, -1)], "random": [5.0]}
    found = arena.outcome(short, played, clockwork)
    (greedy, other) = found.standings
    assert (greedy.median, greedy.p99, greedy.slowest) == (100.5, 199.0, 200.0)
    assert (other.median, other.p99, other.slowest) == (5.0, 5.0, 5.0)
    assert (found.unfinished, found.chairs, greedy.share, other.share) == (2, (0.0, 0.0), 0.0, 0.0)


def test_a_game_stops_after_the_most_actions_and_is_won_by_nobody():
    short = replace(GAME, longest=3)
    played = play_game(short, GAME.options(), ("greedy", "random"), 1)
    assert (len(played.actions), played.finished) == (3, False)
    assert 0 <= played.seconds < 60
    found = report(short, (played,))
    assert (found.games, found.finished, found.wins, found.rounds) == (1, 0, {"greedy": 0.0, "random": 0.0}, 0.0)


@pytest.mark.parametrize(("seconds", "told", "each"), [(0.0, 0.0, 0), (0.12345, 0.123, 24)])
def test_selfplay_tells_its_time_to_the_thousandth(seconds, told, each):
    played = play_game(replace(GAME, longest=3), GAME.options(), ("random", "random"), 1)
    found = report(GAME, (Played(1, played.policies, played.actions, played.state, seconds),))
    assert (found.seconds, found.actions_per_second) == (told, each)


# -- puzzles


@pytest.mark.parametrize(
    ("right", "answers", "hard"),
    [(0, 8, False), (1, 5, False), (1, 6, True), (2, 7, False), (2, 8, True), (3, 11, False), (3, 12, True)],
)
def test_a_puzzle_has_six_answers_or_more_of_which_a_fourth_wins_at_most(monkeypatch, right, answers, hard):
    monkeypatch.setattr(puzzle, "_is_obvious", lambda *_: False)
    monkeypatch.setattr(puzzle, "_is_open", lambda *_: True)
    question = SimpleNamespace(offers=range(answers))
    assert puzzle.is_hard(GAME, Puzzle(STATE, question, frozenset(range(right)))) is hard


@pytest.mark.parametrize(("sign", "obvious"), [(1, True), (-1, False)])
def test_a_puzzle_is_obvious_only_if_the_hint_finds_a_win(monkeypatch, sign, obvious):
    monkeypatch.setattr(puzzle, "_score", lambda game, state, seat, action: action)
    monkeypatch.setattr(puzzle, "redact", lambda state, seat: None)
    game = replace(GAME, computer=replace(GAME.computer, hint=lambda view, action: sign * action))
    question = SimpleNamespace(seat=1, offers=range(1, 7))
    assert puzzle._is_obvious(game, Puzzle(STATE, question, frozenset({6}))) is obvious


# -- what is remembered


def test_the_last_four_answers_are_remembered():
    asked = []

    @Remembered
    def answer(about):
        asked.append(about[0])

    things = [[number] for number in range(5)]
    for thing in (*things, *things[4:0:-1], things[0]):
        answer(thing)
    assert asked == [0, 1, 2, 3, 4, 0]


def test_a_growing_value_is_known_as_long_as_so_many_are():
    growing, begun = Growing(frozenset.issubset, len, most=2), []
    for key in ("a", "b", "a", "c", "b", "a"):
        growing.get(key, frozenset({1}), lambda key=key: begun.append(key) or key, lambda part, value: value)
    assert begun == ["a", "b", "c", "a"]


def test_a_budget_is_used_to_the_last_byte():
    budget = Budget(60)
    cache, made = Kept(budget, len), []
    for key in (1, 2, 3, 1, 2, 3):
        cache.get(key, lambda key=key: made.append(key) or bytes(20))
    assert (made, budget.bytes) == ([1, 2, 3], 60)


def test_alone_nobody_is_beaten_in_games_played_on():
    state, _ = GAME.new(GAME.options(), 1, 1)
    question = decisions(state)[0]
    hint = played_on(GAME.computer.imagine, lambda state: (Place(1, 1, 5),))
    assert hint(redact(state, question.seat), next(iter(question.offers))) == 0.0
