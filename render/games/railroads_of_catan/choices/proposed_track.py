"""Proposed track: its cost now, and the track that is then missing on the way to a city."""

from collections.abc import Sequence
from typing import NamedTuple

from engine.core import Seat, dollar_amount
from engine.games.railroads_of_catan.game_data.island import NodeId
from engine.games.railroads_of_catan.rules.building import LayingCost, quote_tracks
from engine.games.railroads_of_catan.search.build_paths import full_build_paths, later_cost
from engine.games.railroads_of_catan.state.actions import Lay, PlanTrack, Toward
from engine.games.railroads_of_catan.state.obstacle import Obstacle
from engine.games.railroads_of_catan.state.path_notation import Path
from engine.games.railroads_of_catan.state.phases import Building
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan

TrackAction = Lay | Toward | PlanTrack


class ProposedPath(NamedTuple):
    """A path with its key, and the cost of laying the path now, or the obstacle to that.

    ``missing_nodes`` are the points from the end of the path to ``city``. ``missing_cost`` is the cost in dollars of
    the track between these points.
    """

    key: str
    path: Path
    quote: LayingCost | Obstacle
    city: NodeId | None = None
    missing_nodes: tuple[NodeId, ...] = ()
    missing_cost: int = 0


def current_building(state: RailroadsOfCatan, seat: Seat) -> Building:
    """Return the phase in which the seat builds now, or a new one if the seat is not building."""
    phase = state.flow[-1] if state.flow else None
    return phase if isinstance(phase, Building) and phase.seat == seat else Building(seat)


def propose_path(state: RailroadsOfCatan, key: str, action: TrackAction) -> ProposedPath:
    """Return the track that an action would lay, its cost, and the track that is then missing on the way to a city."""
    building = Building(action.seat) if isinstance(action, PlanTrack) else current_building(state, action.seat)
    quote = quote_tracks(state, building, action.path.tracks)
    if not isinstance(action, Toward):
        return ProposedPath(key, action.path, quote)
    laid_line = action.path.lines[0]
    paths = (path.points for path in full_build_paths(state, action.seat) if path.city == action.city)
    points = next((points for points in paths if points[: len(laid_line)] == laid_line), laid_line)
    missing_nodes = points[len(laid_line) - 1 :]
    missing_cost = later_cost(state, action.seat, Path((missing_nodes,)).tracks)
    return ProposedPath(
        key, action.path, quote, action.city, missing_nodes if len(missing_nodes) > 1 else (), missing_cost
    )


def price_text(quote: LayingCost | Obstacle, names: Sequence[str]) -> str:
    """“$1,000 + $1,000 to Ben”, “free”, or “not now”."""
    if isinstance(quote, Obstacle):
        return "not now"
    parts = [dollar_amount(quote.cost)] if quote.cost else ["free"] if quote.free else []
    parts += [f"{dollar_amount(fee)} to {names[seat - 1]}" for seat, fee in quote.fees.items()]
    return " + ".join(parts)
