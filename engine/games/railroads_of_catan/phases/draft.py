"""The set-up: founding cities. (RC Game Setup; rulings 7-9)"""

from engine.core import Action, Decision
from engine.games.railroads_of_catan.game_data.constants import CITY_DOTS
from engine.games.railroads_of_catan.rules import founding
from engine.games.railroads_of_catan.state.actions import Pick
from engine.games.railroads_of_catan.state.phases import Draft
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan


class DraftPhase(Draft, frozen=True, tag="Draft"):
    """The seats found cities. A seat that has ranked a free hex gets this hex without a question. (RC Game Setup)"""

    rules = (founding.PICK_RULE,)

    def decisions(self, state: RailroadsOfCatan) -> tuple[Decision, ...]:
        if self._is_over(state) or founding.best_free_wish(state, self):
            return ()
        seat, dots = founding.next_founder(state, self)
        return (Decision(seat, f"Found your {dots}-dot city.", tuple(self.offers(state))),)

    def advance(self, state: RailroadsOfCatan) -> RailroadsOfCatan:
        """Found the city of a seat that has ranked a free hex; after the last city, make the order slips."""
        if self._is_over(state):
            return founding.clear_wishes(state).make_slips().pop_phase()
        hex = founding.best_free_wish(state, self)
        assert hex is not None
        seat, _ = founding.next_founder(state, self)
        return founding.place_city(founding.remove_wish(state, seat, hex), self, hex)

    def refusal(self, state: RailroadsOfCatan, action: Action) -> str:
        if isinstance(action, Pick):
            return super().refusal(state, action)
        _, dots = founding.next_founder(state, self)
        hexes_text = ", ".join(founding.free_hexes(state, self))
        return f"You can only found a city now. Free hexes with {dots} dots: {hexes_text}."

    def _is_over(self, state: RailroadsOfCatan) -> bool:
        return self.done == state.seats * len(CITY_DOTS)
