"""Replay of a lesson: the game at each step, from the deal on."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from engine.core.action import Action, Decision
from engine.core.event import Event
from engine.core.flow import State, decisions, play
from engine.core.game import Game, read_options
from engine.core.lessons.lesson import Lesson, Step
from engine.core.notation import read_action
from engine.errors import RoundhouseError, Unreadable


class Position(msgspec.Struct, frozen=True):
    """The game at a step's question, and the events since the previous question.

    The events (``news``) include those of the learner's last answer.
    """

    state: State
    news: tuple[Event, ...] = ()

    def play(self, action: Action) -> Position:
        """Return the game after one more move. Raises ``Refused``."""
        state, events = play(self.state, action)
        return Position(state, (*self.news, *events))

    def question(self, lesson: Lesson) -> Decision | None:
        """Return the learner's current question; None if there is none."""
        return next((decision for decision in decisions(self.state) if decision.seat == lesson.seat), None)


def deal_position(lesson: Lesson, game: Game[Any]) -> Position:
    """Return the game before the first step. Raises ``Unreadable``."""
    if not game.can_play_version(lesson.version):
        raise Unreadable(f"The lesson is of version {lesson.version} of {game.name}; here it is {game.version}.")
    state, _ = game.new_game(read_options(game.options, lesson.options), lesson.seats, lesson.seed)
    return Position(state)


def position_at_step(lesson: Lesson, game: Game[Any], number: int) -> Position:
    """Return the game at the question of step ``number``, counted from 0.

    Raises ``Unreadable`` or ``Refused`` for a wrong scripted move.
    """
    now = deal_position(lesson, game)
    for step in lesson.steps[:number]:
        now = play_answer(lesson, game, step, play_to_question(game, step, now))
    return play_to_question(game, lesson.steps[number], now)


def play_to_question(game: Game[Any], step: Step, before: Position) -> Position:
    """Play the scripted moves before a step's question.

    ``before`` is the game at the end of the previous step. Return the game at the question.
    """
    return _play_lines(game, step.before, before)


def play_answer(lesson: Lesson, game: Game[Any], step: Step, now: Position) -> Position:
    """Play a step's answer and the moves after it. Return the game at the end of the step.

    The returned events are only those after the step's question.
    """
    question_position = Position(now.state)
    if not step.answer:
        return question_position
    return _play_lines(game, step.after, question_position.play(lesson.answer(step, game)))


def _play_lines(game: Game[Any], lines: Iterable[str], now: Position) -> Position:
    for line in lines:
        try:
            now = now.play(read_action(line, game.actions))
        except RoundhouseError as error:
            raise type(error)(f"“{line}”: {error}") from error
    return now
