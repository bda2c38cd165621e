"""The length of a streak, and what does not end it."""

from collections.abc import Collection

from msgspec.structs import replace

from bot.solo.streaks import continue_streak, running_streak
from engine.store.dailies import DailyAttempt

ONE = DailyAttempt(0, 1, True, None, (), 0.0, 1.0, 50)


def after(days: Collection[int], away: Collection[int] = ()) -> DailyAttempt:
    """Return the last of attempts on these days."""
    before = None
    for day in days:
        before = continue_streak(before, replace(ONE, daily=day), away.__contains__)
    assert before is not None
    return before


def test_consecutive_days_count() -> None:
    assert [after(range(1, last + 1)).streak for last in (1, 2, 9)] == [1, 2, 9]


def test_one_missed_day_in_seven_is_forgiven() -> None:
    assert after([1, 2, 4, 5]).streak == 4
    assert after([1, 2, 5]).streak == 1, "two missed days end it"
    assert after([1, 3, 4, 6]).streak == 1, "and so does a second one within seven days"
    assert after([1, 3, 4, 5, 6, 7, 8, 10]).streak == 8, "days 2 and 9 are seven apart"
    assert after([1, 3, 4, 5, 6, 7, 9]).streak == 1, "days 2 and 8 are six apart"


def test_holidays_are_not_missed_days() -> None:
    assert after([1, 2, 9], away=range(3, 9)).streak == 3
    assert after([1, 2, 10], away=range(3, 9)).streak == 3, "day 9 is the one that is forgiven"
    assert after([1, 2, 11], away=range(3, 9)).streak == 1


def test_streak_runs_until_it_cannot_be_continued() -> None:
    last = after([1, 2, 3])
    assert [running_streak(last, day, lambda _: False) for day in (4, 5, 6)] == [3, 3, 0]
    assert running_streak(None, 4, lambda _: False) == 0
    assert running_streak(after([1, 3]), 5, lambda _: False) == 0
