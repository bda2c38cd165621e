"""Labels of a saboteur's actions against rivals."""

from engine.core import Action, NameOfSeat, count_noun, join_words, possessive_of
from engine.games.railroader.game_data.cards import card_name
from engine.games.railroader.phases.outcomes import state_after
from engine.games.railroader.rules.train_reach import ground_text
from engine.games.railroader.state.actions import Dynamite, Steal
from engine.games.railroader.state.state import RailRoader
from engine.games.railroader.text.labels.consequences import rest_of_turn_text


def label(state: RailRoader, action: Action, field: str, name: NameOfSeat) -> str:
    """The label of a saboteur's action; empty for others."""
    match action:
        case Dynamite():
            return _dynamite_label(state, action, field, name)
        case Steal():
            return _steal_label(state, action, field, name)
        case _:
            return ""


def preview_note(state: RailRoader, action: Action, name: NameOfSeat) -> str:
    """The preview note of a saboteur's action; empty for others."""
    match action:
        case Dynamite(rival=rival):
            slow = (
                f"Until {possessive_of(name(rival))} train gets there, only the die or engineers move it, not Water "
                "cards."
            )
            return f"{slow} The saboteur goes to your discard pile."
        case Steal():
            return "The crate and the saboteur go to your discard pile."
        case _:
            return ""


def _dynamite_label(state: RailRoader, action: Dynamite, field: str, name: NameOfSeat) -> str:
    """“60, river: 8 ahead of the train”."""
    rival = state.railroads[action.rival]
    ground = ground_text(state.board.space_kind(action.rival, action.space))
    ahead = f"{action.space - rival.engine} ahead of the train"
    match field:
        case "rival":
            return f"{name(action.rival)}: train on {rival.engine}, track to {rival.last_track_space}"
        case "space":
            return f"{action.space}, {ground}: {ahead}"
        case _:
            track = f"{possessive_of(name(action.rival))} track"
            return f"Dynamite {track} on space {action.space}, {ground}: {ahead}, {rest_of_turn_text(state, action)}"


def _steal_label(state: RailRoader, action: Steal, field: str, name: NameOfSeat) -> str:
    """“Supplies 4: leaves 1 supply for 2 workers”."""
    mat = state_after(state, action).railroads[action.rival].mat
    leaves = f"leaves {count_noun(mat.supply_count, 'supply')} for {count_noun(mat.workers, 'worker')}"
    match field:
        case "rival":
            unopened = [card_name(crate.card) for crate in state.railroads[action.rival].mat.unopened_crates]
            return f"{name(action.rival)}: {join_words(unopened)} unopened"
        case "card":
            return f"{card_name(action.card)}: {leaves}"
        case _:
            return (
                f"Steal {card_name(action.card)} from {name(action.rival)}: {leaves}, "
                f"{rest_of_turn_text(state, action)}"
            )
