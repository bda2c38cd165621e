"""Reminds tables of open seats after three days and after a week. Each reminder offers the seat to everyone."""

from collections.abc import Mapping

from bot.play import seat_holders, seats
from bot.play.service import TableService
from bot.tables.table import SeatBookkeepingKey, Table
from engine.core import Seat, all_seats
from engine.store.ids import TableId
from engine.store.table_settings import DAY

_REMINDER_DELAYS = (3 * DAY, 7 * DAY)
"""Seconds from the opening of a seat to each of its reminders."""


def next_reminder_time(table: Table) -> float | None:
    """Return the time of the table's next reminder, in seconds since 1970; None if there is none."""
    times = [_reminder_time(table, seat) for seat in _open_seats(table)]
    return min((at for at in times if at is not None), default=None)


async def remind_if_due(tables: TableService, table_id: TableId) -> bool:
    """Note the times of newly opened seats, and offer the seats that are due again. Return whether any seat was due."""
    table, has_reminded = await tables.get(table_id), False
    notes = _open_since_notes(table, tables.now())
    if notes:
        table = await tables.save_bookkeeping(table_id, notes)
    for seat in _open_seats(table):
        at = _reminder_time(table, seat)
        if at is not None and at <= tables.now():
            has_reminded = True
            async with tables.lock_table(table_id) as locked_table:
                if table.players == locked_table.table.players:
                    await locked_table.save(seats.reoffer_seat(locked_table.table, seat))
            count_key = SeatBookkeepingKey.REMINDER_COUNT.for_seat(seat)
            await tables.save_bookkeeping(table_id, {count_key: table.notes.get(count_key, 0) + 1})
    return has_reminded


def _open_since_notes(table: Table, now: float) -> Mapping[str, int]:
    """Return the notes with the time at which each seat was opened; 0 for a seat that is no longer open."""
    open_seats = _open_seats(table)
    notes: dict[str, int] = {}
    for seat in all_seats(len(table.players)):
        since, count_key = (
            SeatBookkeepingKey.OPEN_SINCE.for_seat(seat),
            SeatBookkeepingKey.REMINDER_COUNT.for_seat(seat),
        )
        was_open = bool(table.notes.get(since))
        if was_open != (seat in open_seats):
            notes |= {since: 0, count_key: 0} if was_open else {since: int(now)}
    return notes


def _open_seats(table: Table) -> tuple[Seat, ...]:
    """Return the seats that are offered and empty. A seat that a computer plays meanwhile is not included."""
    if table.status != "playing" or table.paused is not None:
        return ()
    return tuple(
        seat
        for seat in all_seats(len(table.players))
        if table.players[seat - 1].user is None
        and table.players[seat - 1].policy is None
        and seat_holders.offer_recipient(table, seat) != seat_holders.NOBODY
    )


def _reminder_time(table: Table, seat: Seat) -> float | None:
    since = table.notes.get(SeatBookkeepingKey.OPEN_SINCE.for_seat(seat), 0)
    reminder_count = table.notes.get(SeatBookkeepingKey.REMINDER_COUNT.for_seat(seat), 0)
    return since + _REMINDER_DELAYS[reminder_count] if since and reminder_count < len(_REMINDER_DELAYS) else None
