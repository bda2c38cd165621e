"""Saboteurs, who place dynamite or steal crates. (RR Saboteur; rulings 56-61)"""

from collections.abc import Iterator

from engine.core import Rule, Seat, join_words
from engine.games.railroader.game_data.board import Space, first_space_of
from engine.games.railroader.game_data.cards import SABOTEUR, card_name
from engine.games.railroader.rules.railhead import remove_from_mat
from engine.games.railroader.state.actions import Dynamite, Steal
from engine.games.railroader.state.events import CrateStolen, DynamitePlaced
from engine.games.railroader.state.state import RailRoader, Turn

_SABOTAGE_SPACES = frozenset({Space.RIVER, Space.RED})


def _dynamite_spaces(state: RailRoader, rival: Seat) -> Iterator[int]:
    """Yield the spaces of a rival's track on which dynamite can be placed. (ruling 56)"""
    railroad = state.railroads[rival]
    if railroad.dynamite is None:
        for space in range(railroad.engine + 1, railroad.last_track_space + 1):
            if state.board.space_kind(rival, space) in _SABOTAGE_SPACES:
                yield space


def _is_railhead_open(state: RailRoader, rival: Seat) -> bool:
    """Whether the last section of a rival's track permits theft from the railhead. (ruling 57)"""
    railroad = state.railroads[rival]
    spaces = range(max(1, first_space_of(railroad.sections)), railroad.last_track_space + 1)
    return any(state.board.space_kind(rival, space) in _SABOTAGE_SPACES for space in spaces)


def _offers(state: RailRoader, turn: Turn) -> Iterator[Dynamite | Steal]:
    seat = turn.seat
    if SABOTEUR not in state.railroads[seat].hand or state.space_under_engine(seat) is not Space.RIVER:
        return
    for rival in state.rivals(seat):
        yield from (Dynamite(seat, rival, space) for space in _dynamite_spaces(state, rival))
    for rival in state.rivals(seat):
        if _is_railhead_open(state, rival):
            unopened = state.railroads[rival].mat.unopened_crates
            yield from (Steal(seat, rival, card) for card in dict.fromkeys(crate.card for crate in unopened))


def _apply(state: RailRoader, turn: Turn, action: Dynamite | Steal) -> RailRoader:
    seat, rival = turn.seat, action.rival
    after_saboteur = state.remove_from_hand(seat, SABOTEUR).add_to_discards(seat, SABOTEUR).spend_actions(1)
    if isinstance(action, Dynamite):
        return after_saboteur.update_railroad(rival, dynamite=action.space).emit(
            DynamitePlaced(seat, rival, action.space)
        )
    after_theft = after_saboteur.update_mat(rival, lambda mat: remove_from_mat(mat, action.card)).add_to_discards(
        seat, action.card
    )
    return after_theft.emit(CrateStolen(seat, rival, action.card))


def _refusal(state: RailRoader, turn: Turn, action: Dynamite | Steal) -> str:
    if SABOTEUR not in state.railroads[turn.seat].hand:
        return "You have no saboteur in your hand."
    if state.space_under_engine(turn.seat) is not Space.RIVER:
        railroad = state.railroads[turn.seat]
        now = "your train is derailed" if railroad.derailed else f"your train is on space {railroad.engine}"
        return f"You can send a saboteur only from a river, but {now}."
    if action.rival == turn.seat:
        return "You can’t sabotage yourself. Choose a rival."
    if action.rival not in state.rivals(turn.seat):
        return f"Player {action.rival} isn’t at this table. Choose a rival who is."
    return _dynamite_refusal(state, action) if isinstance(action, Dynamite) else _steal_refusal(state, action)


def _dynamite_refusal(state: RailRoader, action: Dynamite) -> str:
    railroad = state.railroads[action.rival]
    if railroad.dynamite is not None:
        return f"You can’t place more dynamite on that track: there is already some on space {railroad.dynamite}."
    spaces = join_words([str(space) for space in _dynamite_spaces(state, action.rival)], "or")
    if not spaces:
        train = f"that train, which is on space {railroad.engine}"
        return f"You can’t place dynamite: ahead of {train}, no river or red space has track."
    return f"Dynamite must go on a river or red space with track, ahead of the train. Choose {spaces}."


def _steal_refusal(state: RailRoader, action: Steal) -> str:
    if not _is_railhead_open(state, action.rival):
        section = state.railroads[action.rival].sections
        return f"You can’t steal from that railhead: section {section} has no river or red space."
    crates = dict.fromkeys(card_name(crate.card) for crate in state.railroads[action.rival].mat.unopened_crates)
    unopened = join_words(tuple(crates), "or")
    if not unopened:
        return "There are no unopened crates at that railhead."
    return f"That crate isn’t at that railhead. Choose {unopened}."


RULE = Rule((Dynamite, Steal), _offers, _apply, _refusal)
