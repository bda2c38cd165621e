"""The values of a computer player, in about gold: ``builder`` for building, ``racer`` for runs. It sees a ``View``."""

from engine.core import Action, View
from engine.games.railway_rivals.computer.builder import RunValues, building, planning, starting
from engine.games.railway_rivals.computer.contest import costs
from engine.games.railway_rivals.computer.racer import DUEL, entering
from engine.games.railway_rivals.state import actions as a
from engine.games.railway_rivals.state.state import RailwayRivals
from engine.games.railway_rivals.state.track import network

_SOON = 8
"""A town that costs no more is worth going on for."""

_PATIENCE = 1
"""More gold that a plan may well pay to rivals."""


def hint(view: View[RailwayRivals], action: Action) -> float:
    """Rate an offered action for ``view.seat``."""
    return rated(view.state, action, None)


def rated(state: RailwayRivals, action: Action, runs: RunValues | None) -> float:
    """Rate an offered action for its seat.

    Without values of ``runs``, building is rated by what is foreseen of towns and runs; with them, as at first.
    """
    match action:
        case a.Start():
            return starting(state, action, as_at_first=runs is not None)
        case a.Build() | a.Lay():
            return building(state, action, runs)
        case a.PlanTrack():
            return planning(state, action, runs)
        case a.Done():
            return 0.0
        case a.Limit(gold=gold):
            return -abs(gold - _PATIENCE)
        case a.Clear():
            return -1.0
        case a.Declare():
            return 1.0 if _leads(state, action) else -1.0
        case a.Vote(end=end):
            return 1.0 if (end == "no") == _goes_on(state, action) else 0.0
        case a.Joint() | a.Exchange() | a.Accept() if runs is None and state.seats == DUEL:
            return -1.0
        case a.Enter() | a.Stay() | a.Joint() | a.Exchange() | a.Accept() | a.Decline():
            return entering(state, action, as_at_first=runs is not None)
        case _:
            raise TypeError(f"{action!r} is no action of Railway Rivals")


def _leads(state: RailwayRivals, action: Action) -> bool:
    """Whether it has the most gold: the sooner building ends, the better."""
    return state.gold[action.seat] == max(state.gold.values())


def _goes_on(state: RailwayRivals, action: Action) -> bool:
    """Whether one of the towns that are left is near one's own track."""
    near = costs(state.chart.key, network(state.track, action.seat))
    return any(near[state.chart.town_at[hex].name] <= _SOON for hex in state.unreached)
