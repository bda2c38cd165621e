"""Evaluation of actions for computer players, in gold."""

from engine.core import Action, View
from engine.games.railway_rivals.agent.building_evaluation import FlatRunValues, build_value, plan_value, start_value
from engine.games.railway_rivals.agent.run_evaluation import DUEL_PLAYERS, answer_value
from engine.games.railway_rivals.agent.town_race_rollout import goal_costs
from engine.games.railway_rivals.state import actions as a
from engine.games.railway_rivals.state.state import RailwayRivals
from engine.games.railway_rivals.state.track import network_of

_NEAR_COST = 8
"""Maximum building cost of an unreached town for which a computer player votes to continue building."""

_PREFERRED_LIMIT = 1
"""Gold that a computer player allows its plans to pay rivals in addition to the expected payments."""


def score_action(view: View[RailwayRivals], action: Action) -> float:
    """Return the estimated value of an offered action, in gold."""
    return rate_action(view.state, action, None)


def rate_action(state: RailwayRivals, action: Action, runs: FlatRunValues | None) -> float:
    """Return the estimated value of an offered action for its seat, in gold.

    If ``runs`` is given, building is evaluated as in the first version; otherwise by rollouts and future runs.
    """
    match action:
        case a.Start():
            return start_value(state, action, as_at_first=runs is not None)
        case a.Build() | a.Lay():
            return build_value(state, action, runs)
        case a.PlanTrack():
            return plan_value(state, action, runs)
        case a.Done():
            return 0.0
        case a.Limit(gold=gold):
            return -abs(gold - _PREFERRED_LIMIT)
        case a.Clear():
            return -1.0
        case a.Declare():
            is_leading = state.gold[action.seat] == max(state.gold.values())
            return 1.0 if is_leading else -1.0
        case a.Vote(end=end):
            return 1.0 if (end == "no") == _is_town_near(state, action) else 0.0
        case a.Joint() | a.Exchange() | a.Accept() if runs is None and state.seats == DUEL_PLAYERS:
            return -1.0
        case a.Enter() | a.Stay() | a.Joint() | a.Exchange() | a.Accept() | a.Decline():
            return answer_value(state, action, as_at_first=runs is not None)
        case _:
            raise TypeError(f"{action!r} is no action of Railway Rivals")


def _is_town_near(state: RailwayRivals, action: Action) -> bool:
    near = goal_costs(state.hex_map.key, network_of(state.track, action.seat))
    return any(near[state.hex_map.town_at[hex].name] <= _NEAR_COST for hex in state.unreached_towns)
