"""Ambush and cavalry. (RR Ambush; rulings 15, 47-52)"""

from engine.core import Seat
from engine.games.railroader.state.events import Ambushed, CavalryRode
from engine.games.railroader.state.state import RailRoader


def begin(state: RailRoader, seat: Seat) -> RailRoader:
    """The train is held on a purple space; the cavalry rides at once, for no action. (rulings 47-49)"""
    engine = state.railroads[seat].engine
    garrison = state.board.garrison(seat, engine)
    held = state.alter(seat, cavalry=garrison).in_turn(still=True)
    return _ride(held.tell(Ambushed(seat, engine, garrison)), seat, free=True)


def ride_on(state: RailRoader) -> RailRoader:
    """At the start of a turn under ambush: one roll, one action. (rulings 15, 49)"""
    seat = state.turn.seat
    if state.railroads[seat].cavalry is None:
        return state
    return _ride(state.in_turn(still=True).spend(1), seat, free=False)


def _ride(state: RailRoader, seat: Seat, *, free: bool) -> RailRoader:
    """On the train's space or past it the ambush is over; the train moves from the next turn on. (ruling 50)"""
    railroad = state.railroads[seat]
    assert railroad.cavalry is not None
    rolled, die = state.roll()
    space = min(railroad.engine, railroad.cavalry + die)
    relieved = space == railroad.engine
    rode = rolled.alter(seat, cavalry=None if relieved else space)
    return rode.tell(CavalryRode(seat, die, space, relieved, free))
