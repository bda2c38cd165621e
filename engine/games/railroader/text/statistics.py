"""The public figures of a player that are worth comparing at two times."""

from collections.abc import Mapping

from engine.core import Seat, View
from engine.games.railroader.state.state import RailRoader


def statistics(view: View[RailRoader], seat: Seat) -> Mapping[str, int]:
    """The way of the train and the track so far, and what there is to continue with."""
    railroad = view.state.railroads[seat]
    return {
        "train on space": railroad.engine,
        "sections of track": railroad.sections,
        "workers": railroad.mat.workers,
        "deputies": railroad.mat.deputies,
        "supplies": railroad.mat.supply_count,
        "cards": len(railroad.hand) + len(railroad.discards),
    }
