"""Changes a user's holiday, and at the same time the clocks at all tables of the user."""

from collections.abc import Mapping
from contextlib import AsyncExitStack

from msgspec.structs import replace

from bot.clocks.clock import running_seconds
from bot.clocks.quiet_hours import MAX_HOLIDAY
from bot.markdown import md
from bot.names import duration_text, relative_time
from bot.play.service import TableService
from bot.tables.cache import retry
from bot.users import UserPreferences
from engine.core import Seat, all_seats
from engine.errors import Refused
from engine.store import Clock, Table
from engine.store.connection import Connection
from engine.store.ids import UserId
from engine.store.table_rows import bump_expected_revision, put_clocks
from engine.store.table_settings import DAY


async def change_holiday(tables: TableService, user: UserId, holiday: tuple[float, float]) -> UserPreferences:
    """Change the user's holiday. Clocks keep the time that the earlier holiday has credited to them.

    Raises ``Refused`` if the new holiday begins too soon after the last one.
    """
    return await retry(lambda: _change_holiday(tables, user, holiday))


async def _change_holiday(tables: TableService, user: UserId, holiday: tuple[float, float]) -> UserPreferences:
    preferences_before, now = tables.user_settings.preferences_of(user), tables.now()
    last_holiday = latest_holiday(preferences_before, now)
    check_holiday(holiday, last_holiday, now)
    preferences_after = replace(preferences_before, holiday=holiday, rested=last_holiday)
    async with AsyncExitStack() as stack:  # in a fixed order, to avoid deadlocks
        table_ids = sorted(table.id for table in await tables.open_tables_of(user))
        locked_tables = [await stack.enter_async_context(tables.lock_table(number)) for number in table_ids]

        def save_clocks(db: Connection) -> None:
            for locked_table in locked_tables:
                bump_expected_revision(db, locked_table.table.id, locked_table.table.revision)
                put_clocks(db, locked_table.table.id, _credit_clocks(locked_table.table, user, preferences_before, now))

        for locked_table in locked_tables:
            locked_table.invalidate()
        await tables.user_settings.save(
            user, preferences_after, save_clocks
        )  # in one transaction, so that no time is credited twice
    return preferences_after


def _credit_clocks(table: Table, user: UserId, preferences: UserPreferences, now: float) -> Mapping[Seat, Clock]:
    """Return seat -> clock of the user, with the time of the holiday so far credited; at most one entry."""
    seats = [seat for seat in all_seats(len(table.players)) if table.players[seat - 1].user == user]
    return {seat: _credit_holiday(table.clocks[seat], preferences, now) for seat in seats if seat in table.clocks}


def latest_holiday(preferences: UserPreferences, now: float) -> tuple[float, float]:
    """Return (start, end) of the latest holiday that has begun, where the end is at most ``now``.

    Adjacent holidays count as one.
    """
    (start, end), earlier_holiday = preferences.holiday, preferences.rested
    if start >= min(end, now):
        return earlier_holiday
    return (earlier_holiday[0] if earlier_holiday[1] >= start else start, min(end, now))


def check_holiday(holiday: tuple[float, float], last_holiday: tuple[float, float], now: float) -> None:
    """Raise ``Refused`` unless the time since the last holiday is at least as long as that holiday was.

    A current holiday may be extended to the maximum length.
    """
    (start, end), (last_start, last_end) = holiday, last_holiday
    duration = last_end - last_start
    if start >= end or not duration or start >= last_end + duration:
        return
    if last_end < now or start > now:
        raise Refused(
            md(
                "You can’t start another holiday yet: your last one lasted {}, and you must wait as long. "
                "The next one can start {} at the earliest.",
                duration_text(duration),
                relative_time(last_end + duration),
            )
        )
    if end - last_start > MAX_HOLIDAY.total_seconds() + DAY:
        raise Refused(
            md("A holiday can last at most {} days, and yours began {}.", MAX_HOLIDAY.days, relative_time(last_start))
        )


def _credit_holiday(clock: Clock, preferences: UserPreferences, now: float) -> Clock:
    """Return the clock with the time credited that the user has been on holiday since the clock started."""
    return clock if clock.since is None else replace(clock, since=now - running_seconds(clock, preferences, now))
