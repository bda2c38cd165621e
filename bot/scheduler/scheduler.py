"""Watches the clocks of all tables: sends reminders and warnings, and acts when time is up.

All deadlines are computed from the store, so the scheduler can stop and start at any time.
"""

import asyncio
import heapq
import logging
from collections.abc import Callable, Sequence
from functools import partial

import discord
from msgspec.structs import replace

from bot.announcements.channel_access import MembershipChecker
from bot.announcements.notification_rules import notifications_for_moment
from bot.announcements.notification_service import NotificationService
from bot.announcements.notification_text import grace_seconds
from bot.announcements.outbox_worker import OutboxWorker
from bot.announcements.rate_limiter import RateLimiter
from bot.announcements.recipients import has_one_person, seats_to_move
from bot.clocks.clock import MomentKind, count_timeouts_in_a_row, next_moment, overdue_moments, timeout_time
from bot.clocks.monotonic import SteadyClock
from bot.errors import cancel_all, report_exception
from bot.keyed_tasks import Backoff, KeyedTasks
from bot.play.service import TableService
from bot.scheduler import deleted_channels, open_seats, timeouts
from bot.scheduler.downtime import Downtime, downtime_line_end, remove_old_downtime_line
from bot.tables.cache import CorruptTable
from bot.tables.table import BookkeepingKey, Table
from engine import Seat
from engine.errors import Conflict
from engine.store import Clock, users
from engine.store import notifications as sql
from engine.store.ids import TableId, UserId
from engine.store.notifications import Notification, NotificationKind
from engine.store.pending_posts import find_tables_with_pending_post
from engine.store.table_rows import save_notes
from engine.store.table_settings import DAY

_log = logging.getLogger(__name__)

ALIVE_SECONDS = 60.0
"""Seconds between two times that the running bot stores. A downtime is measured with at most this error."""
_MAX_CONCURRENT_CHECKS = 24
"""Maximum number of tables that are checked at the same time. Each check may wait for Discord."""
_UNDELIVERABLE_SECONDS = 3 * DAY
"""Seconds after which a warning counts as sent even if Discord does not accept it."""


class Scheduler:
    """Checks tables at the times when something is due.

    Mutable: it has the time of each table's next check, and the running tasks.
    """

    def __init__(
        self,
        client: discord.Client,
        tables: TableService,
        outbox: OutboxWorker,
        rate_limiter: RateLimiter,
        clock: SteadyClock,
    ) -> None:
        self._tables, self._outbox, self._rate_limiter = tables, outbox, rate_limiter
        self._downtime = Downtime(tables, clock)
        self.notifications = NotificationService(client, tables, rate_limiter)
        self._members = MembershipChecker(client)
        self._due_times: dict[TableId, float] = {}
        self._heap: list[tuple[float, TableId]] = []
        self._backoff = Backoff[TableId]()
        self.tasks = KeyedTasks[TableId]("watch", self._run_check, max_tasks=_MAX_CONCURRENT_CHECKS)
        self._timer: asyncio.Task[None] | None = None
        self._heartbeat: asyncio.Task[None] | None = None
        self._times_task: asyncio.Task[None] | None = None
        self._timer_time = 0.0
        self.on_heartbeat: Callable[[], object] = lambda: None  # called about once a minute

    # -- called by other modules

    async def credit_downtime(self) -> float:
        """Credit the downtime before the start to every clock, and return the seconds. Must be called first."""
        return await self._downtime.credit_last_stop()

    async def start(self) -> None:
        """Check tables with open notifications now, and from now on each table that changes or is due.

        Tables in play are checked after the outbox worker has processed them, so that each table is read only once.
        """
        self._outbox.on_change = self.check_soon
        self._heartbeat = asyncio.create_task(self._run_heartbeat(), name="watch")
        self._start_updating_times()
        tables_in_play = set(await self._tables.store.list_tables_in_play())
        for table_id in await self._tables.store.read(sql.list_tables_with_notifications):
            if table_id not in tables_in_play:
                self.check_soon(table_id)

    async def close(self) -> None:
        """Cancel all tasks. After the next start, everything that was due is still due."""
        self._outbox.on_change = lambda _: None
        await self.tasks.close()
        await cancel_all(self._timer, self._heartbeat, self._times_task)

    def check_soon(self, table_id: TableId) -> None:
        """Check a table now, in the background, because it may have changed."""
        self.tasks.wake(table_id)

    def reschedule(self, table_id: TableId) -> None:
        """Compute a table's deadlines again, and the times in its posts, after its clocks have changed."""
        if self._tables.leader.delegate("replan", table_id):
            return
        self._outbox.republish(table_id)
        self.notifications.mark_times_outdated(table_id)
        self.check_soon(table_id)

    async def announce_resume(self, table: Table) -> None:
        """Notify the players who are to move that the game has resumed."""
        for seat in seats_to_move(table):
            await self.notifications.claim(notifications_for_moment(self._tables, table, seat, "again"))
        self.reschedule(table.id)

    async def reschedule_user(self, user: UserId) -> None:
        """Compute the deadlines of a user's tables again after the user's settings have changed."""
        if not self._tables.leader.leads:
            return
        for table in await self._tables.open_tables_of(user):
            if user in seats_to_move(table).values():
                self.reschedule(table.id)

    # -- times

    async def _run_heartbeat(self) -> None:
        while True:
            await asyncio.sleep(ALIVE_SECONDS)
            try:
                if not await self._credit_clock_jump():
                    await self._save_alive()
                self.on_heartbeat()
            except Exception as error:  # a full disk must not stop the heartbeat
                report_exception(error, "noting that the bot runs")
            self._check_due_tables()

    async def _save_alive(self) -> None:
        await self._downtime.save_alive()
        await self._tables.store.purge_if_pending()

    async def _credit_clock_jump(self) -> bool:
        """Credit the seconds by which the system clock jumped, such as during sleep. Return whether it jumped."""
        if not await self._downtime.credit_clock_jump():
            return False
        self._start_updating_times()
        for table_id in await self._tables.store.list_tables_in_play():
            self.check_soon(table_id)
        return True

    def _start_updating_times(self) -> None:
        """After time was credited, update the times in posts, in the background and within the rate limit."""
        if self._times_task is None or self._times_task.done():
            self._times_task = asyncio.create_task(self._update_times(), name="watch-times")

    async def _update_times(self) -> None:
        while table_ids := await self._tables.store.read(
            lambda db: find_tables_with_pending_post(db, BookkeepingKey.TIMES_OUTDATED)
        ):
            for table_id in table_ids:
                try:
                    await self._update_times_of_table(table_id)
                except Exception as error:  # an error at one table must not affect the others
                    report_exception(error, f"telling table {table_id} of downtime")
                    await self._tables.store.write(
                        partial(save_notes, table_id=table_id, notes={BookkeepingKey.TIMES_OUTDATED: 1})
                    )

    async def _update_times_of_table(self, table_id: TableId) -> None:
        table = await self._tables.get(table_id)
        if table.terms.time_control is not None and table.status == "playing":
            for _ in ("the card", "the question", "the question put again"):
                await self._rate_limiter.wait()
            self._outbox.republish(table_id)
        self.notifications.mark_times_outdated(table_id)
        self.check_soon(table_id)
        await self._tables.save_bookkeeping(table_id, {BookkeepingKey.TIMES_OUTDATED: 1})

    def _schedule(self, table_id: TableId, at: float | None) -> None:
        """Set the time of the table's next check; None cancels the check."""
        if at is None:
            self._due_times.pop(table_id, None)
            return
        self._due_times[table_id] = at
        heapq.heappush(self._heap, (at, table_id))
        if self._timer is None or at < self._timer_time:
            self._set_timer()

    def _is_outdated(self, at: float, table_id: TableId) -> bool:
        """Whether the table's next check is no longer at this time."""
        return self._due_times.get(table_id) != at

    def _set_timer(self) -> None:
        while self._heap and self._is_outdated(*self._heap[0]):
            heapq.heappop(self._heap)
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._heap:
            self._timer_time = self._heap[0][0]
            self._timer = asyncio.create_task(self._sleep_until(self._timer_time), name="watch-timer")

    async def _sleep_until(self, until: float) -> None:
        await asyncio.sleep(max(0.0, until - self._tables.now()) + 0.01)
        self._timer = None
        self._check_due_tables()

    def _check_due_tables(self) -> None:
        now = self._tables.now()
        while self._heap and self._heap[0][0] <= now:
            at, table_id = heapq.heappop(self._heap)
            if self._due_times.get(table_id) == at:
                del self._due_times[table_id]
                self.check_soon(table_id)
        self._set_timer()

    # -- one table

    async def _run_check(self, table_id: TableId) -> None:
        self._schedule(table_id, await self._check_table(table_id))

    async def _check_table(self, table_id: TableId) -> float | None:
        """Handle everything that is due at the table. Return the time of the next check; None for no check."""
        try:
            await self._credit_clock_jump()
            is_done = await self._handle_due(table_id)
            at = await self._next_due_time(table_id)
        except CorruptTable:
            return None
        except Conflict:  # another process changed the table: check it again
            self.check_soon(table_id)
            return None
        except Exception as error:  # a bug, or a full disk: retry later
            report_exception(error, f"watching table {table_id}")
            is_done, at = False, None
        if is_done and (at is None or at > self._tables.now()):
            self._backoff.reset(table_id)
            return at
        retry_at = self._tables.now() + self._backoff.next_delay(table_id)
        return retry_at if at is None or at <= self._tables.now() else min(at, retry_at)

    async def _handle_due(self, table_id: TableId) -> bool:
        """Handle everything that is due at the table, then send the notifications.

        Return False if some were not sent.
        """
        table = await self._tables.get(table_id)
        if table.status == "lobby":
            return True
        await deleted_channels.end_if_due(self._tables, table_id)
        if await open_seats.remind_if_due(self._tables, table_id):
            self._outbox.wake(table_id)
        if await remove_old_downtime_line(self._tables, table_id):
            self._outbox.republish(table_id)
        for seat in () if has_one_person(table) else seats_to_move(table):
            if await self._handle_due_seat(await self._tables.get(table_id), seat):
                self._outbox.wake(table_id)
        table = await self._tables.get(table_id)
        is_done = await self.notifications.reconcile(table, self._outbox.posting_refusal(table_id))
        if table_id in self.notifications.without_channel:
            self.notifications.without_channel.discard(table_id)
            await deleted_channels.pause_without_channel(self._tables, table_id)
            table = await self._tables.get(table_id)
        return await self.notifications.notify_of_deleted_channel(table) and is_done

    async def _next_due_time(self, table_id: TableId) -> float | None:
        table = await self._tables.get(table_id)
        notifications = await self.notifications.open_notifications(table_id)
        times = (
            []
            if has_one_person(table)
            else [self._next_due_time_of_seat(table, seat, notifications) for seat in seats_to_move(table)]
        )
        times += [
            deleted_channels.end_time(table),
            open_seats.next_reminder_time(table),
            downtime_line_end(table),
        ]
        return min((at for at in times if at is not None), default=None)

    def _next_due_time_of_seat(self, table: Table, seat: Seat, notifications: Sequence[Notification]) -> float | None:
        if left_notifications := _notifications_of_kind(table, seat, notifications, "left"):
            return _grace_start(left_notifications, grace_seconds(table.terms)) + grace_seconds(table.terms)
        clock, preferences = self._clock_and_preferences(table, seat)
        moment = next_moment(clock, preferences, table.terms.time_control)
        if moment is None or moment.kind != "late":
            return None if moment is None else moment.at
        warnings = _notifications_of_kind(table, seat, notifications, "zero")
        return timeout_time(
            clock,
            preferences,
            table.terms.time_control,
            _grace_start(warnings, grace_seconds(table.terms)) if warnings else None,
        )

    def _clock_and_preferences(self, table: Table, seat: Seat) -> tuple[Clock, users.UserPreferences]:
        return table.clocks[seat], self._tables.user_settings.preferences_of(table.players[seat - 1].user)

    # -- one seat

    async def _handle_due_seat(self, table: Table, seat: Seat) -> bool:
        """Handle everything that is due at the seat. Return whether the game or its players have changed."""
        if seat not in seats_to_move(table):
            return False
        notifications = await self.notifications.open_notifications(table.id)
        if left_notifications := _notifications_of_kind(table, seat, notifications, "left"):
            is_due = (
                _grace_start(left_notifications, grace_seconds(table.terms)) + grace_seconds(table.terms)
                <= self._tables.now()
            )
            return is_due and await self._vacate_if_still_gone(table, seat, left_notifications)
        clock, preferences = self._clock_and_preferences(table, seat)
        due_moments = overdue_moments(clock, preferences, table.terms.time_control, self._tables.now())
        if not due_moments:
            return False
        if due_moments[-1].kind != "late":
            await self._notify_seat(table, seat, due_moments[-1].kind, len(due_moments))
        elif not (
            warnings := _notifications_of_kind(table, seat, notifications, "zero")
        ):  # a time-out needs a warning first
            await self._notify_seat(table, seat, "zero", len(due_moments) - 1)
        else:
            at = timeout_time(
                clock, preferences, table.terms.time_control, _grace_start(warnings, grace_seconds(table.terms))
            )
            is_due = at is not None and at <= self._tables.now()
            return is_due and await self._apply_timeout(table, seat, has_left=False)
        return False

    async def _notify_seat(self, table: Table, seat: Seat, kind: MomentKind, count: int) -> None:
        """Notify the player in the seat of a due reminder or warning.

        First claim the notifications in the store. Then store that ``count`` moments of the seat's clock are handled.
        """
        has_left = await self._has_left(table, seat)
        code: NotificationKind = "left" if has_left else kind
        is_missing_again = code in ("remind", "last") and count_timeouts_in_a_row(
            await self._tables.store.load_log(table.id), seat
        )
        if not is_missing_again:  # no reminders for a player whose time ran out at the last question too
            await self.notifications.claim(notifications_for_moment(self._tables, table, seat, code))
        if has_left:
            return
        async with self._tables.lock_table(table.id) as locked_table:
            current_table, old_clock = locked_table.table, table.clocks[seat]
            clock = current_table.clocks.get(seat, Clock())
            if (clock.point, clock.stage, clock.since) == (old_clock.point, old_clock.stage, old_clock.since):
                new_clock = replace(clock, stage=clock.stage + count)
                await locked_table.save(replace(current_table, clocks={**current_table.clocks, seat: new_clock}))

    async def _has_left(self, table: Table, seat: Seat) -> bool:
        if table.guild is None:
            return False
        await self._rate_limiter.wait()
        return await self._members.has_left(table.guild, seats_to_move(table)[seat])

    async def _vacate_if_still_gone(self, table: Table, seat: Seat, notifications: Sequence[Notification]) -> bool:
        """If the seat's player has left the server and not returned, remove the player from the seat."""
        if await self._has_left(table, seat):
            return await self._apply_timeout(table, seat, has_left=True)
        for notification in notifications:
            await self.notifications.withdraw(table, notification)
        return False

    async def _apply_timeout(self, table: Table, seat: Seat, *, has_left: bool) -> bool:
        """Claim the notifications about a time-out, then carry it out. Return whether the table has changed."""
        point = table.clocks[seat].point
        if not has_left:
            await self.notifications.claim(notifications_for_moment(self._tables, table, seat, "late"))
        return await timeouts.apply_timeout(self._tables, table.id, seat, point, has_left=has_left)


def _notifications_of_kind(
    table: Table, seat: Seat, notifications: Sequence[Notification], kind: NotificationKind
) -> tuple[Notification, ...]:
    key = (seat, table.clocks[seat].point, kind, table.players[seat - 1].user)
    return tuple(row for row in notifications if (row.seat, row.point, row.kind, row.user) == key)


def _grace_start(warnings: Sequence[Notification], grace: float) -> float:
    """Return the start of the grace period, in seconds since 1970.

    It is the time of the first warning that was sent. If none was sent, it is the latest time to wait for a warning.
    """
    sent_times = [row.at for row in warnings if row.state == "sent"]
    return min(sent_times) if sent_times else warnings[0].at + max(0.0, _UNDELIVERABLE_SECONDS - grace)
