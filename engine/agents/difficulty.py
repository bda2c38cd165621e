"""The difficulty levels of computer players."""

from typing import Any, NamedTuple

from engine.agents.policies import DEFAULT_POLICY
from engine.core import Game


class Level(NamedTuple):
    """A level of difficulty. ``policy`` is its stored name, ``name`` its name for players."""

    policy: str
    name: str
    about: str


APPRENTICE, DISPATCHER = "apprentice", "dispatcher"

_LEVELS = (
    Level(APPRENTICE, "Apprentice", "Makes one of the three moves that look best"),
    Level(DEFAULT_POLICY, "Conductor", "Makes the move that looks best"),
    Level(DISPATCHER, "Dispatcher", "Plays imagined games before each move"),
)


def difficulty_levels(game: Game[Any]) -> tuple[Level, ...]:
    """Return the levels of a game, weakest first.

    In the arena, each level beats the previous one.
    """
    settings = game.agent.search_settings
    has_search = settings is not None and settings.is_proven
    return tuple(level for level in _LEVELS if has_search or level.policy != DISPATCHER)


def level_name(policy: str) -> str:
    """Return the name of a policy for players; unknown policies keep their stored name."""
    return next((level.name for level in _LEVELS if level.policy == policy), policy)
