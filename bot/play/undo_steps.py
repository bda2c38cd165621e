"""The log rows of an undo: one step for each undone move, and one for each plan that is made again afterwards."""

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
_ANNOUNCED_REASON = "{} announced something that depends on that move"


class UndoBarred(Refused):
    """Raised if the move ``entry`` can't be undone. ``reason`` is a sentence without its period."""

    def __init__(self, reason: str, entry: LogRow) -> None:
        super().__init__(f"{reason}, so it can’t be undone.")
        self.reason, self.entry = reason, entry


class UndoHistory(msgspec.Struct, frozen=True):
    """The moves of a table that are not undone, with states.

    ``states`` are the states before each move from index ``base`` on, and the state after the last move.
    """

    active_rows: tuple[LogRow, ...]
    base: int
    states: tuple[State, ...]

    def state_before(self, index: int) -> State:
        return self.states[index - self.base]


async def load_undo_history(store: Store, table: Table, active_rows: tuple[LogRow, ...], first: int) -> UndoHistory:
    """Load the history, with the states from before the move ``active_rows[first]`` on."""
    game = game_of(table.title)
    first_state = await load_state_at(store, game, table.id, active_rows[first].seq - 1)
    actions = [read_action(entry.action, game.actions) for entry in active_rows[first:]]
    states = await run_in_thread(_state_chain, first_state, actions)
    return UndoHistory(active_rows, first, states)


def _state_chain(first_state: State, actions: Sequence[Action]) -> tuple[State, ...]:
    return tuple(accumulate(actions, lambda state, action: play(state, action)[0], initial=first_state))


def undo_steps(table: Table, history: UndoHistory, first: int, asker: Seat) -> tuple[PendingMove, ...]:
    """Return the steps that undo all moves from index ``first`` on, the last move first.

    Plans that players made after their undone moves are made again, unless they depended on an undone move. Raises
    ``UndoBarred``.
    """
    rows, premoves, steps = list(history.active_rows), list[LogRow](), list[PendingMove]()
    while any(entry.by != "ahead" for entry in rows[first:]):
        index = max(number for number, entry in enumerate(rows) if entry.by != "ahead")
        last, later_rows = rows[index], rows[index + 1 :]
        step = _undo_step(table, last, history.state_before(index), history.state_before(index + 1), later_rows, asker)
        premoves += [entry for entry in later_rows if entry.seat == last.seat]
        steps.append(step)
        undo_last_move(rows, last.seat)
        table = replace(table, state=step.state)
    for entry in sorted(premoves, key=lambda entry: entry.seq):
        if (repeated_step := _replay_premove(table, entry)) is not None:
            steps.append(repeated_step)
            table = replace(table, state=repeated_step.state)
        elif events_seen_by_others(load_events(game_of(table.title), entry.events), Seat(entry.seat)):
            raise UndoBarred(_announcement_reason(entry, asker), history.active_rows[first])
    return tuple(steps)


def _undo_step(
    table: Table, last: LogRow, before: State, after: State, since: Sequence[LogRow], asker: Seat
) -> PendingMove:
    """Return the step that undoes the move ``last``.

    ``before`` and ``after`` are the states around the move; ``since`` are the plans that were made later. A player may
    undo a move that revealed their own secrets. A computer player's move must not have revealed any secret. Raises
    ``UndoBarred`` if the undo would cancel a plan of another seat, or a plan that others know.
    """
    seat, game = Seat(last.seat), game_of(table.title)
    if is_revealing(before, after, load_events(game, last.events), asker if last.by == "computer" else seat):
        raise UndoBarred(_HIDDEN_REASON, last)
    undone = replace(table, state=before)
    for entry in sorted(
        since, key=lambda entry: entry.seat == seat
    ):  # the seat's own plans are repeated after the undo
        premove, is_own = _replay_premove(undone, entry), entry.seat == seat
        if premove is not None:
            undone = replace(undone, state=premove.state)
            before = before if is_own else premove.state
        elif events_seen_by_others(load_events(game, entry.events), Seat(entry.seat)):
            raise UndoBarred(_announcement_reason(entry, asker), last)
        elif not is_own:  # the reason must not reveal the secret plan
            raise UndoBarred(_HIDDEN_REASON, last)
    return PendingMove(seat, last.action, "undo", before, ())


def _announcement_reason(entry: LogRow, asker: Seat) -> str:
    return _ANNOUNCED_REASON.format("You have" if entry.seat == asker else "Someone else has")


def _replay_premove(table: Table, entry: LogRow) -> PendingMove | None:
    """Return the step that makes a plan again after an undo; None if the plan depended on the undone move."""
    state, game = state_in_play(table), game_of(table.title)
    action = read_action(entry.action, game.actions)
    try:
        after, events = play(state, action)
    except Refused:
        return None
    as_before = events_seen_by_others(events, action.seat) == events_seen_by_others(
        load_events(game, entry.events), action.seat
    )
    is_same = as_before and has_no_public_effect(table, state, action, after, events)
    return PendingMove(Seat(entry.seat), entry.action, "ahead", after, events) if is_same else None
