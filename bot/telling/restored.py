"""A direct message whose question went with a move that was taken back, and comes again when that move is made again.

It is edited both times, so that nobody is notified twice of the same question. It knows no title and no Discord.
"""

from bot.play.sessions import Tables
from bot.tables.table import SeatNote, Table
from engine import Seat, redact
from engine.store.ids import MessageId
from engine.store.notices import Notice


async def remember(sessions: Tables, table: Table, notice: Notice, message: MessageId) -> None:
    """Notes the message, which says that nothing is asked any more because a move was taken back."""
    same = table.status == "playing" and table.players[notice.seat - 1].user == notice.user
    if same and table.paused is None and _is_question(notice):
        asked, at = SeatNote.UNASKED.of(notice.seat), SeatNote.UNASKED_AT.of(notice.seat)
        await sessions.note(table.id, {asked: message, at: notice.point})


async def standing_again(sessions: Tables, table: Table, notice: Notice) -> MessageId | None:
    """The message that asked the very same before; None when what is asked is new, or was read otherwise since."""
    message = table.notes.get(SeatNote.UNASKED.of(notice.seat), 0)
    if not message or not _is_question(notice):
        return None
    point = table.notes[SeatNote.UNASKED_AT.of(notice.seat)]
    then, now = await sessions.state_at(table.id, point), await sessions.state_at(table.id, notice.point)
    seat = Seat(notice.seat)
    return (
        MessageId(message) if redact(then, seat) == redact(now, seat) else None
    )  # what others said in secret does not show


async def forget(sessions: Tables, table: Table, notice: Notice) -> None:
    """The question was asked again, and that is noted: only now, or a crash would have it asked in two messages."""
    if _is_question(notice) and table.notes.get(SeatNote.UNASKED.of(notice.seat)):
        await sessions.note(table.id, {SeatNote.UNASKED.of(notice.seat): 0})


def _is_question(notice: Notice) -> bool:
    return (notice.kind, notice.place) == ("asked", "direct")
