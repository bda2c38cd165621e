"""A turn and its four phases, and where the game ends. (R Game Turn; R Game End & Scoring)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.railroad_rivals.phases.bidding import Bidding
from engine.games.railroad_rivals.phases.deliver import Delivering
from engine.games.railroad_rivals.phases.draft import Drafting
from engine.games.railroad_rivals.phases.draw import DrawingTiles
from engine.games.railroad_rivals.phases.place import Placing
from engine.games.railroad_rivals.rules.ending import score_stocks
from engine.games.railroad_rivals.state import joints
from engine.games.railroad_rivals.state.events import GameEnded, TurnBegan
from engine.games.railroad_rivals.state.phase import RivalsPhase

if TYPE_CHECKING:
    from engine.games.railroad_rivals.state.state import RailroadRivals


class Turns(RivalsPhase, frozen=True):
    """Turn after turn of four phases, until the one that turned out to be the last is complete. (R Game Turn)

    The first turn has no bidding: the dealt order stands. (R Bid for Turn Order; ruling B6)
    """

    def proceed(self, state: RailroadRivals) -> RailroadRivals:
        if state.ending:
            return score_stocks(joints.final(state)).tell(GameEnded(state.ending)).leave()
        begun = state.begin_turn().tell(TurnBegan(state.turn + 1))
        bidding = (Bidding.opened(state.order),) if state.turn else ()
        return begun.enter(*joints.turn(begun, (DrawingTiles(), *bidding, Drafting(), Placing(), Delivering())))
