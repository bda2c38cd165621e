"""The state with the phases that move it on: what is set up, stored and played."""

from typing import Any, Self, cast

from engine.core import Decision
from engine.games.railroad_rivals.phases import turns
from engine.games.railroad_rivals.robber_baron.shenanigans.windows import InsiderTrading, IssueDraft, StockIssue
from engine.games.railroad_rivals.solitaire import phases
from engine.games.railroad_rivals.state import joints
from engine.games.railroad_rivals.state.state import RailroadRivals

AnyPhase = (
    turns.Turns
    | turns.DrawingTiles
    | turns.BiddingPhase
    | turns.DraftingPhase
    | turns.PlacingPhase
    | turns.DeliveringPhase
    | InsiderTrading
    | StockIssue
    | IssueDraft
    | phases.Arranging
    | phases.LayingStart
    | phases.DrawingStocks
    | phases.DrawingCities
    | phases.PlacingOne
    | phases.DeliveringOne
)


class InPlay(RailroadRivals, frozen=True, kw_only=True):
    """Its flow is of this title's own phases, those of all modules among them, so that decoding is strict."""

    flow: tuple[AnyPhase, ...]

    def ahead(self) -> tuple[Decision, ...]:
        return tuple(decision for module in joints.modules(self) for decision in module.ahead(self))

    def answer_ahead(self, action: Any) -> Self:
        return cast("Self", joints.module_of(action).answered(self, action))
