"""States out of the log: the nearest checkpoint, and the moves since. It knows no title by name."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from engine.core.codec import dump, load
from engine.core.flow import State, play_unchecked
from engine.core.game import Game
from engine.core.notation import read
from engine.errors import Unreadable
from engine.store.session import CHECKPOINT_EVERY, Checkpoint, Entry, effective
from engine.store.sqlite import Store

__all__ = ["points", "state_at"]


async def state_at(store: Store, game: Game[Any], session: int, seq: int) -> State:
    """The state of a table after log row ``seq``. Raises ``Unreadable`` when there is no such row."""
    point = await store.checkpoint(session, seq)
    while point is not None:
        rows = await store.log(session, after=point.seq, up_to=seq)
        moves = effective(rows)
        if moves is not None:
            break
        point = await store.checkpoint(session, point.seq - 1)  # a move before the checkpoint was undone after it
    if point is None or seq != max([point.seq, *(row.seq for row in rows)]):
        raise Unreadable(f"This table has no move {seq}.")
    return await asyncio.to_thread(_replayed, game, point, moves or ())


def _replayed(game: Game[Any], point: Checkpoint, moves: Sequence[Entry]) -> State:
    """The moves were checked when they were made; checking them again takes up to sixteen times as long."""
    state: State = load(game, point.state, point.version)
    for move in moves:
        state, _ = play_unchecked(state, read(move.action, game.actions))
    return state


def points(game: Game[Any], seq: int, state: State) -> tuple[Checkpoint, ...]:
    """The checkpoint due after log row ``seq``, if one is: every so many moves, at the start and at the end."""
    due = seq % CHECKPOINT_EVERY == 0 or not state.flow
    return (Checkpoint(seq, game.version, dump(state)),) if due else ()
