"""Analysis of a finished game: chances from public information, better moves from the view of the seat that moved."""

from dataclasses import replace

import msgspec
import pytest

from engine.__main__ import main
from engine.agents import analysis
from engine.agents.analysis import TurningPoint, analyze_game, confirm_turning_point
from engine.agents.coach import Advice
from engine.core import RankingEntry, decisions, play, redact
from engine.errors import Refused
from engine.games import GAMES
from engine.games.railroad_rivals.state.actions import Draft
from tests.agents.test_coach import TITLE, brief
from tests.agents.test_search import ranked_by


@pytest.fixture(autouse=True)
def few_games(monkeypatch):
    monkeypatch.setattr(analysis, "_GAMES_PER_MOMENT", 2)


@pytest.fixture(scope="module")
def over():
    """Return (game, states, moves), played with the best moves of seat 1 and the worst moves of seat 2."""
    game = brief(GAMES[TITLE])
    state, _ = game.new_game(game.options(), 2, 3)
    states, moves = [state], []
    while questions := decisions(state):
        question = questions[0]
        view, choose = redact(state, question.seat), max if question.seat == 1 else min
        moves.append(choose(question.offers, key=lambda action, view=view: game.agent.score_action(view, action)))
        state, _ = play(state, moves[-1])
        states.append(state)
    return game, states, moves


def test_chances_are_shares_and_end_with_the_winner(over, monkeypatch):
    game, states, moves = over
    monkeypatch.setattr(analysis, "_MAX_DROPS", 0)
    found = analyze_game(game, states, moves)
    rounds = {game.rules.round_number(state) for state in states if state.flow}
    assert [moment.round for moment in found.moments[:-1]] == sorted(rounds)
    assert all(sum(moment.chances) == pytest.approx(1) for moment in found.moments)
    winner = game.rules.ranking(states[-1])[0].seat
    assert found.moments[-1].chances[winner - 1] == 1 and found.points == ()


def wins_with(game, railroad, had):
    """Return the game with a rule by which the second seat wins if it has more than ``had`` stock of the railroad."""
    return ranked_by(game, lambda state: 2 if state.stocks[2].get(railroad, 0) > had else 1)


@pytest.fixture(scope="module")
def decided(over):
    """Return (game, states, moves, number): at move ``number``, seat 2 passes over the stock that would win it the
    game.
    """
    game, states, moves = over
    for number in reversed(range(len(moves))):
        question, view = decisions(states[number])[0], redact(states[number], 2)
        liked = max(question.offers, key=lambda action, view=view: game.agent.score_action(view, action))
        if moves[number].seat == 2 and isinstance(liked, Draft) and liked.tile in states[number].value:
            return wins_with(game, liked.tile, states[number].stocks[2].get(liked.tile, 0)), states, moves, number
    raise AssertionError("the second seat was never offered a stock that it liked")


def test_turning_point_is_a_move_that_another_one_beats(decided, monkeypatch):
    game, states, moves, number = decided
    monkeypatch.setattr(analysis, "_MAX_DROPS", 2)
    (point,) = analyze_game(game, states, moves).points
    assert point.move == number and point.advice.second == moves[number]
    assert point.wins == (1.0, 0.0) and point.advice.is_clear and point.after <= point.before


def test_move_that_is_not_better_in_fresh_games_is_not_a_turning_point(decided):
    """The other move looked better only in the imagined games in which it was found."""
    game, states, moves, number = decided
    view, thinking = redact(states[number], 2), game.agent.search_settings
    (point,) = analyze_game(game, states, moves).points
    found = TurningPoint(number, point.round, 0.5, 0.1, Advice(point.advice.best, moves[number], 3.0, 1.0, 40))
    assert confirm_turning_point(game, thinking, view, found) == msgspec.structs.replace(
        point, before=0.5, after=0.1, choices=found.choices
    )
    assert confirm_turning_point(ranked_by(game, lambda state: 1), thinking, view, found) is None


def test_better_move_without_more_wins_is_not_a_turning_point(decided):
    """The better move brings 5 points, in a game that the seat loses with either move."""
    game, states, moves, number = decided
    (point,) = analyze_game(game, states, moves).points
    railroad = point.advice.best.tile
    had = states[number].stocks[2].get(railroad, 0)

    def ranking(state):
        return RankingEntry(1, 1, 20), RankingEntry(2, 2, 5 * (state.stocks[2].get(railroad, 0) > had))

    lost = replace(game, rules=replace(game.rules, ranking=ranking))
    assert confirm_turning_point(lost, game.agent.search_settings, redact(states[number], 2), point) is None


def test_equally_good_move_is_not_a_turning_point(over):
    game, states, moves = over
    assert analyze_game(ranked_by(game, lambda state: 1), states, moves).points == ()


def test_chances_are_computed_from_whole_games(over, monkeypatch):
    game, states, moves = over
    far = replace(game, agent=replace(game.agent, search_settings=replace(game.agent.search_settings, rounds=None)))
    monkeypatch.setattr(analysis, "_MAX_DROPS", 0)
    assert analyze_game(far, states, moves).moments == analyze_game(game, states, moves).moments


def test_game_that_cannot_be_analyzed_is_refused(over):
    game, states, moves = over
    unproven = replace(game, agent=replace(game.agent, search_settings=None))
    for title, some in ((unproven, states), (game, states[:5])):
        with pytest.raises(Refused):
            analyze_game(title, some, moves)


def test_file_can_be_analyzed_from_the_command_line(over, monkeypatch, tmp_path, capsys):
    game, *_ = over
    monkeypatch.setattr(analysis, "_MAX_DROPS", 1)
    monkeypatch.setattr("engine.cli.analysis_report.find_game", lambda key: game)
    file = tmp_path / "one.game"
    words = f"selfplay {TITLE} --seats 2 --players greedy,random --transcript {file}"
    assert main(words.split()) == 0
    assert main(["analyze", str(file)]) == 0
    shown = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in shown if line.startswith(("round", "1 ", "end"))] == ["round", "1", "end"]
