"""Builders for positions in which Insider Trading and Stock Issue can be used."""

import msgspec

from engine.core import premove_decisions, settle, write_action
from engine.games.railroad_rivals.phases.turns import BiddingPhase, DeliveringPhase, DraftingPhase, PlacingPhase, Turns
from engine.games.railroad_rivals.robber_baron.shenanigans.reaction_phases import InsiderTrading, StockIssue
from tests.games.railroad_rivals.shenanigans import between, shenanigans_table

INSIDER, ISSUE = "Insider Trading", "Stock Issue"


def ahead_of(state, seat):
    """The offered premoves of a seat, as notation without seat and verb."""
    return {
        write_action(offer).split(" ", 2)[2] for d in premove_decisions(state) if d.seat == seat for offer in d.offers
    }


def whole_turn(**more):
    """A position at the beginning of a turn, at the bidding."""
    return settle(msgspec.structs.replace(shenanigans_table(DraftingPhase(), **more), flow=(Turns(),), stock_offer=()))


def bidding(*, stocks=("ACL", "UP", "NP", "SP"), **more):
    """A position at the bidding, followed by the phases of both tiles and the draft."""
    state = between(stocks=stocks, **more)
    flow = (
        Turns(),
        DeliveringPhase(),
        PlacingPhase(),
        DraftingPhase(),
        StockIssue(),
        InsiderTrading(),
        BiddingPhase.start(state.order),
    )
    return settle(msgspec.structs.replace(state, flow=flow))
