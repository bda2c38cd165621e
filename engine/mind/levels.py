"""The computer players that people choose from, by names that people like. It knows no title."""

from typing import Any, NamedTuple

from engine.ai import USUAL
from engine.core import Game


class Level(NamedTuple):
    """``policy`` is what a table stores."""

    policy: str
    name: str
    about: str


APPRENTICE, DISPATCHER = "apprentice", "dispatcher"

_LEVELS = (
    Level(APPRENTICE, "Apprentice", "Makes one of the three moves that look best"),
    Level(USUAL, "Conductor", "Makes the move that looks best"),
    Level(DISPATCHER, "Dispatcher", "Plays imagined games before each move"),
)


def levels_of(game: Game[Any]) -> tuple[Level, ...]:
    """The levels that a title offers, from weak to strong: each beats the one before it in the arena."""
    thinking = game.computer.thinking
    ahead = thinking is not None and thinking.proven
    return tuple(level for level in _LEVELS if ahead or level.policy != DISPATCHER)


def level_name(policy: str) -> str:
    """The name by which people know a policy; one that no table offers goes by the name it is stored under."""
    return next((level.name for level in _LEVELS if level.policy == policy), policy)
