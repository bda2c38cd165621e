"""Credits downtime to all clocks: after the bot was stopped, the machine slept, or the system clock was changed.

For one day, a line in a table's status card says how much time was credited.
"""

import asyncio
import logging
from collections.abc import Mapping
from functools import partial

from bot.clocks.clock import start_after_downtime
from bot.clocks.monotonic import JUMP_SECONDS, SteadyClock
from bot.play.service import TableService
from bot.tables.table import BookkeepingKey, SeatBookkeepingKey, Table, downtime_compensation
from bot.users import UserPreferences
from engine import GAMES
from engine.core import all_seats
from engine.store import downtime, notifications, users
from engine.store.connection import Connection
from engine.store.ids import TableId, UserId
from engine.store.table_settings import DAY

_log = logging.getLogger(__name__)

_MAX_SEATS = max(game.seats[-1] for game in GAMES.values())
_TIME_NOTES = (
    BookkeepingKey.CHANNEL_DELETED_AT,
    BookkeepingKey.IDLE_REMINDER_AT,
    *map(SeatBookkeepingKey.OPEN_SINCE.for_seat, all_seats(_MAX_SEATS)),
)
"""The keys of a table's notes whose values are times."""


class Downtime:
    """Credits downtime, and sets the bot's steady clock to the system clock afterwards. Mutable."""

    def __init__(self, tables: TableService, clock: SteadyClock) -> None:
        self._tables, self._clock = tables, clock
        self._lock = asyncio.Lock()

    async def save_alive(self) -> None:
        """Store the current time as the time at which the bot last ran."""
        self._clock.follow_wall()
        now = self._clock()
        await self._tables.store.write(lambda db: users.save_last_alive(db, now))

    async def credit_last_stop(self) -> float:
        """Credit the time since the bot stopped. Return the seconds; negative if the system clock was set back."""
        last_alive, now = await self._tables.store.read(users.load_last_alive), self._clock()
        gap = now - last_alive if last_alive is not None else 0.0
        if abs(gap) <= JUMP_SECONDS:
            await self.save_alive()
            return 0.0
        tables = await self._tables.store.write(partial(_credit, gap=gap, now=now))
        _log_downtime(gap, len(tables))
        return gap

    async def credit_clock_jump(self) -> float:
        """Credit the jumps of the system clock since the last call. Return the seconds, which are usually 0."""
        if not self._clock.jump_seconds():
            return 0.0
        async with self._lock, self._tables.lock_all():
            gap = self._clock.jump_seconds()
            if not gap:
                return 0.0  # another task has credited it
            old_offset = self._clock.follow_wall()
            try:  # all tables are locked, so no one reads one before the write
                tables = await self._tables.store.write(partial(_credit, gap=gap, now=self._clock()))
            except BaseException:
                self._clock.unfollow_wall(old_offset)
                raise
        _log_downtime(gap, len(tables))
        return gap


def _credit(db: Connection, gap: float, now: float) -> tuple[TableId, ...]:
    """Credit ``gap`` seconds to all clocks in one transaction. Return the tables whose clocks have changed."""
    if gap > 0:
        downtime.credit_downtime(
            db, gap, now, _clock_adjustments(users.load_all_user_preferences(db), gap, now), _TIME_NOTES
        )
    else:
        downtime.correct_future_times(db, gap, now, (BookkeepingKey.DOWNTIME_AT, *_TIME_NOTES))
    users.save_last_alive(db, now)
    return notifications.record_credited_time(db, gap, now)


def _clock_adjustments(
    preferences_by_user: Mapping[UserId, UserPreferences], gap: float, now: float
) -> Mapping[UserId, partial[float]]:
    """Return user -> function that adjusts the start time of a clock, for users with a holiday during the gap."""
    gap_start = now - gap
    users_on_holiday = [
        user for user, preferences in preferences_by_user.items() if _is_on_holiday(preferences, gap_start, now)
    ]
    return {user: partial(start_after_downtime, preferences_by_user[user], gap_start, now) for user in users_on_holiday}


def _is_on_holiday(preferences: UserPreferences, since: float, until: float) -> bool:
    first, last = preferences.holiday
    return since < last and first < until


def _log_downtime(gap: float, tables: int) -> None:
    if gap > 0:
        _log.info("Credited %d seconds of downtime to the clocks of %d tables", gap, tables)
    else:
        _log.warning("The system clock went back by %d seconds. Stored times in the future were moved back too.", -gap)


def downtime_line_end(table: Table) -> float | None:
    """Return the time when the line about downtime must be removed, in seconds since 1970; None without a line."""
    compensation = downtime_compensation(table) if table.status == "playing" else None
    return None if compensation is None else compensation[1] + DAY


async def remove_old_downtime_line(tables: TableService, table_id: TableId) -> bool:
    """Remove the line about downtime if it is due. Return whether the status card must be rewritten."""
    end = downtime_line_end(await tables.get(table_id))
    if end is None or end > tables.now():
        return False
    await tables.save_bookkeeping(table_id, {BookkeepingKey.DOWNTIME_SECONDS: 0})
    return True
