"""Draws the pictures of reports, and adds late pictures to reports that were posted without them.

Before a report is posted without pictures, this is stored in the table's notes, so a crash does not lose them.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import discord
from msgspec.structs import replace

from bot.announcements.channel import ChannelMessages
from bot.announcements.phase_report import PhaseReport, draw_report, post_priority
from bot.errors import cancel_all, report_exception, report_undelivered
from bot.keyed_tasks import KeyedTasks, NextRun
from bot.play.service import TableService
from bot.priority_semaphore import Priority
from bot.render_pool import RenderPool
from bot.tables.phases import OpenPhase, PhaseLog, drop_undone, split_into_phases
from bot.tables.picture_slots import CLAIMED, POST_PREFIX, add_pending, pending_pictures, remove_pending
from bot.tables.table import Table
from engine.store import pending_posts
from engine.store.ids import MessageId, TableId

_REJECTED_STATUSES = (400, 413)
"""HTTP statuses of requests that Discord never accepts."""

BuildMessage = Callable[[Table, PhaseReport], Awaitable[dict[str, Any]]]
"""Function that returns the arguments for ``ChannelMessages.add_files`` to add a report's pictures to its post."""

OnReportPosted = Callable[[TableId, int, asyncio.Task[PhaseReport]], object]
"""Callback when a report is posted. Arguments: the table, the move that ended the phase, and the task that draws."""


class _LateReport:
    """A report that was posted without its pictures. Mutable: after an undo, ``is_withdrawn`` is set."""

    def __init__(self, table: Table, seq: int, post: MessageId, drawing: asyncio.Task[PhaseReport]) -> None:
        self.table, self.seq, self.post, self.drawing = table, seq, post, drawing
        self.edit_lock = asyncio.Lock()
        self.is_withdrawn = False


class ReportPictures:
    """Draws each table's reports one after the other. Mutable: it runs tasks that draw and edit.

    At a table with people, a report is posted without pictures if these are not drawn within ``late_seconds``; at a
    table of computers alone, within ``longest_seconds``.
    """

    late_seconds, longest_seconds = 2.0, 300.0

    def __init__(
        self, client: discord.Client, tables: TableService, render_pool: RenderPool, build_message: BuildMessage
    ) -> None:
        self._client, self._tables, self._render_pool, self._build_message = client, tables, render_pool, build_message
        self.wait_for_turn: Callable[[], Awaitable[object]] = _return_at_once  # waits until a report may be drawn
        self.on_posted: OnReportPosted = _do_nothing
        self._last_drawing: dict[TableId, asyncio.Task[Any]] = {}
        self._late_reports: dict[tuple[TableId, int], _LateReport] = {}
        self._edits = KeyedTasks[tuple[TableId, int]]("pictures", self._add_pictures)
        self._drawings = set[asyncio.Task[Any]]()

    async def resume(self, wake: Callable[[TableId], None]) -> None:
        """After a start, wake every table that has a report without pictures."""
        table_ids = await self._tables.store.read(
            lambda db: pending_posts.find_tables_with_pending_pictures(db, POST_PREFIX)
        )
        for table_id in table_ids:
            wake(table_id)

    async def close(self) -> None:
        """Stop. The tables' notes list the pending pictures."""
        await self._edits.close()
        await cancel_all(*self._drawings)

    # -- before a report is posted

    @asynccontextmanager
    async def draw(self, table: Table, phase: PhaseLog) -> AsyncIterator[asyncio.Task[PhaseReport]]:
        """Draw a report after the table's earlier reports. An error in the ``with`` block cancels the drawing."""
        task = self._start_drawing(table, phase)
        try:
            yield task
        except BaseException:
            task.cancel()
            raise

    async def wait_for(self, table: Table, drawing: asyncio.Task[PhaseReport], since: float) -> PhaseReport | None:
        """Return the drawn report; None if it is late. It has been pending ``since``, in seconds since 1970.

        If pictures of an earlier report are still missing, the report is late at once. If only computers play, wait
        longer: their next move waits for the pictures.
        """
        timeout = self._seconds_to_wait(table, since)
        if timeout == 0.0:
            return None
        done, _ = await asyncio.wait({drawing}, timeout=timeout)
        return drawing.result() if done else None

    def _seconds_to_wait(self, table: Table, since: float) -> float | None:
        if not self._render_pool.has_pictures:
            return None
        if post_priority(table) is Priority.NOBODY:
            return self.longest_seconds
        if any(table_id == table.id for table_id, _ in self._late_reports):
            return 0.0
        age = max(0.0, self._tables.now() - since)
        return max(0.0, self.late_seconds - age)

    async def mark_pending(self, table_id: TableId, seq: int, post: MessageId = CLAIMED) -> None:
        """Note that the report about move ``seq`` lacks its pictures.

        Called before the report is posted, and then again with the id of the post.
        """
        table = await self._tables.get(table_id)
        await self._tables.save_bookkeeping(table_id, add_pending(table.notes, seq, post))

    def add_later(self, table: Table, seq: int, post: MessageId, drawing: asyncio.Task[PhaseReport]) -> None:
        """Add the pictures to their report in the background, once they are drawn."""
        self.on_posted(table.id, seq, drawing)
        self._late_reports[table.id, seq] = _LateReport(table, seq, post, drawing)
        self._edits.wake((table.id, seq))

    # -- after a report was posted

    async def cancel(self, table_id: TableId, seqs: Collection[int]) -> None:
        """Drop the pending pictures of reports about undone phases.

        ``seqs`` are the numbers of the moves that ended those phases.
        """
        for seq in seqs:
            late = self._late_reports.pop((table_id, seq), None)
            if late is not None:
                async with late.edit_lock:
                    late.is_withdrawn = True
                await self._edits.cancel((table_id, seq))
        await self._unmark_pending(table_id, seqs)

    async def continue_late_reports(self, table_id: TableId) -> None:
        """Add pictures to the reports that still lack them, including those posted by an earlier process."""
        table = await self._tables.get(table_id)
        for seq, post in pending_pictures(table.notes).items():
            if post == CLAIMED:
                # without such rows, its phase was undone before it was posted
                if not any(entry.seq <= seq for entry in table.pending_rows):
                    await self._unmark_pending(table_id, [seq])
            elif (table_id, seq) in self._late_reports:
                self._edits.wake((table_id, seq))  # Discord has just accepted something in the channel
            else:
                phase = await self._load_phase(table, seq)
                self.add_later(table, seq, post, self._start_drawing(table, phase))

    async def _unmark_pending(self, table_id: TableId, seqs: Collection[int]) -> None:
        table = await self._tables.get(table_id)
        if notes := remove_pending(table.notes, seqs):
            await self._tables.save_bookkeeping(table_id, notes)

    async def _load_phase(self, table: Table, seq: int) -> PhaseLog:
        """Load the phase that ended with move ``seq``; for an imported game, all moves of the file."""
        moves, _ = drop_undone([move for move in await self._tables.history(table.id) if move.seq <= seq])
        phases, rest = split_into_phases(OpenPhase(), moves, over=table.status == "finished" and seq == table.seq)
        return next((phase for phase in phases if phase.seq == seq), PhaseLog(seq, (), rest.events))

    # -- background tasks

    def _start_drawing(self, table: Table, phase: PhaseLog) -> asyncio.Task[PhaseReport]:
        """Start a task that draws a report after the table's earlier reports."""
        previous = self._last_drawing.get(table.id)
        drawing = self._draw_after(table, phase, previous)
        task = asyncio.create_task(drawing, name=f"drawing-{table.id}-{phase.seq}")
        self._drawings.add(task)
        task.add_done_callback(self._forget_drawing)
        self._last_drawing[table.id] = task
        return task

    async def _draw_after(self, table: Table, phase: PhaseLog, previous: asyncio.Task[Any] | None) -> PhaseReport:
        if previous is not None:
            await asyncio.wait({previous})
        await self.wait_for_turn()
        now = await self._tables.get(table.id)
        return await draw_report(self._tables, self._render_pool, table, phase, now.notes)

    async def _add_pictures(self, key: tuple[TableId, int]) -> NextRun:
        late, is_over = self._late_reports.get(key), True
        if late is None:
            return None
        try:
            is_over = await self._try_add(late, await late.drawing)
        except Exception as error:  # a bug: the pictures stay pending, and the next post or start is a new attempt
            report_exception(error, f"pictures of table {late.table.id}")
        finally:
            if is_over and self._late_reports.get(key) is late:
                del self._late_reports[key]
        return None if is_over else "retry"

    async def _try_add(self, late: _LateReport, report: PhaseReport) -> bool:
        """Add the pictures and store their digests. Return whether the report is done."""
        async with late.edit_lock:
            if late.is_withdrawn:
                return True
            try:
                digests = await self._edit_report(late, report)
            except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
                report_undelivered(error, f"pictures of table {late.table.id}")
                return False
            table = await self._tables.get(late.table.id)
            await self._tables.save_bookkeeping(table.id, {**remove_pending(table.notes, [late.seq]), **digests})
            return True

    async def _edit_report(self, late: _LateReport, report: PhaseReport) -> dict[str, int]:
        """Add the pictures to the report; return table notes with their digests.

        If Discord refuses the pictures for good, remove the line that announces them.
        """
        messages = ChannelMessages(self._client, late.table.channel, late.table.guild)
        try:
            exists = await messages.add_files(late.post, **await self._build_message(late.table, report))
        except discord.HTTPException as error:
            if error.status not in _REJECTED_STATUSES:
                raise
            report_undelivered(error, f"pictures of table {late.table.id}")
            if not report.content.pictures:
                return {}
            return await self._edit_report(late, replace(report, content=replace(report.content, pictures=())))
        return report.digests if exists else {}

    def _forget_drawing(self, task: asyncio.Task[Any]) -> None:
        self._drawings.discard(task)
        for table_id in [key for key, last in self._last_drawing.items() if last is task]:
            del self._last_drawing[table_id]


def _do_nothing(table_id: TableId, seq: int, drawing: asyncio.Task[PhaseReport]) -> None:
    """Do nothing: the default of ``on_posted``."""


async def _return_at_once() -> None:
    """Return at once: the default of ``wait_for_turn``."""
