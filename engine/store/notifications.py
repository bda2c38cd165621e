"""Notifications, each of which is sent only once: values and SQL."""

from collections.abc import Iterable
from typing import Literal, get_args

import msgspec

from engine.core import Seat
from engine.store.connection import CAPPED_TIME_SQL, Connection
from engine.store.ids import ChannelId, MessageId, TableId, UserId

NotificationKind = Literal["asked", "next", "remind", "last", "again", "zero", "quiet", "late", "left"]
"""The kind of a notification.

In this order: you are to move; you are probably next; a reminder; the last reminder; the game has resumed; your time is
up; there will be no more reminders; a move was made for you; you have left the server.
"""

DeliveryMethod = Literal["channel", "direct"]
"""The method of delivery: a mention in the table's channel, or a direct message."""
DELIVERY_METHODS: tuple[DeliveryMethod, ...] = get_args(DeliveryMethod)
NotificationState = Literal["claimed", "sent", "failed"]
"""The state of a notification: about to be sent, sent, or permanently refused by Discord."""

_COLUMNS = "session, seat, point, kind, place, user_id, state, channel, message, at, claimed"
_KEY = "session = ? AND seat = ? AND point = ? AND kind = ? AND place = ?"


class Notification(msgspec.Struct, frozen=True):
    """One message to ``user`` about the decision point of ``seat`` that began with move ``point``.

    The notification is claimed before the message is sent, so that the bot looks for the message after a crash. The
    message is ``message`` in ``channel``. When the decision point is over, the row is deleted. ``claimed`` is the time
    of the claim, in seconds since 1970. ``at`` is the time of sending, or before that the time of the claim; downtime
    is added.
    """

    session: TableId
    seat: Seat
    point: int
    kind: NotificationKind
    place: DeliveryMethod
    user: UserId
    state: NotificationState = "claimed"
    channel: ChannelId | None = None
    message: MessageId | None = None
    at: float = 0.0
    claimed: float = 0.0

    @property
    def key(self) -> tuple[int, int, int, str, str]:
        """The unique key of a notification."""
        return (self.session, self.seat, self.point, self.kind, self.place)


def load_notifications(db: Connection, table_id: TableId) -> tuple[Notification, ...]:
    """Return the notifications of a table whose decision points are not over."""
    rows = db.execute(f"SELECT {_COLUMNS} FROM notice WHERE session = ? ORDER BY at, seat, kind, place", (table_id,))
    return tuple(Notification(*row) for row in rows)


def list_tables_with_notifications(db: Connection) -> tuple[TableId, ...]:
    """Return the tables with notifications whose decision points are not over."""
    return tuple(session for (session,) in db.execute("SELECT DISTINCT session FROM notice ORDER BY session"))


def claim_notifications(db: Connection, notifications: Iterable[Notification]) -> tuple[Notification, ...]:
    """Store notifications that are about to be sent, unless they are already stored.

    Return the new ones.
    """
    marks = ", ".join("?" * len(Notification.__struct_fields__))
    insert_sql = f"INSERT INTO notice ({_COLUMNS}) VALUES ({marks}) ON CONFLICT DO NOTHING"
    return tuple(each for each in notifications if db.execute(insert_sql, msgspec.structs.astuple(each)).rowcount)


def save_notification(db: Connection, notification: Notification) -> None:
    """Store the state of a notification, with its message."""
    db.execute(
        f"UPDATE notice SET state = ?, channel = ?, message = ?, at = ? WHERE {_KEY}",
        (notification.state, notification.channel, notification.message, notification.at, *notification.key),
    )


def delete_notification(db: Connection, notification: Notification) -> None:
    """Delete a notification whose decision point is over."""
    db.execute(f"DELETE FROM notice WHERE {_KEY}", notification.key)


def record_credited_time(db: Connection, seconds: float, at: float) -> tuple[TableId, ...]:
    """Record that time was credited, in the notes of all tables with a running clock. Return these tables.

    The notes also say that the times in the tables' posts are outdated. Actions that are due a fixed time after a
    notification are delayed too. If ``seconds`` is negative, the system clock was corrected; players are not told this.
    """
    if seconds > 0:
        db.execute(f"UPDATE notice SET at = {CAPPED_TIME_SQL.format('at')}", (seconds, at))
    rows = db.execute(
        "SELECT DISTINCT session FROM clock JOIN session ON session.id = clock.session"
        " WHERE clock.since IS NOT NULL AND status IN ('lobby', 'playing') AND status = 'playing' ORDER BY session"
    ).fetchall()
    note_values = (("back", max(0.0, seconds)), ("back at", at), ("times", 0))
    notes = [(session, name, number) for (session,) in rows for name, number in note_values]
    db.executemany(
        "INSERT INTO note (session, name, message) VALUES (?, ?, ?)"
        " ON CONFLICT (session, name) DO UPDATE SET message = excluded.message",
        [(session, name, int(number)) for session, name, number in notes],
    )
    return tuple(session for (session,) in rows)
