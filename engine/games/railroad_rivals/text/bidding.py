"""Texts of the bidding for turn order. (R Bid for Turn Order; R Optional Bidding Rule)"""

from collections.abc import Callable
from functools import partial

from engine.core import ActionText, ActionTexts, EventTexts, NameOfSeat, Narration, Seat, View, count_noun
from engine.core.short_label import ShortLabel
from engine.games.railroad_rivals.phases.turns import BiddingPhase
from engine.games.railroad_rivals.state.actions import Bid, Pass
from engine.games.railroad_rivals.state.events import BidMade, BidPassed, OrderSet
from engine.games.railroad_rivals.state.game_module import PhaseTexts
from engine.games.railroad_rivals.state.state import RailroadRivals
from engine.games.railroad_rivals.text.wording import narration_of_clause

FirstPlaceValue = Callable[[RailroadRivals, Seat], float]
"""A computer player's estimate of what a seat gains by going first instead of passing, in points."""


def _bid_label(view: View[RailroadRivals], action: Bid, field: str, name: NameOfSeat) -> str:
    if field:
        return str(action.amount)
    return f"Bid {action.amount}: you have {count_noun(view.state.score[action.seat], 'point')}"


def _bid_short_label(view: View[RailroadRivals], action: Bid, field: str, name: NameOfSeat) -> ShortLabel:
    return ShortLabel(str(action.amount) if field else f"Bid {action.amount}", costs=(action.amount,))


def _bid_context(view: View[RailroadRivals], action: Bid, field: str, *, first_place: FirstPlaceValue) -> str:
    """The bidder's points, the value of first place, and the recent prices of first place."""
    state, seat = view.state, action.seat
    recent_prices = state.firsts.price_range_text()
    paid = f" (lately {recent_prices})" if recent_prices else ""
    worth = round(first_place(state, seat))
    return f"Only the winner pays. You have {state.score[seat]}. Going first is worth ~{worth}{paid}."


def _bid_preview(view: View[RailroadRivals], action: Bid, name: NameOfSeat) -> str:
    """A warning about a bid far above the recent prices of first place."""
    prices = view.state.firsts
    if not prices.is_high(action.amount):
        return ""
    return f"⚠ That’s more than twice what first place cost lately ({prices.price_range_text()})."


def _pass_label(view: View[RailroadRivals], action: Pass, field: str, name: NameOfSeat) -> str:
    place = _place_after_pass(view.state)
    return f"Pass and take place {place}" if place else "Pass and leave the bidding"


def _pass_short_label(view: View[RailroadRivals], action: Pass, field: str, name: NameOfSeat) -> ShortLabel:
    place = _place_after_pass(view.state)
    return ShortLabel(f"Pass, take place {place}" if place else "Pass", quiet=True)


def _place_after_pass(state: RailroadRivals) -> int | None:
    """The place in the turn order after a pass now; None without the optional rule. (R Optional Bidding Rule)"""
    phase = state.flow[-1]
    assert isinstance(phase, BiddingPhase)
    return len(phase.still_in) if state.options.bidding == "whole-order" else None


def texts(first_place: FirstPlaceValue) -> ActionTexts:
    """Return the texts of a bid; ``first_place`` estimates the value of first place."""
    return {
        Bid: ActionText(
            label=_bid_label,
            short_label=_bid_short_label,
            question_context=partial(_bid_context, first_place=first_place),
            legend=lambda view, action, field: "Bids cost points that win. ~: computer’s guess.",
            preview=_bid_preview,
        )
    }


PHASE_TEXTS: PhaseTexts = {(BiddingPhase, Pass): ActionText(label=_pass_label, short_label=_pass_short_label)}


def _narrate_order(event: OrderSet, name: NameOfSeat) -> Narration:
    order = f"Turn order: {', '.join(map(name, event.order))}."
    if not event.paid:
        return Narration(order, "goes first")
    payment = f"paid {count_noun(event.paid, 'point')} to go first"
    return Narration(f"{name(event.order[0])} {payment}. {order}", payment)


EVENT_TEXTS: EventTexts = {
    BidMade: lambda event, name: narration_of_clause(name(event.seat), f"bid {count_noun(event.amount, 'point')}"),
    BidPassed: lambda event, name: narration_of_clause(name(event.seat), "passed in the bidding"),
    OrderSet: _narrate_order,
}
