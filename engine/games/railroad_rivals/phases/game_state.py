"""The class of the stored state, which lists the phases of the game and all modules."""

from typing import Any, Self, cast

from engine.core import Decision
from engine.games.railroad_rivals.phases import turns
from engine.games.railroad_rivals.robber_baron.shenanigans.reaction_phases import InsiderTrading, IssueDraft, StockIssue
from engine.games.railroad_rivals.solitaire import phases
from engine.games.railroad_rivals.state import active_modules
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


class GameState(RailroadRivals, frozen=True, kw_only=True):
    """The stored state. The type of ``flow`` lists all phases; a state with any other phase can't be decoded."""

    flow: tuple[AnyPhase, ...]

    def premove_decisions(self) -> tuple[Decision, ...]:
        return tuple(
            decision for module in active_modules.modules_in_play(self) for decision in module.premove_decisions(self)
        )

    def apply_premove(self, action: Any) -> Self:
        return cast("Self", active_modules.module_of_action(action).apply_premove(self, action))
