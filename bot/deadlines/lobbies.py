"""Lobbies in which nothing happens: after six days a word to the host, after seven they are closed. It knows no title.

One task for all of them. What was done stands in the store first, so that nothing is said twice.
"""

import asyncio
import logging
from collections.abc import Callable

import aiohttp
import discord
from msgspec.structs import replace

from bot.errors import sentence, stop
from bot.markdown import escape_prose, md
from bot.play.seating import NUDGED_AFTER, lobby_moments
from bot.play.sessions import Tables
from bot.tables.cache import Damaged
from bot.tables.table import Note, Table, noted_post
from bot.telling.mailbox import Mailbox
from bot.ui.components import button, custom_id, rows
from bot.wording import when
from engine import GAMES
from engine.errors import RoundhouseError
from engine.store.ids import MessageId, TableId
from engine.store.lobbies import waiting
from engine.store.terms import DAY

_log = logging.getLogger(__name__)


_AGAIN_SECONDS = 600.0
"""Until it is tried again to tell the host."""


class Lobbies:
    """Mutable: it holds its task."""

    def __init__(self, client: discord.Client, sessions: Tables, kick: Callable[[TableId], None]) -> None:
        self._client, self._sessions, self._kick = client, sessions, kick
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begins to look after them."""
        self._task = asyncio.create_task(self._run(), name="lobbies")

    async def close(self) -> None:
        """Stops; the store knows what was done."""
        await stop(self._task)

    async def _run(self) -> None:
        while True:
            pause = DAY
            try:
                pause = min(pause, await self.tend() - self._sessions.now())
            except Exception as error:  # a bug, or a full disk: the others must not wait for ever
                sentence(error, "looking after the lobbies")
            await asyncio.sleep(max(1.0, pause))

    async def settle(self, table_id: TableId) -> None:
        """Edits the word to the host once something has happened at the table. Raises what Discord raises."""
        table = await self._sessions.get(table_id)
        post = table.notes.get(Note.NUDGE)
        still = table.status == "lobby" and table.notes.get(Note.NUDGED, 0) >= int(table.since)
        if not post or still:
            return
        told = (
            md("This table was closed because nothing happened here.")
            if table.status == "ended"
            else md("This table stays open.")
        )
        mailbox = Mailbox(self._client, table.channel, table.guild)
        await mailbox.edit(MessageId(post), md("**{}**: {}", escape_prose(GAMES[table.title].name), told), rows())
        await self._sessions.note(table.id, {Note.NUDGE: 0})

    async def tend(self) -> float:
        """Does all that is due now; the next moment at which something may be."""
        store, now = self._sessions.store, self._sessions.now()
        due, since = await store.read(lambda db: waiting(db, now - NUDGED_AFTER))
        later = [now + NUDGED_AFTER if since is None else since + NUDGED_AFTER]
        for table_id in due:
            try:
                later += await self._tend(table_id)
            except Damaged:  # it is set aside, and the others are looked after
                continue
        return min(later)

    async def _tend(self, table_id: TableId) -> list[float]:
        sessions = self._sessions
        async with sessions.holding(table_id) as held:
            table, now = held.table, sessions.now()
            due = next((kind for kind, at in lobby_moments(table) if at <= now), None)
            if due == "nudge":
                table = replace(table, notes={**table.notes, Note.NUDGED: int(now), Note.NUDGE: 0})
            elif due == "close":
                table = replace(table, status="ended")
            if due is not None:
                await held.save(table)
        if due == "close":
            self._kick(table_id)
        moments = [at for _, at in lobby_moments(table)]
        nudged = table.notes.get(Note.NUDGED, 0) >= int(table.since)
        owed = table.status == "lobby" and nudged and not table.notes.get(Note.NUDGE)
        if owed and not await self._nudge(await sessions.get(table_id), due is None):
            moments.append(now + _AGAIN_SECONDS)
        return moments

    async def _nudge(self, table: Table, doubtful: bool) -> bool:
        """Tells the host; whether Discord took it. A doubtful word may have been sent before a crash."""
        ((_, closing),) = lobby_moments(table)
        text = md(
            "<@{}>, nothing has happened at your **{}** table for 6 days. It closes "
            "{} unless someone joins, leaves, or changes something, or you start the game.",
            table.host,
            escape_prose(GAMES[table.title].name),
            when(closing),
        )
        mailbox = Mailbox(self._client, table.channel, table.guild)
        mark = custom_id("l", table.id, 1, "start")
        try:
            post = await mailbox.find(mark, after=noted_post(table, Note.CARD)) if doubtful else None
            if post is None:
                nonce, buttons = f"{table.id}-nudge-{table.notes[Note.NUDGED]}", rows([button("Start", mark)])
                post = await mailbox.post(text, nonce=nonce, view=buttons, pinged=[table.host])
            await self._sessions.note(table.id, {Note.NUDGE: post})
        except (discord.HTTPException, aiohttp.ClientError, OSError, RoundhouseError) as error:
            _log.info("the host of table %s was not told (%s)", table.id, error)
            return False
        return True
