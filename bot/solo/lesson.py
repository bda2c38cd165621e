"""A lesson at one of its steps, as the learner sees it. Pure."""

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
    """A lesson at step ``number``, counted from 0: the learner's view, and the question (None: no question)."""

    id: LessonNumber
    lesson: Lesson
    number: int
    seen: TableView
    happened: tuple[Markdown, ...]
    decision: Decision | None

    @property
    def step(self) -> Step:
        """The current step."""
        return self.lesson.steps[self.number]

    def judge_move(self, action: Action) -> tuple[bool, Markdown]:
        """Whether the lesson continues after this move, with the text for the learner."""
        if action == self.lesson.answer(self.step, self.seen.game):
            return True, answer_text(self.step)
        step_reaction = find_reaction(self.step, action)
        if step_reaction is None:
            return False, md("That’s legal, but it’s not what this step is about.")
        return step_reaction.is_accepted, answer_text(self.step, step_reaction)


def lesson_of(run: LessonNumber) -> Lesson:
    """The lesson with that number. Raises ``Refused`` if it no longer exists."""
    lesson = all_lessons().get(run)
    if lesson is None:
        raise Refused(_CHANGED_TEXT)
    return lesson


def lesson_step_at(run: LessonNumber, number: int, learner: str) -> LessonStep:
    """The lesson at a step; ``learner`` is the user's name. Raises ``Refused`` if there is no such step."""
    lesson = lesson_of(run)
    if number >= len(lesson.steps):
        raise Refused(_CHANGED_TEXT)
    position = position_at_step(lesson, GAMES[lesson.title], number)
    seen = _learner_view(lesson, position, learner)
    question = position.question(lesson) if lesson.steps[number].answer else None
    return LessonStep(run, lesson, number, seen, tuple(seen.narration(position.news)), question)


def _learner_view(lesson: Lesson, position: Position, learner: str) -> TableView:
    """The game as the learner sees it."""
    players = [Player(name or learner) for name in lesson.names]
    return view_without_table(lesson.title, players, redact(position.state, lesson.seat), position.news)


def view_without_table(title: str, players: Sequence[Player], view: View[Any], news: Sequence[Event]) -> TableView:
    """The view of a game without a table; ``news`` are its latest events."""
    names, now = player_names(players), name_lookup(players)
    return TableView(
        GAMES[title],
        PAINTERS[title],
        view,
        DrawingContext(names, visible_events(tuple(news), None)),
        now,
        lambda seat: names[seat - 1],
        lambda seq: now,
    )


def scenes_beside(seen: TableView, shown: Sequence[Scene]) -> list[Scene]:
    """One scene of every public picture that is not ``shown`` already, in the painter's order."""
    known = {scene.name for scene in shown}
    firsts = [
        seen.painter.public_scenes(name, seen.view, seen.drawing_context)[:1] for name in seen.painter.public_pictures
    ]
    named = {scene.name: scene for scenes in firsts for scene in scenes}
    return [scene for name, scene in named.items() if name not in known]
