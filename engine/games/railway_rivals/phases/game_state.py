"""The class of stored states."""

from typing import Any, Self

from engine.core import Decision
from engine.games.railway_rivals.phases import AnyPhase
from engine.games.railway_rivals.rules import premoves
from engine.games.railway_rivals.state.state import RailwayRivals


class InPlay(RailwayRivals, frozen=True, kw_only=True):
    """A state whose ``flow`` may contain only phases of this game; decoding checks this."""

    flow: tuple[AnyPhase, ...]

    def premove_decisions(self) -> tuple[Decision, ...]:
        return premoves.premove_decisions(self)

    def apply_premove(self, action: Any) -> Self:
        return premoves.apply_premove(self, action)

    def premove_refusal(self, action: Any) -> str:
        return premoves.premove_refusal(self, action)
