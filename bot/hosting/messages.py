"""Messages of other processes of a database: the leader has something to do, or something has changed.

It knows no title.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from bot.errors import sentence
from bot.leader import Leadership
from engine.store import Store
from engine.store.address import with_driver
from engine.store.ids import TableId, UserId
from engine.store.notifying import channel_of

if TYPE_CHECKING:
    from bot.desk import Desk
    from engine.store.listener import Listener

_log = logging.getLogger(__name__)

_TOGETHER_SECONDS = 0.05
"""So long a table is waited with: what a press does in several steps is told once."""

Handler = Callable[..., object]
"""Is called with the numbers of a message; what it gives is awaited if it can be."""


class Messages:
    """Mutable: it listens, and holds the running tasks.

    ``lost`` is called when nothing can be heard anymore.
    """

    def __init__(self, store: Store, leader: Leadership, lost: Callable[[], Coroutine[Any, Any, None]]) -> None:
        self._store, self._leader, self._lost = store, leader, lost
        self._for_leader: Mapping[str, Handler] = {}
        self._for_all: Mapping[str, Handler] = {}
        self._listener: Listener | None = None
        self._heard, self._tables = asyncio.Queue[str](), set[TableId]()
        self._tasks = set[asyncio.Task[None]]()

    async def listen(self, address: str) -> None:
        """Hears the others from now on; what they say is handled once ``start`` is called."""
        with with_driver():
            from engine.store.listener import Listener
        self._listener = await Listener.open(address, await self._store.read(channel_of))
        self._begin(self._hear(self._listener))

    def start(self, at: "Desk") -> None:
        """Handles what was heard, and what will be."""
        self._for_all = {
            "table": partial(self._handle_table, at),
            "noted": partial(self._forget_table, at),
            "person": partial(_reload_person, at),
            "server": at.servers.reload,
        }
        self._for_leader = {
            "refresh": at.announcer.refresh,
            "replan": at.watch.replan,
            "board": at.boards.changed,
            "doubt": at.boards.doubt,
            "analysis": at.analyses.want,
            "followed": at.followers.note_followed,
        }
        self._begin(self._handle_all())

    async def close(self) -> None:
        """Stops."""
        tasks = self._tasks - {asyncio.current_task()}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._listener is not None:
            await self._listener.close()

    async def _hear(self, listener: "Listener") -> None:
        """Ends the bot when nothing can be heard anymore, for whatever reason."""
        why = "the server has ended the connection"
        try:
            async for words in listener.messages():
                self._heard.put_nowait(words)
        except Exception as error:
            why = str(error)
        _log.critical("the other bots can’t be heard anymore (%s), so this bot ends", why)
        self._tasks -= {asyncio.current_task()}  # whoever else closes this does not cancel the end
        await self._lost()

    async def _handle_all(self) -> None:
        while True:
            words = await self._heard.get()
            try:
                await self._handle(words)
            except Exception as error:  # a bug, or the database is gone: the next message is handled all the same
                sentence(error, f"the message “{words}” of another bot")

    async def _handle(self, words: str) -> None:
        what, *numbers = words.split()
        handler = self._for_all.get(what) or (self._for_leader.get(what) if self._leader.leads else None)
        if handler is not None:
            done = handler(*map(int, numbers))
            if isinstance(done, Awaitable):
                await done

    def _handle_table(self, at: "Desk", table_id: TableId) -> None:
        """Has a table told in a moment, once, however often it is named until then."""
        if self._leader.leads and table_id not in self._tables:
            self._tables.add(table_id)
            self._begin(self._kick(at, table_id))

    async def _kick(self, at: "Desk", table_id: TableId) -> None:
        await asyncio.sleep(_TOGETHER_SECONDS)
        self._tables.discard(table_id)
        at.announcer.kick(table_id)

    def _forget_table(self, at: "Desk", table_id: TableId) -> None:
        """The leader has noted ids of messages, which it knows itself."""
        if not self._leader.leads:
            self._begin(at.sessions.forget(table_id))

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work, name="messages")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


async def _reload_person(at: "Desk", user: UserId) -> None:
    """Takes in the user's settings as they are now, and that results may be somebody else's."""
    at.scores.forget()
    if await at.people.reload(user):
        await at.watch.replan_person(user)
