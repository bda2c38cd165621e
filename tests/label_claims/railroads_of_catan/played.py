"""Questions played to their end, if a label names a later effect of an answer: bids, sales, and plans."""

from typing import Any

from msgspec.structs import replace

from engine.core import Event, Seat, secret_for
from engine.games.railroads_of_catan.game_data.pieces import Associate, Item, MaintenanceMark
from engine.games.railroads_of_catan.phases import BuildingPhase, MaintenancePhase, RunningPhase, Turns
from engine.games.railroads_of_catan.state.actions import Bid, Offer, PlanRun, Run
from engine.games.railroads_of_catan.state.events import BidsShown, ItemKept, ItemRemoved, ItemSold
from engine.games.railroads_of_catan.state.phases import Bidding, Lot, Maintenance
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan, SeatPlans
from tests.label_claims.railroads_of_catan.effects import applied

_RICH = 20_000
_WITHOUT_BANKER = (Associate.CREW, Associate.ENGINEER, Associate.CONDUCTOR, Associate.NEGOTIATOR)


def bids_opened(state: RailroadsOfCatan, bid: Bid) -> tuple[int, int]:
    """Return the cash of the bidder after all bids are opened, and what it paid. It goes first, and nobody hires the
    banker.
    """
    phase = applied(state, bid).flow[-1]
    assert isinstance(phase, Bidding)
    bids = {seat: secret_for(seat, 0) for seat in state.everyone} | {bid.seat: secret_for(bid.seat, bid.amount)}
    ranks = {seat: secret_for(seat, _WITHOUT_BANKER) for seat in state.everyone}
    begun = state.replace_phase(replace(phase, bids=bids, ranks=ranks))
    after: Any = begun.flow[-1].advance(begun)
    (shown,) = [event for event in after.news if isinstance(event, BidsShown)]
    return after.cash[bid.seat], shown.paid.get(bid.seat, 0)


def sale_won(state: RailroadsOfCatan, bid: Offer) -> tuple[int, int]:
    """Return what a bidder pays if this bid wins and there is no other one, and its cash after that."""
    phase = state.flow[-1]
    assert isinstance(phase, Maintenance) and phase.lots
    owner = Seat(bid.owner)
    lot = Lot(owner, bid.item, secret_for(owner, MaintenanceMark(bid.item, "remove", 0)))
    bids = {seat: secret_for(seat, dict[int, int]()) for seat in state.everyone}
    alone = replace(phase, lots=(lot,), bids=bids, done=frozenset())
    after = applied(state.replace_phase(alone), bid)
    sold: Any = after.flow[-1].advance(after)
    return state.cash[bid.seat] - sold.cash[bid.seat], sold.cash[bid.seat]


def maintained(state: RailroadsOfCatan, seat: Seat, mark: MaintenanceMark, bid: int) -> tuple[str, int]:
    """Return the fate of one marked item at a rival's bid (0: none), and what its owner then pays or gets for it.

    Everybody has enough cash. The fate is “no buyer” if no rival has a piece to replace the item.
    """
    plans = {other: secret_for(other, SeatPlans()) for other in state.everyone}
    plans[seat] = secret_for(seat, SeatPlans(marks=(mark,)))
    rich = dict.fromkeys(state.everyone, _RICH)
    begun: Any = replace(state, plans=plans, cash=rich, flow=(Turns(), MaintenancePhase()), news=())
    begun = begun.flow[-1].advance(begun)
    paid = begun.cash[seat]
    rivals = [decision.seat for decision in begun.flow[-1].decisions(begun)]
    if bid:
        if not rivals:
            return "no buyer", 0
        begun = applied(begun, Offer(rivals[0], seat, mark.item, bid))
    after: Any = begun.flow[-1].advance(begun)
    fates: dict[type[Event], str] = {ItemSold: "sold", ItemKept: "kept", ItemRemoved: "removed"}
    (fate,) = [fates[type(event)] for event in after.news if type(event) in fates]
    return fate, after.cash[seat] - paid


def item_mark(state: RailroadsOfCatan, seat: Seat, item: Item) -> MaintenanceMark:
    """Return the mark of an item that a seat gives up."""
    return next(mark for mark in state.plans_of(seat).marks if mark.item == item)


def plan_built(state: RailroadsOfCatan, seat: Seat) -> tuple[RailroadsOfCatan, bool]:
    """Return the state at the time of a track plan, and whether it is built and the seat's building is over."""
    begun: Any = replace(state, flow=(Turns(), BuildingPhase(seat)), news=())
    after = begun.flow[-1].advance(begun)
    return after, after.flow[-1].done


def run_now(state: RailroadsOfCatan, plan: PlanRun) -> RailroadsOfCatan | None:
    """Return the state after a planned trip made as the seat’s first one, or None if it cannot be made."""
    begun = replace(state, flow=(Turns(), RunningPhase(plan.seat, begun=True)), news=())
    run = Run(plan.seat, plan.number, plan.trip)
    if run not in begun.flow[-1].offers(begun):
        return None
    return applied(begun, run)
