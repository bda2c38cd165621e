"""Bidding for turn order: each player raises or passes. (R Bid for Turn Order; R Optional Bidding Rule)"""

from collections.abc import Collection

from engine.core import Action, AmountOffers, Rule, count_noun
from engine.games.railroad_rivals.state.actions import Bid, Pass
from engine.games.railroad_rivals.state.events import BidMade, BidPassed, OrderSet
from engine.games.railroad_rivals.state.phases import Bidding
from engine.games.railroad_rivals.state.state import RailroadRivals


def settle_bidding(state: RailroadRivals, phase: Bidding) -> RailroadRivals:
    """Set the turn order: the highest bidder pays and goes first. (R Bid for Turn Order; rulings B4, B5)

    The other players keep their order; with the optional rule, the first player to pass goes last. (R Optional Bidding
    Rule; B9)
    """
    (winner,) = phase.still_in
    if state.options.bidding == "whole-order":
        others = phase.passed[::-1]
    else:
        others = tuple(seat for seat in state.order if seat != winner)
    paid = state.gain_points(winner, -phase.best).record_first_price(phase.best).set_order((winner, *others))
    return paid.emit(OrderSet((winner, *others), phase.best))


def _pass_offers(state: RailroadRivals, phase: Bidding) -> tuple[Pass, ...]:
    return (Pass(phase.still_in[0]),)


def _apply_pass(state: RailroadRivals, phase: Bidding, action: Pass) -> RailroadRivals:
    bidder, *others = phase.still_in
    after = state.update_phase(still_in=tuple(others), passed=(*phase.passed, bidder))
    return after.emit(BidPassed(bidder))


def _bid_offers(state: RailroadRivals, phase: Bidding) -> Collection[Action]:
    """Return the legal bids: above the highest bid, at least 1, and at most the bidder's score. (rulings B2, B3)"""
    bidder = phase.still_in[0]
    return AmountOffers(Bid, bidder, phase.best + 1, state.score[bidder])


def _apply_bid(state: RailroadRivals, phase: Bidding, action: Bid) -> RailroadRivals:
    bidder, *others = phase.still_in
    after = state.update_phase(still_in=(*others, bidder), best=action.amount)
    return after.emit(BidMade(bidder, action.amount))


def _bid_refusal(state: RailroadRivals, phase: Bidding, action: Bid) -> str:
    score, amount, best = state.score[action.seat], action.amount, phase.best
    if not score:
        return f"You can’t bid {amount}: you have no points. Pass."
    have = count_noun(score, "point")
    if amount > score:
        return f"You can’t bid {amount}: you have only {have}."
    if best >= score:
        return f"You can’t bid {amount}: the high bid is {best}, and you have only {have}. Pass."
    if best:
        return f"You can’t bid {amount}: the high bid is {best}. Bid {best + 1} or more, or pass."
    return f"You can’t bid {amount}: the lowest bid is 1 point. Bid 1 or more, or pass."


_PASS_RULE = Rule((Pass,), _pass_offers, _apply_pass)
_BID_RULE = Rule((Bid,), _bid_offers, _apply_bid, _bid_refusal, lambda state, action: action.amount)

RULES = (_PASS_RULE, _BID_RULE)
