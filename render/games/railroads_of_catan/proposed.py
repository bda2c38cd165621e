"""Track that is asked about, priced: which building it belongs to, what it costs now, and the rest of its way."""

from collections.abc import Sequence
from typing import NamedTuple

from engine.core import Seat, dollars
from engine.games.railroads_of_catan.box.island import Place
from engine.games.railroads_of_catan.rules.building import Works, survey
from engine.games.railroads_of_catan.search.ways import full_ways, later_price
from engine.games.railroads_of_catan.state.actions import Lay, PlanTrack, Toward
from engine.games.railroads_of_catan.state.obstacle import Obstacle
from engine.games.railroads_of_catan.state.paths import Path
from engine.games.railroads_of_catan.state.phases import Building
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan

Laying = Lay | Toward | PlanTrack


class Proposal(NamedTuple):
    """A path with its key. ``works`` is a sentence where it cannot be laid as things are.

    ``rest`` are the points that would still be missing on the way to ``city``, and ``later`` what they cost.
    """

    key: str
    path: Path
    works: Works | Obstacle
    city: Place | None = None
    rest: tuple[Place, ...] = ()
    later: int = 0


def building_of(state: RailroadsOfCatan, seat: Seat) -> Building:
    """The seat's building that is under way, or a new one, for what is planned."""
    now = state.flow[-1] if state.flow else None
    return now if isinstance(now, Building) and now.seat == seat else Building(seat)


def proposal(state: RailroadsOfCatan, key: str, action: Laying) -> Proposal:
    """The track an action would lay, priced, and the rest of its way to a city; a plan is for a building to come."""
    building = Building(action.seat) if isinstance(action, PlanTrack) else building_of(state, action.seat)
    works = survey(state, building, action.path.tracks)
    if not isinstance(action, Toward):
        return Proposal(key, action.path, works)
    laid = action.path.lines[0]
    ways = (way.points for way in full_ways(state, action.seat) if way.city == action.city)
    points = next((points for points in ways if points[: len(laid)] == laid), laid)
    rest = points[len(laid) - 1 :]
    later = later_price(state, action.seat, Path((rest,)).tracks)
    return Proposal(key, action.path, works, action.city, rest if len(rest) > 1 else (), later)


def price_words(works: Works | Obstacle, names: Sequence[str]) -> str:
    """“$1,000 + $1,000 to Ben”, or “free”."""
    if isinstance(works, Obstacle):
        return "not now"
    parts = [dollars(works.cost)] if works.cost else ["free"] if works.free else []
    parts += [f"{dollars(fee)} to {names[seat - 1]}" for seat, fee in works.fees.items()]
    return " + ".join(parts)
