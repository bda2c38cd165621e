"""The rounds: everybody has a turn, the market moves on, and it is seen whether the game is over. (RR Order of play)"""

from engine.core import Phase, Seat
from engine.games.railroader.box.figures import ROUND_CAP
from engine.games.railroader.phases.turn import TurnPhase
from engine.games.railroader.rules.market import move_market
from engine.games.railroader.state.events import GameEnded
from engine.games.railroader.state.state import RailRoader


class Rounds(Phase[RailRoader], frozen=True):
    """``at`` seats have had their turn in this round. (RR Order of play)"""

    at: int = 0

    def proceed(self, state: RailRoader) -> RailRoader:
        if self.at == state.seats:
            return _end_of_round(state.become(Rounds()))
        seat = state.order[self.at]
        begun = state if self.at else state.begin_round()
        begun = begun.become(Rounds(self.at + 1))
        return begun.enter(_turn(begun, seat))


def _turn(state: RailRoader, seat: Seat) -> TurnPhase:
    """A turn knows what stood at its railhead when it began. (RR The Railhead; rulings 24, 26)"""
    railroad = state.railroads[seat]
    return TurnPhase(seat, railhead=railroad.sections, gang=railroad.mat.workers)


def _end_of_round(state: RailRoader) -> RailRoader:
    """Buffalo Creek ends the game with the round, and so does the last round. (RR Order of play; rulings 66, 83, 86)"""
    if state.arrived:
        return _over(state, "buffalo-creek")
    if state.round == ROUND_CAP:
        return _over(state, "round-cap")
    return move_market(state)


def _over(state: RailRoader, ending: str) -> RailRoader:
    return state.tell(GameEnded(ending)).end(ending)
