"""States out of the log: the nearest checkpoint, and the moves since. It knows no title by name."""

from collections.abc import Sequence
from typing import Any

from engine.core import Game, State, play_unchecked, read_action
from engine.core.codec import dump_state, load_state
from engine.errors import Unreadable
from engine.store import logs
from engine.store.apart import in_thread
from engine.store.db import Db
from engine.store.ids import TableId
from engine.store.store import Store
from engine.store.table import CHECKPOINT_EVERY, Checkpoint, Entry, effective


async def state_at(store: Store, game: Game[Any], session: TableId, seq: int) -> State:
    """The state of a table after log row ``seq``. Raises ``Unreadable`` when there is no such row."""
    point, moves = await store.read(lambda db: _stretch(db, session, seq))
    return await in_thread(_replayed, game, point, moves)


async def state_and_since(store: Store, game: Game[Any], session: TableId, seq: int) -> tuple[State, tuple[Entry, ...]]:
    """The same, and the rows since."""
    (point, moves), since = await store.read(lambda db: (_stretch(db, session, seq), logs.log(db, session, seq, None)))
    return await in_thread(_replayed, game, point, moves), since


def _stretch(db: Db, session: TableId, seq: int) -> tuple[Checkpoint, tuple[Entry, ...]]:
    """The nearest checkpoint before log row ``seq`` or at it, and the moves since that count then."""
    point = logs.checkpoint(db, session, seq)
    while point is not None:
        rows = logs.log(db, session, point.seq, seq)
        moves = effective(rows)
        if moves is None:  # a move before the checkpoint was undone after it
            point = logs.checkpoint(db, session, point.seq - 1)
        elif seq == max([point.seq, *(row.seq for row in rows)]):
            return point, moves
        else:
            break
    raise Unreadable(f"This table has no move {seq}.")


def _replayed(game: Game[Any], point: Checkpoint, moves: Sequence[Entry]) -> State:
    """The moves were checked when they were made; checking them again takes up to sixteen times as long."""
    state: State = load_state(game, point.state, point.version)
    for move in moves:
        state, _ = play_unchecked(state, read_action(move.action, game.actions))
    return state


def points(game: Game[Any], seq: int, state: State) -> tuple[Checkpoint, ...]:
    """The checkpoint due after log row ``seq``, if one is: every so many moves, at the start and at the end."""
    due = seq % CHECKPOINT_EVERY == 0 or not state.flow
    return (Checkpoint(seq, game.version, dump_state(state)),) if due else ()
