"""The values of a computer player, in about dollars. It sees a ``View``."""

from engine.core import Action, View
from engine.games.railroads_of_catan.computer import bidder, builder, founder, runner
from engine.games.railroads_of_catan.state import actions as a
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan


def hint(view: View[RailroadsOfCatan], action: Action) -> float:
    """Rate an offered action for ``view.seat``; doing no more is 0, and so is what is said ahead."""
    state = view.state
    match action:
        case a.Pick(seat=seat, hex=hex):
            return founder.founding(state, seat, hex)
        case a.Prefer(seat=seat, hexes=ranking):
            return founder.wishing(state, seat, ranking.hexes)
        case a.Release():
            return bidder.releasing(state, action)
        case a.Offer():
            return bidder.offering(state, action)
        case a.Bid():
            return bidder.bidding(state, action)
        case a.Rank():
            return bidder.ranking(state, action)
        case a.Toward():
            return builder.toward(state, action)
        case a.Train():
            return builder.train(state, action)
        case a.Upgrade():
            return builder.upgrade(state, action)
        case a.Lay():
            return -1.0  # single tracks lead nowhere in particular
        case a.Run():
            return runner.running(state, action)
        case a.Mark() | a.Keep() | a.PlanTrack() | a.PlanRun() | a.Forget() | a.Done():
            return 0.0
        case _:
            raise TypeError(f"{action!r} is no action of Railroads of Catan")
