"""Converts a move for the store: to its log row, the table after it, and the changed clocks. Pure."""

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

PreferencesLookup = Callable[[UserId], UserPreferences]
"""Function that returns a user's preferences."""


def row_of_move(
    table: Table,
    step: PendingMove,
    now: float,
    preferences_of: PreferencesLookup,
    interaction: InteractionId | None = None,
    *,
    again: bool = False,
) -> tuple[Table, MoveWrite]:
    """Return (table after the step, data to store).

    ``again`` if the step undoes a move after a later move of the same player was undone, too. The clock's increment is
    then not taken back a second time.
    """
    game, seq = game_of(table.title), table.seq + 1
    entry = LogRow(seq, step.seat, step.line, step.by, now, dump_events(step.events), interaction)
    status = "playing" if step.state.flow else "finished"
    unpublished = (*table.pending_rows, entry)
    new_table = replace(
        table, seq=seq, state=step.state, status=status, pending_rows=unpublished, revision=table.revision + 1
    )
    changed_clocks: Mapping[Seat, Clock] = {}
    if step.by != "ahead":  # plans do not affect clocks
        is_undo = step.by == "undo"
        seats = range(1, len(table.players) + 1) if is_undo else [step.seat]
        last_acts = dict.fromkeys(seats, seq)
        changed_clocks = clocks_after(
            new_table, table.state, step.state, step.seat, seq, now, preferences_of, undo=is_undo, whole=not again
        )
        move_count = table.moves + (-1 if is_undo else 1)
        new_table = replace(new_table, since=now, moves=move_count, acted={**table.acted, **last_acts})
        new_table = replace(new_table, clocks={**table.clocks, **changed_clocks})
    return new_table, MoveWrite(new_table, entry, due_checkpoints(game, seq, step.state), changed_clocks, step.orders)


def clocks_after(
    table: Table,
    before: State | None,
    after: State | None,
    moved: int,
    seq: int,
    now: float,
    preferences_of: PreferencesLookup,
    *,
    undo: bool = False,
    whole: bool = True,
) -> dict[Seat, Clock]:
    """Return the clocks that change with move ``seq`` of seat ``moved`` (0: the set-up).

    ``undo`` if the move is an undo. ``whole`` if the undo takes back an increment: one of several undos does.
    """
    seats = {
        seat: player.user
        for seat, player in zip(all_seats(len(table.players)), table.players, strict=True)
        if player.user is not None
    }
    return (partial(clocks_after_undo, is_last_of_several=whole) if undo else clocks_after_move)(
        table.clocks,
        seq,
        None if table.paused is not None else now,
        asked_seats={question.seat for question in decisions(after)} if after is not None else (),
        seats_before={question.seat for question in decisions(before)} if before is not None else (),
        moved_seat=moved,
        is_new_part=before is not None
        and after is not None
        and _part_of_game(table, before) != _part_of_game(table, after),
        time_control=table.terms.time_control,
        preferences_by_seat={seat: preferences_of(user) for seat, user in seats.items()},
    )


def _part_of_game(table: Table, state: State) -> tuple[object, ...]:
    """Return a value that differs between parts of the game. A new part begins a new decision point."""
    headings = [phase.heading for phase in state.flow if phase.heading]
    return game_of(table.title).rules.round_number(state), *headings
