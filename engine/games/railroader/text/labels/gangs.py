"""Labels of building, the railhead, and orders for deputies."""

from engine.core import Action, count_noun
from engine.games.railroader.game_data.cards import DEPUTY, WORKER, card_name, card_name_capitalized, card_with_article
from engine.games.railroader.game_data.constants import MAX_PEOPLE
from engine.games.railroader.phases.outcomes import outcomes, state_after
from engine.games.railroader.rules.premoves import orders_text
from engine.games.railroader.rules.railhead import end_turn
from engine.games.railroader.state.actions import Build, Deputies, Place, Scout, Withdraw
from engine.games.railroader.state.state import RailRoader
from engine.games.railroader.text.labels.consequences import rest_of_turn_text
from engine.games.railroader.text.narration.cards import destination_text

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
    """The label of a railhead action; empty for others."""
    match action:
        case Build():
            return _build_label(state, action, field)
        case Place(card=card):
            effect = _placement_text(state, action)
            if field:
                return f"{card_name_capitalized(card)}: {effect}"
            return f"Place {card_with_article(card)}: {effect}, {rest_of_turn_text(state, action)}"
        case Scout(card=card):
            effect_text = f"{card_name(card)}: {_placement_text(state, action)}"
            return effect_text if field else f"Send the scout for {effect_text}, {rest_of_turn_text(state, action)}"
        case Withdraw():
            return _withdraw_label(state, action, field)
        case Deputies():
            return _orders_label(action, field)
        case _:
            return ""


def preview_note(action: Action) -> str:
    """The preview note of a railhead action; empty for others."""
    match action:
        case Build():
            return "You can build once per turn."
        case Scout():
            return "The scout goes to your discard pile."
        case _:
            return ""


def _build_label(state: RailRoader, action: Build, field: str) -> str:
    """“2 sections: track to space 72”."""
    railroad = state_after(state, action).railroads[action.seat]
    total = railroad.sections
    built = count_noun(action.sections, "section")
    end = f"space {railroad.last_track_space}" + (", Buffalo Creek" if total == state.board.sections else "")
    if field:
        return f"{built}: track to {end}"
    return f"Build {built}: track to {end} ({total} of {state.board.sections}), {rest_of_turn_text(state, action)}"


def _placement_text(state: RailRoader, action: Place | Scout) -> str:
    """Tell what a card will eat or do on the railhead, once it is there."""
    after, card = state_after(state, action), action.card
    mat = after.railroads[action.seat].mat
    supplies, workers = count_noun(mat.supply_count, "supply"), count_noun(mat.workers, "worker")
    if card == WORKER:
        fed = end_turn(after, action.seat).railroads[action.seat].mat.workers == mat.workers
        eats = "eats this turn, builds from your next turn" if fed else _hungry_text(state, action)
        return f"{eats} ({workers}, {supplies})"
    if card == DEPUTY:
        room = MAX_PEOPLE - mat.people_count
        return f"drives off up to 2 outlaws, eats nothing, {f'room for {room} more' if room else 'no room left'}"
    return f"{supplies} for {workers}"


def _hungry_text(state: RailRoader, action: Place | Scout) -> str:
    """Tell that there is too little to eat for a worker, who may still be fed if the turn goes on."""
    if all(outcome.is_turn_over for outcome in outcomes(state, action)):
        return "leaves after this turn"
    return "leaves after this turn unless you add supplies"


def _withdraw_label(state: RailRoader, action: Withdraw, field: str) -> str:
    """“Worker: leaves 1 worker and 3 supplies”."""
    mat = state_after(state, action).railroads[action.seat].mat
    leaves = f"leaves {count_noun(mat.workers, 'worker')} and {count_noun(mat.supply_count, 'supply')}"
    match field:
        case "card":
            return f"{card_name_capitalized(action.card)}: {leaves}"
        case "onto":
            return _ONTO[action.onto]
        case _:
            moved = f"Discard {card_with_article(action.card)} from the railhead{destination_text(action.onto)}"
            return f"{moved}: {leaves}, {rest_of_turn_text(state, action)}"


def _orders_label(action: Deputies, field: str) -> str:
    """“Use your deputies when that prevents a loss, first against the outlaw who steals crates”."""
    if field:
        return _USES[action.use] if field == "use" else _FIRST[action.first]
    if action.use == "never":
        return "Never use your deputies"
    return f"Use your deputies {orders_text(action.use, action.first).removeprefix('used ')}"
