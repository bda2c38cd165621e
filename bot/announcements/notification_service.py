"""Sends notifications, and updates or deletes them when the table changes.

A notification is claimed in the database before it is sent. After a crash, the bot searches for the message of a
claimed notification by its button and sends it again only if there is none.
"""

from collections.abc import Sequence

import aiohttp
import discord
from discord import ui
from msgspec.structs import replace

from bot import limits
from bot.announcements.channel import ChannelMessages, is_direct_message_refused
from bot.announcements.decision_points import (
    active_rows,
    is_current,
    message_id_before,
    notification_custom_id,
    notification_nonce,
)
from bot.announcements.notification_rules import due_notifications
from bot.announcements.notification_text import (
    NotificationFacts,
    channel_deleted_text,
    closing_text,
    grace_seconds,
    notification_text,
)
from bot.announcements.personal_messages import PersonalMessages, open_direct_channel
from bot.announcements.post_once import PostAttempts
from bot.announcements.rate_limiter import RateLimiter
from bot.announcements.recipients import deadlines, delivery_methods, is_to_former_holder, seats_to_move
from bot.announcements.sample_notification import send_test_notification
from bot.announcements.withdrawn_questions import (
    find_withdrawn_question,
    forget_withdrawn_question,
    note_withdrawn_question,
)
from bot.clocks.clock import count_timeouts_in_a_row, timeout_time
from bot.errors import Interaction, report_undelivered
from bot.markdown import Markdown, md, truncate
from bot.play.service import TableService
from bot.tables.empty_rows import EmptyRowsCache
from bot.tables.table import BookkeepingKey, Table
from bot.ui.components import Style, build_view, button
from engine import Seat
from engine.store import notifications as sql
from engine.store.connection import Connection
from engine.store.ids import ChannelId, MessageId, TableId, UserId
from engine.store.notifications import Notification, NotificationKind

_UNKNOWN_CHANNEL = 10003
"""Discord's error code for a channel that does not exist. (docs, opcodes-and-status-codes)"""
_SHARED_KINDS: tuple[NotificationKind, ...] = ("remind", "last", "zero", "again")
"""Kinds of notifications that are sent as one post to several recipients."""
_KINDS_WITHOUT_TIME: tuple[NotificationKind, ...] = ("next", "quiet", "late")
"""Kinds of notifications whose text contains no time, so that it stays valid if a clock changes."""
_KINDS_TO_DELETE: tuple[NotificationKind, ...] = ("next", "remind", "last", "again")
"""Kinds of notifications that are deleted when they no longer apply; all others are edited and kept."""


class NotificationService:
    """Sends, corrects, and withdraws the notifications of tables. The caller must hold the table's lock."""

    def __init__(self, client: discord.Client, tables: TableService, rate_limiter: RateLimiter) -> None:
        self._client, self._tables, self._rate_limiter = client, tables, rate_limiter
        self._rows = EmptyRowsCache(tables.store, sql.load_notifications)
        self._attempts = PostAttempts[object](assume_new=False)
        self._messages = PersonalMessages(client, tables.user_settings)
        self._direct_channels: dict[UserId, ChannelId] = {}
        self._vacancy_texts: dict[object, str] = {}  # current texts of messages about seats kept for their recipients
        self._outdated: set[TableId] = set()
        self._problems: dict[TableId, Markdown] = {}
        self._refusals: dict[TableId, Markdown] = {}
        self.without_channel: set[TableId] = set()  # tables whose channel was deleted

    def mark_times_outdated(self, table_id: TableId) -> None:
        """Mark the times in the table's notifications as outdated; the next ``reconcile`` rewrites them."""
        self._outdated.add(table_id)

    def problem(self, table_id: TableId) -> Markdown:
        """The reason why notifications could not be posted in the table's channel; empty if they could."""
        return self._problems.get(table_id, md(""))

    async def open_notifications(self, table_id: TableId) -> tuple[Notification, ...]:
        """Return the table's notifications that are still current."""
        return await self._rows.read(table_id)

    async def claim(self, notifications: Sequence[Notification]) -> None:
        """Store the notifications as claimed, which means that they are to be sent."""
        with self._rows.invalidate_after(*(notification.session for notification in notifications)):
            new = await self._tables.store.write(lambda db: sql.claim_notifications(db, notifications))
        if self._tables.leader.leads:
            self._attempts.mark_new(*(notification.key for notification in new))

    async def withdraw(self, table: Table, notification: Notification) -> None:
        """Delete a notification that no longer applies, and its message."""
        if notification.message is not None and notification.channel is not None:
            await self._rate_limiter.wait(notification.channel)
            await ChannelMessages(self._client, notification.channel, table.guild).delete(notification.message)
        await self._delete(notification)

    async def reconcile(self, table: Table, refusal: Markdown = md("")) -> bool:
        """Send missing notifications and correct outdated ones. Return False if Discord refused any of this.

        ``refusal`` is the reason why the channel accepts no posts; questions are then sent as direct messages.
        """
        existing = await self.open_notifications(table.id)
        self._refusals.pop(table.id, None)
        if refusal:
            self._refusals[table.id] = refusal
        new_notifications = await due_notifications(self._tables, table, existing, is_refused=bool(refusal))
        if new_notifications:
            await self.claim(new_notifications)
        self._problems.pop(table.id, None)
        outdated = table.id in self._outdated
        self._outdated.discard(table.id)
        groups = await self._group_by_message(table, (*existing, *new_notifications))
        done = [await self._try_settle(table, group, existing, is_outdated=outdated) for group in groups]
        return all(done)

    async def _group_by_message(
        self, table: Table, existing: Sequence[Notification]
    ) -> Sequence[tuple[Notification, ...]]:
        groups: dict[object, tuple[Notification, ...]] = {}
        for number, notification in enumerate(existing):
            key = await self._message_group_key(table, notification) or number
            groups[key] = (*groups.get(key, ()), notification)
        return tuple(groups.values())

    async def _message_group_key(self, table: Table, notification: Notification) -> object:
        """Return the key that notifications in one message share; None for a notification with a message of its own."""
        if notification.message is not None and is_current(table, notification):
            return notification.message
        if notification.place != "channel" or notification.state != "claimed":
            return None
        due = notification.kind in _SHARED_KINDS and is_current(table, notification)
        if not due and (notification.kind != "late" or await self._actor_since(notification) != "clock"):
            return None
        facts = await self._load_facts(table, notification)
        prompt = facts.question.prompt if due and facts.question else ""
        return (notification.kind, prompt, round((facts.deadline or 0) / 60) if due else 0, facts.count)

    # -- sending and correcting

    async def _try_settle(
        self,
        table: Table,
        notifications: tuple[Notification, ...],
        existing: Sequence[Notification],
        *,
        is_outdated: bool,
    ) -> bool:
        try:
            await self._settle(table, notifications, existing)
            if is_outdated and notifications[0].message is not None and is_current(table, notifications[0]):
                await self._update_times(table, notifications)
        except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
            problem_text = report_undelivered(error, f"a notice of table {table.id}")
            if notifications[0].place == "channel":
                self._problems[table.id] = problem_text
            if is_outdated:
                self._outdated.add(table.id)
            return False
        return True

    async def _update_times(self, table: Table, notifications: tuple[Notification, ...]) -> None:
        notification = notifications[0]
        if notification.kind not in _KINDS_WITHOUT_TIME and notification.message is not None:
            messages, channel = await self._messages_of(table, notification)
            await self._rate_limiter.wait(channel)
            facts = await self._load_facts(table, notification)
            seats = [Seat(other.seat) for other in notifications]
            await messages.edit(notification.message, notification_text(table, notification, facts, seats))

    async def _settle(
        self, table: Table, notifications: tuple[Notification, ...], existing: Sequence[Notification]
    ) -> None:
        notification = notifications[0]
        if notification.kind == "late":
            await self._settle_timeout(table, notifications)
        elif not is_current(table, notification):
            await self._finish(
                table, notification, [other for other in existing if other.message == notification.message]
            )
        elif notification.state == "claimed":
            await self._send(table, notifications)

    async def _settle_timeout(self, table: Table, notifications: tuple[Notification, ...]) -> None:
        """Notify players what was done after their time-out, unless they moved first.

        If the seat is kept for its player, the message is updated until the seat is no longer kept.
        """
        notification = notifications[0]
        if notification.message is not None:
            await self._settle_vacancy(table, notification, notification.message)
            return
        is_to_move = seats_to_move(table).get(Seat(notification.seat)) == notification.user
        if (
            is_to_move
            and table.clocks[notification.seat].point == notification.point
            and await self._actor_since(notification) != "clock"
        ):
            return  # the timeout action follows
        vacated = table.players[notification.seat - 1].away == notification.user
        if notification.state == "claimed" and (vacated or await self._actor_since(notification) == "clock"):
            await self._send(table, notifications)
        for other in notifications:
            if not is_to_former_holder(table, other):
                await self._delete(other)

    async def _settle_vacancy(self, table: Table, notification: Notification, message: MessageId) -> None:
        is_seat_kept = is_to_former_holder(table, notification)
        text = (
            notification_text(table, notification, NotificationFacts())
            if is_seat_kept
            else closing_text(table, notification, acted="")
        )
        new_text = text if is_seat_kept else truncate(text, limits.CONTENT)
        if self._vacancy_texts.get(notification.key) != new_text:
            assert notification.channel is not None  # it has a message
            await self._rate_limiter.wait(notification.channel)
            messages = ChannelMessages(self._client, notification.channel, None)
            await _edit_if_possible(
                messages,
                message,
                new_text,
                _notification_buttons(table, notification) if is_seat_kept else build_view(),
            )
            self._vacancy_texts[notification.key] = new_text
        if not is_seat_kept:
            self._vacancy_texts.pop(notification.key, None)
            await self._delete(notification)

    async def _send(self, table: Table, notifications: tuple[Notification, ...]) -> None:
        notification = notifications[0]
        try:
            messages, channel = await self._messages_of(table, notification)
            message_id = await self._find_sent(table, messages, notification)
            self._attempts.mark_unsaved([other.key for other in notifications])
            if message_id is None:
                message_id = await self._post(notifications, messages, channel)
            if message_id is not None:
                changes = {"state": "sent", "channel": channel, "message": message_id, "at": self._tables.now()}
                await self._save(*(replace(other, **changes) for other in notifications))
                await forget_withdrawn_question(self._tables, table, notification)
        except discord.HTTPException as error:
            if notification.place == "direct" and is_direct_message_refused(error):
                await self._switch_to_channel(table, notification)
            elif error.code == _UNKNOWN_CHANNEL:
                await self._save(*(replace(other, state="failed") for other in notifications))
                self.without_channel.update({table.id} if notification.place == "channel" else ())
            else:
                if isinstance(error, discord.Forbidden) and notification.kind == "zero":
                    await self._warn_directly(table, notifications)
                raise

    async def _warn_directly(self, table: Table, notifications: tuple[Notification, ...]) -> None:
        direct = [
            replace(notification, place="direct") for notification in notifications if notification.place == "channel"
        ]
        await self.claim(direct)
        for notification in direct:
            if self._attempts.is_new(notification.key):
                await self._send(table, (notification,))

    async def _find_sent(self, table: Table, messages: ChannelMessages, notification: Notification) -> MessageId | None:
        """Find the message of a notification that may have been sent before a crash or a lost connection."""
        if self._attempts.is_new(notification.key):
            return None
        await self._rate_limiter.wait()
        return await messages.find_by_custom_id(
            notification_custom_id(table, notification), after=message_id_before(notification)
        )

    async def _post(
        self, notifications: tuple[Notification, ...], messages: ChannelMessages, channel: ChannelId
    ) -> MessageId | None:
        """Post the message when the rate limit allows it; None if the question was answered meanwhile."""
        await self._rate_limiter.wait(channel)
        notification = notifications[0]
        table = await self._tables.get(notification.session)
        if notification.kind != "late" and not all(is_current(table, other) for other in notifications):
            for other in notifications:
                if not is_current(table, other):
                    await self._delete(other)
            return None
        seats = [Seat(other.seat) for other in notifications]
        text = notification_text(table, notification, await self._load_facts(table, notification), seats)
        buttons = _notification_buttons(table, notification)
        withdrawn_post = await find_withdrawn_question(self._tables, table, notification)
        if withdrawn_post is not None and await messages.edit(withdrawn_post, text, buttons):
            return withdrawn_post
        preferences_of = self._tables.user_settings.preferences_of
        pinged = [
            n.user
            for n in notifications
            if n.place == "direct" or "channel" in delivery_methods(preferences_of(n.user))
        ]
        return await messages.post(text, nonce=notification_nonce(table, notification), view=buttons, mentioned=pinged)

    async def _load_facts(self, table: Table, notification: Notification) -> NotificationFacts:
        seat, preferences = Seat(notification.seat), self._tables.user_settings.preferences_of(notification.user)
        clock, question_post = table.clocks.get(seat), table.notes.get(BookkeepingKey.QUESTION_POST)
        question = next((decision for decision in self._tables.decisions(table) if decision.seat == seat), None)
        action_at, count, now = None, 0, self._tables.now()
        warned_at = notification.at if notification.state == "sent" else now
        if notification.kind == "left":
            action_at = warned_at + grace_seconds(table.terms)
        elif clock is not None:
            action_at = timeout_time(clock, preferences, table.terms.time_control, warned_at)
        if notification.kind == "late":
            count = count_timeouts_in_a_row(await self._tables.store.load_log(table.id), seat)
        elif notification.kind == "quiet":
            count = {"all": 2, "last": 1, "none": 0}[preferences.reminders] if delivery_methods(preferences) else 0
        link = (
            ChannelMessages(self._client, table.channel, table.guild).link(MessageId(question_post))
            if question_post
            else md("")
        )
        deadline = deadlines(table, self._tables.user_settings.preferences_of).get(seat, 0.0)
        refusal = self._refusals.get(table.id, md(""))
        return NotificationFacts(question, deadline if deadline > now else None, action_at, link, count, refusal)

    async def _switch_to_channel(self, table: Table, notification: Notification) -> None:
        """Notify the user in the channel from now on, because Discord refuses direct messages."""
        preferences = self._tables.user_settings.preferences_of(notification.user)
        if preferences.notices in ("direct", "both"):
            await self._tables.user_settings.note_messages_refused(notification.user, closed=True)
        await self._save(replace(notification, state="failed"))
        is_replaced = notification.kind in ("asked", "remind", "last", "next") and preferences.notices != "both"
        if is_replaced and table.id not in self._refusals:
            replacement = replace(notification, place="channel", state="claimed")
            await self.claim([replacement])
            await self._send(table, (replacement,))

    # -- finishing

    async def _finish(self, table: Table, notification: Notification, sharing: Sequence[Notification]) -> None:
        """Delete the notification; delete its message too, or edit it to say what happened.

        If players who have not answered share the message, it keeps their mentions.
        """
        message, channel = notification.message, notification.channel
        if notification.state == "claimed":
            messages, channel = await self._messages_of(table, notification)
            message = await self._find_sent(table, messages, notification)
        if message is not None and channel is not None:
            guild = table.guild if notification.place == "channel" else None
            messages = ChannelMessages(self._client, channel, guild)
            await self._rate_limiter.wait(channel)
            remaining = [other for other in sharing if notification.message is not None and is_current(table, other)]
            if remaining:
                facts = await self._load_facts(table, remaining[0])
                seats = [Seat(other.seat) for other in remaining]
                await messages.edit(message, notification_text(table, remaining[0], facts, seats))
            else:
                await self._correct(table, notification, messages, message)
        await self._delete(notification)

    async def _correct(
        self, table: Table, notification: Notification, messages: ChannelMessages, message: MessageId
    ) -> None:
        acted = await self._actor_since(notification)
        is_handled = acted == "clock" or table.players[notification.seat - 1].user != notification.user
        is_moved_by_clock = (notification.kind, notification.place, acted) == ("asked", "direct", "clock")
        has_own_message = is_moved_by_clock or (notification.kind == "zero" and is_handled)
        if notification.kind in _KINDS_TO_DELETE or has_own_message:  # the action has its own message
            if not await messages.delete(message):
                raise OSError("Discord did not delete a message")
            return
        if is_to_former_holder(table, notification):
            await self._turn_into_vacancy(table, notification, messages, message)
            return
        text = truncate(closing_text(table, notification, acted=acted), limits.CONTENT)
        await _edit_if_possible(messages, message, text, build_view())
        if not acted:
            await note_withdrawn_question(self._tables, table, notification, message)

    async def _turn_into_vacancy(
        self, table: Table, notification: Notification, messages: ChannelMessages, message: MessageId
    ) -> None:
        """Turn a user's question into the message about their lost seat, or delete it if there is such a message
        already.
        """
        vacancy = replace(notification, kind="late", state="sent", message=message)
        if all(other.key != vacancy.key for other in await self.open_notifications(table.id)):
            await self.claim([vacancy])
            self._attempts.mark_unsaved([vacancy.key])
            await self._settle_vacancy(table, vacancy, message)
        elif not await messages.delete(message):
            raise OSError("Discord did not delete a message")

    async def _actor_since(self, notification: Notification) -> str:
        """Return who moved since the decision point began: ``player`` or ``clock``; empty if no one has."""
        rows = active_rows(await self._tables.store.load_log(notification.session, after=notification.point))
        actors = [entry.by for entry in rows if entry.seat == notification.seat and entry.by != "ahead"]
        return "clock" if "clock" in actors else "player" if actors else ""

    # -- places and storage

    async def _messages_of(self, table: Table, notification: Notification) -> tuple[ChannelMessages, ChannelId]:
        if notification.place == "channel":
            return ChannelMessages(self._client, table.channel, table.guild), table.channel
        channel = self._direct_channels.get(notification.user)
        if channel is None:
            await self._rate_limiter.wait()
            channel = await open_direct_channel(self._client, notification.user)
            self._direct_channels[notification.user] = channel
        return ChannelMessages(self._client, channel, None), channel

    async def _save(self, *notices: Notification) -> None:
        def save_all(db: Connection) -> None:
            for notification in notices:
                sql.save_notification(db, notification)

        await self._tables.store.write(save_all)

    async def _delete(self, notification: Notification) -> None:
        self._attempts.finish(notification.key)
        await self._tables.store.write(lambda db: sql.delete_notification(db, notification))

    async def notify_of_deleted_channel(self, table: Table) -> bool:
        """Notify the players that the table's channel was deleted. Return False if some must be notified later."""
        notified_count = table.notes.get(BookkeepingKey.CHANNEL_DELETION_NOTIFIED, len(table.players))
        for number, player in enumerate(table.players[notified_count:], notified_count + 1):
            if player.user is not None:
                await self._rate_limiter.wait()
                try:
                    text, nonce = channel_deleted_text(table), f"{table.id}-gone-{number}"
                    await self._messages.notify(player.user, {"direct": text}, nonce=nonce)
                except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
                    report_undelivered(error, f"the end of the channel of table {table.id}")
                    return False
            await self._tables.save_bookkeeping(table.id, {BookkeepingKey.CHANNEL_DELETION_NOTIFIED: number})
        return True

    async def send_test(self, interaction: Interaction) -> Markdown:
        """Send the user a test notification and return a sentence that says whether it arrived."""
        return await send_test_notification(self._client, self._tables.user_settings, self._rate_limiter, interaction)


def _notification_buttons(table: Table, notification: Notification) -> ui.View:
    is_seat_kept = notification.kind == "late" and is_to_former_holder(table, notification)
    return build_view(
        [
            button(
                "I’m back" if is_seat_kept else "Your move", notification_custom_id(table, notification), Style.primary
            )
        ]
    )


async def _edit_if_possible(messages: ChannelMessages, message: MessageId, text: Markdown, buttons: ui.View) -> None:
    """Edit the message, unless its channel is gone or its recipient no longer accepts messages."""
    try:
        await messages.edit(message, text, buttons)
    except discord.HTTPException as error:
        if error.code != _UNKNOWN_CHANNEL and not is_direct_message_refused(error):
            raise
