"""The first hint of Railway Rivals, frozen.

It rated places lower once trains run, assumed that rivals enter races at any loss, and ignored the gains of rivals from
a deal. Everything else is as today.
"""

from engine.core import Action, View
from engine.games.railway_rivals.agent.building_evaluation import FlatRunValues
from engine.games.railway_rivals.agent.evaluation import rate_action
from engine.games.railway_rivals.state.state import RailwayRivals

_RUNS = FlatRunValues(to_come=5.0, waiting=9.0)


def hint(view: View[RailwayRivals], action: Action) -> float:
    """Rate an offered action for ``view.seat`` as the first computer player did."""
    return rate_action(view.state, action, _RUNS)
