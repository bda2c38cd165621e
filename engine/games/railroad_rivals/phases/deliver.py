"""Phase 4: delivering goods. (R Deliver a Good; R Goods Cube Delivery Scoring)"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from engine.core.action import Action, Decision, Either, title
from engine.core.seats import Seat
from engine.core.words import listed
from engine.games.railroad_rivals.rules.delivery import deliveries, transport, trip_of, undeliverable
from engine.games.railroad_rivals.state import joints
from engine.games.railroad_rivals.state.actions import Deliver, Pass
from engine.games.railroad_rivals.state.events import DeliverySkipped
from engine.games.railroad_rivals.state.phase import RivalsPhase

if TYPE_CHECKING:
    from engine.games.railroad_rivals.state.state import RailroadRivals


class Delivering(RivalsPhase, frozen=True):
    """In turn order everybody delivers one cube over a link of the city it lies on, whoever owns the link.

    ``done`` seats have had their step; who has it now has made ``made`` of at most ``allowed`` deliveries and may have
    something else to do, before or after. ``time`` counts the phases of this turn. (R Deliver a Good; G1, G3, H1, K1)
    """

    heading = "Deliver a Good"

    done: int = 0
    made: int = 0
    allowed: int = 1
    time: int = 1

    def decisions(self, state: RailroadRivals) -> tuple[Decision, ...]:
        if self.done == state.seats:
            return ()
        asked, modules = state.order[self.done], joints.modules(state)
        goods: tuple[Action, ...] = ()
        if self.made < self.allowed and state.deliverable():
            others = [action for module in modules for action in module.deliveries(state, asked)]
            goods = (*deliveries(state, asked), *others)
        moves = tuple([action for module in modules for action in module.moves(state, asked)])
        if not goods and not moves:
            return ()
        done = () if goods and not self.made else (Pass(asked),)
        return (Decision(asked, self._question(state, can_deliver=bool(goods)), Either(goods, moves, done)),)

    def apply(self, state: RailroadRivals, action: Action) -> RailroadRivals:
        """3, 2 or 1 points for the color, 2 to another owner of the link, and the stock rises. (rulings G2, G8)"""
        match action:
            case Pass():
                return state.become(self.following())
            case Deliver():
                return transport(state, trip_of(state, action)).become(self.one_made())
        owner = joints.module_of(action)
        if type(action) in owner.trips:
            return transport(state, owner.trip(state, action)).become(self.one_made())
        after = owner.apply(state, action)
        return after.become(self.one_more()) if type(action) in owner.one_more else after

    def proceed(self, state: RailroadRivals) -> RailroadRivals:
        """Who finds no possible delivery is skipped; after the last, the cubes go back into the bag. (ruling G3)"""
        if self.done < state.seats:
            after = state.become(self.following())
            return after if self.made else after.tell(DeliverySkipped(state.order[self.done]))
        over = state.refill_bag().leave()
        more = self.time < max((module.delivery_phases(state) for module in joints.modules(state)), default=1)
        return over.enter(Delivering(time=self.time + 1)) if more else over

    def refusal(self, state: RailroadRivals, action: Action) -> str:
        if isinstance(action, Deliver):
            return self._undeliverable(state, action)
        if isinstance(action, Pass):
            return "You must deliver before you are done: there is a cube to deliver."
        owner = next((module for module in joints.modules(state) if type(action) in module.actions), None)
        if owner is not None:
            late = type(action) in owner.trips and self.made >= self.allowed
            return _DELIVERED if late else owner.refusal(state, action)
        return f"Goods are being delivered now. {self._possible(state, action.seat)}"

    def one_made(self) -> Delivering:
        """One more delivery of the seat that is asked."""
        return Delivering(self.done, self.made + 1, self.allowed, self.time)

    def one_more(self) -> Delivering:
        """The seat that is asked may deliver once more. (RB Railroad Headquarters)"""
        return Delivering(self.done, self.made, self.allowed + 1, self.time)

    def following(self) -> Delivering:
        """The next seat's step."""
        return Delivering(self.done + 1, time=self.time)

    def _question(self, state: RailroadRivals, *, can_deliver: bool) -> str:
        """Everybody may read it, so it does not depend on tiles in a hand."""
        if not can_deliver:
            return "Do something more with what you have, or be done."
        if self.made:
            return "Deliver one more goods cube, or be done."
        more = (
            "; before or after it you may build or play tiles"
            if any(module.actions for module in joints.modules(state))
            else ""
        )
        return f"Deliver one goods cube over a link{more}."

    def _possible(self, state: RailroadRivals, seat: Seat) -> str:
        """What the seat may do, for one who tried something of another phase."""
        moves = chain.from_iterable(module.moves(state, seat) for module in joints.modules(state))
        named = listed(tuple(dict.fromkeys(title(type(move)) for move in moves)))
        deliver = "Deliver one cube over a link." if self.made < self.allowed else "You have delivered."
        return f"{deliver} You may also: {named}." if named else deliver

    def _undeliverable(self, state: RailroadRivals, action: Deliver) -> str:
        return _DELIVERED if self.made >= self.allowed else undeliverable(state, action)


_DELIVERED = "You have delivered in this phase already."
