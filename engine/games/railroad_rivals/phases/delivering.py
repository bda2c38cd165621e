"""Phase 4: delivering goods. (R Deliver a Good; R Goods Cube Delivery Scoring)"""

from collections.abc import Sequence
from typing import Any

from engine.core import Action, Decision, Rule, listed
from engine.core.action import title
from engine.games.railroad_rivals.rules import delivery
from engine.games.railroad_rivals.state import joints
from engine.games.railroad_rivals.state.actions import Pass
from engine.games.railroad_rivals.state.events import DeliverySkipped
from engine.games.railroad_rivals.state.phases import Delivering
from engine.games.railroad_rivals.state.state import RailroadRivals


class DeliveringPhase(Delivering, frozen=True, tag="Delivering"):
    """Everybody's step of delivering as it is played."""

    def in_force(self, state: RailroadRivals) -> Sequence[Rule[Any]]:
        """Delivering, what the modules of the table allow beside it, and being done with it."""
        return (delivery.RULE, *joints.deliveries(state), *joints.moves(state), delivery.DONE)

    def decisions(self, state: RailroadRivals) -> tuple[Decision, ...]:
        if self.done == state.seats:
            return ()
        offers = self.offers(state)
        if all(isinstance(offer, Pass) for offer in offers):
            return ()
        return (Decision(state.order[self.done], self._question(state), offers),)

    def proceed(self, state: RailroadRivals) -> RailroadRivals:
        """A player with no possible delivery is skipped; after the last, the cubes go back into the bag. (ruling G3)"""
        if self.done < state.seats:
            after = delivery.next_seat(state, self)
            return after if self.made else after.tell(DeliverySkipped(state.order[self.done]))
        over = state.refill_bag().leave()
        more = self.time < max((module.delivery_phases(state) for module in joints.modules(state)), default=1)
        return over.enter(DeliveringPhase(time=self.time + 1)) if more else over

    def not_now(self, state: RailroadRivals, action: Action) -> str:
        """Names what the seat may do, for a player who tried something of another phase."""
        offers = (offer for rule in joints.moves(state) for offer in rule.offers(state, self))
        titles = (title(type(offer)) for offer in offers)
        named = tuple(dict.fromkeys(f"{words[0].lower()}{words[1:]}" for words in titles))
        deliver = ("deliver a cube over a link",) if self.made < self.allowed else ()
        possible = listed((*deliver, *named), "or") or "only finish"
        return f"You can’t do that while goods are being delivered. You can {possible}."

    def _question(self, state: RailroadRivals) -> str:
        """Ask the seat what to do. Every player may read it, so it does not depend on tiles in a hand."""
        if not delivery.can_deliver(state, self):
            return "Use another tile or building, or finish."
        if self.made:
            return "Deliver another cube, or finish."
        more = "; before or after, you can build or play tiles" if joints.moves(state) else ""
        return f"Deliver a cube over a link{more}."
