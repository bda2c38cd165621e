"""Frozen: the first hint. To it, places were worth less once trains run, rivals entered whatever they lost by it, and
deals helped whom they might; all else is as today.
"""

from engine.core import Action, View
from engine.games.railway_rivals.computer.builder import RunValues
from engine.games.railway_rivals.computer.hints import rated
from engine.games.railway_rivals.state.state import RailwayRivals

_RUNS = RunValues(to_come=5.0, waiting=9.0)


def hint(view: View[RailwayRivals], action: Action) -> float:
    """Rate an offered action for ``view.seat`` as the first computer player did."""
    return rated(view.state, action, _RUNS)
