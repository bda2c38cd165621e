"""States from the log: the nearest checkpoint, and the moves since."""

from collections.abc import Sequence
from typing import Any

from engine.core import Game, State, play_unchecked, read_action
from engine.core.codec import dump_state, load_state
from engine.errors import Unreadable
from engine.store import move_log
from engine.store.connection import Connection
from engine.store.ids import TableId
from engine.store.models import CHECKPOINT_INTERVAL, Checkpoint, LogRow, drop_undone
from engine.store.store import Store
from engine.threads import run_in_thread


async def load_state_at(store: Store, game: Game[Any], table_id: TableId, seq: int) -> State:
    """The state of a table after log row ``seq``. Raises ``Unreadable`` if there is no such row."""
    checkpoint, moves = await store.read(lambda db: _load_checkpoint_and_moves(db, table_id, seq))
    return await run_in_thread(_replay_moves, game, checkpoint, moves)


async def load_state_and_later_rows(
    store: Store, game: Game[Any], table_id: TableId, seq: int
) -> tuple[State, tuple[LogRow, ...]]:
    """``load_state_at``, and the rows since."""
    (checkpoint, moves), later_rows = await store.read(
        lambda db: (_load_checkpoint_and_moves(db, table_id, seq), move_log.load_log(db, table_id, seq, None))
    )
    return await run_in_thread(_replay_moves, game, checkpoint, moves), later_rows


def _load_checkpoint_and_moves(db: Connection, table_id: TableId, seq: int) -> tuple[Checkpoint, tuple[LogRow, ...]]:
    """The nearest checkpoint before log row ``seq`` or at it, and the moves since that count then."""
    checkpoint = move_log.find_checkpoint(db, table_id, seq)
    while checkpoint is not None:
        rows = move_log.load_log(db, table_id, checkpoint.seq, seq)
        moves = drop_undone(rows)
        if moves is None:  # a move before the checkpoint was undone after it
            checkpoint = move_log.find_checkpoint(db, table_id, checkpoint.seq - 1)
        elif seq == max([checkpoint.seq, *(row.seq for row in rows)]):
            return checkpoint, moves
        else:
            break
    raise Unreadable(f"This table has no move {seq}.")


def _replay_moves(game: Game[Any], checkpoint: Checkpoint, moves: Sequence[LogRow]) -> State:
    """The moves were checked when they were made; checking them again takes up to sixteen times as long."""
    state: State = load_state(game, checkpoint.state, checkpoint.version)
    for move in moves:
        state, _ = play_unchecked(state, read_action(move.action, game.actions))
    return state


def due_checkpoints(game: Game[Any], seq: int, state: State) -> tuple[Checkpoint, ...]:
    """The checkpoint due after log row ``seq``, if any: at fixed intervals, at the start, and at the end."""
    due = seq % CHECKPOINT_INTERVAL == 0 or not state.flow
    return (Checkpoint(seq, game.version, dump_state(state)),) if due else ()
