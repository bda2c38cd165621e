"""Plans that a seat makes in secret: track to lay, and trips to run."""

import msgspec

from engine.games.railroads_of_catan.game_data.island import NodeId
from engine.games.railroads_of_catan.game_data.pieces import Item, MaintenanceMark
from engine.games.railroads_of_catan.state.path_notation import Path, Trip


class TrackPlan(msgspec.Struct, frozen=True):
    """A plan to lay track, if price and connection fees together are at most ``limit`` dollars."""

    path: Path
    limit: int
    turn: int = 0
    """The turn in which the track is laid."""


class RunPlan(msgspec.Struct, frozen=True):
    """A plan to run a train, if the fees are at most ``limit`` dollars."""

    number: int
    trip: Trip
    limit: int
    turn: int = 0
    """The turn in which the train runs."""


class NewPlan(msgspec.Struct, frozen=True, omit_defaults=True):
    """A plan that a seat has just made. Only one field is set; if none is set, the seat canceled all its plans."""

    wishes: tuple[NodeId, ...] = ()
    mark: MaintenanceMark | None = None
    """An item to give up; ``reserve`` is here the lowest bid at which the item will be sold."""
    kept: Item | None = None
    """An item that the seat has decided to maintain after all."""
    track: TrackPlan | None = None
    run: RunPlan | None = None
