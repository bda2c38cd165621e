"""Moves for a seat whose time is up, by a computer or a pass, or opens it. It knows no Discord, no title."""

from typing import Any

from msgspec.structs import replace

from bot.play import handover
from bot.play.sessions import LockedTable, Tables
from bot.tables.moves import Step, by_order, forced
from bot.tables.table import game_of
from engine.agents.policies import DEFAULT_POLICY, QUICK_POLICIES
from engine.core import Action, Decision, Seat, State, decisions, redact, rng_from_seed
from engine.store import Clock, Table
from engine.store.apart import in_thread
from engine.store.ids import TableId
from engine.store.terms import Terms

_MOST_MOVES = 60
"""Moves made at one decision point; no title asks for so many."""


async def attend(sessions: Tables, table_id: TableId, seat: Seat, point: int, *, left: bool = False) -> bool:
    """Does what the table chose for a seat that has not moved since move ``point`` asked it; whether it was done.

    Nothing is done when the seat has answered meanwhile. ``left``: its player is no member of the server any more, so
    the seat changes hands for good.
    """
    async with sessions.holding(table_id) as held:
        table = held.table
        clock = table.clocks.get(seat, Clock())
        user = table.players[seat - 1].user
        over = table.status != "playing" or table.paused is not None
        if over or user is None or clock.point != point or clock.since is None:
            return False
        if left or table.terms.late == "open":
            opened = table.terms.late == "open"
            change = handover.open_seat if opened else handover.computer_takes_over
            await change(sessions, held, seat, "left" if left else "late")
            return True
        return await _moved(held, seat, table.terms)


async def _moved(held: LockedTable, seat: Seat, terms: Terms) -> bool:
    """Makes the moves of the decision point, up to where the next one begins, and counts the time-out."""
    made, point = 0, held.table.clocks[seat].point
    while made < _MOST_MOVES and held.table.clocks[seat].point == point:
        step = await step_over(held.table, seat, terms)
        if step is None:
            break
        await held.append(step)
        made += 1
    if not made:
        return False
    table = held.table
    clock = table.clocks.get(seat, Clock())
    counted = replace(clock, timeouts=clock.timeouts + 1)
    await held.save(replace(table, clocks={**table.clocks, seat: counted}))
    return True


async def step_over(table: Table, seat: Seat, terms: Terms) -> Step | None:
    """The next move for the seat, while it is asked: a pass at a table that skips, or a computer's choice."""
    if table.state is None or table.status != "playing":
        return None
    asked = next((question for question in decisions(table.state) if question.seat == seat), None)
    if asked is None:
        return None
    only = forced(table)
    if only is not None and only.seat == seat:
        return only
    action = await in_thread(_chosen, table, table.state, asked, terms)
    return by_order(table, action, "clock")


def _chosen(table: Table, state: State, asked: Decision, terms: Terms) -> Action:
    """The move chosen for a seat from what it may see. The same table gives the same choice."""
    game, view = game_of(table.title), redact(state, asked.seat)
    idle = game.rules.timeout_action(view, asked.offers) if terms.late == "skip" else None
    return idle if idle is not None else _thought(table, game, view, asked)


def _thought(table: Table, game: Any, view: Any, asked: Decision) -> Action:
    rng = rng_from_seed(table.chance, f"clock {table.seq}")
    action, _ = QUICK_POLICIES[DEFAULT_POLICY](game, view, asked, rng)
    return action
