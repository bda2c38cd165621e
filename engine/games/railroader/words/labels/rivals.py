"""The deeds of a saboteur against rivals, as a menu says them."""

from engine.core import Action, Name, counted, listed, possessive
from engine.games.railroader.box.cards import card_name
from engine.games.railroader.phases.outcomes import state_after
from engine.games.railroader.rules.reach import ground_words
from engine.games.railroader.state.actions import Dynamite, Steal
from engine.games.railroader.state.state import RailRoader
from engine.games.railroader.words.labels.consequences import turn_words


def label(state: RailRoader, action: Action, field: str, name: Name) -> str:
    """The label of an action of this part; empty for others."""
    match action:
        case Dynamite():
            return _dynamite(state, action, field, name)
        case Steal():
            return _steal(state, action, field, name)
        case _:
            return ""


def note(state: RailRoader, action: Action, name: Name) -> str:
    """The addition of a preview for an action of this part; empty for others."""
    match action:
        case Dynamite(rival=rival):
            slow = (
                f"Until {possessive(name(rival))} train gets there, only the die or engineers move it, not Water cards."
            )
            return f"{slow} The saboteur goes to your discard pile."
        case Steal():
            return "The crate and the saboteur go to your discard pile."
        case _:
            return ""


def _dynamite(state: RailRoader, action: Dynamite, field: str, name: Name) -> str:
    """“60, river: 8 ahead of the train”."""
    rival = state.railroads[action.rival]
    ground = ground_words(state.board.space(action.rival, action.space))
    ahead = f"{action.space - rival.engine} ahead of the train"
    match field:
        case "rival":
            return f"{name(action.rival)}: train on {rival.engine}, track to {rival.track}"
        case "space":
            return f"{action.space}, {ground}: {ahead}"
        case _:
            track = f"{possessive(name(action.rival))} track"
            return f"Dynamite {track} on space {action.space}, {ground}: {ahead}, {turn_words(state, action)}"


def _steal(state: RailRoader, action: Steal, field: str, name: Name) -> str:
    """“Supplies 4: leaves 1 supply for 2 workers”."""
    mat = state_after(state, action).railroads[action.rival].mat
    leaves = f"leaves {counted(mat.supplies, 'supply')} for {counted(mat.workers, 'worker')}"
    match field:
        case "rival":
            unopened = [card_name(crate.card) for crate in state.railroads[action.rival].mat.unopened]
            return f"{name(action.rival)}: {listed(unopened)} unopened"
        case "card":
            return f"{card_name(action.card)}: {leaves}"
        case _:
            return f"Steal {card_name(action.card)} from {name(action.rival)}: {leaves}, {turn_words(state, action)}"
