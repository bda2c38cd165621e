"""Texts about saboteurs, who place dynamite or steal crates."""

from functools import partial

from engine.core import (
    ActionText,
    ActionTexts,
    EventTexts,
    NameOfSeat,
    Narration,
    View,
    count_noun,
    join_words,
    possessive_of,
)
from engine.core.short_label import ShortLabel, fit_label, shorten_name
from engine.games.railroader.game_data.cards import card_name
from engine.games.railroader.phases.outcomes import state_after
from engine.games.railroader.state.actions import Dynamite, Steal
from engine.games.railroader.state.events import CrateStolen, DynamitePlaced
from engine.games.railroader.state.state import RailRoader
from engine.games.railroader.text.consequences import preview, rest_of_turn_text
from engine.games.railroader.text.wording import field_legend, ground_text

# -- dynamite


def _dynamite_label(view: View[RailRoader], action: Dynamite, field: str, name: NameOfSeat) -> str:
    """“60, river: 8 ahead of the train”."""
    state, rival = view.state, view.state.railroads[action.rival]
    if field == "rival":
        return f"{name(action.rival)}: train on {rival.engine}, track to {rival.last_track_space}"
    ground = ground_text(state.board.space_kind(action.rival, action.space))
    space = f"{action.space}, {ground}: {action.space - rival.engine} ahead of the train"
    if field:
        return space
    return f"Dynamite {possessive_of(name(action.rival))} track on space {space}, {rest_of_turn_text(state, action)}"


def _dynamite_short_label(view: View[RailRoader], action: Dynamite, field: str, name: NameOfSeat) -> ShortLabel:
    """“60 · 8 ahead, river”."""
    rival, rival_name = view.state.railroads[action.rival], shorten_name(name(action.rival))
    if field == "rival":
        return ShortLabel(f"{rival_name} · train {rival.engine}, track {rival.last_track_space}")
    spaces_ahead = action.space - rival.engine
    label = f"Dynamite {rival_name} {action.space} · {spaces_ahead} ahead"
    if field:
        ground = ground_text(view.state.board.space_kind(action.rival, action.space))
        label = f"{action.space} · {spaces_ahead} ahead, {ground}"
    return ShortLabel(label, gains=(spaces_ahead,))


def _dynamite_preview(view: View[RailRoader], action: Dynamite, name: NameOfSeat) -> str:
    train = f"{possessive_of(name(action.rival))} train"
    note = f"Until {train} gets there, only the die or engineers move it, not Water cards."
    return preview(view, action, name, f"{note} The saboteur goes to your discard pile.")


def _narrate_dynamite(event: DynamitePlaced, name: NameOfSeat) -> Narration:
    saboteur, rival = f"{possessive_of(name(event.seat))} saboteur", possessive_of(name(event.rival))
    sentence = f"{saboteur} placed dynamite on space {event.space} of {rival} track."
    return Narration(sentence, f"placed dynamite on {rival} space {event.space}", 8)


# -- theft


def _steal_label(view: View[RailRoader], action: Steal, field: str, name: NameOfSeat) -> str:
    """“Supplies 4: leaves 1 supply for 2 workers”."""
    state, rival = view.state, name(action.rival)
    if field == "rival":
        crates = [card_name(crate.card) for crate in state.railroads[action.rival].mat.unopened_crates]
        return f"{rival}: {join_words(crates)} unopened"
    mat, card = state_after(state, action).railroads[action.rival].mat, card_name(action.card)
    leaves = f"leaves {count_noun(mat.supply_count, 'supply')} for {count_noun(mat.workers, 'worker')}"
    return f"{card}: {leaves}" if field else f"Steal {card} from {rival}: {leaves}, {rest_of_turn_text(state, action)}"


def _steal_short_label(view: View[RailRoader], action: Steal, field: str, name: NameOfSeat) -> ShortLabel:
    """“Supplies 4 · leaves 1 for 2 workers”."""
    state, rival_name = view.state, shorten_name(name(action.rival))
    if field == "rival":
        crates = [card_name(crate.card) for crate in state.railroads[action.rival].mat.unopened_crates]
        labels = f"{rival_name} · {', '.join(crates)}", f"{rival_name} · {count_noun(len(crates), 'crate')}"
        return ShortLabel(fit_label(*labels))
    mat, card = state_after(state, action).railroads[action.rival].mat, card_name(action.card)
    crate = card if field else f"Steal {card} from {rival_name}"
    leaves = f"{crate} · leaves {mat.supply_count} for {mat.workers}"
    label = fit_label(f"{leaves} {'worker' if mat.workers == 1 else 'workers'}", leaves, crate)
    return ShortLabel(label, f"{count_noun(mat.supply_count, 'supply')} left")


def _narrate_theft(event: CrateStolen, name: NameOfSeat) -> Narration:
    seat, rival, card = name(event.seat), name(event.rival), card_name(event.card)
    sentence = f"{possessive_of(seat)} saboteur stole {card} from {possessive_of(rival)} railhead."
    return Narration(sentence, f"stole {card} from {rival}", 8)


ACTION_TEXTS: ActionTexts = {
    Dynamite: ActionText(
        label=_dynamite_label,
        short_label=_dynamite_short_label,
        legend=field_legend("Up to the dynamite, a train moves without Water."),
        preview=_dynamite_preview,
    ),
    Steal: ActionText(
        label=_steal_label,
        short_label=_steal_short_label,
        legend=field_legend("Each worker eats 1 a turn, or leaves."),
        preview=partial(preview, note="The crate and the saboteur go to your discard pile."),
    ),
}
EVENT_TEXTS: EventTexts = {DynamitePlaced: _narrate_dynamite, CrateStolen: _narrate_theft}
