"""Ambushes and the cavalry. (RR Ambush; rulings 15, 47-52)"""

from engine.core import Seat
from engine.games.railroader.state.events import Ambushed, CavalryRode
from engine.games.railroader.state.state import RailRoader


def begin_ambush(state: RailRoader, seat: Seat) -> RailRoader:
    """Stop a train on a purple space, and roll for its cavalry without using an action. (rulings 47-49)"""
    engine = state.railroads[seat].engine
    garrison = state.board.garrison_behind(seat, engine)
    after_stop = state.update_railroad(seat, cavalry=garrison).update_turn(still=True)
    return _ride_cavalry(after_stop.emit(Ambushed(seat, engine, garrison)), seat, is_free=True)


def continue_ride(state: RailRoader) -> RailRoader:
    """Roll for the cavalry at the start of a turn, for one action. (rulings 15, 49)"""
    seat = state.current_turn.seat
    if state.railroads[seat].cavalry is None:
        return state
    return _ride_cavalry(state.update_turn(still=True).spend_actions(1), seat, is_free=False)


def _ride_cavalry(state: RailRoader, seat: Seat, *, is_free: bool) -> RailRoader:
    """Roll for the cavalry; if it reaches or passes the train, the ambush is over. (ruling 50)"""
    railroad = state.railroads[seat]
    assert railroad.cavalry is not None
    after_roll, die = state.roll_die()
    space = min(railroad.engine, railroad.cavalry + die)
    is_relieved = space == railroad.engine
    after_ride = after_roll.update_railroad(seat, cavalry=None if is_relieved else space)
    return after_ride.emit(CavalryRode(seat, die, space, is_relieved, is_free))
