"""Tells the channel of seats that changed hands: a post for each that lost its player, edited when it has one again.

What is untold stands among the table's notes, so it is told after a crash as well, and once. It knows no title.
"""

from bot.play.holders import EVERYBODY, NOBODY, offered_to, reason
from bot.play.sessions import Tables
from bot.sight import sight
from bot.tables.table import Note, SeatNote, Table
from bot.telling.asking import ways
from bot.telling.mailbox import Mailbox, latest
from bot.ui.components import rows
from bot.ui.seats import nudge, seat_mark, superseded, vacancy, vacancy_buttons
from engine.core import Seat, all_seats
from engine.store.ids import MessageId, UserId


async def tell_seats(mailbox: Mailbox, sessions: Tables, table: Table) -> bool:
    """Posts about every seat that lost its player since, and edits the posts about the others; whether one changed.

    Who calls it notes how many changes are told, once the card and the question say so as well.
    """
    if table.notes.get(Note.SEATS, 0) == table.notes.get(Note.SEATS_TOLD, 0):
        return False
    told = dict[str, int]()
    for seat in all_seats(len(table.players)):
        if old := table.notes.get(SeatNote.POST_BEFORE.of(seat)):  # another post tells who may take the seat
            if old != table.notes.get(SeatNote.POST.of(seat)):
                await mailbox.edit(MessageId(old), superseded(table, seat), rows())
            told[SeatNote.POST_BEFORE.of(seat)] = 0
    for seat in all_seats(len(table.players)):
        post = table.notes.get(SeatNote.POST.of(seat))
        if post:
            await mailbox.edit(MessageId(post), vacancy(table, sight(table, None), seat), vacancy_buttons(table, seat))
        elif post == 0 and table.status == "playing" and table.players[seat - 1].user is None:
            told[SeatNote.POST.of(seat)] = await _posted(mailbox, sessions, table, seat)
        told |= await _nudged(mailbox, table, seat)
    if told:
        await sessions.note(table.id, told)
    return True


async def _posted(mailbox: Mailbox, sessions: Tables, table: Table, seat: Seat) -> MessageId:
    """The id of the post about the seat; of the one that was made before a crash, if there is one."""
    to = offered_to(table, seat)
    found = await mailbox.find(
        seat_mark(table, seat, "take" if to != NOBODY else "back"),
        after=latest(table),
    )
    if found is not None:
        return found
    called = [to] if to not in (NOBODY, EVERYBODY) else []
    return await mailbox.post(
        vacancy(table, sight(table, None), seat),
        nonce=f"{table.id}-{table.notes['seats']}-s{seat}",
        view=vacancy_buttons(table, seat),
        pinged=[*called, *_missing(sessions, table, seat)],
    )


async def _nudged(mailbox: Mailbox, table: Table, seat: Seat) -> dict[str, int]:
    """Reminds the table of an open seat in a line; the line before goes, and every line once the seat is taken."""
    names = (SeatNote.NUDGE, SeatNote.NUDGED, SeatNote.POST)
    owed, last, post = (table.notes.get(name.of(seat), 0) for name in names)
    free = table.status == "playing" and table.players[seat - 1].user is None and offered_to(table, seat) == EVERYBODY
    if last and (owed or not free):
        await mailbox.remove(MessageId(last))
    if not owed:
        return {} if not last or free else {SeatNote.NUDGED.of(seat): 0}
    made = 0
    if free and post:
        found = await mailbox.find(seat_mark(table, seat, "take"), after=MessageId(post))
        made = found or await mailbox.post(
            nudge(table, seat, mailbox.link(MessageId(post))),
            nonce=f"{table.id}-{table.notes['seats']}-n{seat}",
            view=vacancy_buttons(table, seat, back=False),
        )
    return {SeatNote.NUDGE.of(seat): 0, SeatNote.NUDGED.of(seat): made}


def _missing(sessions: Tables, table: Table, seat: Seat) -> list[UserId]:
    """The user whose time ran out, to be notified by the post itself, if they are told things in the channel."""
    user = table.players[seat - 1].away
    if user is None or reason(table, seat) != "late":
        return []
    return [user] if "channel" in ways(sessions.people.of(user)) else []
