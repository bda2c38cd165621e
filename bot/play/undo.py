"""Undoes a player's own moves, or by vote, all moves back to a chosen one.

Moves that used chance or revealed hidden information are never undone.
"""

from collections.abc import Collection, Sequence
from itertools import chain

import msgspec

from bot.markdown import md
from bot.play.service import TableService
from bot.play.undo_steps import UndoBarred, UndoHistory, load_undo_history, undo_steps
from bot.tables.moves import PendingMove, events_seen_by_others, seat_of_user, state_in_play
from bot.tables.table import LogEntry, game_of, is_own_move
from engine.core import Seat, Standing, State, decisions, field_names, play, premove_decisions, read_action, redact
from engine.errors import Refused, Stale
from engine.store import LogRow, Table, drop_undone, undo_last_move
from engine.store.ids import InteractionId, TableId, UserId

_MAX_UNDO = 100

_PLAYER_ORIGINS = ("player", "order")
"""Origins of moves that a player chose, directly or by a standing order."""


class OthersMovedSince(Refused):
    """Raised if the table's last move is not the user's own. An undo then needs a vote."""


class UndoPlan(msgspec.Struct, frozen=True):
    """The ``moves`` to undo, in order, and the ``steps`` to append to the log to undo them.

    ``must_agree`` are the users who must agree; empty if all moves are the user's own.
    """

    moves: tuple[LogRow, ...]
    steps: tuple[PendingMove, ...]
    must_agree: tuple[UserId, ...]


# -- a player's own moves


async def undo(
    tables: TableService,
    table_id: TableId,
    user: UserId,
    *,
    interaction: InteractionId | None = None,
    seen_seq: int | None = None,
) -> LogEntry:
    """Undo the table's last move if it is the user's own and revealed nothing.

    ``seen_seq`` is the number of the move to undo. Raises ``Stale`` if it is no longer the last move. The user's later
    plans are undone, too, and made again if possible. A plan that others know must be possible again. Raises
    ``OthersMovedSince`` if another player has moved since.
    """
    return (await _undo_own(tables, table_id, user, interaction, seen_seq, whole_turn=False))[0]


async def undo_turn(
    tables: TableService,
    table_id: TableId,
    user: UserId,
    *,
    interaction: InteractionId | None = None,
    seen_seq: int | None = None,
) -> tuple[LogEntry, ...]:
    """Undo all moves that the user made since another player moved, as one operation.

    If a move can't be undone, it stays, and so do all moves before it.
    """
    return await _undo_own(tables, table_id, user, interaction, seen_seq, whole_turn=True)


async def undoable_turn_length(
    tables: TableService, table: Table, user: UserId, rows: Sequence[LogRow] | None = None
) -> int:
    """Return the number of moves that ``undo_turn`` would undo.

    ``rows`` is the log if the caller has loaded it.
    """
    log = [entry for entry in rows or await tables.store.load_log(table.id) if entry.seq <= table.seq]
    seat, active_rows = seat_of_user(table, user), drop_undone(log) or ()
    first = _turn_start_index(table, active_rows, seat)
    if first is None or sum(entry.by != "ahead" for entry in active_rows[first:]) < 2:
        return 0
    try:
        history = await load_undo_history(tables.store, table, active_rows, first)
        return sum(step.by == "undo" for step in _longest_undo(table, history, seat))
    except Refused:
        return 0


async def _undo_own(
    tables: TableService,
    table_id: TableId,
    user: UserId,
    interaction: InteractionId | None,
    seen_seq: int | None,
    *,
    whole_turn: bool,
) -> tuple[LogEntry, ...]:
    async with tables.lock_table(table_id) as locked_table:
        table = locked_table.table
        if repeated_move := await tables.find_move_of_interaction(table, interaction):
            return (repeated_move,)
        state_in_play(table)
        seat, log = seat_of_user(table, user), await tables.store.load_log(table_id)
        active_rows = drop_undone(log) or ()
        if seen_seq is not None and any(entry.seq > seen_seq and entry.by != "ahead" for entry in log):
            raise Stale(md("The game has changed since that button was posted."))
        if seen_seq is None and (refusal := _secret_move_advice(table, active_rows, seat)):
            raise Refused(refusal)
        first = _turn_start_index(table, active_rows, seat) if whole_turn else None
        first = _last_own_index(table, active_rows, seat) if first is None else first
        history = await load_undo_history(tables.store, table, active_rows, first)
        steps = _longest_undo(table, history, seat) if whole_turn else undo_steps(table, history, first, seat)
        _check_time_left(table, seat, active_rows[_last_own_index(table, active_rows, seat)].seq)
        return await locked_table.append_moves(steps, interaction)


def _check_time_left(table: Table, seat: Seat, answer: int) -> None:
    """Raise ``Refused`` if the move number ``answer`` was made after the seat's time had run out."""
    time_control, clock = table.terms.time_control, table.clocks.get(seat)
    if time_control is None or clock is None:
        return
    if (clock.since is None or clock.point == answer) and clock.bank <= time_control.increment:
        raise Refused(md("Your time was up when that move was made, so it can’t be undone."))


def _last_own_index(table: Table, active_rows: Sequence[LogRow], seat: Seat) -> int:
    """Return the index of the move that ``seat`` may undo. Raises ``Refused`` if there is none."""
    index = undo_last_move(list(active_rows), seat)
    if index is None:
        raise Refused(md("There’s nothing to undo yet."))
    if active_rows[index].seat != seat or not is_own_move(table, active_rows[index]):
        raise OthersMovedSince("You can undo only your own move, and only if it was the last one.")
    return index


def _turn_start_index(table: Table, active_rows: Sequence[LogRow], seat: Seat) -> int | None:
    """Return the index of the seat's first move since another player chose a move; None if it has not moved since."""
    first = None
    for index in reversed(range(len(active_rows))):
        entry = active_rows[index]
        if entry.seat == seat and is_own_move(table, entry):
            first = index
        elif entry.by not in ("forced", "ahead"):
            break
    return first


def _longest_undo(table: Table, history: UndoHistory, seat: Seat) -> tuple[PendingMove, ...]:
    first = history.base
    while True:
        try:
            return undo_steps(table, history, first, seat)
        except UndoBarred as error:
            since = range(history.active_rows.index(error.entry) + 1, len(history.active_rows))
            own_indices = (index for index in since if history.active_rows[index].seat == seat)
            first = next((index for index in own_indices if history.active_rows[index].by in _PLAYER_ORIGINS), -1)
            if first < 0:
                raise


def _secret_move_advice(table: Table, active_rows: Sequence[LogRow], seat: Seat) -> str:
    """Return advice on canceling the seat's last move if the move is still secret; otherwise empty."""
    state, game = state_in_play(table), game_of(table.title)
    last = next((entry for entry in reversed(active_rows) if entry.seat == seat), None)
    if last is None or last.by != "ahead" or isinstance(read_action(last.action, game.actions), Standing):
        return ""
    own_actions = chain.from_iterable(decision.offers for decision in premove_decisions(state) if decision.seat == seat)
    for action in (action for action in own_actions if not field_names(type(action))):
        if not events_seen_by_others(play(state, action)[1], seat):
            label = game.text.label(redact(state, seat), action, "", lambda other: f"player {other}")
            return f"Your last move is still secret. To cancel it, press *Plan ahead…* and choose *{label}*."
    return ""


# -- all moves, by vote


async def plan_undo(tables: TableService, table_id: TableId, user: UserId, target: int | None = None) -> UndoPlan:
    """Plan to undo all moves from move ``target`` on; by default, from the user's own last move on.

    Raises ``Refused`` if the move was undone or never made, or is a plan. Raises ``UndoBarred`` if one of the moves
    can't be undone.
    """
    async with tables.lock_table(table_id) as locked_table:
        return await _plan_undo(tables, locked_table.table, user, target)


async def undoable_moves(tables: TableService, table_id: TableId, user: UserId, count: int) -> frozenset[int]:
    """Return the ``seq`` numbers of recent moves that can be undone, possibly by vote.

    Only the last ``count`` moves are considered.
    """
    async with tables.lock_table(table_id) as locked_table:
        table = locked_table.table
        state_in_play(table)
        seat, active_rows = seat_of_user(table, user), drop_undone(await tables.store.load_log(table_id)) or ()
        indices = [index for index, entry in enumerate(active_rows) if entry.by not in ("start", "ahead")][-count:]
        if not indices:
            return frozenset()
        history = await load_undo_history(tables.store, table, active_rows, indices[0])
        first = indices[0]
        try:
            undo_steps(table, history, first, seat)
        except UndoBarred as error:
            first = active_rows.index(error.entry) + 1
        return frozenset(active_rows[index].seq for index in indices if index >= first)


async def undo_to(
    tables: TableService,
    table_id: TableId,
    user: UserId,
    target: int,
    agreed: Collection[int],
    *,
    interaction: InteractionId | None = None,
) -> tuple[LogRow, ...]:
    """Undo all players' moves from move ``target`` on, and return them.

    ``agreed`` are the users who agreed. Raises ``Stale`` if others must agree as well, for example because of a new
    move. ``interaction`` is the user's press if no vote was needed.
    """
    async with tables.lock_table(table_id) as locked_table:
        plan = await _plan_undo(tables, locked_table.table, user, target)
        if not set(plan.must_agree) <= set(agreed):
            raise Stale(md("The game has changed in the meantime. Please try again."))
        await locked_table.append_moves(plan.steps, interaction)
        return plan.moves


async def _plan_undo(tables: TableService, table: Table, user: UserId, target: int | None) -> UndoPlan:
    state, seat = state_in_play(table), seat_of_user(table, user)
    active_rows = drop_undone(await tables.store.load_log(table.id)) or ()
    if target is None and (advice := _secret_move_advice(table, active_rows, seat)):
        raise Refused(advice)
    own_seqs = [entry.seq for entry in active_rows if entry.seat == seat and entry.by in _PLAYER_ORIGINS]
    if target is None and not own_seqs:
        raise Refused(md("You haven’t made a move that you could undo."))
    target_seq = own_seqs[-1] if target is None else target
    indices = {entry.seq: index for index, entry in enumerate(active_rows) if entry.by != "ahead"}
    first = indices.get(target_seq)
    if first is None:
        raise Refused(md("That move can’t be undone. It may have been undone already."))
    if len(active_rows) - first > _MAX_UNDO:
        raise Refused(md("That’s too far back. You can undo at most {} moves.", _MAX_UNDO))
    history = await load_undo_history(tables.store, table, active_rows, first)
    steps = undo_steps(table, history, first, seat)
    undone_rows = tuple(entry for entry in active_rows[first:] if entry.by != "ahead")
    return UndoPlan(undone_rows, steps, _users_to_ask(table, state, undone_rows, user))


def _users_to_ask(table: Table, state: State, undone_rows: Sequence[LogRow], user: UserId) -> tuple[UserId, ...]:
    """Return the users, other than ``user``, who chose one of the undone moves or are to move now.

    If there are none, but a former holder of the user's seat chose one of the moves, return all other users.
    """
    players = table.players
    chosen_rows = [entry for entry in undone_rows if entry.by != "forced"]
    if all(players[entry.seat - 1].user == user and is_own_move(table, entry) for entry in chosen_rows):
        return ()
    seats = {entry.seat for entry in chosen_rows if entry.by != "computer"} | {
        decision.seat for decision in decisions(state)
    }
    users = {seat: player.user for seat, player in enumerate(players, 1) if player.user is not None}
    others = {seat: other for seat, other in users.items() if other != user}
    has_former_holder = any(entry.by in _PLAYER_ORIGINS and not is_own_move(table, entry) for entry in chosen_rows)
    concerned = tuple(other for seat, other in others.items() if seat in seats)
    return concerned or (tuple(others.values()) if has_former_holder else ())
