"""The public figures of a player that are worth comparing at two times. It knows no rules."""

from collections.abc import Mapping

from engine.core import Seat, View
from engine.games.railway_rivals.rules.ending import wins
from engine.games.railway_rivals.state.state import RailwayRivals


def tally(view: View[RailwayRivals], seat: Seat) -> Mapping[str, int]:
    """Gold, track, and what brought gold."""
    state = view.state
    return {
        "gold": state.gold[seat],
        "spaces of track": sum(piece.seat == seat for piece in state.track.pieces),
        "town bonuses": state.bonuses(seat),
        "races won": wins(state, seat),
    }
