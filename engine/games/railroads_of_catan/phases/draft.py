"""Choosing cities. (RC Game Setup; rulings 7-9)"""

from engine.core import Action, Decision
from engine.games.railroads_of_catan.box.figures import DOTS
from engine.games.railroads_of_catan.rules import founding
from engine.games.railroads_of_catan.state.actions import Pick
from engine.games.railroads_of_catan.state.phases import Draft
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan


class DraftPhase(Draft, frozen=True, tag="Draft"):
    """A seat that has ranked a hex that is free is not asked. (RC Game Setup)"""

    rules = (founding.PICK,)

    def decisions(self, state: RailroadsOfCatan) -> tuple[Decision, ...]:
        if self._over(state) or founding.wished(state, self):
            return ()
        seat, dots = founding.asked(state, self)
        return (Decision(seat, f"Found your {dots}-dot city.", tuple(self.offers(state))),)

    def proceed(self, state: RailroadsOfCatan) -> RailroadsOfCatan:
        """Takes what was wished for; after the last city the slips of the delivery orders are shuffled."""
        if self._over(state):
            return founding.unwished(state).print_slips().leave()
        wished = founding.wished(state, self)
        assert wished is not None
        seat, _ = founding.asked(state, self)
        return founding.founded(founding.granted(state, seat, wished), self, wished)

    def refusal(self, state: RailroadsOfCatan, action: Action) -> str:
        if isinstance(action, Pick):
            return super().refusal(state, action)
        _, dots = founding.asked(state, self)
        free = ", ".join(founding.free(state, self))
        return f"You can only found a city now. Free hexes with {dots} dots: {free}."

    def _over(self, state: RailroadsOfCatan) -> bool:
        return self.done == state.seats * len(DOTS)
