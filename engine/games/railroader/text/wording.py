"""Types of tables of texts, and wording that several text modules use."""

from collections.abc import Callable, Iterable

from engine.core import Action, View, count_noun, join_words
from engine.games.railroader.game_data.board import Space
from engine.games.railroader.game_data.cards import (
    CRATE_THIEF,
    Card,
    Kind,
    card_name,
    card_name_capitalized,
    kind_of,
    value_of,
)
from engine.games.railroader.game_data.constants import DIE_FACES, SPACES_PER_ENGINEER
from engine.games.railroader.state.state import RailRoader

_GROUND = {Space.PLAIN: "", Space.RIVER: "river", Space.RED: "red", Space.PURPLE: "purple", Space.WHITE: "garrison"}
_USES = {
    Kind.WORKER: "builds 1 section a turn, eats 1 supply",
    Kind.DEPUTY: "drives off up to 2 outlaws",
    Kind.ENGINEER: "±2 spaces with a roll, or 1–2 alone",
    Kind.SCOUT: "brings supplies from the prairie",
    Kind.PROSPECTOR: "brings gold from the prairie",
    Kind.SABOTEUR: "dynamite or a stolen crate, from a river",
    Kind.GOLD: "pays 1 in the market",
}
_SHORT_USES = {
    Kind.WORKER: "lays track, eats",
    Kind.DEPUTY: "stops 2 outlaws",
    Kind.ENGINEER: f"roll ±{SPACES_PER_ENGINEER}",
    Kind.SCOUT: "brings supplies",
    Kind.PROSPECTOR: "brings gold",
    Kind.SABOTEUR: "slows a rival",
    Kind.GOLD: "pays 1 each time",
}


def field_legend(legend: str) -> Callable[[View[RailRoader], Action, str], str]:
    """Return a function for the legend of an action's questions: ``legend`` for every field, and none for the whole
    action.
    """
    return lambda view, action, field: legend if field else ""


def ground_text(space: Space) -> str:
    """A kind of space in a word; empty for a plain one."""
    return _GROUND[space]


def card_use(card: Card) -> str:
    """The use of a card: “moves 5–10 spaces”, “feeds 4 workers for 1 turn”."""
    number = value_of(card)
    match kind_of(card):
        case Kind.WATER:
            return f"moves {number + 1}–{number + DIE_FACES} spaces"
        case Kind.SUPPLIES:
            return f"feeds {number} workers for 1 turn"
        case other:
            return _USES[other]


def short_card_use(card: Card) -> str:
    """The use of a card on a button: “moves 5–10”, “4 meals”, “lays track, eats”."""
    number = value_of(card)
    match kind_of(card):
        case Kind.WATER:
            return f"moves {number + 1}–{number + DIE_FACES}"
        case Kind.SUPPLIES:
            return count_noun(number, "meal")
        case other:
            return _SHORT_USES[other]


def card_button_text(verb: str, card: Card, field: str) -> str:
    """“Worker” as a field's value, “Place worker” as a whole action."""
    return card_name_capitalized(card) if field else f"{verb} {card_name(card)}"


def cards_text(cards: Iterable[Card]) -> str:
    """Several cards by name: “worker ×2, Water 4, and Supplies 3”."""
    return join_words([card_name(card) for card in cards])


def waters_text(waters: tuple[int, ...]) -> str:
    """Water cards by their values, the highest first: “Water 4 + 3”; empty without water."""
    return f"Water {' + '.join(map(str, sorted(waters, reverse=True)))}" if waters else ""


def outlaw_text(card: Card) -> str:
    """An outlaw with its effect: “an outlaw who steals crates”."""
    return "an outlaw who steals crates" if card == CRATE_THIEF else "an outlaw who scares off workers"
