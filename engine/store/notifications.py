"""Notifications, each of which is sent only once: values and SQL."""

from collections.abc import Iterable
from typing import Literal, get_args

import msgspec

from engine.core import Seat
from engine.store.connection import CAPPED_TIME_SQL, Connection
from engine.store.ids import ChannelId, MessageId, TableId, UserId

NotificationKind = Literal["asked", "next", "remind", "last", "again", "zero", "quiet", "late", "left"]
"""Kinds: you are to move, or probably next; a reminder, the last one; the game has resumed; your time is up; no
more reminders follow; a move was made for you; you have left the server.
"""

DeliveryMethod = Literal["channel", "direct"]
DELIVERY_METHODS: tuple[DeliveryMethod, ...] = get_args(DeliveryMethod)
NotificationState = Literal["claimed", "sent", "failed"]

_COLUMNS = "session, seat, point, kind, place, user_id, state, channel, message, at, claimed"
_KEY = "session = ? AND seat = ? AND point = ? AND kind = ? AND place = ?"


class Notification(msgspec.Struct, frozen=True):
    """One message about a decision point, opened by move ``point``, of ``seat``, to its holder ``user``.

    It is ``claimed`` before it is sent, so that it is searched for after a crash; ``sent`` as ``message`` in
    ``channel``; ``failed`` if Discord refused it for good. Its row is deleted when the decision point is over. ``at``
    is when it was sent, or ``claimed``, in seconds since 1970; downtime is added only to ``at``.
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
    """Every notice of the table that is not over yet."""
    rows = db.execute(f"SELECT {_COLUMNS} FROM notice WHERE session = ? ORDER BY at, seat, kind, place", (table_id,))
    return tuple(Notification(*row) for row in rows)


def list_tables_with_notifications(db: Connection) -> tuple[TableId, ...]:
    """The tables with notices that are not over yet."""
    return tuple(session for (session,) in db.execute("SELECT DISTINCT session FROM notice ORDER BY session"))


def claim_notifications(db: Connection, notifications: Iterable[Notification]) -> tuple[Notification, ...]:
    """Store that these are about to be sent; return the new ones, because existing rows are unchanged."""
    marks = ", ".join("?" * len(Notification.__struct_fields__))
    added = f"INSERT INTO notice ({_COLUMNS}) VALUES ({marks}) ON CONFLICT DO NOTHING"
    return tuple(notice for notice in notifications if db.execute(added, msgspec.structs.astuple(notice)).rowcount)


def save_notification(db: Connection, notification: Notification) -> None:
    """Store the result of a notification."""
    db.execute(
        f"UPDATE notice SET state = ?, channel = ?, message = ?, at = ? WHERE {_KEY}",
        (notification.state, notification.channel, notification.message, notification.at, *notification.key),
    )


def delete_notification(db: Connection, notification: Notification) -> None:
    """Forget a notice that is over."""
    db.execute(f"DELETE FROM notice WHERE {_KEY}", notification.key)


def record_time_given_back(db: Connection, seconds: float, at: float) -> tuple[TableId, ...]:
    """Note at every table in play with a running clock that time was credited, and that its posts have outdated times;
    return these tables.

    A negative number is a corrected clock, which players are not told. Actions that are due a fixed time after a
    warning are delayed as much.
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
