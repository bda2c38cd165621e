"""The modules of a table, and the base game's calls to all of them."""

from functools import lru_cache
from typing import Any

from engine.core import Action, Phase, Rule
from engine.games.railroad_rivals.game_data import components
from engine.games.railroad_rivals.game_data.options import RivalsOptions
from engine.games.railroad_rivals.state.game_module import Bonus, GameModule, TileText, Trip
from engine.games.railroad_rivals.state.phases import Delivering
from engine.games.railroad_rivals.state.state import RailroadRivals

_BY_OPTION: dict[str, GameModule] = {}
"""The modules by the option that turns them on, in the order of the options."""
_TILE_TEXTS: dict[str, TileText] = {}
"""The texts of all tiles of modules, by the tiles' names."""


def register_modules(**modules: GameModule) -> None:
    """Register all modules, once at the start."""
    _BY_OPTION.update(modules)
    for module in modules.values():
        _TILE_TEXTS.update(module.tile_texts)
    components.register_contents(**modules)


def all_modules() -> tuple[GameModule, ...]:
    """All modules."""
    return tuple(_BY_OPTION.values())


def tile_text(tile: str) -> TileText | None:
    """The texts of a module's tile; None for the tiles of the base game."""
    return _TILE_TEXTS.get(tile)


@lru_cache(None)
def _modules_of_options(options: RivalsOptions, seats: int) -> tuple[GameModule, ...]:
    return tuple(_BY_OPTION[name] for name in components.module_names_in_play(options, seats))


def all_delivery_rules() -> tuple[Rule[RailroadRivals], ...]:
    """All rules of all modules for a step of the Deliver a Good phase."""
    return tuple(rule for module in all_modules() for rule in (*module.delivery_rules, *module.side_move_rules))


def modules_in_play(state: RailroadRivals) -> tuple[GameModule, ...]:
    """The modules of this table; empty in the base game."""
    return _modules_of_options(state.options, state.seats)


def module_of_action(action: Action) -> GameModule:
    """The module that an action belongs to."""
    return next(module for module in all_modules() if type(action) in module.actions)


def turn_phases(state: RailroadRivals, phases: tuple[Phase[Any], ...]) -> tuple[Phase[Any], ...]:
    """The phases of the turn that begins."""
    for module in modules_in_play(state):
        phases = module.turn_phases(state, phases)
    return phases


def delivery_rules(state: RailroadRivals) -> tuple[Rule[RailroadRivals], ...]:
    """Additional ways to deliver a good."""
    return _delivery_rules_of(modules_in_play(state))


@lru_cache(None)
def _delivery_rules_of(modules: tuple[GameModule, ...]) -> tuple[Rule[RailroadRivals], ...]:
    return tuple(rule for module in modules for rule in module.delivery_rules)


def side_move_rules(state: RailroadRivals) -> tuple[Rule[RailroadRivals], ...]:
    """Rules of additional moves in a step of the Deliver a Good phase."""
    return _side_move_rules_of(modules_in_play(state))


@lru_cache(None)
def _side_move_rules_of(modules: tuple[GameModule, ...]) -> tuple[Rule[RailroadRivals], ...]:
    return tuple(rule for module in modules for rule in module.side_move_rules)


def side_move_labels(state: RailroadRivals, phase: Delivering) -> tuple[str, ...]:
    """The additional moves that the seat can make now, as far as everyone knows; each once."""
    return tuple(
        dict.fromkeys(words for module in modules_in_play(state) for words in module.side_move_labels(state, phase))
    )


def delivery_bonuses(state: RailroadRivals, trip: Trip) -> tuple[Bonus, ...]:
    """The points of a delivery besides those for its color and links."""
    return tuple(bonus for module in modules_in_play(state) for bonus in module.delivery_bonuses(state, trip))


def replacement_topics(state: RailroadRivals) -> tuple[tuple[str, str], ...] | None:
    """The topics of a module that replaces the base game's."""
    return next(
        (topics for module in modules_in_play(state) if (topics := module.replacement_topics(state)) is not None), None
    )


def phase_topic(state: RailroadRivals) -> tuple[str, str] | None:
    """The first topic of the module whose phase is the current one."""
    now = type(state.flow[-1])
    return next((module.help_topics(state)[0] for module in modules_in_play(state) if now in module.phases), None)


def score_note(state: RailroadRivals, score: int) -> str:
    """The remarks of the modules on a final score."""
    return " ".join(filter(None, (module.score_note(score) for module in modules_in_play(state))))


def apply_final_scoring(state: RailroadRivals) -> RailroadRivals:
    """Final scoring next to the stocks."""
    for module in modules_in_play(state):
        state = module.apply_final_scoring(state)
    return state
