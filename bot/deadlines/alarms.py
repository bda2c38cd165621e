"""Keeps an eye on every table's clocks: reminds, warns, and does what the table chose when time is up.

It knows no title. Everything that is due is worked out from the store, so it may end and start at any time.
"""

import asyncio
import heapq
import logging
from collections import OrderedDict
from collections.abc import Sequence
from functools import partial

import discord
from msgspec.structs import replace

from bot.clocks.clock import Kind, in_a_row, late, passed, upcoming
from bot.clocks.steady import Steady
from bot.deadlines import amends, stranded, timeout, vacancies
from bot.deadlines.downtime import Downtime
from bot.errors import sentence, stop
from bot.play.sessions import Tables
from bot.tables.cache import Damaged
from bot.tables.table import Note, Table
from bot.telling.access import Membership
from bot.telling.announce import Announcer
from bot.telling.asking import is_alone, waiting
from bot.telling.notice_words import grace
from bot.telling.notices import Notices
from bot.telling.pace import Pace
from bot.telling.wanted import for_moment
from engine import Seat
from engine.errors import Conflict
from engine.store import Clock, persons
from engine.store import notices as sql
from engine.store.ids import TableId, UserId
from engine.store.notices import Notice, NoticeKind
from engine.store.owed import owed
from engine.store.statements import put_notes
from engine.store.terms import DAY

_log = logging.getLogger(__name__)

ALIVE_SECONDS = 60.0
"""How often it is noted that the bot runs; also the longest that a moment can be missed by."""
_MOST_AT_ONCE = 24
"""Tables that are looked at together; each may wait for Discord."""
_FIRST_RETRY_SECONDS, _LAST_RETRY_SECONDS = 30.0, 3_600.0
_UNDELIVERED_SECONDS = 3 * DAY
"""After so long a warning that Discord takes nowhere counts as given, so that the others need not wait for ever."""


class Alarms:
    """Mutable: it holds when each table is to be looked at next, and the running tasks."""

    def __init__(
        self, client: discord.Client, sessions: Tables, announcer: Announcer, pace: Pace, clock: Steady
    ) -> None:
        self._sessions, self._announcer, self._pace = sessions, announcer, pace
        self._downtime = Downtime(sessions, clock)
        self.notices = Notices(client, sessions, pace)
        self._members = Membership(client)
        self._due: dict[TableId, float] = {}
        self._heap: list[tuple[float, TableId]] = []
        self._retry: dict[int, float] = {}
        self._wanted: OrderedDict[TableId, None] = OrderedDict()
        self._again: set[TableId] = set()
        self._tasks: dict[TableId, asyncio.Task[None]] = {}
        self._timer: asyncio.Task[None] | None = None
        self._heart: asyncio.Task[None] | None = None
        self._spreading: asyncio.Task[None] | None = None
        self._armed = 0.0

    # -- from outside

    async def give_back(self) -> float:
        """Before anything else: gives the time in which the bot did not run back to every clock; the seconds."""
        return await self._downtime.since_last_run()

    async def start(self) -> None:
        """Looks at every table of which notices are open; from now on, whenever something changes or is due.

        What is played is looked at as the announcer goes on with it: so each table is read once.
        """
        self._announcer.changed = self.touch
        self._heart = asyncio.create_task(self._beat(), name="watch")
        self._spread()
        played = set(await self._sessions.store.playing())
        for table_id in await self._sessions.store.read(sql.tables):
            if table_id not in played:
                self.touch(table_id)

    async def close(self) -> None:
        """Stops; what is due stays due."""
        self._announcer.changed = lambda _: None
        self._wanted.clear()
        self._again.clear()
        await stop(*self._tasks.values(), self._timer, self._heart, self._spreading)

    def touch(self, table_id: TableId) -> None:
        """Something changed at this table: looks at it now, in the background."""
        if table_id in self._tasks:
            self._again.add(table_id)
        else:
            self._wanted[table_id] = None
            self._begin()

    def replan(self, table_id: TableId) -> None:
        """The table's clocks are not what they were: its posts say so, and other things are due."""
        if self._sessions.leader.hand_on("replan", table_id):
            return
        self._announcer.refresh(table_id)
        self.notices.outdate(table_id)
        self.touch(table_id)

    async def resumed(self, table: Table) -> None:
        """The game goes on after a pause: who is asked is told so."""
        for seat in waiting(table):
            await self.notices.claim(for_moment(self._sessions, table, seat, "again"))
        self.replan(table.id)

    async def replan_person(self, user: UserId) -> None:
        """The user's settings are not what they were. A process that leads hears of it from any other."""
        if not self._sessions.leader.leads:
            return
        for table in await self._sessions.of_user(user):
            if user in waiting(table).values():
                self.replan(table.id)

    # -- when

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(ALIVE_SECONDS)
            try:
                if not await self._caught_up():
                    await self._note_alive()
            except Exception as error:  # a full disk: the clocks go on
                sentence(error, "noting that the bot runs")
            self._wake()

    async def _note_alive(self) -> None:
        await self._downtime.note_alive()
        await self._sessions.store.clean_up_owed()

    async def _caught_up(self) -> bool:
        """Gives back the time that the machine slept, or by which its clock was set; whether there was any."""
        if not await self._downtime.since_jump():
            return False
        self._spread()
        for table_id in await self._sessions.store.playing():
            self.touch(table_id)
        return True

    def _spread(self) -> None:
        """Tells tables of the time that was given back, in the background, as fast as the bot may speak."""
        if self._spreading is None or self._spreading.done():
            self._spreading = asyncio.create_task(self._tell_times(), name="watch-times")

    async def _tell_times(self) -> None:
        while owing := await self._sessions.store.read(lambda db: owed(db, Note.TIMES)):
            for table_id in owing:
                try:
                    await self._tell_time(table_id)
                except Exception as error:  # this one's trouble: the others are told
                    sentence(error, f"telling table {table_id} of downtime")
                    await self._sessions.store.write(partial(put_notes, session=table_id, notes={Note.TIMES: 1}))

    async def _tell_time(self, table_id: TableId) -> None:
        """The table's card, question and notices are rewritten."""
        table = await self._sessions.get(table_id)
        if table.terms.speed is not None and table.status == "playing":
            for _ in ("the card", "the question", "the question put again"):
                await self._pace.wait()
            self._announcer.refresh(table_id)
        self.notices.outdate(table_id)
        self.touch(table_id)
        await self._sessions.note(table_id, {Note.TIMES: 1})

    def _plan(self, table_id: TableId, at: float | None) -> None:
        """The table is to be looked at then."""
        if at is None:
            self._due.pop(table_id, None)
            return
        self._due[table_id] = at
        heapq.heappush(self._heap, (at, table_id))
        if self._timer is None or at < self._armed:
            self._arm()

    def _is_over(self, at: float, table_id: TableId) -> bool:
        """Whether the table is no longer to be looked at then."""
        return self._due.get(table_id) != at

    def _arm(self) -> None:
        """Sets the timer to the next moment."""
        while self._heap and self._is_over(*self._heap[0]):
            heapq.heappop(self._heap)
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._heap:
            self._armed = self._heap[0][0]
            self._timer = asyncio.create_task(self._sleep(self._armed), name="watch-timer")

    async def _sleep(self, until: float) -> None:
        await asyncio.sleep(max(0.0, until - self._sessions.now()) + 0.01)
        self._timer = None
        self._wake()

    def _wake(self) -> None:
        """Looks at every table of which something is due."""
        now = self._sessions.now()
        while self._heap and self._heap[0][0] <= now:
            at, table_id = heapq.heappop(self._heap)
            if self._due.get(table_id) == at:
                del self._due[table_id]
                self.touch(table_id)
        self._arm()

    # -- one table

    def _begin(self) -> None:
        """Looks at tables that are wanted, the longest waiting first, a few at a time."""
        while self._wanted and len(self._tasks) < _MOST_AT_ONCE:
            table_id, _ = self._wanted.popitem(last=False)
            self._tasks[table_id] = asyncio.create_task(self._run(table_id), name=f"watch-{table_id}")

    async def _run(self, table_id: TableId) -> None:
        try:
            self._plan(table_id, await self._looked_at(table_id))
        finally:
            self._tasks.pop(table_id, None)
            if table_id in self._again:
                self._again.discard(table_id)
                self._wanted[table_id] = None
            self._begin()

    async def _looked_at(self, table_id: TableId) -> float | None:
        """Does what is due at the table, and gives when to look again."""
        try:
            await self._caught_up()
            done = await self._attend(table_id)
            at = await self._next(table_id)
        except Damaged:
            return None
        except Conflict:  # another process was faster: as if something were due now
            self._again.add(table_id)
            return None
        except Exception as error:  # a bug, or a full disk: other tables and later moments must not suffer
            sentence(error, f"watching table {table_id}")
            done, at = False, None
        if done and (at is None or at > self._sessions.now()):
            self._retry.pop(table_id, None)
            return at
        pause = min(self._retry.get(table_id, _FIRST_RETRY_SECONDS / 2) * 2, _LAST_RETRY_SECONDS)
        self._retry[table_id] = pause
        again = self._sessions.now() + pause
        return again if at is None or at <= self._sessions.now() else min(at, again)

    async def _attend(self, table_id: TableId) -> bool:
        """Every moment that is due, then the notices; False when something could not be sent."""
        table = await self._sessions.get(table_id)
        if table.status == "lobby":
            return True
        await stranded.settle(self._sessions, table_id)
        if await vacancies.settle(self._sessions, table_id):
            self._announcer.kick(table_id)
        if await amends.settle(self._sessions, table_id):
            self._announcer.refresh(table_id)
        for seat in () if is_alone(table) else waiting(table):
            if await self._attend_seat(await self._sessions.get(table_id), seat):
                self._announcer.kick(table_id)
        done = await self.notices.reconcile(await self._sessions.get(table_id), self._announcer.refusal(table_id))
        if table_id in self.notices.stranded:
            self.notices.stranded.discard(table_id)
            if await stranded.strand(self._sessions, table_id):
                await self.notices.farewell(table)
        return done

    async def _next(self, table_id: TableId) -> float | None:
        """The time when something is due next at a table; None when nothing is."""
        table = await self._sessions.get(table_id)
        rows = await self.notices.rows(table_id)
        found = [] if is_alone(table) else [self._next_of(table, seat, rows) for seat in waiting(table)]
        found += [stranded.ends_at(table), vacancies.due_at(table), amends.due_at(table)]
        return min((at for at in found if at is not None), default=None)

    def _next_of(self, table: Table, seat: Seat, rows: Sequence[Notice]) -> float | None:
        if gone := _rows(table, seat, rows, "left"):
            return _warned(gone, grace(table.terms)) + grace(table.terms)
        clock, person = self._clock(table, seat)
        moment = upcoming(clock, person, table.terms.speed)
        if moment is None or moment.kind != "late":
            return None if moment is None else moment.at
        warned = _rows(table, seat, rows, "zero")
        return late(clock, person, table.terms.speed, _warned(warned, grace(table.terms)) if warned else None)

    def _clock(self, table: Table, seat: Seat) -> tuple[Clock, persons.Person]:
        return table.clocks[seat], self._sessions.people.of(table.players[seat - 1].user)

    # -- one seat

    async def _attend_seat(self, table: Table, seat: Seat) -> bool:
        """Does what is due at the seat; whether the game or the players changed by it."""
        if seat not in waiting(table):
            return False
        rows = await self.notices.rows(table.id)
        if gone := _rows(table, seat, rows, "left"):
            ripe = _warned(gone, grace(table.terms)) + grace(table.terms) <= self._sessions.now()
            return ripe and await self._gone(table, seat, gone)
        clock, person = self._clock(table, seat)
        due = passed(clock, person, table.terms.speed, self._sessions.now())
        if not due:
            return False
        if due[-1].kind != "late":
            await self._tell(table, seat, due[-1].kind, len(due))
        elif not (warned := _rows(table, seat, rows, "zero")):  # nothing happens without a warning
            await self._tell(table, seat, "zero", len(due) - 1)
        else:
            at = late(clock, person, table.terms.speed, _warned(warned, grace(table.terms)))
            ripe = at is not None and at <= self._sessions.now()
            return ripe and await self._run_out(table, seat, left=False)
        return False

    async def _tell(self, table: Table, seat: Seat, kind: Kind, count: int) -> None:
        """One more moment of the decision point is attended to: its notices are claimed before that is noted."""
        gone = await self._has_left(table, seat)
        code: NoticeKind = "left" if gone else kind
        missing = code in ("remind", "last") and in_a_row(await self._sessions.store.log(table.id), seat)
        if not missing:  # whose time ran out last time too is asked, and warned, and that is enough
            await self.notices.claim(for_moment(self._sessions, table, seat, code))
        if gone:
            return
        async with self._sessions.holding(table.id) as held:
            now, before = held.table, table.clocks[seat]
            clock = now.clocks.get(seat, Clock())
            if (clock.point, clock.stage, clock.since) == (before.point, before.stage, before.since):
                attended = replace(clock, stage=clock.stage + count)
                await held.save(replace(now, clocks={**now.clocks, seat: attended}))

    async def _has_left(self, table: Table, seat: Seat) -> bool:
        if table.guild is None:
            return False
        await self._pace.wait()
        return await self._members.has_left(table.guild, waiting(table)[seat])

    async def _gone(self, table: Table, seat: Seat, told: Sequence[Notice]) -> bool:
        """Vacates the seat of somebody who has left the server, unless they are back by now."""
        if await self._has_left(table, seat):
            return await self._run_out(table, seat, left=True)
        for notice in told:
            await self.notices.withdraw(table, notice)
        return False

    async def _run_out(self, table: Table, seat: Seat, *, left: bool) -> bool:
        """Time is up for good. Who is told of it is noted before it is done."""
        point = table.clocks[seat].point
        if not left:
            await self.notices.claim(for_moment(self._sessions, table, seat, "late"))
        return await timeout.attend(self._sessions, table.id, seat, point, left=left)


def _rows(table: Table, seat: Seat, rows: Sequence[Notice], kind: NoticeKind) -> tuple[Notice, ...]:
    """The notices of that kind about the present question of the seat."""
    asked = (seat, table.clocks[seat].point, kind, table.players[seat - 1].user)
    return tuple(row for row in rows if (row.seat, row.point, row.kind, row.user) == asked)


def _warned(rows: Sequence[Notice], grace: float) -> float:
    """The start of the grace: the first warning that arrived, or is to arrive. An outage of Discord gives time."""
    sent = [row.at for row in rows if row.state == "sent"]
    return min(sent) if sent else rows[0].at + max(0.0, _UNDELIVERED_SECONDS - grace)
