"""Sends the posts of a table's channel to its followers as direct messages.

Followers get only what spectators of the channel see. The store remembers what was sent, so nothing is sent twice.
"""

import asyncio
import hashlib
from collections.abc import Sequence
from functools import partial
from typing import Any

import aiohttp
import discord
import msgspec
from discord import ui
from msgspec.structs import replace

from bot import limits
from bot.announcements import post_text
from bot.announcements.channel import ChannelMessages, is_direct_message_refused
from bot.announcements.channel_access import ChannelAccess
from bot.announcements.corrections import is_phase_undo, phases_undone_since
from bot.announcements.outbox_worker import OutboxWorker
from bot.announcements.personal_messages import open_direct_channel
from bot.announcements.phase_report import PhaseReport, draw_report
from bot.announcements.rate_limiter import RateLimiter
from bot.announcements.report_layout import ReportContent, layout_message, plain_message
from bot.errors import report_exception, report_undelivered
from bot.keyed_tasks import KeyedTasks, NextRun
from bot.markdown import Markdown, escape_prose, join_lines, md, truncate
from bot.play.service import TableService
from bot.render_pool import RenderPool
from bot.tables.phases import OpenPhase, PhaseLog, drop_undone, split_into_phases
from bot.tables.table import BookkeepingKey, LogEntry, Table
from bot.ui.components import build_view, button, custom_id
from bot.users import UserSettings
from engine import GAMES, Refused
from engine.store import followers as sql
from engine.store.ids import GuildId, MessageId, TableId, UserId
from engine.threads import run_in_thread

_MAX_FOLLOWERS = 50
"""Maximum followers of one table. Each follower gets a message about each phase."""
_FIRST_RETRY_SECONDS = 60.0
_UNDONE_TEXT = "↩ The table undid {}. What I sent you about that no longer counts."
_REPLACEMENT_TEXT = md("-# This replaces what the table undid.")
MESSAGES_REFUSED = md(
    "Discord won’t let me message you. Allow direct messages from this server’s members, then follow again."
)


class _FollowerMessage(msgspec.Struct, frozen=True):
    """A direct message to followers about move ``seq``. If ``is_last``, no message follows."""

    seq: int
    text: Markdown
    report: ReportContent | None = None
    is_last: bool = False


class Followers:
    """Sends reports to followers. Mutable: it caches the followed tables, and runs deliveries."""

    def __init__(
        self,
        client: discord.Client,
        tables: TableService,
        render_pool: RenderPool,
        outbox: OutboxWorker,
        user_settings: UserSettings,
        rate_limiter: RateLimiter,
        *,
        plain: bool = False,
    ) -> None:
        self._plain = plain
        self._client, self._tables, self._render_pool = client, tables, render_pool
        self._outbox, self._user_settings, self._store = outbox, user_settings, tables.store
        self._rate_limiter = rate_limiter
        self._followed: set[TableId] = set()
        self.tasks = KeyedTasks[TableId]("followers", self._deliver_table, first_retry_seconds=_FIRST_RETRY_SECONDS)
        self._drawings: dict[TableId, dict[int, asyncio.Task[PhaseReport]]] = {}
        self._delivered_states: dict[TableId, tuple[str, int, int]] = {}
        self._confirmed: set[tuple[TableId, UserId]] = set()

    # -- called by other modules

    async def resume(self) -> None:
        """Load the followed tables after a start, and check each for pending messages."""
        self._followed.update(await self._store.read(sql.list_followed_tables))
        for table_id in self._followed:
            self._outbox.enqueue(table_id, posts=False)

    async def close(self) -> None:
        """Cancel the deliveries. They continue after a restart: the store has the last move sent to each follower."""
        await self.tasks.close()

    def keep_drawing(self, table_id: TableId, seq: int, drawing: asyncio.Task[PhaseReport]) -> None:
        """Keep the channel's report of the phase that ended with move ``seq``, so that followers get the same
        pictures.
        """
        if table_id in self._followed:
            self._drawings.setdefault(table_id, {})[seq] = drawing

    async def deliver(self, table_id: TableId) -> None:
        """Send all new posts of the channel to the followers, in the background."""
        if table_id in self._followed and not self.tasks.is_waiting(table_id):
            self.tasks.wake(table_id)

    async def follow(self, table: Table, user: UserId) -> bool:
        """Let the user follow the table. Return False if they followed it already.

        Raises ``Refused`` if the table can't be followed, or if the user accepts no direct messages.
        """
        if table.guild is None:
            raise Refused(md("You can’t follow this table: it’s in a direct message, which only its player sees."))
        if table.status != "playing":
            raise Refused(md("You can follow a game only while it’s being played."))
        last_seqs = await self._store.read(lambda db: sql.load_followers(db, table.id))
        if user in last_seqs:
            return False
        if len(last_seqs) >= _MAX_FOLLOWERS:
            raise Refused(
                md("You can’t follow this table: it already has {} followers, the most it can have.", _MAX_FOLLOWERS)
            )
        welcome = md("You’re following {}. I’ll send you each phase post.", _table_name(table))
        try:
            await self._send(table, user, _FollowerMessage(table.seq, welcome), "start")
        except discord.HTTPException as error:
            if not is_direct_message_refused(error):
                raise
            raise Refused(MESSAGES_REFUSED) from error
        await self._store.write(lambda db: sql.add_follower(db, table.id, user, table.seq))
        if self._user_settings.preferences_of(user).closed:  # the message arrived
            await self._user_settings.note_messages_refused(user, closed=False)
        if self._tables.leader.leads:
            self._confirmed.add((table.id, user))
        self.add_followed_table(table.id)
        return True

    def add_followed_table(self, table_id: TableId) -> None:
        """Note that a table has a follower. If this process is not the leader, the leader notes it, since it sends
        the messages.
        """
        if not self._tables.leader.delegate("followed", table_id):
            self._followed.add(table_id)

    async def unfollow(self, table_id: TableId, user: UserId) -> bool:
        """Stop following the table. Return whether the user followed it."""
        return await self._store.write(lambda db: sql.remove_follower(db, table_id, user))

    # -- the task of one table

    async def _deliver_table(self, table_id: TableId) -> NextRun:
        """Send all pending messages of one table. Return “retry” after a temporary error."""
        try:
            table = await self._tables.get(table_id)
            if (state := _delivery_state(table)) != self._delivered_states.get(table_id):
                await self._send_to_all(table)
                self._delivered_states[table_id] = state
        except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
            report_undelivered(error, f"telling the followers of table {table_id}")
            return "retry"
        except Exception as error:  # a bug: the next post is a new attempt
            report_exception(error, f"telling the followers of table {table_id}")
        if table_id not in self._followed:
            self._delivered_states.pop(table_id, None)
            self._confirmed = {(table, user) for table, user in self._confirmed if table != table_id}
        return None

    async def _send_to_all(self, table: Table) -> None:
        last_seqs = await self._store.read(lambda db: sql.load_followers(db, table.id))
        moves = await self._tables.history(table.id) if last_seqs else ()
        history = [move for move in moves if move.seq <= table.seq]
        messages = await self._phase_messages(table, history, min(last_seqs.values())) if last_seqs else []
        pending: dict[UserId, list[_FollowerMessage]] = {}
        for user, last_seq in last_seqs.items():
            pending[user] = await run_in_thread(self._messages_since, table, history, messages, last_seq)
        if any(pending.values()):
            access = await ChannelAccess.fetch(self._client, table.guild or GuildId(0), table.channel)
            for user in last_seqs:
                await self._send_to(table, user, pending[user], access)
        drawings = self._drawings.pop(table.id, {})
        if not last_seqs or table.status != "playing":
            self._followed.discard(table.id)
        elif later := {seq: drawing for seq, drawing in drawings.items() if seq > table.seq}:
            self._drawings[table.id] = later

    async def _send_to(
        self, table: Table, user: UserId, messages: Sequence[_FollowerMessage], access: ChannelAccess
    ) -> None:
        """Send a follower their messages, as long as they follow the table and may read its channel."""
        if messages and not await access.can_read(user):
            await self.unfollow(table.id, user)
        for message in messages:
            if user not in await self._store.read(lambda db: sql.load_followers(db, table.id)):
                return
            if not await self._try_send(table, user, message) or message.is_last:
                await self.unfollow(table.id, user)
                return
            await self._store.write(partial(sql.save_last_sent, table_id=table.id, user=user, seq=message.seq))

    async def _try_send(self, table: Table, user: UserId, message: _FollowerMessage) -> bool:
        """Send a message; return whether it arrived. Raises temporary errors."""
        try:
            await self._send(table, user, message, "unfollow")
        except discord.HTTPException as error:
            if error.status >= 500:
                raise
            report_undelivered(error, f"telling a follower of table {table.id}")
            if is_direct_message_refused(error):
                await self._user_settings.note_messages_refused(user, closed=True)
            return False
        self._confirmed.add((table.id, user))
        return True

    async def _send(self, table: Table, user: UserId, message: _FollowerMessage, kind: str) -> None:
        """Send one direct message; after a restart, first check whether it was already sent."""
        channel = await open_direct_channel(self._client, user)
        channel_messages = ChannelMessages(self._client, channel, None)
        button_id = custom_id("y", table.id, message.seq, "unfollow")
        if kind == "unfollow" and (table.id, user) not in self._confirmed:
            await self._rate_limiter.wait()
            if await channel_messages.find_by_custom_id(button_id) is not None:
                return
        await self._rate_limiter.wait(channel)
        buttons = (
            [] if message.is_last else [button("Unfollow", button_id if kind == "unfollow" else f"{button_id}{kind}")]
        )
        nonce = _message_nonce(table.id, message.seq, user, kind)
        await channel_messages.post(**self._message_arguments(message, buttons), nonce=nonce)

    def _message_arguments(self, message: _FollowerMessage, buttons: Sequence[ui.Item[Any]]) -> dict[str, Any]:
        if message.report is None:
            return {"content": message.text, "view": build_view(buttons)}
        report = replace(message.report, lead=message.text)
        return plain_message(report, build_view(buttons)) if self._plain else layout_message(report, buttons)

    # -- contents of messages

    def _messages_since(
        self, table: Table, history: Sequence[LogEntry], messages: Sequence[_FollowerMessage], last_seq: int
    ) -> list[_FollowerMessage]:
        """Return the messages to a follower whose last message was about move ``last_seq``.

        If phases were undone since, the first message says so.
        """
        follower_messages, undone_phases = (
            [message for message in messages if last_seq < message.seq or message.is_last],
            phases_undone_since(history, last_seq),
        )
        if (
            follower_messages
            and follower_messages[0].report is not None
            and (undone_phases is not None or is_phase_undo(history, last_seq))
        ):
            follower_messages[0] = replace(
                follower_messages[0],
                text=truncate(join_lines([follower_messages[0].text, _REPLACEMENT_TEXT]), limits.CONTENT),
            )
        if undone_phases is None:
            return follower_messages
        return [
            _FollowerMessage(
                undone_phases.seq, join_lines([self._table_line(table), md(_UNDONE_TEXT, undone_phases.phase_names)])
            ),
            *follower_messages,
        ]

    async def _phase_messages(
        self, table: Table, history: Sequence[LogEntry], after: int
    ) -> Sequence[_FollowerMessage]:
        """Return messages with the reports of phases that ended after move ``after``, and about an early end of the
        game.
        """
        tables = self._tables
        active_moves, _ = drop_undone(history)
        phases, _ = split_into_phases(OpenPhase(), active_moves, over=table.status == "finished")
        follower_messages = []
        for phase in (phase for phase in phases if phase.seq > after):
            follower_messages.append(await self._phase_message(table, await self._report_of(table, phase)))
        if table.status == "ended":
            text = post_text.early_end_text(table, await tables.public_seed(table.id))
            follower_messages.append(
                _FollowerMessage(table.seq, join_lines([self._table_line(table), text]), is_last=True)
            )
        return follower_messages

    async def _report_of(self, table: Table, phase: PhaseLog) -> PhaseReport:
        """Return the phase's report. Use the pictures drawn for the channel if they are still in memory."""
        drawing = self._drawings.get(table.id, {}).get(phase.seq)
        if drawing is not None:
            await asyncio.wait({drawing})  # canceling this wait does not cancel the drawing
            if not drawing.cancelled() and drawing.exception() is None:
                return drawing.result()
        return await draw_report(self._tables, self._render_pool, table, phase, {})

    async def _phase_message(self, table: Table, report: PhaseReport) -> _FollowerMessage:
        text = self._table_line(table)
        if report.is_last:
            ending = post_text.result_text(table, report.table_view)
            text = truncate(join_lines([text, ending]), limits.CONTENT)
        return _FollowerMessage(report.seq, text, report.content, report.is_last)

    def _table_line(self, table: Table) -> Markdown:
        """Return the name of the game, the channel, and a link to the latest report."""
        post = table.notes.get(BookkeepingKey.LATEST_REPORT)
        if not post:
            return _table_name(table)
        return md(
            "{} · {}",
            _table_name(table),
            ChannelMessages(self._client, table.channel, table.guild).link(MessageId(post)),
        )


def _table_name(table: Table) -> Markdown:
    return md("**{}** in <#{}>", escape_prose(GAMES[table.title].name), table.channel)


def _delivery_state(table: Table) -> tuple[str, int, int]:
    """The status, the latest report, and the last undo: a value that changes with every post."""
    return (
        table.status,
        table.notes.get(BookkeepingKey.LATEST_REPORT, 0),
        table.notes.get(BookkeepingKey.FIRST_UNDO_SEQ, 0),
    )


def _message_nonce(table: TableId, seq: int, user: UserId, kind: str) -> str:
    return hashlib.blake2b(f"{table}-{seq}-{user}-{kind}".encode(), digest_size=limits.NONCE // 2).hexdigest()
