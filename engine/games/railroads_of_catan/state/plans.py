"""Plans of a seat as values: track, trips, and the newest plan of any kind."""

import msgspec

from engine.games.railroads_of_catan.game_data.island import NodeId
from engine.games.railroads_of_catan.game_data.pieces import Item, MaintenanceMark
from engine.games.railroads_of_catan.state.path_notation import Path, Trip


class TrackPlan(msgspec.Struct, frozen=True):
    """Track to lay for at most ``limit`` dollars, including connection fees."""

    path: Path
    limit: int
    turn: int = 0
    """The turn in which it is laid."""


class RunPlan(msgspec.Struct, frozen=True):
    """A trip with at most ``limit`` dollars in fees."""

    number: int
    trip: Trip
    limit: int
    turn: int = 0
    """The turn in which it is run."""


class NewPlan(msgspec.Struct, frozen=True, omit_defaults=True):
    """The plan that a seat has just made, in one of the fields; if all are empty, it canceled its plans."""

    wishes: tuple[NodeId, ...] = ()
    mark: MaintenanceMark | None = None
    """The least that it will be sold for is its ``reserve``."""
    kept: Item | None = None
    """An item that is maintained after all."""
    track: TrackPlan | None = None
    run: RunPlan | None = None
