"""What a player of Railroads of Catan may do, in rulebook order."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from engine.core.action import Action, Standing
from engine.core.seats import Seat
from engine.games.railroads_of_catan.box.graph import Place
from engine.games.railroads_of_catan.box.pieces import Associate, Item
from engine.games.railroads_of_catan.state.paths import Path, Ranking, Trip

_POINTS = "`/board picture:point-names` names every point."
_Trip = Annotated[Trip, Meta(title="Which trip?", examples=["H17+2>V43>H18-2ore"], description=_POINTS)]
_Path = Annotated[Path, Meta(title="Over which points?", examples=["H17-V43-H18"], description=_POINTS)]
_Limit = Annotated[int, Meta(title="For how many dollars at most?")]
_Number = Annotated[int, Meta(title="Which train?")]


class Pick(Action, frozen=True):
    """Found a city on a hex with the dots that are being chosen. (RC Game Setup)"""

    called: ClassVar[str] = "Found a city"

    hex: Annotated[Place, Meta(title="On which hex?")]


class Prefer(Standing, frozen=True):
    """Said ahead: hexes to found cities on, the best first; each is taken when its dots come up. (RC Game Setup)"""

    called: ClassVar[str] = "Rank hexes for your cities"

    hexes: Annotated[Ranking, Meta(title="Which hexes, the best first?", examples=["H12>H05>H30"], description=_POINTS)]


class Mark(Standing, frozen=True):
    """Said ahead: this item is not to be maintained next time, and is for sale. (RC Phase 1)"""

    called: ClassVar[str] = "Give up an item"

    item: Annotated[Item, Meta(title="What will you not maintain?")]
    otherwise: Annotated[Literal["pay", "remove"], Meta(title="And when nobody bids?")]
    reserve: Annotated[int, Meta(title="From which bid on do you sell?", examples=["500"])]


class Keep(Standing, frozen=True):
    """Said ahead: this item is maintained after all. (RC Phase 1)"""

    called: ClassVar[str] = "Maintain after all"

    item: Annotated[Item, Meta(title="What will you maintain?")]


class Release(Action, frozen=True):
    """Give an item up, since the cash does not maintain everything. (RC Phase 1; ruling 20)"""

    called: ClassVar[str] = "Give up an item"

    item: Annotated[Item, Meta(title="What can you do without?")]


class Offer(Action, frozen=True):
    """Bid, sealed, for an item that its owner does not maintain. (RC Phase 1; rulings 22, 24)"""

    called: ClassVar[str] = "Bid for an item"
    sealed: ClassVar[bool] = True

    owner: Annotated[Seat, Meta(title="Whose?")]
    item: Annotated[Item, Meta(title="For what?")]
    amount: Annotated[int, Meta(title="How many dollars?", examples=["500"])]


class Bid(Action, frozen=True):
    """Bid, sealed, for the place in the turn's order. (RC Phase 3; rulings 42, 43)"""

    called: ClassVar[str] = "Bid for the order"
    sealed: ClassVar[bool] = True

    amount: Annotated[int, Meta(title="How many dollars?", examples=["1500"])]


class Rank(Action, frozen=True):
    """Say, sealed, which associates you want; the first that is free in your turn is yours. (RC Phase 3; ruling 46)"""

    called: ClassVar[str] = "Rank associates"
    sealed: ClassVar[bool] = True

    first: Annotated[Associate, Meta(title="Which associate do you want most?")]
    second: Annotated[Associate, Meta(title="And next?")]
    third: Annotated[Associate, Meta(title="And then?")]
    fourth: Annotated[Associate, Meta(title="And last?")]


class Lay(Action, frozen=True):
    """Lay track, one or more lines. (RC Phase 5)"""

    called: ClassVar[str] = "Lay track"

    path: _Path


class Toward(Action, frozen=True):
    """Lay track on the best way to a city, as far as it goes in this turn. (RC Phase 5)"""

    called: ClassVar[str] = "Build toward a city"

    city: Annotated[Place, Meta(title="Toward which city?")]
    path: Annotated[Path, Meta(title="Over which points?")]


class Train(Action, frozen=True):
    """Buy a small train, placed in an own city. (RC Phase 5; ruling 63)"""

    called: ClassVar[str] = "Buy a train"

    city: Annotated[Place, Meta(title="In which of your cities?")]


class Upgrade(Action, frozen=True):
    """Make a small train a large one. (RC Phase 5; ruling 64)"""

    called: ClassVar[str] = "Upgrade a train"

    number: _Number


class PlanTrack(Standing, frozen=True):
    """Said ahead: track to lay when the turn comes, if all of it is legal and no dearer. (RC Phase 5)"""

    called: ClassVar[str] = "Plan your track"

    path: _Path
    limit: _Limit


class Run(Action, frozen=True):
    """Run a train, once a turn: load, deliver, fill orders. (RC Phase 6)"""

    called: ClassVar[str] = "Run a train"

    number: _Number
    trip: _Trip


class PlanRun(Standing, frozen=True):
    """Said ahead: a trip to run when the turn comes, if all of it is legal and no dearer in fees. (RC Phase 6)"""

    called: ClassVar[str] = "Plan a run"

    number: _Number
    trip: _Trip
    limit: _Limit


class Forget(Standing, frozen=True):
    """Said ahead: nothing is planned any more."""

    called: ClassVar[str] = "Forget your plans"


class Done(Action, frozen=True):
    """No more bids, building or runs in this phase."""


ACTIONS = (
    Pick,
    Prefer,
    Mark,
    Keep,
    Release,
    Offer,
    Bid,
    Rank,
    Lay,
    Toward,
    Train,
    Upgrade,
    PlanTrack,
    Run,
    PlanRun,
    Forget,
    Done,
)
