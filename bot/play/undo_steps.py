"""Undo as log rows: one per undone move, and the plans that are made again afterwards."""

from collections.abc import Sequence
from itertools import accumulate

import msgspec
from msgspec.structs import replace

from bot.tables.moves import PendingMove, events_seen_by_others, has_no_public_effect, state_in_play
from bot.tables.table import game_of
from engine.core import Action, Seat, State, is_revealing, play, read_action
from engine.core.codec import load_events
from engine.errors import Refused
from engine.store import LogRow, Store, Table, load_state_at, undo_last_move
from engine.threads import run_in_thread

_HIDDEN_REASON = "That move involved chance or revealed something hidden"
_HEARD_REASON = "{} announced something that depends on that move"


class UndoBarred(Refused):
    """A move that can't be undone: ``entry``, with the ``reason`` as a sentence without its period."""

    def __init__(self, why: str, entry: LogRow) -> None:
        super().__init__(f"{why}, so it can’t be undone.")
        self.reason, self.entry = why, entry


class UndoHistory(msgspec.Struct, frozen=True):
    """The valid moves, and the states before each of those from ``base`` on and after the last."""

    active_rows: tuple[LogRow, ...]
    base: int
    states: tuple[State, ...]

    def state_before(self, index: int) -> State:
        """The state before ``active_rows[index]``."""
        return self.states[index - self.base]


async def load_undo_history(store: Store, table: Table, counting: tuple[LogRow, ...], first: int) -> UndoHistory:
    """Load the states from before ``counting[first]`` on."""
    game = game_of(table.title)
    begun = await load_state_at(store, game, table.id, counting[first].seq - 1)
    actions = [read_action(entry.action, game.actions) for entry in counting[first:]]
    states = await run_in_thread(_state_chain, begun, actions)
    return UndoHistory(counting, first, states)


def _state_chain(begun: State, actions: Sequence[Action]) -> tuple[State, ...]:
    """The states before, between, and after the actions."""
    return tuple(accumulate(actions, lambda state, action: play(state, action)[0], initial=begun))


def undo_steps(table: Table, history: UndoHistory, first: int, asker: Seat) -> tuple[PendingMove, ...]:
    """Undo every move from ``first`` on, the last one first; then make their players' plans again.

    Raises ``UndoBarred``.
    """
    rows, premoves, steps = list(history.active_rows), list[LogRow](), list[PendingMove]()
    while any(entry.by != "ahead" for entry in rows[first:]):
        index = max(n for n, entry in enumerate(rows) if entry.by != "ahead")
        last, since = rows[index], rows[index + 1 :]
        step = _undo_step(table, last, history.state_before(index), history.state_before(index + 1), since, asker)
        premoves += [entry for entry in since if entry.seat == last.seat]
        steps.append(step)
        undo_last_move(rows, last.seat)
        table = replace(table, state=step.state)
    for entry in sorted(premoves, key=lambda entry: entry.seq):
        if (step_again := _replay_premove(table, entry)) is not None:
            steps.append(step_again)
            table = replace(table, state=step_again.state)
        elif events_seen_by_others(load_events(game_of(table.title), entry.events), Seat(entry.seat)):
            raise UndoBarred(_announcement_reason(entry, asker), history.active_rows[first])
    return tuple(steps)


def _undo_step(
    table: Table, last: LogRow, before: State, after: State, since: Sequence[LogRow], asker: Seat
) -> PendingMove:
    """The undo of ``last``; ``before`` and ``after`` are the states around it, ``since`` the later plans.

    A player may agree to an undo of a move that revealed their own secrets; a computer may not. Barred if a plan would
    be lost that others have made, or know of.
    """
    seat, game = Seat(last.seat), game_of(table.title)
    if is_revealing(before, after, load_events(game, last.events), asker if last.by == "computer" else seat):
        raise UndoBarred(_HIDDEN_REASON, last)
    undone = replace(table, state=before)
    for entry in sorted(since, key=lambda entry: entry.seat == seat):  # one's own is said anew after the undoing
        premove, own = _replay_premove(undone, entry), entry.seat == seat
        if premove is not None:
            undone = replace(undone, state=premove.state)
            before = before if own else premove.state
        elif events_seen_by_others(load_events(game, entry.events), Seat(entry.seat)):
            raise UndoBarred(_announcement_reason(entry, asker), last)
        elif not own:  # no word of what was said: it is secret
            raise UndoBarred(_HIDDEN_REASON, last)
    return PendingMove(seat, last.action, "undo", before, ())


def _announcement_reason(entry: LogRow, asker: Seat) -> str:
    return _HEARD_REASON.format("You have" if entry.seat == asker else "Someone else has")


def _replay_premove(table: Table, entry: LogRow) -> PendingMove | None:
    """A plan since the undone move, made again; None if it depended on that move."""
    state, game = state_in_play(table), game_of(table.title)
    action = read_action(entry.action, game.actions)
    try:
        after, events = play(state, action)
    except Refused:
        return None
    as_before = events_seen_by_others(events, action.seat) == events_seen_by_others(
        load_events(game, entry.events), action.seat
    )
    same = as_before and has_no_public_effect(table, state, action, after, events)
    return PendingMove(Seat(entry.seat), entry.action, "ahead", after, events) if same else None
