"""The modules that a table plays with, and the base game's questions to all of them."""

from functools import lru_cache
from typing import Any

from engine.core import Action, Phase, Rule
from engine.games.railroad_rivals.box import components
from engine.games.railroad_rivals.box.options import RivalsOptions
from engine.games.railroad_rivals.state.module import Bonus, Module, Trip
from engine.games.railroad_rivals.state.phases import Delivering
from engine.games.railroad_rivals.state.state import RailroadRivals

_BY_OPTION: dict[str, Module] = {}
"""As in the box: by the option that switches a module on, in the order in which they are asked."""


def join(**modules: Module) -> None:
    """Tells the base game, once and at its start, which modules there are. It names none of them itself."""
    _BY_OPTION.update(modules)
    components.pack(**modules)


def every() -> tuple[Module, ...]:
    """All modules there are."""
    return tuple(_BY_OPTION.values())


@lru_cache(None)
def _in_play(options: RivalsOptions, seats: int) -> tuple[Module, ...]:
    return tuple(_BY_OPTION[name] for name in components.in_play(options, seats))


def every_rule() -> tuple[Rule[RailroadRivals], ...]:
    """All rules of all modules for a step of the Deliver a Good phase."""
    return tuple(rule for module in every() for rule in (*module.deliveries, *module.moves))


def modules(state: RailroadRivals) -> tuple[Module, ...]:
    """The modules of this table; none in the base game."""
    return _in_play(state.options, state.seats)


def module_of(action: Action) -> Module:
    """The module that an action belongs to."""
    return next(module for module in every() if type(action) in module.actions)


def turn(state: RailroadRivals, phases: tuple[Phase[Any], ...]) -> tuple[Phase[Any], ...]:
    """The phases of the turn that begins."""
    for module in modules(state):
        phases = module.turn(state, phases)
    return phases


def deliveries(state: RailroadRivals) -> tuple[Rule[RailroadRivals], ...]:
    """Other ways to deliver a good than over one link."""
    return _deliveries(modules(state))


@lru_cache(None)
def _deliveries(modules: tuple[Module, ...]) -> tuple[Rule[RailroadRivals], ...]:
    return tuple(rule for module in modules for rule in module.deliveries)


def moves(state: RailroadRivals) -> tuple[Rule[RailroadRivals], ...]:
    """The rules of moves beside delivering in a step of the Deliver a Good phase."""
    return _moves(modules(state))


@lru_cache(None)
def _moves(modules: tuple[Module, ...]) -> tuple[Rule[RailroadRivals], ...]:
    return tuple(rule for module in modules for rule in module.moves)


def beside(state: RailroadRivals, phase: Delivering) -> tuple[str, ...]:
    """The moves beside delivering that the seat can make now, as far as everybody knows; each once."""
    return tuple(dict.fromkeys(words for module in modules(state) for words in module.beside(state, phase)))


def bonuses(state: RailroadRivals, trip: Trip) -> tuple[Bonus, ...]:
    """The points that a delivery brings besides those for its color and links."""
    return tuple(bonus for module in modules(state) for bonus in module.bonuses(state, trip))


def rules(state: RailroadRivals) -> tuple[tuple[str, str], ...] | None:
    """The topics of a module that replaces the base game's."""
    return next((topics for module in modules(state) if (topics := module.rules(state)) is not None), None)


def topic(state: RailroadRivals) -> tuple[str, str] | None:
    """The first topic of the module whose phase is in charge."""
    now = type(state.flow[-1])
    return next((module.help(state)[0] for module in modules(state) if now in module.phases), None)


def note(state: RailroadRivals, score: int) -> str:
    """The remarks of the modules on a final score."""
    return " ".join(filter(None, (module.note(score) for module in modules(state))))


def final(state: RailroadRivals) -> RailroadRivals:
    """Final scoring beside the stocks."""
    for module in modules(state):
        state = module.final(state)
    return state
