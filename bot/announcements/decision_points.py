"""Notifications and their decision points: whether a notification is still current, its button, and its nonce."""

import hashlib
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime

import discord

from bot import limits
from bot.announcements.recipients import is_to_former_holder, seats_to_move
from bot.tables.table import Table
from bot.ui.components import custom_id
from engine import Seat
from engine.store import LogRow, undo_last_move
from engine.store.ids import MessageId
from engine.store.notifications import Notification, NotificationKind

_STAGES_BEFORE: Mapping[NotificationKind, int] = {"remind": 1, "last": 2, "quiet": 3, "zero": 3}
"""The stage of the seat's clock at which each kind of notification is sent."""
_CLOCK_TOLERANCE = 60.0
"""Maximum seconds that Discord's clock may be behind the bot's."""


def is_current(table: Table, notification: Notification) -> bool:
    """Whether the notification is about a decision that its recipient still has to make."""
    if table.players[notification.seat - 1].user != notification.user:
        return False
    points = {seat: table.clocks[seat].point for seat in seats_to_move(table)}
    clock = table.clocks.get(notification.seat)
    if clock is not None and clock.stage < _STAGES_BEFORE.get(notification.kind, 0):
        return False  # the player got more time
    if notification.kind == "next":
        return notification.seat not in points and list(points.values()) == [notification.point]
    return points.get(Seat(notification.seat)) == notification.point


def active_rows(log: Iterable[LogRow]) -> list[LogRow]:
    """Return the moves of consecutive log rows, without the moves that these rows undo."""
    rows: list[LogRow] = []
    for entry in log:
        if entry.by == "undo":
            undo_last_move(rows, entry.seat)  # no effect on rows if the undone move is older than they are
        else:
            rows.append(entry)
    return rows


def notification_custom_id(table: Table, notification: Notification) -> str:
    """The unique ``custom_id`` of the notification's button: *Your move*, or *I’m back*."""
    if notification.kind == "late" and is_to_former_holder(table, notification):
        return custom_id("g", notification.session, notification.point, f"back{notification.seat}")
    return custom_id("d", notification.session, notification.point, f"{notification.kind}{notification.seat}")


def message_id_before(notification: Notification) -> MessageId:
    """A message id that is lower than the id of the notification's message."""
    since = datetime.fromtimestamp(notification.claimed - _CLOCK_TOLERANCE, UTC)
    return MessageId(max(1, discord.utils.time_snowflake(since)))


def notification_nonce(table: Table, notification: Notification) -> str:
    """The nonce of a notification: within minutes, Discord creates only one message with it. (docs, create message)

    A notification that is claimed again, for example after a second pause, has another nonce.
    """
    unique_text = f"{table.seed_hash} {notification.key} {notification.claimed}"
    return hashlib.blake2b(unique_text.encode(), digest_size=limits.NONCE // 2).hexdigest()
