"""Redo: makes undone moves again, as long as no one has moved since."""

from collections.abc import Sequence

from msgspec.structs import replace

from bot.markdown import md
from bot.play.service import TableService
from bot.tables.moves import PendingMove, find_forced_move, prepare_move, seat_of_user, state_in_play
from bot.tables.table import LogEntry
from engine.core import Seat
from engine.errors import Refused, Stale
from engine.store import LogRow, Table, undo_last_move
from engine.store.ids import InteractionId, TableId, UserId


async def redo(
    tables: TableService,
    table_id: TableId,
    user: UserId,
    *,
    interaction: InteractionId | None = None,
    seen_seq: int | None = None,
) -> tuple[LogEntry, ...]:
    """Redo the user's last undone moves, as long as no one has moved since.

    If moves of several players were undone, each player redoes their own moves, in the original order. ``seen_seq`` is
    the number of the last move that the user saw. Raises ``Stale`` if different moves can be redone now.
    """
    async with tables.lock_table(table_id) as locked_table:
        table = locked_table.table
        if repeated_move := await tables.find_move_of_interaction(table, interaction):
            return (repeated_move,)
        state_in_play(table)
        seat, log = seat_of_user(table, user), await tables.store.load_log(table_id)
        pending = _moves_to_redo(log)
        if not pending:
            raise Refused(md("There’s nothing to redo."))
        if pending[0].seat != seat:
            raise Refused(md("Only player {} can redo the next move.", pending[0].seat))
        if seen_seq is not None and pending != _moves_to_redo([entry for entry in log if entry.seq <= seen_seq]):
            raise Stale(md("The game has changed since that button was posted. To redo, use `/undo scope:redo`."))
        return await locked_table.append_moves(_redo_steps(table, user, seat, pending), interaction)


def _redo_steps(table: Table, user: UserId, seat: Seat, pending: Sequence[LogRow]) -> tuple[PendingMove, ...]:
    """Return the steps that redo the next undone moves, as long as these are moves of the seat or forced."""
    steps = list[PendingMove]()
    for entry in pending:
        step = find_forced_move(table)
        if step is None and entry.seat == seat:
            try:
                step = prepare_move(table, user, entry.action, None)
            except Refused:
                if not steps:
                    raise
        if step is None or step.line != entry.action:
            break
        steps.append(step)
        table = replace(table, state=step.state)
    return tuple(steps)


def _moves_to_redo(log: Sequence[LogRow]) -> tuple[LogRow, ...]:
    """Return the undone moves that were not redone, in order; empty if another move was made since."""
    rows, pending = list[LogRow](), list[LogRow]()
    for entry in log:
        if entry.by == "undo":
            last = next(other for other in reversed(rows) if other.by != "ahead")
            pending.insert(0, last)
            undo_last_move(rows, entry.seat)
        elif entry.by != "start":
            rows.append(entry)
            if pending and (entry.seat, entry.action) == (pending[0].seat, pending[0].action):
                pending.pop(0)
            elif entry.by != "ahead":
                pending.clear()
    return tuple(pending)
