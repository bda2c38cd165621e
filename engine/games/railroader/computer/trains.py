"""The values of a computer player for its train: how far it goes, and on what it stops."""

from collections.abc import Callable, Iterable, Mapping
from itertools import chain
from math import fsum
from typing import Any

from engine.core import Action, Remembered, Seat
from engine.games.railroader.box.board import SPACES, Space, section
from engine.games.railroader.box.cards import Kind, kind
from engine.games.railroader.box.figures import DIE
from engine.games.railroader.computer.wants import is_building
from engine.games.railroader.rules.moving import Stops
from engine.games.railroader.rules.reach import derailing, reach
from engine.games.railroader.state import actions as a
from engine.games.railroader.state.state import RailRoader

# Guesses, tuned by self-play; they are opinions, not rules. An action is worth some 3.
_SPACE = 0.7
_SPACE_BEFORE_DYNAMITE = 1.4
"""Nothing else gets a train out of there, and till then its water is of no use."""
_DERAILED = 7.0
"""For the turn that is lost, and the action that puts the train back."""
_SURE_DERAILMENT = -20.0
"""Of a move that derails whatever is rolled: the train loses its turn for nothing."""
_AMBUSHED = 6.0
_RAIDED = 2.5
"""For each of the gang, as long as some outlaws are still in the deck and those beside the board come along."""
_OUTLAWS = 3
_RIVER = 4.0
"""Every turn there begins with water, the best of the prairie, for an action."""
_ARRIVED = 30.0
_NO_FURTHER = -30.0
"""Of a stop no further on in the last round: anything else is better."""
_GANG = 8.0
"""Of a space at the railhead, to a railroad without workers: there alone a new gang can be put to work."""
_CARD = 3.0
_DRIVER = 2.0
_RERAILED = 10.0


def _move(state: RailRoader, action: a.Move) -> float:
    waters = action.waters.values
    rolls = reach(state, action.seat, waters, action.engineers)
    is_sure_to_derail = len(derailing(state, action.seat, rolls)) == DIE
    if is_sure_to_derail and not state.arrived:
        return _SURE_DERAILMENT
    return _rolled(state, action.seat, rolls) - _CARD * (len(waters) - 1) - _DRIVER * action.engineers


def _roll(state: RailRoader, action: a.Roll) -> float:
    rolls = reach(state, action.seat, (), action.engineers)
    return _rolled(state, action.seat, rolls) - _DRIVER * action.engineers + _RIVER


def _rolled(state: RailRoader, seat: Seat, rolls: tuple[Stops, ...]) -> float:
    """The mean over the die, each roll of a ``reach`` stopped where it is best."""
    worth = _spots(state, seat, set(chain.from_iterable(rolls)))
    return fsum(max([worth[space] for space in spaces]) for spaces in rolls) / DIE


def _stop(state: RailRoader, action: a.Stop) -> float:
    return _spot(state, action.seat, action.space)


def _engineer(state: RailRoader, action: a.Engineer) -> float:
    """Two spaces are little for a card, and less than a river that the train is on."""
    here = state.railroads[action.seat].engine
    return _spot(state, action.seat, action.space) - _ground(state, action.seat, here)


def _rerail(state: RailRoader, action: a.Rerail) -> float:
    return _RERAILED


def _spot(state: RailRoader, seat: Seat, space: int) -> float:
    """The worth of a stop on one space."""
    return _spots(state, seat, (space,))[space]


def _spots(state: RailRoader, seat: Seat, spaces: Iterable[int]) -> Mapping[int, float]:
    """The worth of a stop on each space, with the distance to it; beyond the track the train derails.

    Once the game ends with the round, the distance is all that counts.
    """
    if state.arrived:
        return {space: _last_spot(state, seat, space) for space in spaces}
    railroad, creek = state.railroads[seat], state.board.sections
    engine, track = railroad.engine, railroad.track
    pace = _SPACE if railroad.dynamite is None else _SPACE_BEFORE_DYNAMITE
    gang = _GANG if is_building(state, railroad) and not railroad.mat.workers else 0.0
    railhead = track - SPACES
    left = gang if engine > railhead else 0.0
    worth = dict[int, float]()
    for space in spaces:
        there = gang if space > railhead else 0.0
        way = pace * (min(space, track) - engine) + (there - left)
        if space > track:
            worth[space] = way - _DERAILED
        elif section(space) == creek:
            worth[space] = way + _ARRIVED
        else:
            worth[space] = way + (_ground(state, seat, space) if space != engine else 0.0)
    return worth


def _last_spot(state: RailRoader, seat: Seat, space: int) -> float:
    """The worth of a stop in the last round; a train off the rails is not in Buffalo Creek."""
    railroad = state.railroads[seat]
    end = min(space, railroad.track)
    on = end - railroad.engine
    there = space == end and section(end) == state.board.sections and seat not in state.arrived
    return (_SPACE * on if on > 0 else _NO_FURTHER) + (_ARRIVED if there else 0.0)


def _ground(state: RailRoader, seat: Seat, space: int) -> float:
    """The worth of what lies on a space; a train is ambushed only where it arrives."""
    railroad = state.railroads[seat]
    match state.board.space(seat, space):
        case Space.PURPLE:
            return -_AMBUSHED if space != railroad.engine else 0.0
        case Space.RED:
            return _raided(state, seat)
        case Space.RIVER:
            return _RIVER if railroad.dynamite in (None, space) else 0.0
        case _:
            return 0.0


@Remembered
def _raided(state: RailRoader, seat: Seat) -> float:
    """The loss on a red space: for each of the gang, by the outlaws that one more brings along."""
    railroad = state.railroads[seat]
    if not is_building(state, railroad):
        return 0.0
    here = len(state.outlaws)
    away = sum(kind(card) is Kind.OUTLAW for card in state.prairie)
    raiders = (_OUTLAWS - here - away) * (here + 1) / _OUTLAWS
    return -_RAIDED * railroad.mat.people * raiders


VALUES: Mapping[type[Action], Callable[[RailRoader, Any], float]] = {
    a.Move: _move,
    a.Roll: _roll,
    a.Stop: _stop,
    a.Engineer: _engineer,
    a.Rerail: _rerail,
}
