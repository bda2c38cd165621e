"""Building, the railhead and orders for deputies, as a menu says them."""

from engine.core import Action, counted
from engine.games.railroader.box.cards import DEPUTY, WORKER, a_card, card_name, card_title
from engine.games.railroader.box.figures import PEOPLE
from engine.games.railroader.phases.outcomes import outcomes, state_after
from engine.games.railroader.rules.orders import orders_words
from engine.games.railroader.rules.railhead import end_turn
from engine.games.railroader.state.actions import Build, Deputies, Place, Scout, Withdraw
from engine.games.railroader.state.state import RailRoader
from engine.games.railroader.words.labels.consequences import turn_words
from engine.games.railroader.words.narration.cards import onto_words

_USES = {
    "needed": "When that prevents a loss (usual)",
    "always": "Always, whatever the outlaws would take",
    "never": "Never: deputies stay, and outlaws take what they can",
    "two": "Only when that prevents 2 or more losses",
}
_FIRST = {
    "workers": "First outlaws who scare off workers, then the crate thief",
    "crates": "First the crate thief, then outlaws who scare off workers",
}
_ONTO = {
    "pile": "Your discard pile: you get it back",
    "prairie": "The prairie: anyone can get it",
}


def label(state: RailRoader, action: Action, field: str) -> str:
    """The label of an action of this part; empty for others."""
    match action:
        case Build():
            return _built(state, action, field)
        case Place(card=card):
            placed = _placed(state, action)
            if field:
                return f"{card_title(card)}: {placed}"
            return f"Place {a_card(card)}: {placed}, {turn_words(state, action)}"
        case Scout(card=card):
            brought = f"{card_name(card)}: {_placed(state, action)}"
            return brought if field else f"Send the scout for {brought}, {turn_words(state, action)}"
        case Withdraw():
            return _withdrawn(state, action, field)
        case Deputies():
            return _ordered(action, field)
        case _:
            return ""


def note(action: Action) -> str:
    """The addition of a preview for an action of this part; empty for others."""
    match action:
        case Build():
            return "You can build once per turn."
        case Scout():
            return "The scout goes to your discard pile."
        case _:
            return ""


def _built(state: RailRoader, action: Build, field: str) -> str:
    """“2 sections: track to space 72”."""
    railroad = state_after(state, action).railroads[action.seat]
    total = railroad.sections
    built = counted(action.sections, "section")
    end = f"space {railroad.track}" + (", Buffalo Creek" if total == state.board.sections else "")
    if field:
        return f"{built}: track to {end}"
    return f"Build {built}: track to {end} ({total} of {state.board.sections}), {turn_words(state, action)}"


def _placed(state: RailRoader, action: Place | Scout) -> str:
    """Tell what a card will eat or do on the railhead, once it is there."""
    after, card = state_after(state, action), action.card
    mat = after.railroads[action.seat].mat
    supplies, workers = counted(mat.supplies, "supply"), counted(mat.workers, "worker")
    if card == WORKER:
        fed = end_turn(after, action.seat).railroads[action.seat].mat.workers == mat.workers
        eats = "eats this turn, builds from your next turn" if fed else _unfed(state, action)
        return f"{eats} ({workers}, {supplies})"
    if card == DEPUTY:
        room = PEOPLE - mat.people
        return f"drives off up to 2 outlaws, eats nothing, {f'room for {room} more' if room else 'no room left'}"
    return f"{supplies} for {workers}"


def _unfed(state: RailRoader, action: Place | Scout) -> str:
    """Tell that there is too little to eat for a worker, who may still be fed if the turn goes on."""
    if all(outcome.ended for outcome in outcomes(state, action)):
        return "leaves after this turn"
    return "leaves after this turn unless you add supplies"


def _withdrawn(state: RailRoader, action: Withdraw, field: str) -> str:
    """“Worker: leaves 1 worker and 3 supplies”."""
    mat = state_after(state, action).railroads[action.seat].mat
    leaves = f"leaves {counted(mat.workers, 'worker')} and {counted(mat.supplies, 'supply')}"
    match field:
        case "card":
            return f"{card_title(action.card)}: {leaves}"
        case "onto":
            return _ONTO[action.onto]
        case _:
            moved = f"Discard {a_card(action.card)} from the railhead{onto_words(action.onto)}"
            return f"{moved}: {leaves}, {turn_words(state, action)}"


def _ordered(action: Deputies, field: str) -> str:
    """“Use your deputies when that prevents a loss, first against the outlaw who steals crates”."""
    if field:
        return _USES[action.use] if field == "use" else _FIRST[action.first]
    if action.use == "never":
        return "Never use your deputies"
    return f"Use your deputies {orders_words(action.use, action.first).removeprefix('used ')}"
