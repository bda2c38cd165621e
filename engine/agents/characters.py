"""Names and characters of computer players."""

from typing import NamedTuple

from engine.agents.difficulty import APPRENTICE, DISPATCHER
from engine.agents.policies import DEFAULT_POLICY


class Character(NamedTuple):
    """A computer player of the level ``policy``.

    ``about`` describes the level's play in a few words after the name: “Mabel takes the sure gain”.
    """

    policy: str
    name: str
    about: str


CHARACTERS = (
    Character(DEFAULT_POLICY, "Mabel", "takes the sure gain"),
    Character(DEFAULT_POLICY, "Otto", "plays by the book"),
    Character(DEFAULT_POLICY, "Greta", "wastes nothing"),
    Character(DEFAULT_POLICY, "Harvey", "never leaves points on the table"),
    Character(DEFAULT_POLICY, "Ines", "decides fast and regrets nothing"),
    Character(DEFAULT_POLICY, "Walter", "likes what pays today"),
    Character(APPRENTICE, "Pip", "tries things out"),
    Character(APPRENTICE, "Dot", "likes surprises"),
    Character(APPRENTICE, "Rufus", "follows a whim"),
    Character(APPRENTICE, "Nell", "learns by mistakes"),
    Character(APPRENTICE, "Barney", "is easily tempted"),
    Character(APPRENTICE, "Winnie", "means well"),
    Character(DISPATCHER, "Sybil", "thinks several moves ahead"),
    Character(DISPATCHER, "Magnus", "checks every line twice"),
    Character(DISPATCHER, "Vera", "waits for the right moment"),
    Character(DISPATCHER, "Ambrose", "has seen it all before"),
    Character(DISPATCHER, "Edith", "counts the cost first"),
    Character(DISPATCHER, "Conrad", "plans for the last turn"),
)
"""All characters. Each level has enough of them for the largest table."""


def character_of(name: str, policy: str | None) -> Character | None:
    """Return the character with that name.

    Return None for other names, such as those of earlier releases.
    """
    return next((each for each in CHARACTERS if (each.name, each.policy) == (name, policy)), None)


def characters_of(policy: str) -> tuple[Character, ...]:
    """Return the characters of a level, in the order in which they join a table."""
    return tuple(character for character in CHARACTERS if character.policy == policy)
