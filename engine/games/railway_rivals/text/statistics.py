"""Public statistics of a player that can be compared over time."""

from collections.abc import Mapping

from engine.core import Seat, View
from engine.games.railway_rivals.rules.scoring import count_wins
from engine.games.railway_rivals.state.state import RailwayRivals


def statistics(view: View[RailwayRivals], seat: Seat) -> Mapping[str, int]:
    """The seat's gold, its track, and the sources of its gold."""
    state = view.state
    return {
        "gold": state.gold[seat],
        "spaces of track": sum(piece.seat == seat for piece in state.track.pieces),
        "town bonuses": state.count_bonuses(seat),
        "races won": count_wins(state, seat),
    }
