"""What may be said at any time, without anybody waiting for it: a declaration, and words about plans.

(R End of Building Stage; rulings 18, 27, 55)
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, assert_never

from engine.core.action import Amounts, Decision
from engine.core.words import counted
from engine.games.railway_rivals.phases.building import building_of
from engine.games.railway_rivals.rules.turns import declarable, declare
from engine.games.railway_rivals.search.proposals import most_more, too_much
from engine.games.railway_rivals.state.actions import Clear, Declare, Limit
from engine.games.railway_rivals.state.events import LimitSaid

if TYPE_CHECKING:
    from engine.games.railway_rivals.state.state import RailwayRivals


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
            phase = building_of(state)
            assert phase is not None
            return phase.forget(state, seat)
        case _:
            assert_never(action)


def refused(state: RailwayRivals, action: Declare | Limit | Clear) -> str:
    """Why a seat may not say that now."""
    phase = building_of(state)
    planned = phase is not None and phase.plans(action.seat)
    match action:
        case Declare() if state.operating:
            return "The building stage is over."
        case Declare() if state.turns_left is not None:
            return f"The end of the building stage is declared: {counted(state.turns_left, 'more Turn')}."
        case Declare():
            left = counted(len(state.unreached), "town")
            return f"Only while one town is left may the end of the building stage be declared; now it is {left}."
        case Limit(seat=seat) if planned:
            return too_much(state, seat)
        case _:
            return "You have nothing planned that waits to be built."


def _declarations(state: RailwayRivals) -> tuple[Decision, ...]:
    """While one town is left, anybody may declare, once in the game. (R End of Building Stage; ruling 55)"""
    if not declarable(state):
        return ()
    (left,) = state.unreached
    town = state.chart.town_at[left].name
    prompt = f"Only {town} is unreached: you may declare that the building stage ends after two more Turns."
    return tuple(Decision(seat, prompt, (Declare(seat),)) for seat in state.everyone)


def _about_plans(state: RailwayRivals) -> Iterator[Decision]:
    """Who has planned something may say how much more than foreseen it may pay, or take it back. (rulings 18, 27)"""
    phase = building_of(state)
    if phase is None:
        return
    more = "How much more gold than it does now may your planned building pay to rivals?"
    for seat in state.everyone:
        if phase.plans(seat):
            yield Decision(seat, more, Amounts(Limit, seat, 0, most_more(state, seat)))
            yield Decision(seat, "You may forget what you planned last.", (Clear(seat),))
