"""The class of stored states, with the phases and premoves of the game."""

from typing import Any, Self

from engine.core import Decision
from engine.games.railroader.phases.rounds import AnyPhase
from engine.games.railroader.rules import premoves
from engine.games.railroader.state.state import RailRoader


class GameState(RailRoader, frozen=True, kw_only=True):
    """A state whose ``flow`` has only phases of this game, so that decoding refuses any others."""

    flow: tuple[AnyPhase, ...]

    def premove_decisions(self) -> tuple[Decision, ...]:
        return premoves.premove_decisions(self)

    def apply_premove(self, action: Any) -> Self:
        return premoves.apply_premove(self, action)

    def premove_refusal(self, action: Any) -> str:
        return premoves.premove_refusal(self, action)
