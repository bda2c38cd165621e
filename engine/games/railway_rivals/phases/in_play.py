"""The state with the phases that move it on: what is set up, stored and played."""

from typing import Any, Self

from engine.core import Decision
from engine.games.railway_rivals.phases import AnyPhase
from engine.games.railway_rivals.rules import ahead
from engine.games.railway_rivals.state.state import RailwayRivals


class InPlay(RailwayRivals, frozen=True, kw_only=True):
    """Its flow is of this title's own phases, so that decoding is strict."""

    flow: tuple[AnyPhase, ...]

    def ahead(self) -> tuple[Decision, ...]:
        return ahead.asked_ahead(self)

    def answer_ahead(self, action: Any) -> Self:
        return ahead.answered(self, action)

    def refusal_ahead(self, action: Any) -> str:
        return ahead.refused(self, action)
