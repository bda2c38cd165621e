"""The state with the phases that move it on: what is set up, stored and played."""

from typing import Any, Self

from engine.core import Decision
from engine.games.railroader.phases import AnyPhase
from engine.games.railroader.rules import orders
from engine.games.railroader.state.state import RailRoader


class InPlay(RailRoader, frozen=True, kw_only=True):
    """Its flow is of this title's own phases, so that decoding is strict."""

    flow: tuple[AnyPhase, ...]

    def ahead(self) -> tuple[Decision, ...]:
        return orders.asked_ahead(self)

    def answer_ahead(self, action: Any) -> Self:
        return orders.answered(self, action)

    def refusal_ahead(self, action: Any) -> str:
        return orders.refused(self, action)
