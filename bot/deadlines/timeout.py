"""What happens to a seat whose time is up: a computer's move, a pass, an open seat. It knows no Discord, no title."""

from __future__ import annotations

import asyncio
from typing import Any

from msgspec.structs import replace

from bot.clocks.terms import Terms, terms_of
from bot.play import handover
from bot.play.sessions import Held, Sessions
from bot.tables.heads import Head
from bot.tables.moves import Step, by_order, forced
from bot.tables.table import game_of
from engine.ai import POLICIES
from engine.core.action import Action, Decision
from engine.core.flow import State, decisions
from engine.core.rng import seeded
from engine.core.seats import Seat
from engine.core.secret import redact
from engine.store import Clock

_MOST_MOVES = 60
"""Of one decision point; no title asks for so many."""


async def attend(sessions: Sessions, table_id: int, seat: Seat, point: int, *, left: bool = False) -> bool:
    """What the table chose for a seat that has not answered since move ``point`` asked it; whether it was done.

    Nothing is done when the seat has answered meanwhile. ``left``: its player is no member of the server any more, so
    the seat changes hands for good.
    """
    async with sessions.holding(table_id) as held:
        session = held.head.session
        clock = session.clocks.get(seat, Clock())
        user = session.players[seat - 1].user
        over = session.status != "playing" or session.paused is not None
        if over or user is None or clock.point != point or clock.since is None:
            return False
        if left or terms_of(session.terms).late == "open":
            opened = terms_of(session.terms).late == "open"
            change = handover.open_seat if opened else handover.computer_takes_over
            await change(sessions, held, seat, "left" if left else "late")
            return True
        return await _moved(held, seat, terms_of(session.terms))


async def _moved(held: Held, seat: Seat, terms: Terms) -> bool:
    """Makes the moves of the decision point, up to where the next one begins, and counts the time-out."""
    made, point = 0, held.head.session.clocks[seat].point
    while made < _MOST_MOVES and held.head.session.clocks[seat].point == point:
        step = await step_over(held.head, seat, terms)
        if step is None:
            break
        await held.append(step)
        made += 1
    if not made:
        return False
    session = held.head.session
    clock = session.clocks.get(seat, Clock())
    counted = replace(clock, timeouts=clock.timeouts + 1)
    await held.save(replace(session, clocks={**session.clocks, seat: counted}))
    return True


async def step_over(head: Head, seat: Seat, terms: Terms) -> Step | None:
    """The next move for the seat, while it is asked: a pass at a table that skips, or a computer's choice."""
    if head.state is None or head.session.status != "playing":
        return None
    asked = next((question for question in decisions(head.state) if question.seat == seat), None)
    if asked is None:
        return None
    only = forced(head)
    if only is not None and only.seat == seat:
        return only
    action = await asyncio.to_thread(_chosen, head, head.state, asked, terms)
    return by_order(head, action, "clock")


def _chosen(head: Head, state: State, asked: Decision, terms: Terms) -> Action:
    """From what the seat may see. The same table gives the same choice."""
    game, view = game_of(head.session.title), redact(state, asked.seat)
    idle = game.rules.idle(view, asked.offers) if terms.late == "skip" else None
    return idle if idle is not None else _thought(head, game, view, asked)


def _thought(head: Head, game: Any, view: Any, asked: Decision) -> Action:
    strongest = list(POLICIES)[-1]
    rng = seeded(head.session.seed or 0, f"clock {head.session.head}")
    action, _ = POLICIES[strongest](game, view, asked, rng)
    return action
