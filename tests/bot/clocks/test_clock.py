"""Clocks: when they run, what is due, and the effects of holidays and quiet hours."""

import re
from datetime import UTC, datetime
from typing import Any

import pytest
from msgspec.structs import replace

from bot.clocks.clock import (
    clocks_after_move,
    clocks_after_undo,
    due_moments,
    full_clock,
    next_moment,
    overdue_moments,
    pause_clock,
    restart_clock,
    resume_clock,
    running_seconds,
    seconds_left,
    start_after_downtime,
    timeout_time,
    zero_time,
)
from bot.users import UserPreferences
from engine.store import Clock
from engine.store.table_settings import DAY, HOUR, TIME_CONTROLS, TimeControl

DAILY = TIME_CONTROLS["daily"]
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC).timestamp()
ANYBODY = UserPreferences()


def running(since: float = NOON, stage: int = 0) -> Clock:
    return Clock(point=4, bank=DAILY.bank, since=since, stage=stage)


def moved(clock: Clock, now: float, *, asked: tuple[int, ...] = (2,), anew: bool = False) -> dict[int, Clock]:
    people = {1: ANYBODY, 2: ANYBODY}
    return clocks_after_move(
        {1: clock},
        7,
        now,
        seats_before=(1,),
        asked_seats=asked,
        moved_seat=1,
        is_new_part=anew,
        time_control=DAILY,
        preferences_by_seat=people,
    )


def test_answer_adds_the_increment_up_to_the_cap() -> None:
    assert moved(running(), NOON + DAY)[1] == Clock(point=4, bank=2 * DAY, since=None)
    assert moved(running(), NOON)[1].bank == DAILY.cap
    assert moved(running(), NOON)[2] == Clock(point=7, bank=DAILY.bank, since=NOON)


def test_late_answer_leaves_no_negative_time() -> None:
    assert moved(running(), NOON + 9 * DAY)[1].bank == DAILY.increment


def test_own_next_question_continues_the_decision_point() -> None:
    assert 1 not in moved(running(stage=2), NOON + DAY, asked=(1,))


def test_own_question_in_a_new_phase_ends_the_decision_point() -> None:
    after = moved(running(stage=2), NOON + DAY, asked=(1, 2), anew=True)
    assert after[1] == Clock(point=7, bank=2 * DAY, since=NOON + DAY)


@pytest.mark.parametrize("change", [clocks_after_move, clocks_after_undo])
def test_question_in_another_phase_after_foreign_move_is_a_new_decision_point(change: Any) -> None:
    both, people = (1, 2), {1: ANYBODY, 2: ANYBODY}
    clocks = {1: running(), 2: running(stage=2)}
    after = change(
        clocks,
        7,
        NOON,
        seats_before=both,
        asked_seats=both,
        moved_seat=1,
        is_new_part=True,
        time_control=DAILY,
        preferences_by_seat=people,
    )
    assert after[2] == Clock(point=7, bank=DAILY.bank, since=NOON)  # no increment for who has not answered
    same = change(
        clocks,
        7,
        NOON,
        seats_before=both,
        asked_seats=both,
        moved_seat=1,
        is_new_part=False,
        time_control=DAILY,
        preferences_by_seat=people,
    )
    assert 2 not in same


def test_reminders_warning_and_timeout_come_in_order() -> None:
    found = due_moments(running(), ANYBODY, DAILY)
    assert [(moment.kind, moment.at - NOON) for moment in found] == [
        ("remind", DAY),
        ("last", 1.6 * DAY),
        ("zero", 2 * DAY),
        ("late", 2 * DAY + 6 * HOUR),
    ]


def test_handled_moment_is_not_due_again() -> None:
    assert [moment.kind for moment in overdue_moments(running(stage=1), ANYBODY, DAILY, NOON + 1.7 * DAY)] == ["last"]
    after = next_moment(running(stage=2), ANYBODY, DAILY)
    assert after is not None and after.kind == "zero"
    assert (
        next_moment(running(stage=4), ANYBODY, DAILY) is None and overdue_moments(Clock(), ANYBODY, DAILY, NOON) == ()
    )


def test_without_clock_three_reminders_are_due_and_no_timeout() -> None:
    found = due_moments(running(), ANYBODY, None)
    assert [(moment.kind, moment.at - NOON) for moment in found] == [
        ("remind", DAY),
        ("last", 3 * DAY),
        ("quiet", 7 * DAY),
    ]
    assert timeout_time(running(), ANYBODY, None, None) is None


def test_holiday_does_not_count_wherever_it_is() -> None:
    for start in (NOON - DAY, NOON, NOON + DAY):
        away = UserPreferences(holiday=(start, start + 10 * DAY))
        lost = start + 10 * DAY - max(start, NOON)
        assert zero_time(running(), away) == NOON + 2 * DAY + lost
        assert seconds_left(running(), away, NOON + 2 * DAY + lost) == pytest.approx(0)
    assert zero_time(running(), UserPreferences(holiday=(NOON + 3 * DAY, NOON + 9 * DAY))) == NOON + 2 * DAY


@pytest.mark.parametrize(
    ("zone", "quiet", "hour"),
    [
        ("UTC", (10, 14), 14.0),
        ("UTC", (22, 8), 12.0),
        ("Asia/Tokyo", (20, 7), 22.0),
        ("America/New_York", (6, 9), 14.0),
    ],
)
def test_quiet_hours_delay_reminder_over_midnight_and_in_other_zones(
    zone: str, quiet: tuple[int, int], hour: float
) -> None:
    first, *_ = due_moments(running(), UserPreferences(zone=zone, quiet=quiet), DAILY)
    midnight = NOON + DAY - 12 * HOUR
    assert (first.at - midnight) / HOUR == hour


def test_grace_period_starts_at_the_delayed_warning() -> None:
    asleep = UserPreferences(quiet=(11, 20))
    found = {moment.kind: moment.at for moment in due_moments(running(), asleep, DAILY)}
    assert found["zero"] == NOON + 2 * DAY + 8 * HOUR and found["late"] == found["zero"] + DAILY.grace
    assert timeout_time(running(), ANYBODY, DAILY, NOON + 5 * DAY) == NOON + 5 * DAY + DAILY.grace


def test_holiday_does_not_stop_an_expired_clock() -> None:
    away = UserPreferences(holiday=(NOON + 2 * DAY + HOUR, NOON + 9 * DAY))
    assert due_moments(running(), away, DAILY) == due_moments(running(), ANYBODY, DAILY)
    empty = Clock(bank=0.0, since=NOON)
    assert zero_time(empty, UserPreferences(holiday=(NOON - DAY, NOON + 9 * DAY))) == NOON


def test_pause_keeps_the_remaining_time() -> None:
    stands = pause_clock(running(), ANYBODY, NOON + DAY)
    assert stands.since is None and stands.bank == DAY
    assert seconds_left(resume_clock(stands, NOON + 9 * DAY), ANYBODY, NOON + 9.5 * DAY) == DAY / 2


def test_changed_time_control_starts_with_a_full_bank() -> None:
    weekly = restart_clock(running(stage=3), TIME_CONTROLS["weekly"], NOON + DAY)
    assert (weekly.bank, weekly.since, weekly.stage) == (7 * DAY, NOON + DAY, 0)
    assert restart_clock(Clock(), TIME_CONTROLS["live"], NOON).since is None and full_clock(None).bank == 0


@pytest.mark.parametrize(("begins", "ends"), [(-20, -10), (-5, 3), (-1, 9), (1, 2), (3, 9), (9, 12), (-5, -1)])
@pytest.mark.parametrize("asked", [-6, -2, 0])
def test_downtime_is_credited_once_wherever_a_holiday_is(begins: int, ends: int, asked: int) -> None:
    away, down, up = UserPreferences(holiday=(NOON + begins * DAY, NOON + ends * DAY)), NOON, NOON + 5 * DAY
    since = start_after_downtime(away, down, up, NOON + asked * DAY)
    assert running_seconds(running(since), away, up) == running_seconds(running(NOON + asked * DAY), away, down)
    assert running_seconds(running(since), away, up + 20 * DAY) - running_seconds(running(since), away, up) <= 20 * DAY


def test_bank_never_grows_above_the_cap_nor_shrinks_to_it() -> None:
    nearly, above = running(), replace(running(), bank=DAILY.cap + DAY)
    assert moved(replace(nearly, bank=DAILY.cap - HOUR), NOON)[1].bank == DAILY.cap
    assert moved(above, NOON)[1].bank == DAILY.cap + DAY


def test_quiet_hours_end_at_local_hour_across_daylight_saving_changes() -> None:
    evening = datetime(2026, 3, 28, 22, 30, tzinfo=UTC).timestamp()  # 23:30 in Paris, an hour is lost that night
    paris = UserPreferences(zone="Europe/Paris", quiet=(22, 8))
    assert due_moments(running(evening - DAY), paris, DAILY)[0].at == datetime(2026, 3, 29, 6, tzinfo=UTC).timestamp()


@pytest.mark.parametrize("speed", TIME_CONTROLS.values(), ids=TIME_CONTROLS)
def test_clock_has_the_times_shown_in_the_lobby(speed: TimeControl) -> None:
    seconds = {"hour": HOUR, "day": DAY}
    said = re.findall(r"(\d+) (hour|day)s?", speed.about.split(": ")[1])
    assert [int(number) * seconds[unit] for number, unit in said] == [speed.bank, speed.increment]


def test_clock_has_a_cap_and_warns_before_timeout() -> None:
    assert [speed.cap / DAY for speed in TIME_CONTROLS.values()] == [1, 3, 7, 14]
    assert [speed.grace / HOUR for speed in TIME_CONTROLS.values()] == [1, 6, 12, 24]


def test_own_move_restarts_the_wait_without_a_clock() -> None:
    people = {1: ANYBODY, 2: ANYBODY}
    clocks = {1: running(stage=2), 2: running(stage=2)}
    found = clocks_after_move(
        clocks,
        7,
        NOON + DAY,
        seats_before=(1, 2),
        asked_seats=(1, 2),
        moved_seat=1,
        is_new_part=False,
        time_control=None,
        preferences_by_seat=people,
    )
    assert found == {1: replace(running(), since=NOON + DAY)}
