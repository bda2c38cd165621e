"""Clocks of seats, as values: when they run, what is left, what is due next. Pure; it knows no title and no Discord.

A seat's clock runs while the table waits for the person who holds it; it stands on holiday and while the table pauses.
All times are seconds since 1970, all spans seconds.
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
"""A reminder; the last one; nobody is reminded again and the table is told; time is up and the table is warned; the
grace is over as well and something happens."""

_REMINDER_SHARES = (0.5, 0.8)
"""Shares of the time there was, after which a person is reminded; the second is the last reminder."""
REMINDER_DELAYS_WITHOUT_CLOCK = (DAY, 3 * DAY, 7 * DAY)
"""At a table without a clock: when a person is reminded, and when the table is told that no reminder follows."""
_SAME_TIMEOUT_SECONDS = 60.0
"""Rows of one seat that the clock made within so much time were made at one time-out."""


class Moment(msgspec.Struct, frozen=True):
    """Something that is due at a decision point."""

    kind: MomentKind
    at: float


def full_clock(time_control: TimeControl | None) -> Clock:
    """The clock of a seat that was never asked."""
    return Clock(bank=time_control.bank if time_control else 0.0)


def running_seconds(clock: Clock, preferences: UserPreferences, now: float) -> float:
    """For how long the clock has run, the person's holiday left out."""
    if clock.since is None:
        return 0.0
    start, end = preferences.holiday
    holiday_seconds = max(0.0, min(now, end) - max(clock.since, start))
    return max(0.0, now - clock.since - holiday_seconds)


def start_after_downtime(preferences: UserPreferences, time_then: float, now: float, since: float) -> float:
    """Since when a clock is to have run, to have run at ``now`` for as long as the one since ``since`` had at
    ``time_then``.

    It is how downtime is given back to somebody who was on holiday in it.
    """
    (start, end), seconds_spent = preferences.holiday, running_seconds(Clock(since=since), preferences, time_then)
    if start >= now or (end <= now and seconds_spent <= now - end):
        return now - seconds_spent
    return start - (seconds_spent - max(0.0, now - end)) if seconds_spent else now


def seconds_left(clock: Clock, preferences: UserPreferences, now: float) -> float:
    """The seconds left on a clock; below 0 once it has run out."""
    return clock.bank - running_seconds(clock, preferences, now)


def zero_time(clock: Clock, preferences: UserPreferences) -> float | None:
    """The time when a running clock comes to zero; None for a clock that stands."""
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
    """The clocks that move ``seq`` of seat ``moved_seat`` (0: nobody's) changes, at the moment ``now``; None while the
    table pauses, when no clock starts.

    ``seats_before`` and ``asked_seats`` are the seats that the table waited for and waits for, ``preferences_by_seat``
    those who hold seats. Who answered has the increment added. A turn of many moves is one answer: who is asked still
    goes on at the same decision point, unless a new part of the game begins (``is_new_part``), such as the next phase,
    by whoever's move.
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
    """The clocks that undo ``seq`` of a move of seat ``moved_seat`` changes; all else as in ``clocks_after_move``.

    Who is asked again has the clock running from now, without the increment of the answer that is void: of several that
    are taken back at once, of one (``is_last_of_several``), as at a full bank they had added nothing. The time spent on
    a question that came of the answer is given back.
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
    """A clock that stands with what is left of it."""
    return replace(clock, bank=seconds_left(clock, preferences, now), since=None) if clock.since is not None else clock


def resume_clock(clock: Clock, now: float) -> Clock:
    """A clock that goes on."""
    return replace(clock, since=now)


def due_moments(clock: Clock, preferences: UserPreferences, time_control: TimeControl | None) -> tuple[Moment, ...]:
    """Everything that is due at a running clock's decision point, in order; ``clock.stage`` of it has been attended to.

    Quiet hours hold reminders, and what comes of a clock that has run out, to their end.
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
        )  # no holiday stops the grace
    return tuple(moments_due)


def overdue_moments(
    clock: Clock, preferences: UserPreferences, time_control: TimeControl | None, now: float
) -> tuple[Moment, ...]:
    """The moments that are due by now and have not been attended to."""
    return tuple(moment for moment in due_moments(clock, preferences, time_control)[clock.stage :] if moment.at <= now)


def next_moment(clock: Clock, preferences: UserPreferences, time_control: TimeControl | None) -> Moment | None:
    """The next moment to attend to at a running clock; None when no more comes."""
    return next(iter(due_moments(clock, preferences, time_control)[clock.stage :]), None)


def timeout_time(
    clock: Clock, preferences: UserPreferences, time_control: TimeControl | None, warning_time: float | None
) -> float | None:
    """The time when something happens for who has not answered: not before the grace after the warning is over.

    ``warning_time`` is when the table was warned. None while the clock stands, and at a table without a clock.
    """
    if time_control is None or clock.since is None:
        return None
    at = due_moments(clock, preferences, time_control)[-1].at
    return at if warning_time is None else max(at, warning_time + time_control.grace)


def restart_clock(clock: Clock, time_control: TimeControl | None, now: float) -> Clock:
    """A clock when the table begins to keep time in another way: a full bank, and nothing due yet."""
    bank = time_control.bank if time_control else 0.0
    return replace(clock, bank=bank, since=None if clock.since is None else now, stage=0)


def count_timeouts_in_a_row(log: Sequence[LogRow], seat: Seat) -> int:
    """The number of times the seat's time has run out since its player has made a move."""
    timeout_times: list[float] = []
    for entry in reversed(log):
        if entry.seat == seat and entry.by in ("player", "order"):
            break
        if entry.seat == seat and entry.by == "clock":
            timeout_times.append(entry.at)
    gaps = sum(later - earlier > _SAME_TIMEOUT_SECONDS for later, earlier in pairwise(timeout_times))
    return gaps + 1 if timeout_times else 0


def _moment_spans(clock: Clock, time_control: TimeControl | None) -> Iterator[tuple[MomentKind, float]]:
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
    """The moment ``span`` after ``since``, the person's holiday left out: it stops no clock that has run out."""
    start, end = preferences.holiday
    holiday_start = max(since, start)
    if span <= 0:
        return since
    return since + span if end <= holiday_start or since + span <= start else since + span + (end - holiday_start)


def _end_of_quiet(at: float, preferences: UserPreferences) -> float:
    """The moment itself, or the end of the quiet hours that it lies in."""
    start, end = preferences.quiet
    if start == end:
        return at
    local = datetime.fromtimestamp(at, tzinfo_of(preferences.zone))
    quiet = start <= local.hour < end if start < end else local.hour >= start or local.hour < end
    if not quiet:
        return at
    morning = local.replace(hour=end % 24, minute=0, second=0, microsecond=0)
    return (morning if morning > local else morning + timedelta(days=1)).timestamp()
