"""Whose time is given back, and which moments are moved: by rows, at the edges of a holiday."""

import pytest

from bot.deadlines import downtime
from bot.preferences import Person
from bot.tables.notes import SeatNote
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
def test_a_clock_is_moved_by_hand_where_a_holiday_lies_in_the_time(holiday: tuple[float, float], away: bool) -> None:
    found = downtime._away({7: Person(holiday=holiday)}, UP - DOWN, UP)
    assert set(found) == ({7} if away else set())
    if away:
        assert found[7].args == (Person(holiday=holiday), DOWN, UP)


def test_since_when_any_seat_of_any_title_is_open_moves_too() -> None:
    most = max(max(game.seats) for game in GAMES.values())
    assert {SeatNote.OPEN.of(seat) for seat in range(1, most + 1)} <= set(downtime._SINCE)
