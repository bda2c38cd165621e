"""Reminds the hosts of idle lobbies after six days, and closes the lobbies after seven.

One task handles all lobbies. Each step is stored before it is carried out, so that no step is repeated.
"""

import asyncio
import logging
from collections.abc import Callable
from functools import partial

import aiohttp
import discord
from msgspec.structs import replace

from bot.announcements.channel import ChannelMessages
from bot.announcements.post_once import PostSearch, post_once
from bot.errors import cancel_all, report_exception
from bot.markdown import escape_prose, md
from bot.names import relative_time
from bot.play.lobby_rules import REMINDER_AFTER, lobby_deadlines
from bot.play.service import TableService
from bot.tables.cache import CorruptTable
from bot.tables.table import BookkeepingKey, Table, post_id_of
from bot.ui.components import build_view, button, custom_id
from engine import GAMES
from engine.errors import RoundhouseError
from engine.store.ids import MessageId, TableId
from engine.store.lobbies import find_idle_lobbies
from engine.store.table_settings import DAY

_log = logging.getLogger(__name__)


_RETRY_SECONDS = 600.0


class LobbyExpiry:
    """Processes idle lobbies. Mutable: it has the background task."""

    def __init__(self, client: discord.Client, tables: TableService, wake: Callable[[TableId], None]) -> None:
        self._client, self._tables, self._wake = client, tables, wake
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start the background task."""
        self._task = asyncio.create_task(self._run_loop(), name="lobbies")

    async def close(self) -> None:
        """Cancel the task. No step is lost, because the due times are computed from the store."""
        await cancel_all(self._task)

    async def _run_loop(self) -> None:
        while True:
            pause = DAY
            try:
                pause = min(pause, await self.process_due_lobbies() - self._tables.now())
            except Exception as error:  # a bug, or a full disk: continue later
                report_exception(error, "looking after the lobbies")
            await asyncio.sleep(max(1.0, pause))

    async def update_warning(self, table_id: TableId) -> None:
        """Edit the reminder after the lobby has changed. Errors of Discord are raised."""
        table = await self._tables.get(table_id)
        warning_id = table.notes.get(BookkeepingKey.IDLE_REMINDER_POST)
        is_unchanged = table.status == "lobby" and table.notes.get(BookkeepingKey.IDLE_REMINDER_AT, 0) >= int(
            table.since
        )
        if not warning_id or is_unchanged:
            return
        outcome = (
            md("This table was closed because nothing happened here.")
            if table.status == "ended"
            else md("This table stays open.")
        )
        messages = ChannelMessages(self._client, table.channel, table.guild)
        await messages.edit(
            MessageId(warning_id), md("**{}**: {}", escape_prose(GAMES[table.title].name), outcome), build_view()
        )
        await self._tables.save_bookkeeping(table.id, {BookkeepingKey.IDLE_REMINDER_POST: 0})

    async def process_due_lobbies(self) -> float:
        """Process all due lobbies. Return the time when the next lobby is due, in seconds since 1970."""
        store, now = self._tables.store, self._tables.now()
        due_ids, next_change = await store.read(lambda db: find_idle_lobbies(db, now - REMINDER_AFTER))
        next_times = [now + REMINDER_AFTER if next_change is None else next_change + REMINDER_AFTER]
        for table_id in due_ids:
            try:
                next_times += await self._process_lobby(table_id)
            except CorruptTable:  # damaged tables are skipped
                continue
        return min(next_times)

    async def _process_lobby(self, table_id: TableId) -> list[float]:
        tables = self._tables
        async with tables.lock_table(table_id) as locked_table:
            table, now = locked_table.table, tables.now()
            due_step = next((kind for kind, at in lobby_deadlines(table) if at <= now), None)
            if due_step == "nudge":
                table = replace(
                    table,
                    notes={
                        **table.notes,
                        BookkeepingKey.IDLE_REMINDER_AT: int(now),
                        BookkeepingKey.IDLE_REMINDER_POST: 0,
                    },
                )
            elif due_step == "close":
                table = replace(table, status="ended")
            if due_step is not None:
                await locked_table.save(table)
        if due_step == "close":
            self._wake(table_id)
        times = [at for _, at in lobby_deadlines(table)]
        is_warned = table.notes.get(BookkeepingKey.IDLE_REMINDER_AT, 0) >= int(table.since)
        is_warning_pending = (
            table.status == "lobby" and is_warned and not table.notes.get(BookkeepingKey.IDLE_REMINDER_POST)
        )
        if is_warning_pending and not await self._warn_host(await tables.get(table_id), due_step is None):
            times.append(now + _RETRY_SECONDS)
        return times

    async def _warn_host(self, table: Table, is_unconfirmed: bool) -> bool:
        """Remind the host. Return whether Discord accepted the post.

        If ``is_unconfirmed``, an earlier attempt may have succeeded, so search for its post first.
        """
        ((_, closing_time),) = lobby_deadlines(table)
        text = md(
            "<@{}>, nothing has happened at your **{}** table for 6 days. It closes "
            "{} unless someone joins, leaves, or changes something, or you start the game.",
            table.host,
            escape_prose(GAMES[table.title].name),
            relative_time(closing_time),
        )
        messages = ChannelMessages(self._client, table.channel, table.guild)
        start_id = custom_id("l", table.id, 1, "start")
        nonce = f"{table.id}-nudge-{table.notes[BookkeepingKey.IDLE_REMINDER_AT]}"
        buttons = build_view([button("Start", start_id)])
        create = partial(messages.post, text, nonce=nonce, view=buttons, mentioned=[table.host])
        search = PostSearch((start_id,), post_id_of(table, BookkeepingKey.STATUS_CARD))
        try:
            post_id = await post_once(messages, search, create, may_exist=is_unconfirmed)
            await self._tables.save_bookkeeping(table.id, {BookkeepingKey.IDLE_REMINDER_POST: post_id})
        except (discord.HTTPException, aiohttp.ClientError, OSError, RoundhouseError) as error:
            _log.info("Could not remind the host of table %d that the lobby is idle: %s", table.id, error)
            return False
        return True
