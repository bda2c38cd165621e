"""Puzzles, “Last move: win the game”: the last choice of a game, with few winning answers.

A ``.puzzle`` file is a ``.game`` file that stops at its last choice. The rules determine which answers win.
"""

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from engine.core.action import Action, Decision
from engine.core.flow import State, decisions, play
from engine.core.game import Game
from engine.core.rng import Rng
from engine.core.seats import Seat
from engine.core.secret import redact
from engine.core.transcript import Transcript, parse_transcript, replay
from engine.errors import Refused

_MIN_ANSWERS = 6
_ANSWERS_PER_WIN = 4
"""Minimum number of answers of a puzzle for each winning answer."""
_DETERMINIZATIONS = 3
"""The number of other deals of the hidden parts in which the same answers must win too."""


class Puzzle(msgspec.Struct, frozen=True):
    """The last choice of a game, and the answers that make the choosing seat the only winner."""

    state: State
    question: Decision
    winning_answers: frozenset[Action]

    @property
    def answer_count(self) -> int:
        """The number of answers to choose from."""
        return len(self.question.offers)


def read_puzzle(text: str, game: Game[Any]) -> Puzzle:
    """Read a puzzle file.

    Raises ``Unreadable``, or ``Refused`` if another choice follows.
    """
    state = replay(game, parse_transcript(text))
    puzzle = _puzzle_at(game, state)
    if puzzle is None:
        raise Refused("Another choice comes after this one, so it isn’t a puzzle.")
    return puzzle


def find_puzzle(game: Game[Any], transcript: Transcript) -> Puzzle | None:
    """Return the puzzle at the end of a transcript; None if it is easy or not a last choice."""
    puzzle = _puzzle_at(game, replay(game, transcript, checked=False))
    return puzzle if puzzle is not None and is_hard(game, puzzle) else None


def is_hard(game: Game[Any], puzzle: Puzzle) -> bool:
    """Whether few answers win, they are not obvious, and the player can derive them from the view."""
    has_few_wins = 0 < len(puzzle.winning_answers) * _ANSWERS_PER_WIN <= puzzle.answer_count >= _MIN_ANSWERS
    return has_few_wins and not _is_obvious(game, puzzle) and _is_solvable_from_view(game, puzzle)


def final_state(game: Game[Any], state: State, action: Action) -> State | None:
    """Return the final state after a move and the forced moves that follow; None if another choice comes first."""
    after, _ = play(state, action)
    while questions := decisions(after):
        if any(len(question.offers) > 1 for question in questions):
            return None
        after, _ = play(after, next(iter(questions[0].offers)))
    return after


def _puzzle_at(game: Game[Any], state: State) -> Puzzle | None:
    questions = decisions(state)
    if len(questions) != 1:
        return None
    [question] = questions
    ends = {action: final_state(game, state, action) for action in question.offers}
    if None in ends.values():
        return None
    wins = frozenset(action for action, end in ends.items() if end is not None and _is_won(game, end, question))
    return Puzzle(state, question, wins)


def _is_won(game: Game[Any], end: State, question: Decision) -> bool:
    """Whether the seat of the question is alone in first place."""
    return [place.seat for place in game.rules.ranking(end) if place.place == 1] == [question.seat]


def _is_obvious(game: Game[Any], puzzle: Puzzle) -> bool:
    """Whether simple choices win.

    This is so if a move with the highest evaluation wins, and all moves with the seat's highest final score win.
    """
    view, seat = redact(puzzle.state, puzzle.question.seat), puzzle.question.seat
    best_by_score = _best_actions(puzzle.question.offers, lambda action: game.agent.score_action(view, action))
    best_by_points = _best_actions(
        puzzle.question.offers, lambda action: _final_score(game, puzzle.state, seat, action)
    )
    return not best_by_score.isdisjoint(puzzle.winning_answers) and best_by_points <= puzzle.winning_answers


def _final_score(game: Game[Any], state: State, seat: Seat, action: Action) -> int:
    end = final_state(game, state, action)
    assert end is not None
    return next(place.score for place in game.rules.ranking(end) if place.seat == seat)


def _best_actions(offers: Iterable[Action], value: Callable[[Action], float]) -> set[Action]:
    values = {action: value(action) for action in offers}
    highest = max(values.values())
    return {action for action in values if values[action] == highest}


def _is_solvable_from_view(game: Game[Any], puzzle: Puzzle) -> bool:
    """Whether the same answers win for other hidden parts that fit the view of the seat to move."""
    view, rng = redact(puzzle.state, puzzle.question.seat), Rng(1)
    for _ in range(_DETERMINIZATIONS):
        other = _puzzle_at(game, game.agent.determinize(view, rng))
        if other is None or other.winning_answers != puzzle.winning_answers:
            return False
        _, rng = rng.draw_below(2)
    return True
