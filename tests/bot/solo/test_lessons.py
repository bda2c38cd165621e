"""Checks of all lessons: their faults, Discord's limits, and the stated duration."""

from collections.abc import Iterator
from itertools import chain
from typing import Any, cast

import pytest

from bot import limits
from bot.solo.lesson import LessonStep, lesson_step_at
from bot.solo.pages import end_page, show_me_page, step_page, wrong_answer_page
from bot.ui.page import Page
from bot.ui.questions import next_question, notation_words
from engine import GAMES
from engine.core.lessons.checks import coverage_faults, lesson_faults
from engine.games.solo import all_lessons, lessons_of
from render import PAINTERS
from tests.bot.simulated_channel import TITLE

EVERY = pytest.mark.parametrize(
    "number", list(all_lessons()), ids=[f"{x.title}: {x.name}" for x in all_lessons().values()]
)
WORDS_A_MINUTE, SECONDS_A_PRESS = 200, 4
LONGEST_NAME = "W" * 32


def runs(number: int) -> Iterator[LessonStep]:
    for step in range(len(all_lessons()[number].steps)):
        yield lesson_step_at(number, step, LONGEST_NAME)


def path(run: LessonStep) -> Iterator[tuple[str, ...]]:
    """Yield the words at each question on the way to a step's answer, with Confirm."""
    assert run.decision is not None
    goal, picked = notation_words(run.lesson.answer(run.step, run.table_view.game)), ()
    while (found := next_question(run.decision.offers, picked)) is not None:
        yield found.picked
        if found.kind == "confirm":
            return
        ways = [(*found.picked, *entry.words) for entry in found.entries]
        reached = [way for way in ways if goal[: len(way)] == way]
        picked = reached[0] if reached else goal[: len(found.picked) + 1]
    raise AssertionError(f"the menu does not lead to “{run.step.answer}”")


@EVERY
def test_lessons_have_no_faults(number: int) -> None:
    lesson = all_lessons()[number]
    assert lesson_faults(lesson, GAMES[lesson.title]) == []


@pytest.mark.parametrize("title", [title for title in GAMES if lessons_of(title)])
def test_every_kind_of_move_is_taught_or_excused(title: str) -> None:
    assert coverage_faults(list(lessons_of(title).values()), GAMES[title]) == []


def test_every_game_has_lessons_and_all_fit_one_select() -> None:
    assert all(map(lessons_of, GAMES))
    assert len(all_lessons()) <= limits.SELECT_OPTIONS


def length(page: Page) -> int:
    return len(page.text)


@EVERY
def test_lessons_keep_discord_limits(number: int) -> None:
    lesson = all_lessons()[number]
    for run in runs(number):
        before = lesson.steps[run.number - 1] if run.number else None
        also = [one.words for one in before.reactions if one.is_accepted] if before else []
        leads = [f"✓ {said}\n{before.done}" for said in ("", *also)] if before else [""]
        assert max(length(step_page(run, intro=lead)) for lead in leads) <= limits.CONTENT, run.step.heading
        assert len(run.step.next) <= limits.BUTTON_LABEL
        if run.decision is None:
            continue
        assert length(show_me_page(run)) <= limits.CONTENT
        for picked in path(run):
            assert length(step_page(run, picked)) <= limits.CONTENT
        for one in run.step.reactions:
            assert length(wrong_answer_page(run, one.words)) <= limits.CONTENT
    assert length(end_page(number, lesson)) <= limits.CONTENT


@EVERY
def test_lesson_takes_as_long_as_stated(number: int) -> None:
    lesson = all_lessons()[number]
    presses = sum(len(list(path(run))) if run.decision else 1 for run in runs(number))
    read = sum(len(text.split()) for step in lesson.steps for text in (*step.say, step.ask, step.done))
    minutes = read / WORDS_A_MINUTE + presses * SECONDS_A_PRESS / 60
    assert minutes <= lesson.minutes, f"{read} words and {presses} presses take {minutes:.1f} minutes"


@EVERY
def test_every_lesson_picture_can_be_drawn(number: int) -> None:
    for run in runs(number):
        assert set(run.step.show) <= {*PAINTERS[run.lesson.title].public_pictures, "hand"}
        first = step_page(run)
        made = first.scenes() if first.scenes else ()
        assert made or not run.step.show
        if run.decision and (hint := show_me_page(run).scenes):
            hint()


def test_lesson_names_are_those_of_its_players() -> None:
    for lesson in all_lessons().values():
        others = [name for name in lesson.names if name]
        assert len(set(others)) == len(others) == lesson.seats - 1, lesson.name


def test_lesson_names_of_a_game_are_unique() -> None:
    for title in GAMES:
        names = [lesson.name for lesson in lessons_of(title).values()]
        assert len(set(names)) == len(names)


@EVERY
def test_learner_has_the_seat_without_a_name(number: int) -> None:
    lesson = all_lessons()[number]
    names = dict(enumerate(lesson_step_at(number, 0, "Ada").table_view.drawing_context.names, 1))
    assert names == dict(enumerate(lesson.names, 1)) | {lesson.seat: "Ada"}


def test_wrong_answer_shows_the_first_page_of_answers_again() -> None:
    for run in chain.from_iterable(map(runs, lessons_of(TITLE))):
        if run.decision is not None:
            assert presses(wrong_answer_page(run, "")) == presses(step_page(run, has_show_me=True))


def presses(page: Page) -> set[str]:
    """Return the verbs of the moves to which buttons and options lead.

    The number of buttons depends on the text above them.
    """
    items = [cast(Any, item) for row in page.buttons for item in row]
    return {word for item in items for word in item.custom_id.split(" ")[1:2]}
