"""Replays a table's log from the set-up, for states and views of a whole game.

For a single position, use ``TableService.state_at``.
"""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from bot.play.service import TableService
from bot.tables.table import Table, game_of
from engine import Game, State, View, redact
from engine.core import play_unchecked, read_action
from engine.store import LogRow, drop_undone


class GameReplay(msgspec.Struct, frozen=True):
    """The state after the deal, and all moves that are not undone, including secret ones."""

    game: Game[Any]
    first_state: State
    log: tuple[LogRow, ...]

    def states(self, seqs: Iterable[int]) -> Iterator[State]:
        """Yield the state after each of these moves, which must be in order. Slow, so run it in a thread."""
        state, rows = self.first_state, iter(self.log)
        entry = next(rows, None)
        for seq in seqs:
            while entry is not None and entry.seq <= seq:
                state, _ = play_unchecked(state, read_action(entry.action, self.game.actions))
                entry = next(rows, None)
            yield state

    def views(self, seqs: Iterable[int]) -> Iterator[View[Any]]:
        """Return the spectators' view after each of these moves, which must be in order."""
        return (redact(state, None) for state in self.states(seqs))


async def load_game_replay(tables: TableService, table: Table) -> GameReplay:
    """Load the whole log of a started table."""
    log = drop_undone(await tables.store.load_log(table.id, up_to=table.seq)) or ()
    return GameReplay(game_of(table.title), await tables.state_at(table.id, 0), log)
