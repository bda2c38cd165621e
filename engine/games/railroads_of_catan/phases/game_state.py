"""The state with the phases that move it on: what is set up, stored and played."""

from typing import Any, Self

from engine.core import Decision
from engine.games.railroads_of_catan.phases import AnyPhase, premoves
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan


class InPlay(RailroadsOfCatan, frozen=True, kw_only=True):
    """Its flow contains this game's own phases, so that decoding is strict."""

    flow: tuple[AnyPhase, ...]

    def premove_decisions(self) -> tuple[Decision, ...]:
        return premoves.premove_decisions(self)

    def apply_premove(self, action: Any) -> Self:
        return premoves.apply_premove(self, action)

    def premove_refusal(self, action: Any) -> str:
        return premoves.premove_refusal(self, action)
