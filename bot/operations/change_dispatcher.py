"""Receives notifications from other processes with the same database: new work for the leader, and changed data."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping
from functools import partial
from typing import Any, Protocol

from bot.errors import report_exception
from bot.leader import Leadership
from bot.services import Services
from engine.store import Store
from engine.store.address import require_driver
from engine.store.change_channel import change_channel_name
from engine.store.ids import TableId, UserId

_log = logging.getLogger(__name__)

_WAKE_DELAY_SECONDS = 0.05
"""Seconds before a table is woken, so that several changes by one button press are posted together."""

ChangeHandler = Callable[..., object]
"""Function that is called with the numbers in a notification. If the result is awaitable, it is awaited."""


class ChangeSource(Protocol):
    """A database connection that receives notifications.

    Its library is imported only if the database is on a server.
    """

    def changes(self) -> AsyncIterator[str]:
        """Yield notifications as they arrive."""
        ...

    async def close(self) -> None:
        """Stop listening."""
        ...


class ChangeDispatcher:
    """Receives notifications of other processes and calls their handlers. Mutable: it has the running tasks.

    ``on_lost`` is called when the connection is lost.
    """

    def __init__(self, store: Store, leader: Leadership, on_lost: Callable[[], Coroutine[Any, Any, None]]) -> None:
        self._store, self._leader, self._on_lost = store, leader, on_lost
        self._leader_handlers: Mapping[str, ChangeHandler] = {}
        self._handlers: Mapping[str, ChangeHandler] = {}
        self._listener: ChangeSource | None = None
        self._changes, self._tables_to_wake = asyncio.Queue[str](), set[TableId]()
        self._tasks = set[asyncio.Task[None]]()

    async def listen(self, address: str) -> None:
        """Start to listen. Notifications are handled after ``start`` is called."""
        with require_driver():
            from engine.store.listener import ChangeListener
        self._listener = await ChangeListener.open(address, await self._store.read(change_channel_name))
        self._start_task(self._receive_changes(self._listener))

    def start(self, services: Services) -> None:
        """Handle all notifications, including those already received."""
        self._handlers = {
            "table": partial(self._wake_table_soon, services),
            "noted": partial(self._forget_cached_table, services),
            "person": partial(_reload_user, services),
            "server": services.guild_settings.reload,
        }
        self._leader_handlers = {
            "refresh": services.outbox.republish,
            "replan": services.scheduler.reschedule,
            "board": services.open_tables_posts.update_soon,
            "doubt": services.open_tables_posts.recheck_visibility,
            "analysis": services.analyses.enqueue,
            "followed": services.followers.add_followed_table,
        }
        self._start_task(self._handle_changes())

    async def close(self) -> None:
        """Stop listening, and cancel the running tasks."""
        tasks = self._tasks - {asyncio.current_task()}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._listener is not None:
            await self._listener.close()

    async def _receive_changes(self, listener: ChangeSource) -> None:
        """Receive notifications; end the bot if the connection is lost."""
        reason = "the server closed the connection"
        try:
            async for change in listener.changes():
                self._changes.put_nowait(change)
        except Exception as error:
            reason = str(error)
        _log.critical("Lost the notifications of other processes (%s). The process exits.", reason)
        self._tasks -= {asyncio.current_task()}  # ``close`` must not cancel this task, which ends the bot
        await self._on_lost()

    async def _handle_changes(self) -> None:
        while True:
            change = await self._changes.get()
            try:
                await self._handle_change(change)
            except Exception as error:  # a bug, or a lost database: the next notification is still handled
                report_exception(error, f"the message “{change}” of another bot")

    async def _handle_change(self, change: str) -> None:
        kind, *numbers = change.split()
        handler = self._handlers.get(kind) or (self._leader_handlers.get(kind) if self._leader.leads else None)
        if handler is not None:
            result = handler(*map(int, numbers))
            if isinstance(result, Awaitable):
                await result

    def _wake_table_soon(self, services: Services, table_id: TableId) -> None:
        """Wake a table after a short delay, once for all notifications that arrive during the delay."""
        if self._leader.leads and table_id not in self._tables_to_wake:
            self._tables_to_wake.add(table_id)
            self._start_task(self._wake_table_after_delay(services, table_id))

    async def _wake_table_after_delay(self, services: Services, table_id: TableId) -> None:
        await asyncio.sleep(_WAKE_DELAY_SECONDS)
        self._tables_to_wake.discard(table_id)
        services.outbox.wake(table_id)

    def _forget_cached_table(self, services: Services, table_id: TableId) -> None:
        """Drop a table from the cache, unless this process is the leader, which stored the message ids itself."""
        if not self._leader.leads:
            self._start_task(services.tables.invalidate(table_id))

    def _start_task(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work, name="messages")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


async def _reload_user(services: Services, user: UserId) -> None:
    services.ratings.forget_ratings()
    if await services.user_settings.reload(user):
        await services.scheduler.reschedule_user(user)
