"""Bidding for turn order: raise or pass. (R Bid for Turn Order; R Optional Bidding Rule)"""

from collections.abc import Collection

from engine.core import Action, Amounts, Rule, counted
from engine.games.railroad_rivals.state.actions import Bid, Pass
from engine.games.railroad_rivals.state.events import BidMade, BidPassed, OrderSet
from engine.games.railroad_rivals.state.phases import Bidding
from engine.games.railroad_rivals.state.state import RailroadRivals


def settled(state: RailroadRivals, phase: Bidding) -> RailroadRivals:
    """The last player left pays the bid and goes first; the others pay nothing. (R Bid for Turn Order; rulings B4, B5)

    The others keep their order; with the optional rule, the first to pass goes last. (R Optional Bidding Rule; B9)
    """
    (winner,) = phase.still_in
    if state.options.bidding == "whole-order":
        others = phase.passed[::-1]
    else:
        others = tuple(seat for seat in state.order if seat != winner)
    paid = state.gain(winner, -phase.best).note_first(phase.best).set_order((winner, *others))
    return paid.tell(OrderSet((winner, *others), phase.best))


def _passes(state: RailroadRivals, phase: Bidding) -> tuple[Pass, ...]:
    return (Pass(phase.still_in[0]),)


def _passed(state: RailroadRivals, phase: Bidding, action: Pass) -> RailroadRivals:
    asked, *others = phase.still_in
    after = state.in_phase(still_in=tuple(others), passed=(*phase.passed, asked))
    return after.tell(BidPassed(asked))


def _bids(state: RailroadRivals, phase: Bidding) -> Collection[Action]:
    """A bid is higher than the last one, at least 1, and at most the bidder's score. (rulings B2, B3)"""
    asked = phase.still_in[0]
    return Amounts(Bid, asked, phase.best + 1, state.score[asked])


def _bid(state: RailroadRivals, phase: Bidding, action: Bid) -> RailroadRivals:
    asked, *others = phase.still_in
    after = state.in_phase(still_in=(*others, asked), best=action.amount)
    return after.tell(BidMade(asked, action.amount))


def _no_bid(state: RailroadRivals, phase: Bidding, action: Bid) -> str:
    score, amount, best = state.score[action.seat], action.amount, phase.best
    if not score:
        return f"You can’t bid {amount}: you have no points. Pass."
    have = counted(score, "point")
    if amount > score:
        return f"You can’t bid {amount}: you have only {have}."
    if best >= score:
        return f"You can’t bid {amount}: the high bid is {best}, and you have only {have}. Pass."
    if best:
        return f"You can’t bid {amount}: the high bid is {best}. Bid {best + 1} or more, or pass."
    return f"You can’t bid {amount}: the lowest bid is 1 point. Bid 1 or more, or pass."


def _price(state: RailroadRivals, action: Bid) -> int:
    """The points of a bid, which are paid if it stands."""
    return action.amount


_PASSING = Rule((Pass,), _passes, _passed)
_BIDDING = Rule((Bid,), _bids, _bid, _no_bid, _price)

RULES = (_PASSING, _BIDDING)
