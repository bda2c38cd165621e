"""A direct message whose question went with a move that was taken back, and comes again when that move is made again.

It is edited both times, so that nobody is notified twice of the same question. It knows no title.
"""

from __future__ import annotations

from bot.play.sessions import Sessions
from bot.tables.table import Table
from engine.store.notices import Notice

__all__ = ["remember", "standing_again"]


async def remember(sessions: Sessions, table: Table, notice: Notice, message: int) -> None:
    """Notes the message, which says that nothing is asked any more because a move was taken back."""
    seat = notice.seat
    same = table.status == "playing" and table.players[seat - 1].user == notice.user
    if same and table.paused is None and (notice.kind, notice.place) == ("asked", "direct"):
        await sessions.note(table.id, {f"unasked{seat}": message, f"unasked at{seat}": notice.point})


async def standing_again(sessions: Sessions, table: Table, notice: Notice) -> int | None:
    """The message that asked the very same before; None when what is asked is new, or was read otherwise since."""
    seat = notice.seat
    message, point = table.notes.get(f"unasked{seat}", 0), table.notes.get(f"unasked at{seat}", 0)
    if not message or (notice.kind, notice.place) != ("asked", "direct"):
        return None
    await sessions.note(table.id, {f"unasked{seat}": 0})
    then, now = await sessions.state_at(table.id, point), await sessions.state_at(table.id, notice.point)
    return message if then == now else None
