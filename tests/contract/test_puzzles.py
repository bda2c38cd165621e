"""Every puzzle of every game: few answers win, the others do not, and the game ends with the answer."""

import re

import pytest

from engine import GAMES, Refused, decisions, play
from engine.core.puzzle import is_hard, read_puzzle
from engine.core.transcript import parse_transcript
from engine.games.solo import all_puzzles, load_puzzle

FEWEST = 20
LINE = re.compile(r"# ([0-9]+) of ([0-9]+) answers win\.")


def test_every_game_has_enough_puzzles() -> None:
    assert len(all_puzzles()) >= FEWEST


def test_every_answer_ends_the_game_and_winners_win_alone() -> None:
    for number, (title, text) in all_puzzles().items():
        puzzle, told = load_puzzle(number), LINE.match(text)
        assert told is not None and (len(puzzle.winning_answers), puzzle.answer_count) == tuple(
            map(int, told.groups())
        ), text[:200]
        for action in puzzle.question.offers:
            state, _ = play(puzzle.state, action)
            while asked := decisions(state):
                [only] = asked[0].offers
                state, _ = play(state, only)
            places = GAMES[title].rules.ranking(state)
            alone = [place.seat for place in places if place.place == 1] == [puzzle.question.seat]
            assert alone == (action in puzzle.winning_answers), (text[:200], action)


def test_puzzle_is_not_solved_by_the_obvious_move() -> None:
    number, (title, _) = next(iter(all_puzzles().items()))
    assert is_hard(GAMES[title], load_puzzle(number))


def test_position_before_the_last_choice_is_refused() -> None:
    _, (title, text) = next(iter(all_puzzles().items()))
    assert parse_transcript(text).lines
    with pytest.raises(Refused, match="Another choice"):
        read_puzzle(text[: text.rstrip().rindex("\n", 0, len(text) // 2)] + "\n", GAMES[title])
