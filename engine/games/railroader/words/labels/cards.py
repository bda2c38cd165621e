"""Cards of the market, the prairie and the hand, as a menu says them: what each costs and is good for."""

from __future__ import annotations

from engine.core.action import Action
from engine.core.words import counted
from engine.games.railroader.box.cards import CARDS, GOLD, Card, Kind, card_name, kind, value
from engine.games.railroader.box.figures import DIE, HAND
from engine.games.railroader.state.actions import Buy, Discard, Prospect, Search
from engine.games.railroader.state.state import RailRoader
from engine.games.railroader.words.labels.ends import ends
from engine.games.railroader.words.narration.cards import a_card, onto_words

_USES = {
    Kind.WORKER: "builds a section a turn, eats 1 supply",
    Kind.DEPUTY: "sends away up to 2 outlaws",
    Kind.ENGINEER: "±2 with a roll, or 1–2 spaces alone",
    Kind.SCOUT: "brings supplies from the prairie",
    Kind.PROSPECTOR: "brings gold from the prairie",
    Kind.SABOTEUR: "dynamite or a stolen crate, from a river",
    Kind.GOLD: "pays 1 in the market",
}


def label(state: RailRoader, action: Action, field: str) -> str:
    """Of an action of this part; empty for others."""
    match action:
        case Buy():
            return _bought(state, action, field)
        case Search(card=card):
            if field:
                return f"{card_name(card)}: {_use_words(card)}"
            found = f"take {card_name(card)}, which {_use_words(card)}, from the prairie into your hand"
            return f"Search the river: {found}. {ends(state, action, 1)}"
        case Prospect():
            there = f"there {'is' if (gold := state.prairie.count(GOLD)) == 1 else 'are'} {gold}"
            pile = "It and the prospector go to your discard pile"
            found = f"take 1 gold from the prairie, where {there}"
            return f"Send the prospector: {found}. {pile}. {ends(state, action, 1)}"
        case Discard():
            return _discarded(state, action, field)
        case _:
            return ""


def _use_words(card: Card) -> str:
    """What a card is good for: “moves 5–10”, “feeds 4 workers for a turn”."""
    number = value(card)
    match kind(card):
        case Kind.WATER:
            return f"moves {number + 1}–{number + DIE}"
        case Kind.SUPPLIES:
            return f"feeds {number} workers for a turn"
        case other:
            return _USES[other]


def _bought(state: RailRoader, action: Buy, field: str) -> str:
    """“place 1, water 6: 2 gold, moves 7–12”; each gold is an action, as the whole sentence says."""
    card = state.market[action.slot - 1]
    assert card is not None
    cost = CARDS[card].cost
    price = f"{cost} gold and {counted(cost, 'action')}"
    if field:
        return f"place {action.slot}, {card_name(card)}: {cost} gold, {_use_words(card)}"
    pile = "It goes to your discard pile with the gold"
    bought = f"Buy {a_card(card)} from place {action.slot} for {price}: {_use_words(card)}. {pile}"
    return f"{bought}. {ends(state, action, cost)} A new card is turned up, so it is not taken back."


def _discarded(state: RailRoader, action: Discard, field: str) -> str:
    railroad = state.railroads[action.seat]
    pile, hand = len(railroad.discards) + 1, len(railroad.hand) - 1
    match field:
        case "card":
            return f"{card_name(action.card)}: {_use_words(action.card)}"
        case "onto" if action.onto == "pile":
            return f"your discard pile: yours again when you take up the pile, {counted(pile, 'card')} with it"
        case "onto":
            return "the prairie: it is yours no longer, anybody may get it"
        case _:
            taken_up = ""
            if hand < HAND and (railroad.discards or action.onto == "pile"):
                taken_up = f"; with fewer than {HAND} at the end of your turn you take up the pile"
            what = f"Discard {a_card(action.card)} {onto_words(action.onto)}, without effect"
            return f"{what}: {counted(hand, 'card')} in hand{taken_up}. {ends(state, action, 1)}"
