"""Converts a move to its stored form: the log row, the table after it, and its clocks. Pure."""

from collections.abc import Callable, Mapping
from functools import partial

from msgspec.structs import replace

from bot.clocks.clock import clocks_after_move, clocks_after_undo
from bot.tables.moves import PendingMove
from bot.tables.table import game_of
from bot.users import UserPreferences
from engine.core import Seat, State, all_seats, decisions
from engine.core.codec import dump_events
from engine.store import Clock, LogRow, MoveWrite, Table, due_checkpoints
from engine.store.ids import InteractionId, UserId

SettingsLookup = Callable[[UserId], UserPreferences]
"""A user's settings."""


def row_of_move(
    table: Table,
    step: PendingMove,
    now: float,
    person: SettingsLookup,
    interaction: InteractionId | None = None,
    *,
    again: bool = False,
) -> tuple[Table, MoveWrite]:
    """The table after the step, and what is stored of it.

    ``again``: the undo of a move whose player has a later one undone with it, and the increment of that.
    """
    game, seq = game_of(table.title), table.seq + 1
    entry = LogRow(seq, step.seat, step.line, step.by, now, dump_events(step.events), interaction)
    status = "playing" if step.state.flow else "finished"
    pending_rows = (*table.pending_rows, entry)
    after = replace(
        table, seq=seq, state=step.state, status=status, pending_rows=pending_rows, revision=table.revision + 1
    )
    changed: Mapping[Seat, Clock] = {}
    if step.by != "ahead":  # which nobody waits for
        undo = step.by == "undo"
        seats = range(1, len(table.players) + 1) if undo else [step.seat]
        acted = dict.fromkeys(seats, seq)
        changed = clocks_after(after, table.state, step.state, step.seat, seq, now, person, undo=undo, whole=not again)
        moves = table.moves + (-1 if undo else 1)
        after = replace(after, since=now, moves=moves, acted={**table.acted, **acted})
        after = replace(after, clocks={**table.clocks, **changed})
    return after, MoveWrite(after, entry, due_checkpoints(game, seq, step.state), changed, step.orders)


def clocks_after(
    table: Table,
    before: State | None,
    after: State | None,
    moved: int,
    seq: int,
    now: float,
    person: SettingsLookup,
    *,
    undo: bool = False,
    whole: bool = True,
) -> dict[Seat, Clock]:
    """The clocks that move ``seq`` of seat ``moved`` (0: the set-up), or its undoing, stops or starts."""
    seats = {
        seat: player.user
        for seat, player in zip(all_seats(len(table.players)), table.players, strict=True)
        if player.user is not None
    }
    return (partial(clocks_after_undo, is_last_of_several=whole) if undo else clocks_after_move)(
        table.clocks,
        seq,
        None if table.paused is not None else now,
        asked_seats={question.seat for question in decisions(after)}
        if after is not None
        else (),  # known from the move
        seats_before={question.seat for question in decisions(before)} if before is not None else (),
        moved_seat=moved,
        is_new_part=before is not None
        and after is not None
        and _stage_of_game(table, before) != _stage_of_game(table, after),
        time_control=table.terms.time_control,
        preferences_by_seat={seat: person(user) for seat, user in seats.items()},
    )


def _stage_of_game(table: Table, state: State) -> tuple[object, ...]:
    """The current part of the game; a question in another part is a new one."""
    headings = [phase.heading for phase in state.flow if phase.heading]
    return game_of(table.title).rules.round_number(state), *headings
