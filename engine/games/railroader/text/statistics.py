"""Public statistics of a player that can be compared over time."""

from collections.abc import Mapping

from engine.core import Seat, View
from engine.games.railroader.state.state import RailRoader


def statistics(view: View[RailRoader], seat: Seat) -> Mapping[str, int]:
    """The train's and the track's progress, and the supplies to continue."""
    railroad = view.state.railroads[seat]
    return {
        "train on space": railroad.engine,
        "sections of track": railroad.sections,
        "workers": railroad.mat.workers,
        "deputies": railroad.mat.deputies,
        "supplies": railroad.mat.supply_count,
        "cards": len(railroad.hand) + len(railroad.discards),
    }
