"""The values of a computer player, in about dollars. It sees a ``View``."""

from __future__ import annotations

from engine.core.action import Action
from engine.core.secret import View
from engine.games.railroads_of_catan.computer import bidder, builder, founder, runner
from engine.games.railroads_of_catan.state.actions import (
    Bid,
    Done,
    Forget,
    Keep,
    Lay,
    Mark,
    Offer,
    Pick,
    PlanRun,
    PlanTrack,
    Prefer,
    Rank,
    Release,
    Run,
    Toward,
    Train,
    Upgrade,
)
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan


def hint(view: View[RailroadsOfCatan], action: Action) -> float:
    """Rate an offered action for ``view.seat``; doing no more is 0, and so is what is said ahead."""
    state = view.state
    match action:
        case Pick(seat=seat, hex=hex):
            return founder.founding(state, seat, hex)
        case Prefer(seat=seat, hexes=ranking):
            return founder.wishing(state, seat, ranking.hexes)
        case Release():
            return bidder.releasing(state, action)
        case Offer():
            return bidder.offering(state, action)
        case Bid():
            return bidder.bidding(state, action)
        case Rank():
            return bidder.ranking(state, action)
        case Toward():
            return builder.toward(state, action)
        case Train():
            return builder.train(state, action)
        case Upgrade():
            return builder.upgrade(state, action)
        case Lay():
            return -1.0  # single tracks lead nowhere in particular
        case Run():
            return runner.running(state, action)
        case Mark() | Keep() | PlanTrack() | PlanRun() | Forget() | Done():
            return 0.0
        case _:
            raise TypeError(f"{action!r} is no action of Railroads of Catan")
