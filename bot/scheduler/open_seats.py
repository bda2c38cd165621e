"""Open seats: an offer to one person opens to everyone after three days; the table is reminded then and after a
week.
"""

from collections.abc import Mapping

from bot.play import seat_holders, seats
from bot.play.service import TableService
from bot.tables.table import SeatBookkeepingKey, Table
from engine.core import Seat, all_seats
from engine.store.ids import TableId
from engine.store.table_settings import DAY

_REMINDER_DELAYS = (3 * DAY, 7 * DAY)
"""Delays since a seat was opened or offered."""


def next_reminder_time(table: Table) -> float | None:
    """The time when the table is reminded; None if it need not be."""
    times = [_reminder_time(table, seat) for seat in _open_seats(table)]
    return min((at for at in times if at is not None), default=None)


async def remind_if_due(tables: TableService, table_id: TableId) -> bool:
    """Note open seats and renew offers that are due; return whether any was."""
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
    """Notes of seats that are newly open, with the time; 0 for seats no longer open."""
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
    """The seats that wait for a person; a computer that plays until its seat is taken needs none."""
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
