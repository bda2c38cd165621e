"""Clocks of seats as values: when they run, how much time is left, and what is due next. Pure.

A seat's clock runs while the table waits for its player. It stops on holidays and while the table is paused. Times are
in seconds since 1970, and durations in seconds.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Literal

import msgspec
from msgspec.structs import replace

from bot.clocks.zones import tzinfo_of
from engine.core import Seat
from engine.store import Clock, LogRow
from engine.store.table_settings import DAY, TimeControl
from engine.store.users import UserPreferences

MomentKind = Literal["remind", "last", "quiet", "zero", "late"]
"""Moments of a clock: first reminder, last reminder, final post without a clock, end of time, and end of grace."""

_REMINDER_SHARES = (0.5, 0.8)
"""Fractions of the player's time after which the first and the last reminder are sent."""
REMINDER_DELAYS_WITHOUT_CLOCK = (DAY, 3 * DAY, 7 * DAY)
"""Seconds until the first reminder, the last reminder, and the final post, at a table without a clock."""
_SAME_TIMEOUT_SECONDS = 60.0
"""Moves that the clock makes for one seat within this number of seconds count as one time-out."""


class Moment(msgspec.Struct, frozen=True):
    """A time, in seconds since 1970, at which the scheduler has to do something about a decision point."""

    kind: MomentKind
    at: float


def full_clock(time_control: TimeControl | None) -> Clock:
    """The clock of a seat that has not been to move yet."""
    return Clock(bank=time_control.bank if time_control else 0.0)


def running_seconds(clock: Clock, preferences: UserPreferences, now: float) -> float:
    """The seconds that the clock has run, without the player's holiday."""
    if clock.since is None:
        return 0.0
    start, end = preferences.holiday
    holiday_seconds = max(0.0, min(now, end) - max(clock.since, start))
    return max(0.0, now - clock.since - holiday_seconds)


def start_after_downtime(preferences: UserPreferences, time_then: float, now: float, since: float) -> float:
    """Return a later start time for a clock, so that the time from ``time_then`` to ``now`` does not count.

    ``since`` is the old start time. The result is right even if the player was on holiday during the downtime.
    """
    (start, end), seconds_spent = preferences.holiday, running_seconds(Clock(since=since), preferences, time_then)
    if start >= now or (end <= now and seconds_spent <= now - end):
        return now - seconds_spent
    return start - (seconds_spent - max(0.0, now - end)) if seconds_spent else now


def seconds_left(clock: Clock, preferences: UserPreferences, now: float) -> float:
    """Seconds left on a clock; negative once it has run out."""
    return clock.bank - running_seconds(clock, preferences, now)


def zero_time(clock: Clock, preferences: UserPreferences) -> float | None:
    """The time when a running clock reaches zero; None for a stopped clock."""
    return None if clock.since is None else _time_after(clock.since, clock.bank, preferences)


def clocks_after_move(
    clocks: Mapping[Seat, Clock],
    seq: int,
    now: float | None,
    *,
    seats_before: Collection[int],
    asked_seats: Collection[int],
    moved_seat: int,
    is_new_part: bool,
    time_control: TimeControl | None,
    preferences_by_seat: Mapping[Seat, UserPreferences],
) -> dict[Seat, Clock]:
    """Return the clocks that change with move ``seq``, which the player of ``moved_seat`` makes at ``now``.

    ``moved_seat`` is 0 for a move of no seat, and ``now`` is None while the table is paused. ``seats_before`` are the
    seats to move before the move, and ``asked_seats`` those after it. The mover's clock gets the increment. A turn of
    several moves counts as one answer: a seat that is still to move keeps its decision point, unless a new part of the
    game (``is_new_part``), such as a phase, begins.
    """
    changed_clocks: dict[Seat, Clock] = {}
    for seat, preferences in preferences_by_seat.items():
        clock = clocks.get(seat) or full_clock(time_control)
        is_over = seat in seats_before and (is_new_part or seat not in asked_seats)
        if is_over:
            changed_clocks[seat] = clock = _stop_clock(
                clock, preferences, now, time_control, has_answered=seat == moved_seat
            )
        if seat in asked_seats and (is_over or seat not in seats_before or seat not in clocks):
            changed_clocks[seat] = replace(clock, point=seq, since=now, stage=0)
        elif seat in asked_seats and seat == moved_seat and time_control is None and now is not None:
            changed_clocks[seat] = replace(clock, since=now, stage=0)
    return changed_clocks


def clocks_after_undo(
    clocks: Mapping[Seat, Clock],
    seq: int,
    now: float | None,
    *,
    seats_before: Collection[int],
    asked_seats: Collection[int],
    moved_seat: int,
    is_new_part: bool,
    time_control: TimeControl | None,
    preferences_by_seat: Mapping[Seat, UserPreferences],
    is_last_of_several: bool = True,
) -> dict[Seat, Clock]:
    """Return the clocks that change with undo ``seq`` of a move of ``moved_seat``; parameters as in
    ``clocks_after_move``.

    The clock of a seat that is to move again runs from now on, without the increment of the undone answer. If several
    moves are undone together, only one increment is taken back (``is_last_of_several``). Time spent on a question that
    followed the undone move is credited.
    """
    changed_clocks: dict[Seat, Clock] = {}
    for seat, preferences in preferences_by_seat.items():
        clock = clocks.get(seat) or full_clock(time_control)
        is_void = seat == moved_seat and (is_new_part or seat not in seats_before)
        if seat in asked_seats and (is_void or is_new_part or seat not in seats_before):
            bank_left = seconds_left(clock, preferences, now) if is_void and now is not None else clock.bank
            increment_lost = (
                time_control.increment if time_control is not None and is_void and is_last_of_several else 0.0
            )
            bank = max(0.0, bank_left - increment_lost)
            changed_clocks[seat] = replace(clock, bank=bank, point=seq, since=now, stage=0)
        elif seat in seats_before and seat not in asked_seats:
            changed_clocks[seat] = replace(clock, since=None)
    return changed_clocks


def pause_clock(clock: Clock, preferences: UserPreferences, now: float) -> Clock:
    """Return the stopped clock with the time that is left."""
    return replace(clock, bank=seconds_left(clock, preferences, now), since=None) if clock.since is not None else clock


def resume_clock(clock: Clock, now: float) -> Clock:
    """Return the clock, running from ``now`` on."""
    return replace(clock, since=now)


def due_moments(clock: Clock, preferences: UserPreferences, time_control: TimeControl | None) -> tuple[Moment, ...]:
    """Return all moments of a running clock's decision point, in order; the first ``clock.stage`` ones are handled.

    Moments in the player's quiet hours are put off until these end.
    """
    if clock.since is None:
        return ()
    spans = _moment_spans(clock, time_control)
    moments_due = [
        Moment(kind, _end_of_quiet(_time_after(clock.since, span, preferences), preferences)) for kind, span in spans
    ]
    if time_control is not None:
        moments_due[-1] = Moment(
            "late", _end_of_quiet(moments_due[-2].at + time_control.grace, preferences)
        )  # a holiday does not extend the grace period
    return tuple(moments_due)


def overdue_moments(
    clock: Clock, preferences: UserPreferences, time_control: TimeControl | None, now: float
) -> tuple[Moment, ...]:
    """The moments that are due by ``now`` and have not been handled."""
    return tuple(moment for moment in due_moments(clock, preferences, time_control)[clock.stage :] if moment.at <= now)


def next_moment(clock: Clock, preferences: UserPreferences, time_control: TimeControl | None) -> Moment | None:
    """Return the next moment of a running clock; None if there is none."""
    return next(iter(due_moments(clock, preferences, time_control)[clock.stage :]), None)


def timeout_time(
    clock: Clock, preferences: UserPreferences, time_control: TimeControl | None, warning_time: float | None
) -> float | None:
    """Return the time when the table acts for a seat that has not answered, after the grace period that follows the
    warning.

    ``warning_time`` is when the table was warned. None for a stopped clock or a table without a clock.
    """
    if time_control is None or clock.since is None:
        return None
    at = due_moments(clock, preferences, time_control)[-1].at
    return at if warning_time is None else max(at, warning_time + time_control.grace)


def restart_clock(clock: Clock, time_control: TimeControl | None, now: float) -> Clock:
    """The clock after a change of the time control: full, with no moment handled."""
    bank = time_control.bank if time_control else 0.0
    return replace(clock, bank=bank, since=None if clock.since is None else now, stage=0)


def count_timeouts_in_a_row(log: Sequence[LogRow], seat: Seat) -> int:
    """The number of times that the seat's time has run out since its player's last move."""
    timeout_times: list[float] = []
    for entry in reversed(log):
        if entry.seat == seat and entry.by in ("player", "order"):
            break
        if entry.seat == seat and entry.by == "clock":
            timeout_times.append(entry.at)
    gaps = sum(later - earlier > _SAME_TIMEOUT_SECONDS for later, earlier in pairwise(timeout_times))
    return gaps + 1 if timeout_times else 0


def _moment_spans(clock: Clock, time_control: TimeControl | None) -> Iterator[tuple[MomentKind, float]]:
    """Yield (kind, seconds of running time) for each moment of a clock."""
    if time_control is None:
        first, last, end = REMINDER_DELAYS_WITHOUT_CLOCK
        yield from (("remind", first), ("last", last), ("quiet", end))
        return
    bank = max(0.0, clock.bank)
    first, last = (share * bank for share in _REMINDER_SHARES)
    yield from (("remind", first), ("last", last))
    yield from (("zero", bank), ("late", bank + time_control.grace))


def _stop_clock(
    clock: Clock,
    preferences: UserPreferences,
    now: float | None,
    time_control: TimeControl | None,
    *,
    has_answered: bool,
) -> Clock:
    if time_control is None:
        return replace(clock, since=None)
    bank = max(0.0, clock.bank if now is None else seconds_left(clock, preferences, now))
    increment = time_control.increment if has_answered else 0.0
    return replace(clock, bank=max(bank, min(time_control.cap, bank + increment)), since=None)


def _time_after(since: float, span: float, preferences: UserPreferences) -> float:
    """Return the time when a clock started at ``since`` has run ``span`` seconds; the holiday does not count."""
    start, end = preferences.holiday
    holiday_start = max(since, start)
    if span <= 0:
        return since
    return since + span if end <= holiday_start or since + span <= start else since + span + (end - holiday_start)


def _end_of_quiet(at: float, preferences: UserPreferences) -> float:
    """Return ``at``, or if it is in quiet hours, the time when these end."""
    start, end = preferences.quiet
    if start == end:
        return at
    local = datetime.fromtimestamp(at, tzinfo_of(preferences.zone))
    is_quiet = start <= local.hour < end if start < end else local.hour >= start or local.hour < end
    if not is_quiet:
        return at
    morning = local.replace(hour=end % 24, minute=0, second=0, microsecond=0)
    return (morning if morning > local else morning + timedelta(days=1)).timestamp()
