"""Tracks direct messages with a question that an undo withdrew and a redo may ask again.

The message is edited both times, so that no one is notified twice of the same question.
"""

from bot.play.service import TableService
from bot.tables.table import SeatBookkeepingKey, Table
from engine import Seat, redact
from engine.store.ids import MessageId
from engine.store.notifications import Notification


async def note_withdrawn_question(
    tables: TableService, table: Table, notification: Notification, message: MessageId
) -> None:
    """Store the id of the direct message that now says that an undo withdrew its question."""
    has_same_player = table.status == "playing" and table.players[notification.seat - 1].user == notification.user
    if has_same_player and table.paused is None and _is_question(notification):
        message_key, point_key = (
            SeatBookkeepingKey.WITHDRAWN_MESSAGE.for_seat(notification.seat),
            SeatBookkeepingKey.WITHDRAWN_POINT.for_seat(notification.seat),
        )
        await tables.save_bookkeeping(table.id, {message_key: message, point_key: notification.point})


async def find_withdrawn_question(tables: TableService, table: Table, notification: Notification) -> MessageId | None:
    """Return the id of the user's message about the same, withdrawn question; None if there is none."""
    message = table.notes.get(SeatBookkeepingKey.WITHDRAWN_MESSAGE.for_seat(notification.seat), 0)
    if not message or not _is_question(notification):
        return None
    point = table.notes[SeatBookkeepingKey.WITHDRAWN_POINT.for_seat(notification.seat)]
    old_state, new_state = await tables.state_at(table.id, point), await tables.state_at(table.id, notification.point)
    seat = Seat(notification.seat)
    return (
        MessageId(message) if redact(old_state, seat) == redact(new_state, seat) else None
    )  # the seat's view does not contain the others' secret moves


async def forget_withdrawn_question(tables: TableService, table: Table, notification: Notification) -> None:
    """Forget the message of a withdrawn question that is open again.

    Call this only after the notification is stored, because otherwise a crash could repeat the question.
    """
    if _is_question(notification) and table.notes.get(SeatBookkeepingKey.WITHDRAWN_MESSAGE.for_seat(notification.seat)):
        await tables.save_bookkeeping(table.id, {SeatBookkeepingKey.WITHDRAWN_MESSAGE.for_seat(notification.seat): 0})


def _is_question(notification: Notification) -> bool:
    return (notification.kind, notification.place) == ("asked", "direct")
