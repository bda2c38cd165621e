"""The registry of rule modules, and the base game's calls to the modules in play."""

from functools import lru_cache
from typing import Any

from engine.core import Action, Phase, Rule
from engine.games.railroad_rivals.game_data import components
from engine.games.railroad_rivals.game_data.options import RivalsOptions
from engine.games.railroad_rivals.state.game_module import Bonus, GameModule, TileText, Trip
from engine.games.railroad_rivals.state.phases import Delivering
from engine.games.railroad_rivals.state.state import RailroadRivals

_BY_OPTION: dict[str, GameModule] = {}
"""All modules, by the name of the option that turns them on."""
_PHASE_LABELS: dict[type[Phase[Any]], str] = {}
"""The texts for the status line, by class of the phases that modules add."""
_TILE_TEXTS: dict[str, TileText] = {}
"""The texts of the tiles that modules add, by tile name."""


def register_modules(**modules: GameModule) -> None:
    """Register all modules by option name. Called once, when the game is imported."""
    _BY_OPTION.update(modules)
    for module in modules.values():
        _TILE_TEXTS.update(module.tile_texts)
        _PHASE_LABELS.update(module.phase_labels)
    components.register_contents(**modules)


def all_modules() -> tuple[GameModule, ...]:
    """All registered modules, even if they are not in play."""
    return tuple(_BY_OPTION.values())


def phase_label(phase: Phase[Any]) -> str:
    """The text of a module's phase for the status line; empty for other phases."""
    return _PHASE_LABELS.get(type(phase), "")


def tile_text(tile: str) -> TileText | None:
    """The texts of a tile that a module adds; None for a tile of the base game."""
    return _TILE_TEXTS.get(tile)


@lru_cache(None)
def _modules_of_options(options: RivalsOptions, seats: int) -> tuple[GameModule, ...]:
    return tuple(_BY_OPTION[name] for name in components.module_names_in_play(options, seats))


def all_delivery_rules() -> tuple[Rule[RailroadRivals], ...]:
    """The rules that all modules add to the Deliver a Good phase."""
    return tuple(rule for module in all_modules() for rule in (*module.delivery_rules, *module.side_move_rules))


def modules_in_play(state: RailroadRivals) -> tuple[GameModule, ...]:
    """The modules in play at this table."""
    return _modules_of_options(state.options, state.seats)


def module_of_action(action: Action) -> GameModule:
    """The module that an action belongs to."""
    return next(module for module in all_modules() if type(action) in module.actions)


def turn_phases(state: RailroadRivals, phases: tuple[Phase[Any], ...]) -> tuple[Phase[Any], ...]:
    """The phases of a new turn: those of the base game (``phases``), as changed by the modules in play."""
    for module in modules_in_play(state):
        phases = module.turn_phases(state, phases)
    return phases


def delivery_rules(state: RailroadRivals) -> tuple[Rule[RailroadRivals], ...]:
    """The rules of kinds of delivery that the modules in play add."""
    return _rules_of_modules(modules_in_play(state))[0]


def side_move_rules(state: RailroadRivals) -> tuple[Rule[RailroadRivals], ...]:
    """The rules of the moves that a seat can make in addition to its delivery at this table."""
    return _rules_of_modules(modules_in_play(state))[1]


@lru_cache(None)
def _rules_of_modules(modules: tuple[GameModule, ...]) -> tuple[tuple[Rule[RailroadRivals], ...], ...]:
    """(rules of additional kinds of delivery, rules of moves in addition to a delivery) of some modules."""
    delivery_rules = tuple(rule for module in modules for rule in module.delivery_rules)
    return delivery_rules, tuple(rule for module in modules for rule in module.side_move_rules)


def side_move_labels(state: RailroadRivals, phase: Delivering) -> tuple[str, ...]:
    """The publicly known moves in addition to a delivery that the seat can make, in words, without duplicates."""
    labels = (label for module in modules_in_play(state) for label in module.side_move_labels(state, phase))
    return tuple(dict.fromkeys(labels))


def delivery_bonuses(state: RailroadRivals, trip: Trip) -> tuple[Bonus, ...]:
    """The bonus points for a delivery, which are added to the points for its color and links."""
    return tuple(bonus for module in modules_in_play(state) for bonus in module.delivery_bonuses(state, trip))


def replacement_topics(state: RailroadRivals) -> tuple[tuple[str, str], ...] | None:
    """All help topics, if a module in play replaces those of the base game; else None."""
    topics = (module.replacement_topics(state) for module in modules_in_play(state))
    return next(filter(None, topics), None)


def phase_topic(state: RailroadRivals) -> tuple[str, str] | None:
    """The first help topic of the module to which the current phase belongs; None in phases of the base game."""
    now = type(state.flow[-1])
    return next((module.help_topics(state)[0] for module in modules_in_play(state) if now in module.phases), None)


def score_note(state: RailroadRivals, score: int) -> str:
    """The notes of all modules in play on a final score, joined; empty without any."""
    return " ".join(filter(None, (module.score_note(score) for module in modules_in_play(state))))


def apply_final_scoring(state: RailroadRivals) -> RailroadRivals:
    """Apply the final scoring of all modules in play."""
    for module in modules_in_play(state):
        state = module.apply_final_scoring(state)
    return state
