"""Seats that nobody takes: an offer to one person opens to all after three days, and the table is told again then and
after a week. It knows no title and no Discord."""

from collections.abc import Mapping

from bot.play import handover, holders
from bot.play.sessions import Tables
from bot.tables.table import SeatNote, Table
from engine.core import Seat, all_seats
from engine.store.ids import TableId
from engine.store.terms import DAY

_TOLD_AFTER = (3 * DAY, 7 * DAY)
"""Since a seat was opened or offered."""


def due_at(table: Table) -> float | None:
    """The time when the table is told again; None when it need not be."""
    found = [_due(table, seat) for seat in _open(table)]
    return min((at for at in found if at is not None), default=None)


async def settle(sessions: Tables, table_id: TableId) -> bool:
    """Notes since when seats are open, and offers those again of which it is time; whether one was."""
    table, again = await sessions.get(table_id), False
    notes = _noted(table, sessions.now())
    if notes:
        table = await sessions.note(table_id, notes)
    for seat in _open(table):
        at = _due(table, seat)
        if at is not None and at <= sessions.now():
            again = True
            async with sessions.holding(table_id) as held:
                if table.players == held.table.players:
                    await held.save(handover.offered_still(held.table, seat))
            told = SeatNote.OPEN_TOLD.of(seat)
            await sessions.note(table_id, {told: table.notes.get(told, 0) + 1})
    return again


def _noted(table: Table, now: float) -> Mapping[str, int]:
    """Since when each open seat is open, where that is news; 0 for a seat that no longer is."""
    here = _open(table)
    news: dict[str, int] = {}
    for seat in all_seats(len(table.players)):
        since, told = SeatNote.OPEN.of(seat), SeatNote.OPEN_TOLD.of(seat)
        known = bool(table.notes.get(since))
        if known != (seat in here):
            news |= {since: 0, told: 0} if known else {since: int(now)}
    return news


def _open(table: Table) -> tuple[Seat, ...]:
    """The seats that wait for somebody: a computer that plays on until its seat is taken needs nobody."""
    if table.status != "playing" or table.paused is not None:
        return ()
    return tuple(
        seat
        for seat in all_seats(len(table.players))
        if table.players[seat - 1].user is None
        and table.players[seat - 1].policy is None
        and holders.offered_to(table, seat) != holders.NOBODY
    )


def _due(table: Table, seat: Seat) -> float | None:
    since = table.notes.get(SeatNote.OPEN.of(seat), 0)
    told = table.notes.get(SeatNote.OPEN_TOLD.of(seat), 0)
    return since + _TOLD_AFTER[told] if since and told < len(_TOLD_AFTER) else None
