"""The evaluation of train moves by computer players: the distance, and the kind of space."""

from collections.abc import Callable, Iterable, Mapping
from itertools import chain
from math import fsum
from typing import Any

from engine.core import Action, IdentityCache, Seat
from engine.games.railroader.game_data.board import SPACES_PER_SECTION, Space
from engine.games.railroader.game_data.cards import Kind, kind_of
from engine.games.railroader.game_data.constants import DIE_FACES
from engine.games.railroader.rules.moving import StopSpaces, derailing_rolls, reachable_spaces
from engine.games.railroader.state import actions as a
from engine.games.railroader.state.state import Railroad, RailRoader

# Values of actions, tuned by self-play. One action of a turn is worth about 3.
_SPACE = 0.7
"""Value of moving one space ahead."""
_SPACE_BEFORE_DYNAMITE = 1.4
"""Value of moving one space toward dynamite.

The value is high because Water cards are useless until the train reaches the dynamite.
"""
_DERAILED = 7.0
"""Cost of derailing: the train cannot move for a turn, and re-railing takes an action."""
_SURE_DERAILMENT = -20.0
"""Value of a move that derails on every roll."""
_AMBUSHED = 6.0
"""Cost of an ambush."""
_RAIDED = 2.5
"""Cost of a stop on a red space, for each worker or deputy and each expected outlaw."""
_OUTLAWS = 3
"""The number of outlaws in the game."""
_RIVER = 4.0
"""Value of a stop on a river, where an action takes the best Water card of the prairie."""
_ARRIVED = 30.0
"""Value of reaching Buffalo Creek."""
_NO_FARTHER = -30.0
"""Value of a move in the last round that takes the train no farther."""
_GANG = 8.0
"""Value of a stop at the railhead if the player must place workers there before building."""
_CARD = 3.0
"""Cost of each Water card after the first one."""
_DRIVER = 2.0
"""Cost of each engineer."""
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
    """Return the mean value over all die rolls, if the player chooses the best space for each roll."""
    values = _space_values(state, seat, set(chain.from_iterable(rolls)))
    return fsum(max([values[space] for space in spaces]) for spaces in rolls) / DIE_FACES


def _stop_value(state: RailRoader, action: a.Stop) -> float:
    return _space_value(state, action.seat, action.space)


def _engineer_value(state: RailRoader, action: a.Engineer) -> float:
    """Return the value of an engineer played alone.

    It is the value of the new space, less that of the kind of space that the train leaves.
    """
    here = state.railroads[action.seat].engine
    return _space_value(state, action.seat, action.space) - _ground_value(state, action.seat, here)


def _space_value(state: RailRoader, seat: Seat, space: int) -> float:
    return _space_values(state, seat, (space,))[space]


def _space_values(state: RailRoader, seat: Seat, spaces: Iterable[int]) -> Mapping[int, float]:
    """The value of a stop on each space, including the distance and a possible derailment.

    In the last round only distance and arrival count.
    """
    if state.arrived:
        return {space: _last_round_space_value(state, seat, space) for space in spaces}
    railroad = state.railroads[seat]
    engine, track = railroad.engine, railroad.last_track_space
    pace = _SPACE if railroad.dynamite is None else _SPACE_BEFORE_DYNAMITE
    gang = _GANG if has_track_to_lay(state, railroad) and not railroad.mat.workers else 0.0
    railhead = track - SPACES_PER_SECTION
    value_here = gang if engine > railhead else 0.0
    values = dict[int, float]()
    for space in spaces:
        value_there = gang if space > railhead else 0.0
        distance_value = pace * (min(space, track) - engine) + (value_there - value_here)
        if space > track:
            values[space] = distance_value - _DERAILED
        elif state.board.is_in_creek(space):
            values[space] = distance_value + _ARRIVED
        else:
            values[space] = distance_value + (_ground_value(state, seat, space) if space != engine else 0.0)
    return values


def _last_round_space_value(state: RailRoader, seat: Seat, space: int) -> float:
    """The value of a stop in the last round. A train that derails can no longer reach Buffalo Creek."""
    railroad = state.railroads[seat]
    end = min(space, railroad.last_track_space)
    distance = end - railroad.engine
    is_arrival = space == end and state.board.is_in_creek(end) and seat not in state.arrived
    return (_SPACE * distance if distance > 0 else _NO_FARTHER) + (_ARRIVED if is_arrival else 0.0)


def _ground_value(state: RailRoader, seat: Seat, space: int) -> float:
    """Return the value of a stop on this kind of space.

    A train is ambushed only on a space that it moves to.
    """
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
    """Return the expected loss on a red space to outlaws that are not yet revealed.

    It is 0 or negative.
    """
    railroad = state.railroads[seat]
    if not has_track_to_lay(state, railroad):
        return 0.0
    revealed = len(state.outlaws)
    on_prairie = sum(kind_of(card) is Kind.OUTLAW for card in state.prairie)
    raiders = (_OUTLAWS - revealed - on_prairie) * (revealed + 1) / _OUTLAWS
    return -_RAIDED * railroad.mat.people_count * raiders


VALUES: Mapping[type[Action], Callable[[RailRoader, Any], float]] = {
    a.Move: _move_value,
    a.Roll: _roll_value,
    a.Stop: _stop_value,
    a.Engineer: _engineer_value,
    a.Rerail: lambda state, action: _RERAILED,
}
