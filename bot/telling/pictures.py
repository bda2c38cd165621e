"""Draws the pictures of reports, and edits those that are late into reports that were posted without them.

The table's notes say that a report lacks its pictures before it is posted, so they come after a crash as well.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import discord
from msgspec.structs import replace

from bot.errors import sentence, stop, undelivered
from bot.places import Waits
from bot.play.sessions import Tables
from bot.studio import Studio
from bot.tables.chapters import Chapter, Unfinished, chapters, effective
from bot.tables.picture_slots import CLAIMED, POST_PREFIX, add_pending, pending_pictures, remove_pending
from bot.tables.table import Table
from bot.telling.mailbox import Mailbox
from bot.telling.shown import Shown, shown, waits_for
from engine.store import owed
from engine.store.ids import MessageId, TableId

_FIRST_RETRY_SECONDS, _LAST_RETRY_SECONDS = 30.0, 3_600.0
_MALFORMED = (400, 413)
"""HTTP statuses of requests that Discord never accepts."""

Arrange = Callable[[Table, Shown], Awaitable[dict[str, Any]]]
"""The arguments for ``Mailbox.add_files`` that put the pictures into their report."""

Posted = Callable[[TableId, int, asyncio.Task[Shown]], object]
"""Is called with the table, the move that ended the phase, and the drawing, when a report is posted or continued."""


class _LateReport:
    """A report that was posted without its pictures. Mutable: an undo withdraws it."""

    def __init__(self, table: Table, seq: int, post: MessageId) -> None:
        self.table, self.seq, self.post = table, seq, post
        self.editing = asyncio.Lock()
        self.task: asyncio.Task[Any] | None = None
        self.is_withdrawn = False
        self._pause: asyncio.Task[None] | None = None

    async def pause(self, seconds: float) -> None:
        """Waits before the next attempt, until ``try_again`` at most."""
        self._pause = asyncio.create_task(asyncio.sleep(seconds), name="pictures-retry")
        try:
            await asyncio.wait({self._pause})
        finally:
            self._pause.cancel()

    def try_again(self) -> None:
        """Discord has just accepted something in the channel: the next attempt is made at once."""
        if self._pause is not None:
            self._pause.cancel()


class Pictures:
    """Draws the reports of each table one after the other. Mutable: it holds the tasks that draw and edit.

    ``late_seconds`` is the age at which a pending report of a table of people is posted without its pictures, and
    ``longest_seconds`` the wait after which one of computers alone is.
    """

    late_seconds, longest_seconds = 2.0, 300.0

    def __init__(self, client: discord.Client, sessions: Tables, studio: Studio, arrange: Arrange) -> None:
        self._client, self._sessions, self._studio, self._arrange = client, sessions, studio, arrange
        self.turn: Callable[[], Awaitable[object]] = _at_once  # waits until a report may be drawn
        self.posted: Posted = _ignore
        self._last: dict[TableId, asyncio.Task[Any]] = {}
        self._late: dict[tuple[TableId, int], _LateReport] = {}
        self._tasks = set[asyncio.Task[Any]]()

    async def resume(self, kick: Callable[[TableId], None]) -> None:
        """After a start: continues with every table that has a report without its pictures."""
        found = await self._sessions.store.read(lambda db: owed.pending_pictures(db, POST_PREFIX))
        for table_id in found:
            kick(table_id)

    async def close(self) -> None:
        """Stops; the notes of the tables say which pictures are pending."""
        await stop(*self._tasks)

    # -- a report that is about to be posted

    @asynccontextmanager
    async def drawing(self, table: Table, chapter: Chapter) -> AsyncIterator[asyncio.Task[Shown]]:
        """Draws a report after the earlier ones of its table. An error in the block ends the drawing."""
        task = self._draw(table, chapter)
        try:
            yield task
        except BaseException:
            task.cancel()
            raise

    async def wait(self, table: Table, drawing: asyncio.Task[Shown], since: float) -> Shown | None:
        """The drawn report; None when it is late. It has been pending ``since``, in seconds since 1970.

        The report after one that still lacks its pictures is late at once. Where computers play alone, their next move
        waits for the pictures, so that no more come than can be drawn; but not forever.
        """
        left = self._seconds_left(table, since)
        if left == 0.0:
            return None
        done, _ = await asyncio.wait({drawing}, timeout=left)
        return drawing.result() if done else None

    def _seconds_left(self, table: Table, since: float) -> float | None:
        if not self._studio.has_pictures:
            return None
        if waits_for(table) is Waits.NOBODY:
            return self.longest_seconds
        if any(table_id == table.id for table_id, _ in self._late):
            return 0.0
        age = max(0.0, self._sessions.now() - since)
        return max(0.0, self.late_seconds - age)

    async def claim(self, table_id: TableId, seq: int, post: MessageId = CLAIMED) -> None:
        """Notes that the report about move ``seq`` lacks its pictures: before it is posted, and with its message id."""
        table = await self._sessions.get(table_id)
        await self._sessions.note(table_id, add_pending(table.notes, seq, post))

    def edit_in(self, table: Table, seq: int, post: MessageId, drawing: asyncio.Task[Shown]) -> None:
        """Puts the pictures into their report in the background, as soon as they are drawn."""
        self.posted(table.id, seq, drawing)
        late = self._late[table.id, seq] = _LateReport(table, seq, post)
        late.task = self._begin(self._finish(late, drawing), f"pictures-{table.id}-{seq}")

    # -- a report that was posted

    async def withdraw(self, table_id: TableId, seqs: Collection[int]) -> None:
        """The phases that ended with these moves were undone: their reports get no pictures any more."""
        for seq in seqs:
            late = self._late.pop((table_id, seq), None)
            if late is not None:
                async with late.editing:
                    late.is_withdrawn = True
                await stop(late.task)
        await self._forget(table_id, seqs)

    async def tend(self, table_id: TableId) -> None:
        """Continues with the reports that still lack pictures, also those that an earlier process has posted."""
        table = await self._sessions.get(table_id)
        for seq, post in pending_pictures(table.notes).items():
            if post == CLAIMED:
                if not any(entry.seq <= seq for entry in table.untold):  # its phase was undone before it was posted
                    await self._forget(table_id, [seq])
            elif late := self._late.get((table_id, seq)):
                late.try_again()
            else:
                chapter = await self._chapter(table, seq)
                self.edit_in(table, seq, post, self._draw(table, chapter))

    async def _forget(self, table_id: TableId, seqs: Collection[int]) -> None:
        table = await self._sessions.get(table_id)
        if notes := remove_pending(table.notes, seqs):
            await self._sessions.note(table_id, notes)

    async def _chapter(self, table: Table, seq: int) -> Chapter:
        """The phase that ended with move ``seq``; of a game set up from a file, all that stood there."""
        moves, _ = effective([move for move in await self._sessions.history(table.id) if move.seq <= seq])
        done, rest = chapters(Unfinished(), moves, over=table.status == "finished" and seq == table.seq)
        return next((chapter for chapter in done if chapter.seq == seq), Chapter(seq, (), rest.events))

    # -- the tasks

    def _draw(self, table: Table, chapter: Chapter) -> asyncio.Task[Shown]:
        """Draws a report once the table's earlier reports have their pictures."""
        previous = self._last.get(table.id)
        task = self._begin(self._drawn(table, chapter, previous), f"drawing-{table.id}-{chapter.seq}")
        self._last[table.id] = task
        return task

    async def _drawn(self, table: Table, chapter: Chapter, previous: asyncio.Task[Any] | None) -> Shown:
        if previous is not None:
            await asyncio.wait({previous})
        await self.turn()
        now = await self._sessions.get(table.id)
        return await shown(self._sessions, self._studio, table, chapter, now.notes)

    async def _finish(self, late: _LateReport, drawing: asyncio.Task[Shown]) -> None:
        key = (late.table.id, late.seq)
        try:
            told = await drawing
            retry = _FIRST_RETRY_SECONDS
            while not await self._edited(late, told):
                await late.pause(retry)
                retry = min(2 * retry, _LAST_RETRY_SECONDS)
        except Exception as error:  # a bug: the notes still say so, and the next post or start is a new attempt
            sentence(error, f"pictures of table {late.table.id}")
        finally:
            if self._late.get(key) is late:
                del self._late[key]

    async def _edited(self, late: _LateReport, told: Shown) -> bool:
        """Whether nothing is left to do; what is noted then is what the channel was shown."""
        async with late.editing:
            if late.is_withdrawn:
                return True
            try:
                digests = await self._put_in(late, told)
            except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
                undelivered(error, f"pictures of table {late.table.id}")
                return False
            table = await self._sessions.get(late.table.id)
            await self._sessions.note(table.id, {**remove_pending(table.notes, [late.seq]), **digests})
            return True

    async def _put_in(self, late: _LateReport, told: Shown) -> dict[str, int]:
        """Edits the report, and gives the notes of the pictures that the channel was shown.

        Where Discord never accepts them, the report says no more that they will appear.
        """
        mailbox = Mailbox(self._client, late.table.channel, late.table.guild)
        try:
            is_there = await mailbox.add_files(late.post, **await self._arrange(late.table, told))
        except discord.HTTPException as error:
            if error.status not in _MALFORMED:
                raise
            undelivered(error, f"pictures of table {late.table.id}")
            if not told.report.panels:
                return {}
            return await self._put_in(late, replace(told, report=replace(told.report, panels=())))
        return told.digests if is_there else {}

    def _begin(self, work: Any, name: str) -> asyncio.Task[Any]:
        task = asyncio.create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        for table_id in [key for key, last in self._last.items() if last is task]:
            del self._last[table_id]


def _ignore(table_id: TableId, seq: int, drawing: asyncio.Task[Shown]) -> None:
    """Do nothing: the default ``posted``."""


async def _at_once() -> None:
    """Return at once: the default ``turn``."""
