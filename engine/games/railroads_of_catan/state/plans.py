"""A seat's own secret: wishes for the draft, items to give up, track to lay and trips to run, all said ahead."""

import msgspec

from engine.games.railroads_of_catan.box.graph import Place
from engine.games.railroads_of_catan.box.pieces import Mark
from engine.games.railroads_of_catan.state.paths import Path, Trip


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


class Plans(msgspec.Struct, frozen=True):
    """All that a seat has said ahead."""

    wishes: tuple[Place, ...] = ()
    marks: tuple[Mark, ...] = ()
    track: TrackPlan | None = None
    runs: tuple[RunPlan, ...] = ()
