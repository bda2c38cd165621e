"""Time credited after downtime, at the boundaries of a holiday."""

import pytest

from bot.scheduler import downtime
from bot.tables.table import SeatBookkeepingKey
from bot.users import UserPreferences
from engine import GAMES

DOWN, UP = 1_000.0, 2_000.0


@pytest.mark.parametrize(
    ("holiday", "away"),
    [
        ((0.0, 0.0), False),
        ((500.0, DOWN), False),
        ((500.0, DOWN + 1), True),
        ((DOWN, UP), True),
        ((1_400.0, 1_500.0), True),
        ((UP - 1, 9_000.0), True),
        ((UP, 9_000.0), False),
    ],
)
def test_clock_with_holiday_in_downtime_is_moved_exactly(holiday: tuple[float, float], away: bool) -> None:
    found = downtime._clock_adjustments({7: UserPreferences(holiday=holiday)}, UP - DOWN, UP)
    assert set(found) == ({7} if away else set())
    if away:
        assert found[7].args == (UserPreferences(holiday=holiday), DOWN, UP)


def test_downtime_moves_vacancy_start_of_every_seat() -> None:
    most = max(max(game.seats) for game in GAMES.values())
    assert {SeatBookkeepingKey.OPEN_SINCE.for_seat(seat) for seat in range(1, most + 1)} <= set(downtime._TIME_NOTES)
