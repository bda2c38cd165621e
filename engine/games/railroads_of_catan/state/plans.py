"""Plans of a seat as values: track, trips, and the newest plan of any kind."""

import msgspec

from engine.games.railroads_of_catan.game_data.island import NodeId
from engine.games.railroads_of_catan.game_data.pieces import Item, MaintenanceMark
from engine.games.railroads_of_catan.state.path_notation import Path, Trip


class TrackPlan(msgspec.Struct, frozen=True):
    """Track to lay for at most ``limit`` dollars, connection fees included."""

    path: Path
    limit: int
    turn: int = 0
    """In which it is to be laid."""


class RunPlan(msgspec.Struct, frozen=True):
    """A trip for which rivals get at most ``limit`` dollars in fees."""

    number: int
    trip: Trip
    limit: int
    turn: int = 0
    """In which it is to be run."""


class NewPlan(msgspec.Struct, frozen=True, omit_defaults=True):
    """The plan that a seat has just made, in one of the fields; with none of them it canceled all its plans."""

    wishes: tuple[NodeId, ...] = ()
    mark: MaintenanceMark | None = None
    """The least that it will be sold for is its ``reserve``."""
    kept: Item | None = None
    """Maintained after all."""
    track: TrackPlan | None = None
    run: RunPlan | None = None
