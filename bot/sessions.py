"""Tables and moves over the store and the engine: the one place where a move becomes part of a game.

It knows no Discord and no title. Every method that changes a table holds that table's lock.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Mapping

from bot.tables import Move, Player, Table
from engine.core.action import Decision
from engine.core.flow import State
from engine.core.flow import decisions as open_questions
from engine.core.seats import Seat
from engine.store import Store

__all__ = ["Move", "Player", "Sessions", "Table"]


class Sessions:
    """All tables of one store. Mutable, because it keeps the locks and the heads of the tables in use.

    Raises ``Refused`` with a sentence for the player (also for a table that does not exist), ``Unreadable`` for a line
    or a file that cannot be read, and ``Stale`` when the table has moved on.
    """

    def __init__(
        self,
        store: Store,
        *,
        clock: Callable[[], float] = time.time,
        new_seed: Callable[[], int] = lambda: secrets.randbits(128),
    ) -> None: ...

    # -- finding tables

    async def at(self, channel: int) -> Table | None:
        """The channel's open table, or else the last one that was played there."""

    async def get(self, table_id: int) -> Table:
        """The table of that number."""

    async def of_user(self, user: int) -> tuple[Table, ...]:
        """The open tables at which the user sits, the longest waiting first."""

    # -- the lobby

    async def open(self, channel: int, guild: int | None, title: str, host: Player) -> Table:
        """A new table with its host on the first chair. Refused when the channel has an open table."""

    async def join(self, table_id: int, player: Player) -> Table: ...

    async def leave(self, table_id: int, user: int) -> Table:
        """Gives the chair up; the next person becomes host, and without one the table ends."""

    async def add_computer(self, table_id: int, policy: str) -> Table: ...

    async def remove_computer(self, table_id: int) -> Table:
        """Sends the last computer player away."""

    async def set_option(self, table_id: int, name: str, word: str) -> Table: ...

    async def start(self, table_id: int, by_user: int) -> Table:
        """Only the host starts. Its set-up is move 0 of the log, by ``start``, and waits in the outbox."""

    async def end(self, table_id: int, by_user: int, *, moderator: bool = False) -> Table:
        """Closes the table before its game is over: its host may, and a moderator of the server."""

    async def adopt(self, text: str, channel: int, guild: int | None, host: Player) -> Table:
        """A table from a ``.game`` file. A finished game is there to look at; any other waits in the lobby for as
        many players as it has seats, and goes on where the file stops."""

    # -- play

    async def play(
        self, table_id: int, user: int, line: str, *, interaction: int | None = None, seen: int | None = None
    ) -> Move:
        """Makes the user's move. ``line`` is notation; ``seen`` is the ``seq`` of the table that the user looked at.

        The same interaction again gives the Move it made the first time. An old ``seen`` is accepted as long as the
        move is still offered and the seat has not moved since; otherwise ``Stale``.
        """

    async def step(self, table_id: int) -> Move | None:
        """Makes one forced move or one computer player's; None when a person must choose or the game is over."""

    async def undo(self, table_id: int, user: int, *, interaction: int | None = None) -> Move:
        """Takes the table's last move back: the user's own, and nothing hidden came to light with it."""

    def decisions(self, table: Table) -> tuple[Decision, ...]:
        """The open questions of a table in play; none otherwise."""
        return open_questions(table.state) if table.state is not None and table.status == "playing" else ()

    def seat_of(self, table: Table, user: int) -> Seat | None:
        """The user's seat."""

    # -- looking back

    async def history(self, table_id: int) -> tuple[Move, ...]:
        """The whole log, from the set-up on, with undone moves and their undoing."""

    async def state_at(self, table_id: int, seq: int) -> State:
        """The state after move ``seq``."""

    async def export(self, table_id: int) -> str:
        """The ``.game`` file of a game that is over. Refused before that: its seed would show hidden things."""

    # -- the outbox

    async def unannounced(self, table_id: int) -> tuple[Move, ...]:
        """The moves that the channel has not been told of, oldest first."""

    async def announced(self, table_id: int, seq: int, notes: Mapping[str, int] | None = None) -> Table:
        """Marks every move up to ``seq`` as told, and keeps message ids, in one transaction."""

    async def note(self, table_id: int, notes: Mapping[str, int]) -> Table:
        """Keeps message ids."""

    async def pending(self) -> tuple[int, ...]:
        """The tables with something unannounced."""
