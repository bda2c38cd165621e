"""What may be said at any time, without anybody waiting for it: a declaration, and words about plans.

(R End of Building Stage; rulings 18, 27, 55)
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, assert_never

from engine.core.action import Amounts, Decision
from engine.games.railway_rivals.actions import Clear, Declare, Limit
from engine.games.railway_rivals.events import LimitSaid
from engine.games.railway_rivals.figures import TOWN_BONUS
from engine.games.railway_rivals.phases.building import Building
from engine.games.railway_rivals.turns import declarable, declare

if TYPE_CHECKING:
    from engine.games.railway_rivals.state import RailwayRivals

__all__ = ["answered", "asked_ahead"]


def asked_ahead(state: RailwayRivals) -> tuple[Decision, ...]:
    """What each seat may say now."""
    return (*_declarations(state), *_about_plans(state))


def answered(state: RailwayRivals, action: Declare | Limit | Clear) -> RailwayRivals:
    """The state after a word of a seat."""
    match action:
        case Declare(seat=seat):
            return declare(state, seat)
        case Limit(seat=seat, gold=gold):
            said = LimitSaid(seat, gold, to=frozenset({seat}))
            return state.limit(seat, gold).tell(said)
        case Clear(seat=seat):
            phase = state.flow[-1]
            assert isinstance(phase, Building)
            return phase.forget(state, seat)
        case _:
            assert_never(action)


def _declarations(state: RailwayRivals) -> tuple[Decision, ...]:
    """While one town is left, anybody may declare, once in the game. (R End of Building Stage; ruling 55)"""
    if not declarable(state):
        return ()
    (left,) = state.unreached
    town = state.chart.town_at[left].name
    prompt = f"Only {town} is unreached: you may declare that the building stage ends after two more Turns."
    return tuple(Decision(seat, prompt, (Declare(seat),)) for seat in state.everyone)


def _about_plans(state: RailwayRivals) -> Iterator[Decision]:
    """Who has planned something may say how much more than foreseen it may pay, or take it back. (rulings 18, 27)

    A limit may count on a bonus that is still to come.
    """
    phase = state.flow[-1]
    if not isinstance(phase, Building):
        return
    more = "How much more gold than it does now may your planned building pay to rivals?"
    for seat in state.everyone:
        if phase.plans(seat):
            yield Decision(seat, more, Amounts(Limit, seat, 0, state.gold[seat] + TOWN_BONUS))
            yield Decision(seat, "You may forget what you planned last.", (Clear(seat),))
