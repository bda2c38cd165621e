"""The steps of lessons, as the learner sees them. Pure."""

from collections.abc import Sequence
from typing import Any

import msgspec

from bot.game_text import answer_text
from bot.markdown import Markdown, md
from bot.names import name_lookup, player_names
from bot.tables.table import Player
from bot.view import TableView
from engine import GAMES, Action, Decision, Event, Refused, View, redact, visible_events
from engine.core.lessons.lesson import Lesson, Step, find_reaction
from engine.core.lessons.replay import Position, position_at_step
from engine.games.solo import all_lessons
from engine.store.ids import LessonNumber
from render import PAINTERS, DrawingContext, Scene

_CHANGED_TEXT = md("This lesson has changed. Choose one with `/learn`.")


class LessonStep(msgspec.Struct, frozen=True):
    """Step ``number`` of a lesson, counted from 0.

    ``narration`` describes the latest events. ``decision`` is the learner's question; None if the step has none.
    """

    id: LessonNumber
    lesson: Lesson
    number: int
    table_view: TableView
    narration: tuple[Markdown, ...]
    decision: Decision | None

    @property
    def step(self) -> Step:
        """The step as it is written in the lesson."""
        return self.lesson.steps[self.number]

    def judge_move(self, action: Action) -> tuple[bool, Markdown]:
        """Return (whether the lesson continues after the move ``action``, text for the learner)."""
        if action == self.lesson.answer(self.step, self.table_view.game):
            return True, answer_text(self.step)
        step_reaction = find_reaction(self.step, action)
        if step_reaction is None:
            return False, md("That’s legal, but it’s not what this step is about.")
        return step_reaction.is_accepted, answer_text(self.step, step_reaction)


def lesson_of(number: LessonNumber) -> Lesson:
    """Return the lesson with this number. Raises ``Refused`` if it no longer exists."""
    lesson = all_lessons().get(number)
    if lesson is None:
        raise Refused(_CHANGED_TEXT)
    return lesson


def lesson_step_at(lesson_id: LessonNumber, number: int, learner: str) -> LessonStep:
    """Return a step of a lesson. ``learner`` is the user's name. Raises ``Refused`` if there is no such step."""
    lesson = lesson_of(lesson_id)
    if number >= len(lesson.steps):
        raise Refused(_CHANGED_TEXT)
    position = position_at_step(lesson, GAMES[lesson.title], number)
    table_view = _learner_view(lesson, position, learner)
    question = position.question(lesson) if lesson.steps[number].answer else None
    return LessonStep(lesson_id, lesson, number, table_view, tuple(table_view.narration(position.news)), question)


def _learner_view(lesson: Lesson, position: Position, learner: str) -> TableView:
    players = [Player(name or learner) for name in lesson.names]
    return view_without_table(lesson.title, players, redact(position.state, lesson.seat), position.news)


def view_without_table(title: str, players: Sequence[Player], view: View[Any], news: Sequence[Event]) -> TableView:
    """The view of a game that has no table. ``news`` are the latest events of the game."""
    names, name = player_names(players), name_lookup(players)
    return TableView(
        GAMES[title],
        PAINTERS[title],
        view,
        DrawingContext(names, visible_events(tuple(news), None)),
        name,
        lambda seat: names[seat - 1],
        lambda seq: name,
    )


def scenes_beside(table_view: TableView, shown: Sequence[Scene]) -> list[Scene]:
    """Return the first scene of each public picture of the game, without pictures that are ``shown`` already."""
    shown_names = {scene.name for scene in shown}
    first_scenes = [
        table_view.painter.public_scenes(name, table_view.view, table_view.drawing_context)[:1]
        for name in table_view.painter.public_pictures
    ]
    scenes_by_name = {scene.name: scene for scenes in first_scenes for scene in scenes}
    return [scene for name, scene in scenes_by_name.items() if name not in shown_names]
