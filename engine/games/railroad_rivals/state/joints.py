"""Which modules a table plays with, and the base game's questions to all of them."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from engine.core.action import Action
from engine.games.railroad_rivals.robber_baron.data import ALWAYS_NEW_ENGLAND
from engine.games.railroad_rivals.state.module import Bonus, Module, Trip
from engine.games.railroad_rivals.state.phase import RivalsPhase

if TYPE_CHECKING:
    from engine.games.railroad_rivals.box.options import RivalsOptions
    from engine.games.railroad_rivals.state.state import RailroadRivals

_BY_OPTION: dict[str, Module] = {}
"""By the option that switches a module on, in the order in which they are asked; solitaire has no switch."""

_SOLITAIRE = "solitaire"


def join(**modules: Module) -> None:
    """Tells the base game, once and at its start, which modules there are. It names none of them itself."""
    _BY_OPTION.update(modules)


def every() -> tuple[Module, ...]:
    """All modules there are."""
    return tuple(_BY_OPTION.values())


@lru_cache(None)
def in_play(options: RivalsOptions, seats: int) -> tuple[Module, ...]:
    """The modules of a table. Six players always play with the NYNH&H tiles. (RB 6th Player Content)"""
    if seats == 1:
        return (_BY_OPTION[_SOLITAIRE],)
    always = {"new_england"} if seats in ALWAYS_NEW_ENGLAND else set()
    on = {name for name in _BY_OPTION if getattr(options, name, False)} | always
    return tuple(module for name, module in _BY_OPTION.items() if name in on)


def modules(state: RailroadRivals) -> tuple[Module, ...]:
    """The modules of this table; none in the base game."""
    return in_play(state.options, state.seats)


def module_of(action: Action) -> Module:
    """The module that an action belongs to."""
    return next(module for module in every() if type(action) in module.actions)


def turn(state: RailroadRivals, phases: tuple[RivalsPhase, ...]) -> tuple[RivalsPhase, ...]:
    """The phases of the turn that begins."""
    for module in modules(state):
        phases = module.turn(state, phases)
    return phases


def bonuses(state: RailroadRivals, trip: Trip) -> tuple[Bonus, ...]:
    """The points that a delivery brings besides those for its color and links."""
    return tuple(bonus for module in modules(state) for bonus in module.bonuses(state, trip))


def planned_turns(options: RivalsOptions, seats: int) -> int | None:
    """How many turns a module says that the game has."""
    return next((module.turns for module in in_play(options, seats) if module.turns), None)


def rules(state: RailroadRivals) -> tuple[tuple[str, str], ...] | None:
    """The topics of a module that replaces the base game's."""
    return next((topics for module in modules(state) if (topics := module.rules(state)) is not None), None)


def topic(state: RailroadRivals) -> tuple[str, str] | None:
    """The first topic of the module whose phase is in charge."""
    return next((module.help(state)[0] for module in modules(state) if type(state.flow[-1]) in module.phases), None)


def note(state: RailroadRivals, score: int) -> str:
    """What the modules remark on a final score."""
    return " ".join(filter(None, (module.note(score) for module in modules(state))))


def final(state: RailroadRivals) -> RailroadRivals:
    """Final scoring beside the stocks."""
    for module in modules(state):
        state = module.final(state)
    return state
