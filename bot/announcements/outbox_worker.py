"""Posts the stored moves in the outbox to their channels, each exactly once. Independent of any particular game."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable

import aiohttp
import discord

from bot.announcements.publisher import ChannelPublisher
from bot.announcements.recipients import has_one_person
from bot.config import Settings
from bot.errors import cancel_all, is_posting_refused, report_exception, report_undelivered
from bot.keyed_tasks import KeyedTasks, NextRun
from bot.markdown import Markdown, md
from bot.play.service import TableService
from bot.tables.cache import CorruptTable
from bot.tables.table import Table
from engine import Event
from engine.errors import Conflict
from engine.store.ids import TableId

_POLL_SECONDS = 3.0
"""Seconds between two searches for pending posts."""
_UNDO_PAUSES = 2
"""Computers wait this many times their usual pause before they answer a move that can be undone."""
_MAX_RESUMING = 8
"""Maximum tables that are resumed at the same time after a start."""


class OutboxWorker:
    """Keeps all table channels up to date. Mutable: it holds running tasks and the tables it could not post to."""

    def __init__(self, tables: TableService, publisher: ChannelPublisher, settings: Settings) -> None:
        self._tables, self._publisher, self._settings = tables, publisher, settings
        self.tasks = KeyedTasks[TableId]("announce", self._run)
        self._problems: dict[TableId, Markdown] = {}
        self._refused = set[TableId]()
        self.pause: Callable[[float], Awaitable[object]] = asyncio.sleep  # replaced where time is simulated
        self.on_change: Callable[[TableId], object] = lambda _: None  # called after each run, even if it failed
        self.after_publishing: list[
            Callable[[TableId], Awaitable[object]]
        ] = []  # further posts and tasks of a table, after its moves are published
        self.wait_for_turn: Callable[[], Awaitable[object]] = _return_at_once  # waits for the rate limit
        self._queue: OrderedDict[TableId, bool] = OrderedDict()
        self._resuming_tables, self._resume_slots = set[TableId](), asyncio.Semaphore(_MAX_RESUMING)
        self._resume_task: asyncio.Task[None] | None = None

    # -- called by other modules

    def wake(self, table_id: TableId) -> None:
        """Handle a change of a table in the background: let computers move, and post.

        If another process is the leader, notify that process instead; ``republish`` does this too.
        """
        if self._tables.leader.delegate("table", table_id):
            return
        self.tasks.wake(table_id)

    def republish(self, table_id: TableId) -> None:
        """Rewrite the outdated times in the table's status card and question, in the background."""
        if self._tables.leader.delegate("refresh", table_id):
            return
        self._publisher.outdated.add(table_id)
        self.wake(table_id)

    async def enqueue_unpublished(self) -> None:
        """After a start, enqueue every table with pending posts or with a computer to move."""
        self._publisher.unconfirmed.update(await self._tables.tables_to_publish())
        for table_id in sorted(self._publisher.unconfirmed):
            self.enqueue(TableId(table_id))
        for table_id in await self._tables.store.list_tables_in_play():
            self.enqueue(table_id, posts=False)

    def enqueue(self, table_id: TableId, *, posts: bool = True) -> None:
        """After a start, enqueue a table. ``posts`` is whether it certainly has pending posts."""
        self._queue[table_id] = posts or self._queue.get(table_id, False)

    def start(self) -> None:
        """Process the queue in the background."""
        self._resume_task = asyncio.create_task(self._wake_queue(), name="announcer-resuming")

    async def poll_unpublished(self) -> None:
        """Post moves that have been pending for some seconds, such as those of other processes. Runs until canceled.

        Tables that already have a task are skipped.
        """
        previous: set[TableId] = set()
        while True:
            try:
                pending = {*await self._tables.tables_to_publish()} - self.tasks.keys
                for table_id in pending & previous:
                    self.wake(table_id)
                previous = pending
            except Exception as error:  # a database error may be temporary
                report_exception(error, "looking for what is untold")
            await self.pause(_POLL_SECONDS)

    async def close(self) -> None:
        """Stop. Pending posts stay in the outbox."""
        await self.tasks.close()
        await cancel_all(self._resume_task)

    def problem(self, table_id: TableId) -> Markdown:
        """Return the reason why posting to the table's channel failed, for people who can fix it; empty if it did
        not fail.
        """
        return self._problems.get(table_id, md(""))

    def posting_refusal(self, table_id: TableId) -> Markdown:
        """Return the reason why Discord accepts no posts of the bot in the table's channel; empty if it does."""
        return self.problem(table_id) if table_id in self._refused else md("")

    async def open_phase_events(self, table: Table) -> tuple[Event, ...]:
        """The events of the current phase so far."""
        return await self._publisher.open_phase_events(table)

    # -- the task of one table

    async def _run(self, table_id: TableId) -> NextRun:
        try:
            return None if await self._try_publish(table_id) else "retry"
        finally:
            self._release_slot(table_id)
            self.on_change(table_id)

    async def _wake_queue(self) -> None:
        """Wake the tables in the queue, a few at a time, within the rate limit."""
        while self._queue:
            table_id, has_posts = self._queue.popitem(last=False)
            if has_posts:
                await self.wait_for_turn()
            await self._resume_slots.acquire()
            if self.tasks.is_waiting(table_id):  # Discord failed: a retry is scheduled
                self._resume_slots.release()
                continue
            self._resuming_tables.add(table_id)
            self.wake(table_id)

    def _release_slot(self, table_id: TableId) -> None:
        """Make room for another table to resume."""
        if table_id in self._resuming_tables:
            self._resuming_tables.discard(table_id)
            self._resume_slots.release()

    async def _try_publish(self, table_id: TableId) -> bool:
        """Let computers move, publish, and run the tasks that follow, each even if another fails.

        Return False if something failed and has to be retried.
        """
        if await self._is_corrupt(table_id):
            return await self._try_step(self._publisher.publish_corrupt_table, table_id)
        if not await self._try_step(self._play_and_publish, table_id):
            return False
        results = [await self._try_step(step, table_id) for step in self.after_publishing]
        if all(results):
            self._problems.pop(table_id, None)
            self._refused.discard(table_id)
        return all(results)

    async def _is_corrupt(self, table_id: TableId) -> bool:
        try:
            await self._tables.get(table_id)
        except CorruptTable:
            return True
        except Exception:  # an error of the database, not of the table: the next step reports it
            return False
        return False

    async def _try_step(self, step: Callable[[TableId], Awaitable[object]], table_id: TableId) -> bool:
        try:
            await step(table_id)
        except Conflict:  # another process changed the table: run again
            self.tasks.wake(table_id)
            return True
        except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
            self._problems[table_id] = report_undelivered(error, f"announcing table {table_id}")
            if is_posting_refused(error):
                self._problems[table_id] = await self._publisher.posting_problem(table_id) or self._problems[table_id]
                self._refused.add(table_id)
        except Exception as error:  # a bug, or a full disk: retried like an error of Discord
            self._problems[table_id] = report_exception(error, f"announcing table {table_id}")
        else:
            return True
        self._publisher.unconfirmed.add(table_id)
        return False

    def has_undo_pause(self, table: Table) -> bool:
        """Whether computers wait after a move so that it can be undone: only at tables with one person."""
        return self._settings.pace > 0 and has_one_person(table) and len(table.players) > 1

    @property
    def undo_pause_seconds(self) -> float:
        """The seconds that computers wait after a move that can be undone, at tables with one person."""
        return _UNDO_PAUSES * self._settings.pace

    async def _wait_for_undo(self, table_id: TableId) -> None:
        """Publish a move that can be undone, and wait before computers answer it. Waking the table ends the wait."""
        table = await self._tables.get(table_id)
        if self.has_undo_pause(table) and await self._tables.can_be_undone(table):
            await self._publisher.publish(table_id)
            with self.tasks.interruptible(table_id):
                await self.pause(self.undo_pause_seconds)

    async def _play_and_publish(self, table_id: TableId) -> None:
        """Let computers move until a person is to move or the game is over, and publish pending moves."""
        await self._wait_for_undo(table_id)
        table = await self._tables.get(table_id)
        only_computers = table.status == "playing" and all(player.policy for player in table.players)
        if only_computers:
            self._release_slot(table_id)
            self.on_change(table_id)
            await self._publisher.publish(table_id)
        while await self._tables.play_automatic_move(table_id) is not None:
            if only_computers:
                await self._publisher.publish(table_id)
                await self.pause(self._settings.pace)
        await self._publisher.publish(table_id)


async def _return_at_once() -> None:
    """Return at once: the default of ``wait_for_turn``."""
