"""A lesson that was changed after its button was sent: missing steps and lessons."""

import pytest

from bot.solo.lesson import lesson_of, lesson_step_at
from engine import Refused
from engine.games.solo import all_lessons


@pytest.mark.parametrize("run", all_lessons())
def test_lesson_step_after_the_last_is_refused(run: int) -> None:
    steps = len(lesson_of(run).steps)
    assert lesson_step_at(run, steps - 1, "Ada").number == steps - 1
    for number in (steps, steps + 1):
        with pytest.raises(Refused):
            lesson_step_at(run, number, "Ada")


def test_unknown_lesson_is_refused() -> None:
    with pytest.raises(Refused):
        lesson_of(max(all_lessons()) + 1)
