"""Building, the railhead and orders for deputies, as a menu says them."""

from __future__ import annotations

from engine.core.action import Action
from engine.core.words import counted
from engine.games.railroader.box.board import SPACES
from engine.games.railroader.box.cards import DEPUTY, WORKER, Card, card_name
from engine.games.railroader.box.figures import PEOPLE
from engine.games.railroader.rules.orders import orders_words
from engine.games.railroader.rules.railhead import put, taken
from engine.games.railroader.state.actions import Build, Deputies, Place, Scout, Withdraw
from engine.games.railroader.state.railroad import Mat
from engine.games.railroader.state.state import RailRoader
from engine.games.railroader.words.labels.ends import ends
from engine.games.railroader.words.narration.cards import a_card, onto_words, supplies_words

_USES = {
    "needed": "when that prevents a loss (usual)",
    "always": "always, whatever they would take",
    "never": "never: deputies stay, outlaws take what they can",
    "two": "only when two or more losses threaten",
}
_FIRST = {
    "workers": "those after workers, then the one after supplies",
    "crates": "the one after supplies, then those after workers",
}


def label(state: RailRoader, action: Action, field: str) -> str:
    """Of an action of this part; empty for others."""
    match action:
        case Build():
            return _built(state, action, field)
        case Place(seat=seat, card=card):
            mat = put(state.railroads[seat].mat, card)
            if field:
                return f"{card_name(card)}: {_placed(mat, card)}"
            return f"Put {a_card(card)} on the railhead: {_placed(mat, card)}. {ends(state, action, 1)}"
        case Scout(seat=seat, card=card):
            mat = put(state.railroads[seat].mat, card)
            brought = f"{card_name(card)}: {_placed(mat, card)}"
            if field:
                return brought
            home = "The scout goes to your discard pile."
            return f"Send the scout for {brought}. {home} {ends(state, action, 1)}"
        case Withdraw():
            return _withdrawn(state, action, field)
        case Deputies(use=use, first=first):
            if field:
                return _USES[use] if field == "use" else _FIRST[first]
            return f"Your deputies are {orders_words(use, first)}. You may change it at any time; nobody else sees it."
        case _:
            return ""


def _built(state: RailRoader, action: Build, field: str) -> str:
    """“2 sections: track to space 72”."""
    total = state.railroads[action.seat].sections + action.sections
    built, end = counted(action.sections, "section"), ", Buffalo Creek" if total == state.board.sections else ""
    if field:
        return f"{built}: track to space {total * SPACES}{end}"
    reached = f"{total} of {state.board.sections}, to space {total * SPACES}{end}"
    return f"Build {built}: {reached}. You build once a turn. {ends(state, action, 1)}"


def _placed(mat: Mat, card: Card) -> str:
    """What it will eat or do on the railhead ``mat``, on which it lies by now."""
    left = sum(crate.left for crate in mat.crates)
    if card == WORKER:
        there = f"{left} {'is' if left == 1 else 'are'} there" if left else "none is there"
        return f"gang of {mat.workers} needs {mat.workers} a turn, {there}; a new one builds from your next turn"
    if card == DEPUTY:
        room = PEOPLE - mat.people
        return f"sends away up to 2 outlaws, eats nothing; {f'room for {room} more' if room else 'no more room'}"
    gang = f"for {counted(mat.workers, 'worker')}" if mat.workers else "no workers yet"
    return f"{supplies_words(left)} there, {gang}"


def _withdrawn(state: RailRoader, action: Withdraw, field: str) -> str:
    mat = taken(state.railroads[action.seat].mat, action.card)
    left = f"{counted(mat.workers, 'worker')}, {supplies_words(sum(crate.left for crate in mat.crates))} stay there"
    match field:
        case "card":
            return f"{card_name(action.card)}: {left}"
        case "onto":
            return _ONTO[action.onto]
        case _:
            moved = f"Take {a_card(action.card)} off the railhead, {onto_words(action.onto)}: {left}."
            return f"{moved} {ends(state, action, 1)}"


_ONTO = {
    "pile": "your discard pile: it comes back to your hand",
    "prairie": "the prairie: it is yours no longer",
}
