"""Redoes undone moves as long as nothing else was done since. It knows no Discord and no title."""

from collections.abc import Sequence

from msgspec.structs import replace

from bot.markdown import md
from bot.play.sessions import Tables
from bot.tables.moves import Step, chosen, forced, in_play, seat_at
from bot.tables.table import Move
from engine.core import Seat
from engine.errors import Refused, Stale
from engine.store import Entry, Table, take_back
from engine.store.ids import InteractionId, TableId, UserId


async def redo(
    sessions: Tables,
    table_id: TableId,
    user: UserId,
    *,
    interaction: InteractionId | None = None,
    seen: int | None = None,
) -> tuple[Move, ...]:
    """Makes the user's moves again that were just taken back, as long as nobody has made any other move since.

    Of moves of several players each makes the own ones again, in the order in which they were made. ``seen`` is the
    ``seq`` of the table that the user looked at; ``Stale`` when other moves are to be made again since.
    """
    async with sessions.holding(table_id) as held:
        table = held.table
        if made := await sessions.made_before(table, interaction):
            return (made,)
        in_play(table)
        seat, log = seat_at(table, user), await sessions.store.log(table_id)
        pending = again(log)
        if not pending:
            raise Refused(md("There’s nothing to redo."))
        if pending[0].seat != seat:
            raise Refused(md("Only player {} can redo the next move.", pending[0].seat))
        if seen is not None and pending != again([entry for entry in log if entry.seq <= seen]):
            raise Stale(md("The game has changed since that button was posted. To redo, use `/undo scope:redo`."))
        return await held.append_all(_made_again(table, user, seat, pending), interaction)


def _made_again(table: Table, user: UserId, seat: Seat, pending: Sequence[Entry]) -> tuple[Step, ...]:
    """The seat's own moves that come next, and what follows from them without a choice."""
    steps = list[Step]()
    for entry in pending:
        step = forced(table)
        if step is None and entry.seat == seat:
            try:
                step = chosen(table, user, entry.action, None)
            except Refused:
                if not steps:
                    raise
        if step is None or step.line != entry.action:
            break
        steps.append(step)
        table = replace(table, state=step.after)
    return tuple(steps)


def again(log: Sequence[Entry]) -> tuple[Entry, ...]:
    """The moves just taken back that have not been made again, the first one first; none once another was made."""
    made, pending = list[Entry](), list[Entry]()
    for entry in log:
        if entry.by == "undo":
            last = next(other for other in reversed(made) if other.by != "ahead")
            pending.insert(0, last)
            take_back(made, entry.seat)
        elif entry.by != "start":
            made.append(entry)
            if pending and (entry.seat, entry.action) == (pending[0].seat, pending[0].action):
                pending.pop(0)
            elif entry.by != "ahead":
                pending.clear()
    return tuple(pending)
