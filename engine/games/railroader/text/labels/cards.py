"""Labels of cards in the market, the prairie, and the hand: their costs and uses."""

from engine.core import Action, count_noun
from engine.games.railroader.game_data.board import first_space_of
from engine.games.railroader.game_data.cards import (
    CARDS,
    GOLD,
    Card,
    Kind,
    card_name,
    card_name_capitalized,
    card_with_article,
    kind_of,
    value_of,
)
from engine.games.railroader.game_data.constants import DIE_FACES
from engine.games.railroader.phases.outcomes import state_after
from engine.games.railroader.phases.rounds import new_turn
from engine.games.railroader.rules.railhead import PLACEABLE_KINDS, at_railhead
from engine.games.railroader.state.actions import Buy, Discard, Prospect, Search
from engine.games.railroader.state.state import RailRoader
from engine.games.railroader.text.labels.consequences import rest_of_turn_text
from engine.games.railroader.text.narration.cards import destination_text

_USES = {
    Kind.WORKER: "builds 1 section a turn, eats 1 supply",
    Kind.DEPUTY: "drives off up to 2 outlaws",
    Kind.ENGINEER: "±2 spaces with a roll, or 1–2 alone",
    Kind.SCOUT: "brings supplies from the prairie",
    Kind.PROSPECTOR: "brings gold from the prairie",
    Kind.SABOTEUR: "dynamite or a stolen crate, from a river",
    Kind.GOLD: "pays 1 in the market",
}


def label(state: RailRoader, action: Action, field: str) -> str:
    """The label of a card action; empty for others."""
    match action:
        case Buy():
            return _buy_label(state, action, field)
        case Search(card=card):
            found = f"{card_name(card)}: {_use_text(card)}"
            return found if field else f"Search the river for {found}, {rest_of_turn_text(state, action)}"
        case Prospect():
            found = f"take 1 of {state.prairie.count(GOLD)} gold from the prairie"
            return f"Send the prospector: {found}, {rest_of_turn_text(state, action)}"
        case Discard():
            return _discard_label(state, action, field)
        case _:
            return ""


def preview_note(state: RailRoader, action: Action) -> str:
    """The preview note of a card action; empty for others."""
    match action:
        case Buy():
            return f"The card and the gold go to your discard pile.{_placing_text(state, action)}"
        case Search():
            return "The card goes to your hand."
        case Prospect():
            return "The gold and the prospector go to your discard pile."
        case _:
            return ""


def _use_text(card: Card) -> str:
    """Tell what a card is good for: “moves 5–10 spaces”, “feeds 4 workers for 1 turn”."""
    number = value_of(card)
    match kind_of(card):
        case Kind.WATER:
            return f"moves {number + 1}–{number + DIE_FACES} spaces"
        case Kind.SUPPLIES:
            return f"feeds {number} workers for 1 turn"
        case other:
            return _USES[other]


def _buy_label(state: RailRoader, action: Buy, field: str) -> str:
    """“Slot 1, Water 6: 2 gold, moves 7–12 spaces”; each gold is an action, as what is left shows."""
    card = state.market[action.slot - 1]
    assert card is not None
    cost = CARDS[card].cost
    if field:
        return f"Slot {action.slot}, {card_name(card)}: {cost} gold, {_use_text(card)}"
    purchase_text = f"Buy {card_name_capitalized(card)} (slot {action.slot}) for {cost} gold"
    return f"{purchase_text}: {_use_text(card)}, {rest_of_turn_text(state, action)}"


def _placing_text(state: RailRoader, action: Buy) -> str:
    """Tell how far ahead the railhead is where the card is placed; nothing if it could be placed there now."""
    card, railroad = state.market[action.slot - 1], state.railroads[action.seat]
    if card is None or kind_of(card) not in PLACEABLE_KINDS or at_railhead(state, new_turn(state, action.seat)):
        return ""
    ahead = first_space_of(railroad.sections) - railroad.engine
    if ahead > 0:
        return f" You can only place it with your train at the railhead, {count_noun(ahead, 'space')} ahead."
    return " You can only place it once your train is back on the track."


def _discard_label(state: RailRoader, action: Discard, field: str) -> str:
    """“Discard a scout to the prairie: no effect, 2 cards left in hand, 1 action left”."""
    railroad = state_after(state, action).railroads[action.seat]
    match field:
        case "card":
            return f"{card_name_capitalized(action.card)}: {_use_text(action.card)}"
        case "onto" if action.onto == "pile":
            return f"Your discard pile: you get it back ({count_noun(len(railroad.discards), 'card')} there with it)"
        case "onto":
            return "The prairie: anyone can get it"
        case _:
            what = f"Discard {card_with_article(action.card)}{destination_text(action.onto)}"
            left = f"{count_noun(len(railroad.hand), 'card')} left in hand"
            return f"{what}: no effect, {left}, {rest_of_turn_text(state, action)}"
