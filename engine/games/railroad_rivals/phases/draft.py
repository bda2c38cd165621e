"""Phase 2: drafting tiles from the offer. (R Draft Tiles)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core.action import Decision
from engine.core.seats import Seat
from engine.games.railroad_rivals.box.data import CITIES, PICKS, City
from engine.games.railroad_rivals.state.actions import Draft
from engine.games.railroad_rivals.state.events import CityDrafted, DraftSkipped
from engine.games.railroad_rivals.state.phase import RivalsPhase

if TYPE_CHECKING:
    from engine.games.railroad_rivals.state.state import RailroadRivals


class Drafting(RivalsPhase, frozen=True):
    """Everybody takes a tile of either kind in turn order, and then, in the same order, one of the other kind.

    ``picks`` have been made so far. Nobody may decline. (R Draft Tiles; rulings D1, D2, D3)
    """

    heading = "Draft Tiles"

    picks: int = 0

    def decisions(self, state: RailroadRivals) -> tuple[Decision, ...]:
        if self.picks == PICKS * state.seats:
            return ()
        asked = self._asked(state)
        tiles = self._choices(state, asked)
        if not tiles:
            return ()
        return (Decision(asked, self._question(state), tuple(Draft(asked, tile) for tile in tiles)),)

    def apply(self, state: RailroadRivals, action: Draft) -> RailroadRivals:
        seat, tile = action.seat, action.tile
        after = state.become(Drafting(self.picks + 1))
        if tile in CITIES:
            return after.take_city(seat, City(tile)).tell(CityDrafted(seat, City(tile)))
        return after.take_stock(seat, tile)

    def proceed(self, state: RailroadRivals) -> RailroadRivals:
        """The phase is over, or this seat finds the offer empty and gets nothing. (ruling D7)"""
        if self.picks == PICKS * state.seats:
            return state.leave()
        return state.become(Drafting(self.picks + 1)).tell(DraftSkipped(self._asked(state)))

    def refusal(self, state: RailroadRivals, action: object) -> str:
        tiles = ", ".join(self._choices(state, self._asked(state)))
        if not isinstance(action, Draft):
            return f"Tiles are being drafted now; you may take {tiles}."
        lots = [lot for lot in state.city_offer + state.stock_offer if lot.tile == action.tile]
        if not lots:
            return f"{action.tile} is not on offer; you may take {tiles}."
        if any(lot.taken is None for lot in lots):
            kind = "city" if action.tile in CITIES else "stock tile"
            return f"You already drafted a {kind} this turn; the second tile is of the other kind: {tiles}."
        return f"{action.tile} has been taken; you may take {tiles}."

    def _question(self, state: RailroadRivals) -> str:
        if self.picks >= state.seats:
            return "Draft your second tile."
        return "Draft a stock tile." if state.city_pile_out else "Draft a city or a stock tile."

    def _asked(self, state: RailroadRivals) -> Seat:
        return state.order[self.picks % state.seats]

    def _choices(self, state: RailroadRivals, seat: Seat) -> tuple[str, ...]:
        """The free tiles, each once; the second pick is of the other kind than the first. (R Draft Tiles)

        Once the city pile has run out both picks are stocks. (ruling D4)
        """
        cities, stocks = state.city_offer, state.stock_offer
        if self.picks >= state.seats and not state.city_pile_out:
            took_city = any(lot.taken == seat for lot in cities)
            cities, stocks = ((), stocks) if took_city else (cities, ())
        return tuple(dict.fromkeys(lot.tile for lot in cities + stocks if lot.taken is None))
