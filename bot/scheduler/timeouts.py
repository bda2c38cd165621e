"""Carries out time-outs: a computer moves for the seat, the seat passes, or the seat is opened."""

from typing import Any

from msgspec.structs import replace

from bot.play import seats
from bot.play.service import LockedTable, TableService
from bot.tables.moves import PendingMove, find_forced_move, prepare_order_move
from bot.tables.table import game_of
from engine.agents.policies import DEFAULT_POLICY, QUICK_POLICIES
from engine.core import Action, Decision, Seat, State, decisions, redact, rng_from_seed
from engine.store import Clock, Table
from engine.store.ids import TableId
from engine.store.table_settings import TableSettings
from engine.threads import run_in_thread

_MAX_MOVES = 60
"""Maximum number of moves made for a seat at one decision point, more than any game needs."""


async def apply_timeout(
    tables: TableService, table_id: TableId, seat: Seat, point: int, *, has_left: bool = False
) -> bool:
    """Carry out the table's time-out rule for a seat that was asked at move ``point`` and has not moved since.

    Return False if the seat has moved meanwhile. ``has_left`` if the player has left the server; the seat is then given
    away.
    """
    async with tables.lock_table(table_id) as locked_table:
        table = locked_table.table
        clock = table.clocks.get(seat, Clock())
        user = table.players[seat - 1].user
        is_over = table.status != "playing" or table.paused is not None
        if is_over or user is None or clock.point != point or clock.since is None:
            return False
        if has_left or table.terms.late == "open":
            opens_seat = table.terms.late == "open"
            change = seats.open_seat if opens_seat else seats.give_seat_to_computer
            await change(tables, locked_table, seat, "left" if has_left else "late")
            return True
        return await _make_timeout_moves(locked_table, seat, table.terms)


async def _make_timeout_moves(locked_table: LockedTable, seat: Seat, settings: TableSettings) -> bool:
    """Make moves for the seat until its decision point ends, and count this as one time-out.

    Return whether any move was made.
    """
    move_count, point = 0, locked_table.table.clocks[seat].point
    while move_count < _MAX_MOVES and locked_table.table.clocks[seat].point == point:
        step = await timeout_move(locked_table.table, seat, settings)
        if step is None:
            break
        await locked_table.append_move(step)
        move_count += 1
    if not move_count:
        return False
    table = locked_table.table
    clock = table.clocks.get(seat, Clock())
    new_clock = replace(clock, timeouts=clock.timeouts + 1)
    await locked_table.save(replace(table, clocks={**table.clocks, seat: new_clock}))
    return True


async def timeout_move(table: Table, seat: Seat, settings: TableSettings) -> PendingMove | None:
    """Return the next move for a seat that is out of time; None if the seat is not to move.

    A forced move is made first. Otherwise, the move is a pass if the table's settings and the game allow it, or else a
    computer's choice.
    """
    if table.state is None or table.status != "playing":
        return None
    decision = next((question for question in decisions(table.state) if question.seat == seat), None)
    if decision is None:
        return None
    only_move = find_forced_move(table)
    if only_move is not None and only_move.seat == seat:
        return only_move
    action = await run_in_thread(_choose_action, table, table.state, decision, settings)
    return prepare_order_move(table, action, "clock")


def _choose_action(table: Table, state: State, decision: Decision, settings: TableSettings) -> Action:
    """Choose a move for the seat, from the seat's view. Deterministic."""
    game, view = game_of(table.title), redact(state, decision.seat)
    pass_action = game.rules.timeout_action(view, decision.offers) if settings.late == "skip" else None
    return pass_action if pass_action is not None else _computer_action(table, game, view, decision)


def _computer_action(table: Table, game: Any, view: Any, decision: Decision) -> Action:
    rng = rng_from_seed(table.random_seed, f"clock {table.seq}")
    action, _ = QUICK_POLICIES[DEFAULT_POLICY](game, view, decision, rng)
    return action
