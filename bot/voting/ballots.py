"""Proposals in the channel: a post for each with *Agree* and *Disagree*, edited until it is decided. It knows no title.

It comes after the announcer in the task of a table, and is tried again with it. What is proposed is not known here.
"""

import asyncio
from collections.abc import Sequence

import discord
from discord import ui

from bot import limits
from bot.desk import Desk
from bot.errors import stop
from bot.markdown import Markdown, cut, joined, md
from bot.tables.table import Table
from bot.telling.mailbox import Mailbox
from bot.ui.components import Style, button, custom_id, rows
from bot.voting.votes import LAPSES_AFTER, Poll, Proposal, called
from bot.wording import mention_of, retold, when
from engine.errors import Refused
from engine.store import votes as sql
from engine.store.ids import MessageId, TableId, UserId


class Ballots:
    """Mutable: it holds the tasks that wake a table when a vote expires."""

    def __init__(self, client: discord.Client, at: Desk) -> None:
        self._client, self._at = client, at
        self._alarms: dict[TableId, asyncio.Task[None]] = {}

    async def resume(self) -> None:
        """After a start: goes on with everything undecided and everything of which the table has not been told."""
        for table_id in await self._at.sessions.store.read(sql.tables):
            self._at.announcer.later(table_id)

    async def close(self) -> None:
        """Stops; the store knows all."""
        await stop(*self._alarms.values())

    async def tend(self, table_id: TableId) -> None:
        """Decides what can be decided, and brings the posts up to date. Raises what Discord raises."""
        if not await self._at.votes.has_any(table_id):
            return
        open_now = await self._at.votes.review(self._at, table_id)
        if open_now:
            self._wake(table_id, min(found.at for found in open_now) + LAPSES_AFTER)
        untold = await self._at.sessions.store.read(lambda db: sql.untold(db, table_id))
        for found in (*untold, *(found for found in open_now if found.told)):
            table = await self._at.sessions.get(table_id)
            poll = await self._poll(table, found)
            waiting = [user for user in poll.asked if user not in found.mentioned] if poll is not None else []
            if waiting or not found.told:
                await self._tell(table, found, poll, waiting)

    async def _tell(self, table: Table, found: Proposal, poll: Poll | None, waiting: Sequence[UserId]) -> None:
        """Brings the post up to date; a new one takes its place when it is gone, or to mention who is ``waiting``."""
        mailbox = Mailbox(self._client, table.channel, table.guild)
        text, view = _text(table, found, poll), _buttons(found)
        message = found.message or await self._made_before(mailbox, found)
        if found.message is not None and waiting:
            await mailbox.remove(found.message)
            message = await mailbox.find(_identity(found, "yes"), after=found.message)
        if message is None or not await mailbox.edit(message, text, view):
            nonce = f"{table.id}-v{found.id}-{(found.message or 0) % 1_000_000}"
            message = await mailbox.post(text, nonce=nonce, view=view, pinged=waiting)
        made = message
        await self._at.sessions.store.write(lambda db: sql.posted(db, found.id, made, waiting))
        seen = await self._at.votes.get(found.id)
        if (seen.state, seen.votes) == (found.state, found.votes):
            await self._at.sessions.store.write(lambda db: sql.told(db, seen))

    async def _poll(self, table: Table, found: Proposal) -> Poll | None:
        try:
            return await self._at.votes.polled(self._at, table, found) if found.state == "open" else None
        except Refused:  # the next review closes it
            return None

    async def _made_before(self, mailbox: Mailbox, found: Proposal) -> MessageId | None:
        """The post that was made before a crash or a broken connection, but no longer noted."""
        if found.id in self._at.votes.fresh:
            self._at.votes.fresh.discard(found.id)
            return None
        return await mailbox.find(_identity(found, "yes"))

    def _wake(self, table_id: TableId, at: float) -> None:
        if table_id not in self._alarms:
            task = self._alarm(table_id, at - self._at.sessions.now())
            self._alarms[table_id] = asyncio.create_task(task, name=f"ballots-{table_id}")

    async def _alarm(self, table_id: TableId, seconds: float) -> None:
        await asyncio.sleep(max(0.0, seconds))
        del self._alarms[table_id]
        self._at.announcer.kick(table_id)


def _text(table: Table, found: Proposal, poll: Poll | None) -> Markdown:
    asked = md("**{}** proposes {}.", called(table, [found.user]), retold(found.words, table))
    if poll is None:
        mark = {"open": md("…"), "carried": md("✓"), "lost": md("✗")}[found.state]
        return cut(md("{}\n{} {}", asked, mark, retold(found.result, table)), limits.CONTENT)
    waiting = joined((mention_of(user) for user in poll.asked if user not in found.votes), " ")
    agreed = [user for user in poll.asked if found.votes.get(user)]
    against = [user for user in poll.asked if not found.votes.get(user, True)]
    needed = md("All") if poll.needed == len(poll.asked) else md("{} of {}", poll.needed, len(poll.asked))
    lines = [
        md("{} {} Do you agree?", waiting, asked).strip(),
        *([md("✓ {}", called(table, agreed))] if agreed else []),
        *([md("✗ {}", called(table, against))] if against else []),
        md("{} must agree. The vote expires {}.", needed, when(found.at + LAPSES_AFTER)),
    ]
    return cut(joined(lines), limits.CONTENT)


def _buttons(found: Proposal) -> ui.View:
    if found.state != "open":
        return rows()
    return rows(
        [
            button("Agree", _identity(found, "yes"), Style.success),
            button("Disagree", _identity(found, "no"), Style.secondary),
        ]
    )


def _identity(found: Proposal, said: str) -> str:
    return custom_id("b", found.session, found.head, f"{found.id} {said}")
