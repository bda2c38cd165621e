"""Clocks at exact moments, and all transitions that a move can cause."""

from typing import Any

import pytest
from msgspec.structs import replace

from bot.clocks.clock import (
    clocks_after_move,
    clocks_after_undo,
    count_timeouts_in_a_row,
    due_moments,
    next_moment,
    overdue_moments,
    running_seconds,
    start_after_downtime,
    timeout_time,
    zero_time,
)
from bot.users import UserPreferences
from engine.store import Clock, LogRow
from engine.store.table_settings import DAY, HOUR
from tests.bot.clocks.test_clock import ANYBODY, DAILY, NOON, running

SINCE = NOON - DAY
"""The time at which the running clocks started: one of their two days is spent."""


@pytest.mark.parametrize(
    ("after", "kinds"),
    [
        (DAY - 1, []),
        (DAY, ["remind"]),
        (2 * DAY - 1, ["remind", "last"]),
        (2 * DAY, ["remind", "last", "zero"]),
        (2 * DAY + DAILY.grace - 1, ["remind", "last", "zero"]),
        (2 * DAY + DAILY.grace, ["remind", "last", "zero", "late"]),
    ],
)
def test_moment_is_due_exactly_at_its_time(after: float, kinds: list[str]) -> None:
    assert [moment.kind for moment in overdue_moments(running(), ANYBODY, DAILY, NOON + after)] == kinds


@pytest.mark.parametrize("stage", range(5))
def test_next_moment_is_the_first_unhandled_one(stage: int) -> None:
    found, every = next_moment(running(stage=stage), ANYBODY, DAILY), due_moments(running(), ANYBODY, DAILY)
    assert found == (every[stage] if stage < 4 else None)


@pytest.mark.parametrize(
    ("quiet", "hours"),
    [
        ((12, 14), 2),
        ((10, 12), 0),
        ((13, 14), 0),
        ((10, 13), 1),
        ((12, 8), 20),
        ((13, 8), 0),
        ((22, 12), 0),
        ((22, 13), 1),
        ((10, 24), 12),
        ((9, 9), 0),
    ],
)
def test_quiet_hours_start_and_end_at_the_full_hour(quiet: tuple[int, int], hours: int) -> None:
    assert due_moments(running(), UserPreferences(quiet=quiet), DAILY)[0].at == NOON + DAY + hours * HOUR


@pytest.mark.parametrize(
    ("starts", "ends", "at"),
    [
        (-3, -1, 2),
        (-1, 0, 2),
        (-1, 1, 3),
        (0, 1, 3),
        (1, 3, 4),
        (2, 4, 2),
        (1.999, 4, 4.001),
        (3, 4, 2),
    ],
)
def test_holiday_moves_the_deadline_of_a_running_clock(starts: float, ends: float, at: float) -> None:
    away = UserPreferences(holiday=(NOON + starts * DAY, NOON + ends * DAY))
    assert zero_time(running(), away) == pytest.approx(NOON + at * DAY)


@pytest.mark.parametrize(
    ("starts", "ends", "days"), [(-2, -1, 3), (-2, 1, 2), (1, 2, 2), (2, 9, 2), (3, 9, 3), (-1, 9, 0)]
)
def test_clock_runs_only_while_its_player_is_present(starts: int, ends: int, days: int) -> None:
    away = UserPreferences(holiday=(NOON + starts * DAY, NOON + ends * DAY))
    assert running_seconds(running(), away, NOON + 3 * DAY) == days * DAY
    assert running_seconds(Clock(), away, NOON + 3 * DAY) == 0


@pytest.mark.parametrize(
    ("starts", "ends", "since"),
    [
        (-9, -8, 3),
        (5, 9, 3),
        (6, 9, 3),
        (1, 3, 3),
        (1, 4, -1 + 1),
        (1, 3.5, 0.5),
        (1, 9, -1),
    ],
)
def test_downtime_credit_moves_the_start_of_a_clock(starts: float, ends: float, since: float) -> None:
    away = UserPreferences(holiday=(NOON + starts * DAY, NOON + ends * DAY))
    assert start_after_downtime(away, NOON, NOON + 5 * DAY, NOON - 2 * DAY) == NOON + since * DAY


def test_clock_without_spent_time_starts_now() -> None:
    for away in (UserPreferences(), UserPreferences(holiday=(NOON - DAY, NOON + 9 * DAY))):
        assert start_after_downtime(away, NOON, NOON + 5 * DAY, NOON) == NOON + 5 * DAY


KEPT = {1: Clock(point=4, bank=2 * DAY, since=SINCE, stage=2)}


def changed(change: Any, before: bool, asked: bool, **more: Any) -> Clock | None:
    """Return seat 1's clock after move 7 at noon, or None if it is unchanged.

    Seat 1 had run for a day; the move is its own or another seat's.
    """
    given: dict[str, Any] = {
        "clocks": KEPT,
        "now": NOON,
        "moved_seat": 1,
        "is_new_part": False,
        "time_control": DAILY,
        **more,
    }
    clocks, now, seats = given.pop("clocks"), given.pop("now"), {1: ANYBODY}
    found = change(
        clocks,
        7,
        now,
        seats_before=(1,) if before else (),
        asked_seats=(1,) if asked else (),
        preferences_by_seat=seats,
        **given,
    )
    assert set(found) <= {1}
    clock: Clock | None = found.get(1)
    return clock


STANDS, GOES = Clock(point=4, bank=DAY, stage=2), Clock(point=7, bank=DAY, since=NOON)


@pytest.mark.parametrize(
    ("before", "asked", "more", "after"),
    [
        (True, False, {}, replace(STANDS, bank=2 * DAY)),
        (True, False, {"moved_seat": 2}, STANDS),
        (True, False, {"now": None}, replace(STANDS, bank=3 * DAY)),
        (True, False, {"now": None, "moved_seat": 2}, replace(STANDS, bank=2 * DAY)),
        (True, False, {"time_control": None}, replace(STANDS, bank=2 * DAY)),
        (True, True, {}, None),
        (True, True, {"moved_seat": 2}, None),
        (True, True, {"is_new_part": True}, replace(GOES, bank=2 * DAY)),
        (True, True, {"is_new_part": True, "moved_seat": 2}, GOES),
        (True, True, {"is_new_part": True, "now": None}, replace(GOES, bank=3 * DAY, since=None)),
        (True, True, {"clocks": {}}, replace(GOES, bank=DAILY.bank)),
        (True, True, {"time_control": None}, replace(KEPT[1], since=NOON, stage=0)),
        (True, True, {"time_control": None, "moved_seat": 2}, None),
        (True, True, {"time_control": None, "now": None}, None),
        (False, True, {}, replace(GOES, bank=2 * DAY)),
        (False, True, {"now": None}, replace(GOES, bank=2 * DAY, since=None)),
        (False, True, {"clocks": {}, "time_control": None}, replace(GOES, bank=0.0)),
        (False, False, {}, None),
        (False, False, {"clocks": {}, "is_new_part": True}, None),
    ],
)
def test_move_stops_the_movers_clock_and_starts_the_next(
    before: bool, asked: bool, more: Any, after: Clock | None
) -> None:
    assert changed(clocks_after_move, before, asked, **more) == after


@pytest.mark.parametrize(
    ("before", "asked", "more", "after"),
    [
        (True, False, {}, replace(KEPT[1], since=None)),
        (True, False, {"moved_seat": 2}, replace(KEPT[1], since=None)),
        (True, True, {}, None),
        (True, True, {"moved_seat": 2}, None),
        (True, True, {"moved_seat": 2, "is_new_part": True}, replace(GOES, bank=2 * DAY)),
        (True, True, {"is_new_part": True}, replace(GOES, bank=0.0)),
        (False, True, {}, replace(GOES, bank=0.0)),
        (False, True, {"is_last_of_several": False}, GOES),
        (False, True, {"moved_seat": 2}, replace(GOES, bank=2 * DAY)),
        (False, True, {"now": None}, replace(GOES, bank=DAY, since=None)),
        (False, True, {"time_control": None}, GOES),
        (False, True, {"clocks": {}}, replace(GOES, bank=DAY)),
        (False, True, {"clocks": {1: replace(KEPT[1], bank=0.0)}}, replace(GOES, bank=0.0)),
        (False, False, {}, None),
        (False, False, {"is_new_part": True}, None),
    ],
)
def test_undo_removes_the_increment_and_restarts_the_clock(
    before: bool, asked: bool, more: Any, after: Clock | None
) -> None:
    assert changed(clocks_after_undo, before, asked, **more) == after


@pytest.mark.parametrize(("warned", "at"), [(None, 2 * DAY), (-9 * DAY, 2 * DAY), (3 * DAY, 3 * DAY)])
def test_no_timeout_before_the_end_of_the_grace_period(warned: float | None, at: float) -> None:
    told = None if warned is None else NOON + warned
    assert timeout_time(running(), ANYBODY, DAILY, told) == NOON + at + DAILY.grace
    assert timeout_time(replace(running(), since=None), ANYBODY, DAILY, told) is None


def row(seat: int, by: Any, at: float) -> LogRow:
    return LogRow(1, seat, "", by, at, b"")


@pytest.mark.parametrize(
    ("log", "times"),
    [
        ([], 0),
        ([row(1, "clock", 0)], 1),
        ([row(1, "clock", 0), row(1, "clock", 60)], 1),
        ([row(1, "clock", 0), row(1, "clock", 61)], 2),
        ([row(1, "clock", 0), row(1, "clock", 61), row(1, "clock", 122)], 3),
        ([row(1, "clock", 0), row(1, "player", 90), row(1, "clock", 99)], 1),
        ([row(1, "clock", 0), row(1, "order", 90)], 0),
        ([row(1, "clock", 0), row(2, "player", 90), row(2, "clock", 99), row(1, "forced", 99)], 1),
        ([row(2, "clock", 0), row(2, "clock", 99)], 0),
    ],
)
def test_two_timeouts_within_a_minute_count_once(log: list[LogRow], times: int) -> None:
    assert count_timeouts_in_a_row(log, 1) == times
