"""What a saboteur can do to rivals, as a menu says it."""

from __future__ import annotations

from engine.core.action import Action
from engine.core.game import Name
from engine.core.words import counted, listed
from engine.games.railroader.box.cards import card_name, value
from engine.games.railroader.rules.reach import ground_words
from engine.games.railroader.state.actions import Dynamite, Steal
from engine.games.railroader.state.state import RailRoader
from engine.games.railroader.words.labels.ends import ends
from engine.games.railroader.words.narration.cards import supplies_words


def label(state: RailRoader, action: Action, field: str, name: Name) -> str:
    """Of an action of this part; empty for others."""
    match action:
        case Dynamite():
            return _dynamite(state, action, field, name)
        case Steal():
            return _steal(state, action, field, name)
        case _:
            return ""


def _dynamite(state: RailRoader, action: Dynamite, field: str, name: Name) -> str:
    """“60, river: 8 ahead of the train”."""
    rival = state.railroads[action.rival]
    where = f"{action.space}, {ground_words(state.board.space(action.rival, action.space))}"
    ahead = f"{action.space - rival.engine} ahead of the train"
    match field:
        case "rival":
            return f"{name(action.rival)}: train on {rival.engine}, track to {rival.track}"
        case "space":
            return f"{where}: {ahead}"
        case _:
            slow = "until it gets there it moves by the die alone, without water"
            what = f"Place dynamite on {name(action.rival)}’s track on {where}, {ahead}: {slow}"
            return f"{what}. The saboteur goes to your discard pile. {ends(state, action, 1)}"


def _steal(state: RailRoader, action: Steal, field: str, name: Name) -> str:
    mat = state.railroads[action.rival].mat
    left = supplies_words(sum(crate.left for crate in mat.crates) - value(action.card))
    match field:
        case "rival":
            return f"{name(action.rival)}: {listed([card_name(crate.card) for crate in mat.unopened])} unopened"
        case "card":
            return f"{card_name(action.card)}: leaves {left} for {counted(mat.workers, 'worker')} there"
        case _:
            what = f"Steal {card_name(action.card)} from {name(action.rival)}’s railhead"
            pile = "It goes to your discard pile with the saboteur"
            return f"{what}, which leaves {left} there. {pile}. {ends(state, action, 1)}"
