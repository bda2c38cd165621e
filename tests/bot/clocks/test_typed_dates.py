"""Dates with slashes, in which the month or the day may come first."""

from datetime import UTC, date, datetime

import pytest

from bot.clocks.quiet_hours import parse_date, parse_holiday
from bot.clocks.zones import parse_zone
from engine.errors import Refused, Unreadable

NOW = datetime(2026, 1, 1, tzinfo=UTC).timestamp()


@pytest.mark.parametrize("typed", ["13/5/2026", "5/13/2026"])
def test_number_above_12_is_the_day_in_either_position(typed: str) -> None:
    assert parse_date(typed, NOW, "UTC") == date(2026, 5, 13)


def test_equal_day_and_month_are_unambiguous() -> None:
    assert parse_date("12/12/2026", NOW, "UTC") == date(2026, 12, 12)


@pytest.mark.parametrize("typed", ["12/5/2026", "5/12/2026"])
def test_ambiguous_date_is_asked_about(typed: str) -> None:
    with pytest.raises(Unreadable, match="could mean 2026-.* or 2026-"):
        parse_date(typed, NOW, "UTC")


def test_holiday_without_last_day_is_asked_for_one() -> None:
    with pytest.raises(Unreadable, match="needs a last day, such as 2026-01-01 or tomorrow"):
        parse_holiday("today", " ", NOW, "UTC")


def test_holiday_that_ends_now_is_over() -> None:
    with pytest.raises(Refused, match="would already be over"):
        parse_holiday("2025-12-31", "2025-12-31", NOW, "UTC")


def test_three_similar_names_are_suggested() -> None:
    with pytest.raises(Unreadable, match="Did you mean [^,]+, [^,]+, or [^,]+\\?"):
        parse_zone("amerika/indiana")
