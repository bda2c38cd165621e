"""Posts to channels, driven by the outbox alone: whatever was committed is posted, once, whenever that can be.

One task a table, only while there is something to do. It knows no title.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

import aiohttp
import discord

from bot.config import Settings
from bot.errors import is_refused_posting, sentence, stop, undelivered
from bot.markdown import Markdown, md
from bot.play.sessions import Tables
from bot.tables.cache import Damaged
from bot.tables.table import Table
from bot.telling.asking import is_alone
from engine import Event
from engine.errors import Conflict
from engine.store.ids import TableId

if TYPE_CHECKING:
    from bot.telling.channels import Channels

_FIRST_RETRY_SECONDS, _LAST_RETRY_SECONDS = 30.0, 3_600.0
_LOOK_SECONDS = 3.0
_UNDO_PACES = 2
"""Computers wait so many times the pace before they answer somebody who plays alone."""
_RESUMED_AT_ONCE = 8
"""Tables that are gone on with at the same time after a start: each is read once, and presses come in between."""


class Announcer:
    """Keeps every table's channel up to date. Mutable: it holds the running tasks and what could not be posted."""

    def __init__(self, sessions: Tables, channels: "Channels", settings: Settings) -> None:
        self._sessions, self._channels, self._settings = sessions, channels, settings
        self._tasks: dict[TableId, asyncio.Task[None]] = {}
        self._wanted, self._waiting = set[TableId](), set[TableId]()
        self._trouble: dict[TableId, Markdown] = {}
        self._refused = set[TableId]()
        self._retry: dict[TableId, float] = {}
        self.pause: Callable[[float], Awaitable[object]] = asyncio.sleep  # another one where time is simulated
        self.changed: Callable[[TableId], object] = lambda _: None  # the table may have moved on, told or not
        self.after: list[
            Callable[[TableId], Awaitable[object]]
        ] = []  # what else a table is told, once it knows its moves
        self.turn: Callable[[], Awaitable[object]] = _at_once  # waits for one's turn to speak unasked
        self._later: OrderedDict[TableId, bool] = OrderedDict()
        self._resumed, self._room = set[TableId](), asyncio.Semaphore(_RESUMED_AT_ONCE)
        self._resuming: asyncio.Task[None] | None = None

    # -- from outside

    def kick(self, table_id: TableId) -> None:
        """Something changed at this table: lets computers move, and tells the channel, in the background.

        Where another process leads, it does that; and the same for ``refresh``.
        """
        if self._sessions.leader.hand_on("table", table_id):
            return
        self._wanted.add(table_id)
        if table_id in self._waiting:
            self._waiting.discard(table_id)
            self._tasks.pop(table_id).cancel()
        if table_id not in self._tasks:
            task = asyncio.create_task(self._run(table_id), name=f"announce-{table_id}")
            self._tasks[table_id] = task

    def refresh(self, table_id: TableId) -> None:
        """The times in the table's card and question are not right any more: writes them anew, in the background."""
        if self._sessions.leader.hand_on("refresh", table_id):
            return
        self._channels.outdated.add(table_id)
        self.kick(table_id)

    async def resume(self) -> None:
        """After a start: every table that has something untold, or may have a computer to move, has its turn."""
        self._channels.doubtful.update(await self._sessions.pending())
        for table_id in sorted(self._channels.doubtful):
            self.later(TableId(table_id))
        for table_id in await self._sessions.store.playing():
            self.later(table_id, speaks=False)

    def later(self, table_id: TableId, *, speaks: bool = True) -> None:
        """After a start: the table is kicked when it is its turn; ``speaks``: its channel surely has to be told."""
        self._later[table_id] = speaks or self._later.get(table_id, False)

    def go_on(self) -> None:
        """Begins with the tables that are to have their turn, in the background."""
        self._resuming = asyncio.create_task(self._resume_all(), name="announcer-resuming")

    async def look_for_untold(self) -> None:
        """Tells what has waited for some seconds, as another process answered a press and nobody told of it.

        It ends when it is canceled. A table that something is under way for, or that Discord does not take, has its
        turn without this.
        """
        before: set[TableId] = set()
        while True:
            try:
                untold = {*await self._sessions.pending()} - self._tasks.keys()
                for table_id in untold & before:
                    self.kick(table_id)
                before = untold
            except Exception as error:  # the database's trouble: the next look may find it well
                sentence(error, "looking for what is untold")
            await self.pause(_LOOK_SECONDS)

    async def close(self) -> None:
        """Stops; what is untold stays in the outbox."""
        await stop(*self._tasks.values(), self._resuming)

    def trouble(self, table_id: TableId) -> Markdown:
        """The reason why the table's channel could not be told, for those who can act on it; empty if it could."""
        return self._trouble.get(table_id, md(""))

    def refusal(self, table_id: TableId) -> Markdown:
        """The reason why Discord lets the bot post nothing in the table's channel; empty if it does."""
        return self.trouble(table_id) if table_id in self._refused else md("")

    async def unfinished(self, table: Table) -> tuple[Event, ...]:
        """The events of the present phase so far."""
        return await self._channels.unfinished(table)

    # -- the task of one table

    async def _run(self, table_id: TableId) -> None:
        try:
            while table_id in self._wanted:
                self._wanted.discard(table_id)
                done = await self._attempt(table_id)
                self._under_way(table_id)
                if not done:
                    self.changed(table_id)
                    self._waiting.add(table_id)
                    await asyncio.sleep(self._next_retry(table_id))
                    self._waiting.discard(table_id)
                    self._wanted.add(table_id)
        finally:
            self._under_way(table_id)
            self.changed(table_id)
            if self._tasks.get(table_id) is asyncio.current_task():
                del self._tasks[table_id]

    async def _resume_all(self) -> None:
        """Kicks one table after the other, a few at a time; what speaks waits for its turn to."""
        while self._later:
            table_id, speaks = self._later.popitem(last=False)
            if speaks:
                await self.turn()
            await self._room.acquire()
            if table_id in self._waiting:  # Discord did not take it just now: that is tried again in time
                self._room.release()
                continue
            self._resumed.add(table_id)
            self.kick(table_id)

    def _under_way(self, table_id: TableId) -> None:
        """The table has been gone on with: there is room for another one."""
        if table_id in self._resumed:
            self._resumed.discard(table_id)
            self._room.release()

    async def _attempt(self, table_id: TableId) -> bool:
        """Plays and tells on, then what else is told, each by itself; False when something cannot be told now."""
        if await self._is_damaged(table_id):
            return await self._tried(self._channels.set_aside, table_id)
        if not await self._tried(self._play_on, table_id):
            return False
        done = [await self._tried(more, table_id) for more in self.after]
        if all(done):
            self._trouble.pop(table_id, None)
            self._refused.discard(table_id)
            self._retry.pop(table_id, None)
        return all(done)

    async def _is_damaged(self, table_id: TableId) -> bool:
        try:
            await self._sessions.get(table_id)
        except Damaged:
            return True
        except Exception:  # the store's trouble, not the table's: whoever asks next meets it
            return False
        return False

    async def _tried(self, telling: Callable[[TableId], Awaitable[object]], table_id: TableId) -> bool:
        try:
            await telling(table_id)
        except Conflict:  # another process was faster: once more
            self._wanted.add(table_id)
            return True
        except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
            self._trouble[table_id] = undelivered(error, f"announcing table {table_id}")
            if is_refused_posting(error):
                self._trouble[table_id] = await self._channels.problem(table_id) or self._trouble[table_id]
                self._refused.add(table_id)
        except Exception as error:  # a bug, or a full disk: the table must not stand still for ever
            self._trouble[table_id] = sentence(error, f"announcing table {table_id}")
        else:
            return True
        self._channels.doubtful.add(table_id)
        return False

    def _next_retry(self, table_id: TableId) -> float:
        self._retry[table_id] = min(self._retry.get(table_id, _FIRST_RETRY_SECONDS / 2) * 2, _LAST_RETRY_SECONDS)
        return self._retry[table_id]

    def waits_for_undo(self, table: Table) -> bool:
        """Whether computers wait after a person's move, which can be undone meanwhile: where one person plays."""
        return self._settings.pace > 0 and is_alone(table) and len(table.players) > 1

    async def _wait_for_undo(self, table_id: TableId) -> None:
        """Waits a while before computers answer a move that can be undone. A kick ends it, and begins anew."""
        table = await self._sessions.get(table_id)
        if self.waits_for_undo(table) and await self._sessions.can_be_undone(table):
            await self._channels.tell(table_id)
            self._waiting.add(table_id)
            await self.pause(_UNDO_PACES * self._settings.pace)
            self._waiting.discard(table_id)

    async def _play_on(self, table_id: TableId) -> None:
        """Lets computers move until a person is asked or the game is over, and tells what is untold."""
        await self._wait_for_undo(table_id)
        table = await self._sessions.get(table_id)
        slowly = table.status == "playing" and all(player.policy for player in table.players)
        if slowly:
            self._under_way(table_id)
            self.changed(table_id)
            await self._channels.tell(table_id)
        while await self._sessions.step(table_id) is not None:
            if slowly:
                await self._channels.tell(table_id)
                await self.pause(self._settings.pace)
        await self._channels.tell(table_id)


async def _at_once() -> None:
    """Lets everybody speak immediately."""
