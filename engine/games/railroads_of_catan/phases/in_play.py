"""The state with the phases that move it on: what is set up, stored and played."""

from typing import Any, Self

from engine.core import Decision
from engine.games.railroads_of_catan.phases import AnyPhase, ahead
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan


class InPlay(RailroadsOfCatan, frozen=True, kw_only=True):
    """Its flow is of this title's own phases, so that decoding is strict."""

    flow: tuple[AnyPhase, ...]

    def ahead(self) -> tuple[Decision, ...]:
        return ahead.asked_ahead(self)

    def answer_ahead(self, action: Any) -> Self:
        return ahead.answered(self, action)

    def refusal_ahead(self, action: Any) -> str:
        return ahead.refused(self, action)
