"""Public statistics of a player that can be compared over time."""

from collections.abc import Mapping

from engine.core import Seat, View
from engine.games.railroads_of_catan.rules.scoring import count_joined_cities
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan


def statistics(view: View[RailroadsOfCatan], seat: Seat) -> Mapping[str, int]:
    """Money, track, trains and their cargo, and the number of connected cities."""
    state = view.state
    trains = state.trains_of(seat)
    return {
        "dollars": state.cash[seat],
        "tracks": len(state.tracks_of(seat)),
        "trains": len(trains),
        "barrels on board": sum(len(train.goods) for train in trains),
        "cities joined": count_joined_cities(state, seat),
    }
