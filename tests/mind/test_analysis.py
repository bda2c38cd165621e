"""A finished game looked at again: chances from what everybody saw, better moves from what their player saw."""

from dataclasses import replace

import pytest

from engine.__main__ import main
from engine.core import decisions, play, redact
from engine.errors import Refused
from engine.games import GAMES
from engine.mind import analysis
from engine.mind.analysis import analyzed
from engine.mind.coach import Advice
from tests.mind.test_coach import TITLE, brief


@pytest.fixture(autouse=True)
def few_games(monkeypatch):
    monkeypatch.setattr(analysis, "_GAMES", 2)


@pytest.fixture(scope="module")
def over():
    """A game of two in which the first seat does its best and the second its worst: title, states, moves."""
    game = brief(GAMES[TITLE])
    state, _ = game.new(game.options(), 2, 3)
    states, moves = [state], []
    while questions := decisions(state):
        question = questions[0]
        view, choose = redact(state, question.seat), max if question.seat == 1 else min
        moves.append(choose(question.offers, key=lambda action, view=view: game.computer.hint(view, action)))
        state, _ = play(state, moves[-1])
        states.append(state)
    return game, states, moves


def test_chances_are_shares_of_every_round_and_end_with_who_won(over, monkeypatch):
    game, states, moves = over
    monkeypatch.setattr(analysis, "_DROPS", 0)
    found = analyzed(game, states, moves)
    rounds = {game.rules.round(state) for state in states if state.flow}
    assert [moment.round for moment in found.moments[:-1]] == sorted(rounds)
    assert all(sum(moment.chances) == pytest.approx(1) for moment in found.moments)
    winner = game.rules.ranking(states[-1])[0].seat
    assert found.moments[-1].chances[winner - 1] == 1 and found.points == ()


def test_turning_points_are_moves_that_another_would_have_beaten(over, monkeypatch):
    game, states, moves = over
    monkeypatch.setattr(analysis, "_DROPS", 2)
    found = analyzed(game, states, moves)
    assert found.points and list(found.points) == sorted(found.points, key=lambda point: point.move)
    for point in found.points:
        assert point.advice.second == moves[point.move] != point.advice.best and point.advice.is_clear
        asked = next(one for one in decisions(states[point.move]) if one.seat == point.advice.best.seat)
        assert point.advice.best in asked.offers and point.after <= point.before


def test_a_move_as_good_as_any_other_turns_nothing(over, monkeypatch):
    game, states, moves = over
    alike = lambda game, thinking, view, seat, pair, seed: Advice(*pair, 0.4, 2.0, 40)  # noqa: E731
    monkeypatch.setattr(analysis, "compared", alike)
    assert analyzed(game, states, moves).points == ()


def test_of_moves_that_missed_about_as_much_the_last_is_told(over, monkeypatch):
    """A seat makes several moves in a round; what was missed with the first could still be had with the second."""
    game, states, moves = over
    gains = iter([10.0, 8.0])
    missed = lambda game, thinking, state, question, made, seed: Advice(made, made, next(gains, 1.0), 0.5)  # noqa: E731
    monkeypatch.setattr(analysis, "_DROPS", 1)
    monkeypatch.setattr(analysis, "_better", missed)
    (point,) = analyzed(game, states, moves).points
    assert point.advice.gain == 8.0


def test_chances_are_those_of_whole_games_however_far_a_title_looks_ahead(over, monkeypatch):
    game, states, moves = over
    far = replace(game, computer=replace(game.computer, thinking=replace(game.computer.thinking, rounds=None)))
    monkeypatch.setattr(analysis, "_DROPS", 0)
    assert analyzed(far, states, moves).moments == analyzed(game, states, moves).moments


def test_what_cannot_be_analyzed_is_refused(over):
    game, states, moves = over
    unproven = replace(game, computer=replace(game.computer, thinking=None))
    for title, some in ((unproven, states), (game, states[:5])):
        with pytest.raises(Refused):
            analyzed(title, some, moves)


def test_a_file_is_analyzed_at_the_command_line(over, monkeypatch, tmp_path, capsys):
    game, *_ = over
    monkeypatch.setattr(analysis, "_DROPS", 1)
    monkeypatch.setattr("engine.cli.analyzing.title", lambda key: game)
    file = tmp_path / "one.game"
    words = f"selfplay {TITLE} --seats 2 --players greedy,random --transcript {file}"
    assert main(words.split()) == 0
    assert main(["analyze", str(file)]) == 0
    shown = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in shown if line.startswith(("round", "1 ", "end"))] == ["round", "1", "end"]
