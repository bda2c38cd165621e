"""The class of stored states, which lists the phases that a state may contain."""

from typing import Any, Self

from engine.core import Decision
from engine.games.railroads_of_catan.phases import AnyPhase, premoves
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan


class InPlay(RailroadsOfCatan, frozen=True, kw_only=True):
    """A state whose ``flow`` may contain only phases of this game; decoding refuses other phases."""

    flow: tuple[AnyPhase, ...]

    def premove_decisions(self) -> tuple[Decision, ...]:
        return premoves.premove_decisions(self)

    def apply_premove(self, action: Any) -> Self:
        return premoves.apply_premove(self, action)

    def premove_refusal(self, action: Any) -> str:
        return premoves.premove_refusal(self, action)
