"""A turn and its four phases, and where the game ends. (R Game Turn; R Game End & Scoring)"""

from engine.core import Phase
from engine.games.railroad_rivals.phases.bidding import BiddingPhase
from engine.games.railroad_rivals.phases.delivering import DeliveringPhase
from engine.games.railroad_rivals.phases.drafting import DraftingPhase
from engine.games.railroad_rivals.phases.drawing import DrawingTiles
from engine.games.railroad_rivals.phases.placing import PlacingPhase
from engine.games.railroad_rivals.rules.ending import score_stocks
from engine.games.railroad_rivals.state import joints
from engine.games.railroad_rivals.state.events import GameEnded, TurnBegan
from engine.games.railroad_rivals.state.state import RailroadRivals


class Turns(Phase[RailroadRivals], frozen=True):
    """Turn after turn of four phases, until the one that turned out to be the last is complete. (R Game Turn)

    The first turn has no bidding: the dealt order stands. (R Bid for Turn Order; ruling B6)
    """

    def proceed(self, state: RailroadRivals) -> RailroadRivals:
        if state.ending:
            return score_stocks(joints.final(state)).tell(GameEnded(state.ending)).leave()
        begun = state.begin_turn().tell(TurnBegan(state.turn + 1))
        bidding = (BiddingPhase.opened(state.order),) if state.turn else ()
        phases = (DrawingTiles(), *bidding, DraftingPhase(), PlacingPhase(), DeliveringPhase())
        return begun.enter(*joints.turn(begun, phases))
