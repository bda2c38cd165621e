"""A table's log played again from the set-up: what a spectator saw after some of its moves. It knows no title.

For whoever looks at a whole game; for one position there is ``Tables.state_at``.
"""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from bot.play.sessions import Tables
from bot.tables.table import Table, game_of
from engine import Game, State, View, redact
from engine.core import play_unchecked, read_action
from engine.store import Entry, effective


class Rerun(msgspec.Struct, frozen=True):
    """The state that was dealt, and every move that counts, secret ones too."""

    game: Game[Any]
    begun: State
    log: tuple[Entry, ...]

    def states(self, seqs: Iterable[int]) -> Iterator[State]:
        """The state after each of these moves, which are in order. Milliseconds a move: for a thread."""
        state, left = self.begun, iter(self.log)
        entry = next(left, None)
        for seq in seqs:
            while entry is not None and entry.seq <= seq:
                state, _ = play_unchecked(state, read_action(entry.action, self.game.actions))
                entry = next(left, None)
            yield state

    def views(self, seqs: Iterable[int]) -> Iterator[View[Any]]:
        """The spectator's view after each of these moves."""
        return (redact(state, None) for state in self.states(seqs))


async def rerun_of(sessions: Tables, table: Table) -> Rerun:
    """The whole log of a table that was started, up to its present move."""
    log = effective(await sessions.store.log(table.id, up_to=table.seq)) or ()
    return Rerun(game_of(table.title), await sessions.state_at(table.id, 0), log)
