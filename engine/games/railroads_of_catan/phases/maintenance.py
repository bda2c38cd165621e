"""Phase 1: upkeep, and the sale of items that are not maintained. (RC Phase 1; rulings 16-32)"""

from collections.abc import Mapping

import msgspec

from engine.core import Action, Decision, Seat, dollar_amount, secret_for
from engine.games.railroads_of_catan.rules import sale, upkeep
from engine.games.railroads_of_catan.state.actions import Offer, Release
from engine.games.railroads_of_catan.state.events import ItemsOffered
from engine.games.railroads_of_catan.state.phases import Maintenance
from engine.games.railroads_of_catan.state.sellable_items import cities_near_items
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan


class MaintenancePhase(Maintenance, frozen=True, tag="Maintenance"):
    """Seats that lack cash for upkeep give items up; then seats make sealed bids for these and other marked items."""

    rules = (upkeep.RELEASE_RULE, sale.OFFER_RULE, sale.DONE_RULE)

    def decisions(self, state: RailroadsOfCatan) -> tuple[Decision, ...]:
        seats_asked = (seat for seat in state.everyone if self._is_asked(state, seat))
        return tuple(Decision(seat, self._prompt(state, seat), self.offers(state, seat)) for seat in seats_asked)

    def _is_asked(self, state: RailroadsOfCatan, seat: Seat) -> bool:
        """Whether a seat lacks cash for its upkeep, or, after upkeep is paid, can bid. (rulings 20, 22)"""
        if self.lots is None:
            return upkeep.cash_shortfall(state, seat) > 0
        return seat not in self.done and any(sale.can_bid(state, seat, lot) for lot in self.lots)

    def _prompt(self, state: RailroadsOfCatan, seat: Seat) -> str:
        if self.lots is not None:
            return "Make sealed bids on the items other players gave up."
        return f"Give up items until you can pay your upkeep (you have {dollar_amount(state.cash[seat])})."

    def advance(self, state: RailroadsOfCatan) -> RailroadsOfCatan:
        """Pay upkeep; once all seats have finished bidding, sell the lots. (rulings 18, 21)"""
        if self.lots is not None:
            open_bids = {seat: secret_bids.open() for seat, secret_bids in self.bids.items()}
            return sale.sell_lots(state, self.lots, open_bids).pop_phase()
        state, lots = upkeep.pay_upkeep(state)
        if not lots:
            return state.pop_phase()
        cities = cities_near_items(state, *(lot.item for lot in lots))
        event = ItemsOffered(tuple((lot.owner, lot.item) for lot in lots), cities)
        no_bids: Mapping[int, int] = {}
        bids = {seat: secret_for(seat, no_bids) for seat in state.everyone}
        return state.replace_phase(msgspec.structs.replace(self, lots=lots, bids=bids)).emit(event)

    def refusal(self, state: RailroadsOfCatan, action: Action) -> str:
        if self.lots is None and not isinstance(action, Release):
            shortfall = upkeep.cash_shortfall(state, action.seat)
            reason = f"your upkeep is {dollar_amount(shortfall)} more than your cash"
            return f"You can’t do that yet: {reason}. Give up an item first."
        if self.lots is not None and not isinstance(action, Offer):
            return "You can’t do that now. Bid on an item another player gave up, or stop bidding."
        return super().refusal(state, action)
