"""A computer player's evaluation of its train: how far it goes, and where it stops."""

from collections.abc import Callable, Iterable, Mapping
from itertools import chain
from math import fsum
from typing import Any

from engine.core import Action, IdentityCache, Seat
from engine.games.railroader.game_data.board import SPACES_PER_SECTION, Space, section_of
from engine.games.railroader.game_data.cards import Kind, kind_of
from engine.games.railroader.game_data.constants import DIE_FACES
from engine.games.railroader.rules.moving import StopSpaces, derailing_rolls, reachable_spaces
from engine.games.railroader.state import actions as a
from engine.games.railroader.state.state import Railroad, RailRoader

# Guesses, tuned by self-play; they are opinions, not rules. An action is worth some 3.
_SPACE = 0.7
_SPACE_BEFORE_DYNAMITE = 1.4
"""Nothing else gets a train out of there, and until then its water is of no use."""
_DERAILED = 7.0
"""For the turn that is lost, and the action that puts the train back."""
_SURE_DERAILMENT = -20.0
"""The value of a move that derails with any roll: the train loses its turn for nothing."""
_AMBUSHED = 6.0
_RAIDED = 2.5
"""For each of the gang, as long as some outlaws are still in the deck and those next to the board come along."""
_OUTLAWS = 3
_RIVER = 4.0
"""Every turn there begins with water, the best of the prairie, for an action."""
_ARRIVED = 30.0
_NO_FURTHER = -30.0
"""The value of a stop that is no farther ahead in the last round: anything else is better."""
_GANG = 8.0
"""The value of a space at the railhead for a railroad without workers: only there can a new gang start to work."""
_CARD = 3.0
_DRIVER = 2.0
_RERAILED = 10.0


def has_track_to_lay(state: RailRoader, railroad: Railroad) -> bool:
    """Whether the railroad's line is not complete."""
    return railroad.sections < state.board.sections


def _move_value(state: RailRoader, action: a.Move) -> float:
    waters = action.waters.values
    rolls = reachable_spaces(state, action.seat, waters, action.engineers)
    is_sure_to_derail = len(derailing_rolls(state, action.seat, rolls)) == DIE_FACES
    if is_sure_to_derail and not state.arrived:
        return _SURE_DERAILMENT
    return _mean_stop_value(state, action.seat, rolls) - _CARD * (len(waters) - 1) - _DRIVER * action.engineers


def _roll_value(state: RailRoader, action: a.Roll) -> float:
    rolls = reachable_spaces(state, action.seat, (), action.engineers)
    return _mean_stop_value(state, action.seat, rolls) - _DRIVER * action.engineers + _RIVER


def _mean_stop_value(state: RailRoader, seat: Seat, rolls: tuple[StopSpaces, ...]) -> float:
    """The mean over the die, each roll of a ``reachable_spaces`` stopped where it is best."""
    worth = _space_values(state, seat, set(chain.from_iterable(rolls)))
    return fsum(max([worth[space] for space in spaces]) for spaces in rolls) / DIE_FACES


def _stop_value(state: RailRoader, action: a.Stop) -> float:
    return _space_value(state, action.seat, action.space)


def _engineer_value(state: RailRoader, action: a.Engineer) -> float:
    """Two spaces are little for a card, and less than a river that the train is on."""
    here = state.railroads[action.seat].engine
    return _space_value(state, action.seat, action.space) - _ground_value(state, action.seat, here)


def _rerail_value(state: RailRoader, action: a.Rerail) -> float:
    return _RERAILED


def _space_value(state: RailRoader, seat: Seat, space: int) -> float:
    """The worth of a stop on one space."""
    return _space_values(state, seat, (space,))[space]


def _space_values(state: RailRoader, seat: Seat, spaces: Iterable[int]) -> Mapping[int, float]:
    """The worth of a stop on each space, with the distance to it; beyond the track the train derails.

    Once the game ends with the round, the distance is all that counts.
    """
    if state.arrived:
        return {space: _last_round_space_value(state, seat, space) for space in spaces}
    railroad, creek = state.railroads[seat], state.board.sections
    engine, track = railroad.engine, railroad.last_track_space
    pace = _SPACE if railroad.dynamite is None else _SPACE_BEFORE_DYNAMITE
    gang = _GANG if has_track_to_lay(state, railroad) and not railroad.mat.workers else 0.0
    railhead = track - SPACES_PER_SECTION
    value_here = gang if engine > railhead else 0.0
    worth = dict[int, float]()
    for space in spaces:
        value_there = gang if space > railhead else 0.0
        way = pace * (min(space, track) - engine) + (value_there - value_here)
        if space > track:
            worth[space] = way - _DERAILED
        elif section_of(space) == creek:
            worth[space] = way + _ARRIVED
        else:
            worth[space] = way + (_ground_value(state, seat, space) if space != engine else 0.0)
    return worth


def _last_round_space_value(state: RailRoader, seat: Seat, space: int) -> float:
    """The worth of a stop in the last round; a train off the rails is not in Buffalo Creek."""
    railroad = state.railroads[seat]
    end = min(space, railroad.last_track_space)
    on = end - railroad.engine
    there = space == end and section_of(end) == state.board.sections and seat not in state.arrived
    return (_SPACE * on if on > 0 else _NO_FURTHER) + (_ARRIVED if there else 0.0)


def _ground_value(state: RailRoader, seat: Seat, space: int) -> float:
    """The worth of what lies on a space; a train is ambushed only where it arrives."""
    railroad = state.railroads[seat]
    match state.board.space_kind(seat, space):
        case Space.PURPLE:
            return -_AMBUSHED if space != railroad.engine else 0.0
        case Space.RED:
            return _raid_loss(state, seat)
        case Space.RIVER:
            return _RIVER if railroad.dynamite in (None, space) else 0.0
        case _:
            return 0.0


@IdentityCache
def _raid_loss(state: RailRoader, seat: Seat) -> float:
    """The loss on a red space: for each of the gang, by the outlaws that one more brings along."""
    railroad = state.railroads[seat]
    if not has_track_to_lay(state, railroad):
        return 0.0
    here = len(state.outlaws)
    away = sum(kind_of(card) is Kind.OUTLAW for card in state.prairie)
    raiders = (_OUTLAWS - here - away) * (here + 1) / _OUTLAWS
    return -_RAIDED * railroad.mat.people_count * raiders


VALUES: Mapping[type[Action], Callable[[RailRoader, Any], float]] = {
    a.Move: _move_value,
    a.Roll: _roll_value,
    a.Stop: _stop_value,
    a.Engineer: _engineer_value,
    a.Rerail: _rerail_value,
}
