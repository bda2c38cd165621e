"""The evaluation of actions, in dollars."""

from engine.core import Action, View
from engine.games.railroads_of_catan.agent import bid_evaluation, building_evaluation, city_evaluation, trip_evaluation
from engine.games.railroads_of_catan.state import actions as a
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan


def score_action(view: View[RailroadsOfCatan], action: Action) -> float:
    """Evaluate an offered action for ``view.seat``; the value of stopping and of premoves is 0."""
    state = view.state
    match action:
        case a.Pick(seat=seat, hex=hex):
            return city_evaluation.hex_value(state, seat, hex)
        case a.Prefer(seat=seat, hexes=ranking):
            return city_evaluation.ranking_value(state, seat, ranking.hexes)
        case a.Release():
            return bid_evaluation.release_value(state, action)
        case a.Offer():
            return bid_evaluation.offer_value(state, action)
        case a.Bid():
            return bid_evaluation.bid_value(state, action)
        case a.Rank():
            return bid_evaluation.rank_value(state, action)
        case a.Toward():
            return building_evaluation.toward_value(state, action)
        case a.Train():
            return building_evaluation.train_value(state, action)
        case a.Upgrade():
            return building_evaluation.upgrade_value(state, action)
        case a.Lay():
            return -1.0  # single tracks lead nowhere in particular
        case a.Run():
            return trip_evaluation.trip_gain(state, action)
        case a.Mark() | a.Keep() | a.PlanTrack() | a.PlanRun() | a.Forget() | a.Done():
            return 0.0
        case _:
            raise TypeError(f"{action!r} is no action of Railroads of Catan")
