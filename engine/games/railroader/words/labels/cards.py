"""Cards of the market, the prairie and the hand, as a menu says them: what each costs and is good for."""

from engine.core import Action, counted
from engine.games.railroader.box.board import first_space
from engine.games.railroader.box.cards import CARDS, GOLD, Card, Kind, a_card, card_name, card_title, kind, value
from engine.games.railroader.box.figures import DIE
from engine.games.railroader.phases.outcomes import state_after
from engine.games.railroader.phases.rounds import new_turn
from engine.games.railroader.rules.railhead import PLACED, at_railhead
from engine.games.railroader.state.actions import Buy, Discard, Prospect, Search
from engine.games.railroader.state.state import RailRoader
from engine.games.railroader.words.labels.consequences import turn_words
from engine.games.railroader.words.narration.cards import onto_words

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
    """The label of an action of this part; empty for others."""
    match action:
        case Buy():
            return _bought(state, action, field)
        case Search(card=card):
            found = f"{card_name(card)}: {_use_words(card)}"
            return found if field else f"Search the river for {found}, {turn_words(state, action)}"
        case Prospect():
            found = f"take 1 of {state.prairie.count(GOLD)} gold from the prairie"
            return f"Send the prospector: {found}, {turn_words(state, action)}"
        case Discard():
            return _discarded(state, action, field)
        case _:
            return ""


def note(state: RailRoader, action: Action) -> str:
    """The addition of a preview for an action of this part; empty for others."""
    match action:
        case Buy():
            return f"The card and the gold go to your discard pile.{_placing_words(state, action)}"
        case Search():
            return "The card goes to your hand."
        case Prospect():
            return "The gold and the prospector go to your discard pile."
        case _:
            return ""


def _use_words(card: Card) -> str:
    """Tell what a card is good for: “moves 5–10 spaces”, “feeds 4 workers for 1 turn”."""
    number = value(card)
    match kind(card):
        case Kind.WATER:
            return f"moves {number + 1}–{number + DIE} spaces"
        case Kind.SUPPLIES:
            return f"feeds {number} workers for 1 turn"
        case other:
            return _USES[other]


def _bought(state: RailRoader, action: Buy, field: str) -> str:
    """“Slot 1, Water 6: 2 gold, moves 7–12 spaces”; each gold is an action, as what is left shows."""
    card = state.market[action.slot - 1]
    assert card is not None
    cost = CARDS[card].cost
    if field:
        return f"Slot {action.slot}, {card_name(card)}: {cost} gold, {_use_words(card)}"
    bought = f"Buy {card_title(card)} (slot {action.slot}) for {cost} gold"
    return f"{bought}: {_use_words(card)}, {turn_words(state, action)}"


def _placing_words(state: RailRoader, action: Buy) -> str:
    """Tell how far ahead the railhead is where the card is placed; nothing if it could be placed there now."""
    card, railroad = state.market[action.slot - 1], state.railroads[action.seat]
    if card is None or kind(card) not in PLACED or at_railhead(state, new_turn(state, action.seat)):
        return ""
    ahead = first_space(railroad.sections) - railroad.engine
    if ahead > 0:
        return f" You can only place it with your train at the railhead, {counted(ahead, 'space')} ahead."
    return " You can only place it once your train is back on the track."


def _discarded(state: RailRoader, action: Discard, field: str) -> str:
    """“Discard a scout to the prairie: no effect, 2 cards left in hand, 1 action left”."""
    railroad = state_after(state, action).railroads[action.seat]
    match field:
        case "card":
            return f"{card_title(action.card)}: {_use_words(action.card)}"
        case "onto" if action.onto == "pile":
            return f"Your discard pile: you get it back ({counted(len(railroad.discards), 'card')} there with it)"
        case "onto":
            return "The prairie: anyone can get it"
        case _:
            what = f"Discard {a_card(action.card)}{onto_words(action.onto)}"
            left = f"{counted(len(railroad.hand), 'card')} left in hand"
            return f"{what}: no effect, {left}, {turn_words(state, action)}"
