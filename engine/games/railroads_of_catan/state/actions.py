"""The actions of Railroads of Catan, in rulebook order."""

from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from engine.core import Action, Seat, Standing
from engine.games.railroads_of_catan.game_data.island import NodeId
from engine.games.railroads_of_catan.game_data.pieces import Associate, Item
from engine.games.railroads_of_catan.state.path_notation import Path, Ranking, Trip

_POINTS = "See point names: `/board picture:point-names`."
_CITY = "Or type a city as owner and dots, such as “my 5” or “Ben’s 4”."
_Trip = Annotated[Trip, Meta(title="Which trip?", examples=["H17+2>V43>H18-2ore"], description=_POINTS)]
_Path = Annotated[Path, Meta(title="Along which points?", examples=["H17-V43-H18"], description=_POINTS)]
_Limit = Annotated[int, Meta(title="For up to how many dollars?")]
_Number = Annotated[int, Meta(title="Which train?")]


class Pick(Action, frozen=True):
    """Found a city on a hex with the current number of dots. (RC Game Setup)"""

    button_title: ClassVar[str] = "Found a city"

    hex: Annotated[NodeId, Meta(title="On which hex?")]


class Prefer(Standing, frozen=True):
    """Rank the hexes you want for your next cities. (RC Game Setup)"""

    button_title: ClassVar[str] = "Rank hexes"

    hexes: Annotated[Ranking, Meta(title="Which hexes, best first?", examples=["H12>H05>H30"], description=_POINTS)]


class Mark(Standing, frozen=True):
    """Plan to give an item up for sale next turn. (RC Phase 1)"""

    button_title: ClassVar[str] = "Give up an item"
    form_from: ClassVar[str] = "otherwise"

    item: Annotated[Item, Meta(title="What won’t you maintain?")]
    otherwise: Annotated[Literal["pay", "remove"], Meta(title="And if no one bids?")]
    reserve: Annotated[int, Meta(title="What is the lowest bid you accept?", examples=["500"])]


class Keep(Standing, frozen=True):
    """Maintain an item you had planned to give up. (RC Phase 1)"""

    button_title: ClassVar[str] = "Keep an item"

    item: Annotated[Item, Meta(title="Which item will you maintain?")]


class Release(Action, frozen=True):
    """Give up an item because you cannot pay all upkeep. (RC Phase 1; ruling 20)"""

    button_title: ClassVar[str] = "Give up an item"
    is_public: ClassVar[bool] = False

    item: Annotated[Item, Meta(title="What will you give up?")]


class Offer(Action, frozen=True):
    """Make a sealed bid for an item another player gave up. (RC Phase 1; rulings 22, 24)"""

    button_title: ClassVar[str] = "Bid for an item"
    is_sealed: ClassVar[bool] = True

    owner: Annotated[Seat, Meta(title="Whose item?")]
    item: Annotated[Item, Meta(title="For which item?")]
    amount: Annotated[int, Meta(title="How many dollars?", examples=["500"])]


class Bid(Action, frozen=True):
    """Make a sealed bid for turn order. (RC Phase 3; rulings 42, 43)"""

    button_title: ClassVar[str] = "Bid for turn order"
    is_sealed: ClassVar[bool] = True
    is_repeated: ClassVar[bool] = True

    amount: Annotated[int, Meta(title="How many dollars?", examples=["1500"])]


class Rank(Action, frozen=True):
    """Rank the associates you want. (RC Phase 3; ruling 46)"""

    button_title: ClassVar[str] = "Rank associates"
    is_sealed: ClassVar[bool] = True
    is_repeated: ClassVar[bool] = True

    first: Annotated[Associate, Meta(title="Which associate do you want most?")]
    second: Annotated[Associate, Meta(title="And next?")]
    third: Annotated[Associate, Meta(title="And then?")]
    fourth: Annotated[Associate, Meta(title="And last?")]


class Lay(Action, frozen=True):
    """Lay track along the points you name. (RC Phase 5)"""

    button_title: ClassVar[str] = "Lay track"

    path: _Path


class Toward(Action, frozen=True):
    """Lay track toward a city, as far as you can this turn. (RC Phase 5)"""

    button_title: ClassVar[str] = "Build toward a city"
    path_field: ClassVar[str] = "path"

    city: Annotated[NodeId, Meta(title="Toward which city?", examples=["H26"], description=_CITY)]
    path: Annotated[Path, Meta(title="Along which points?")]


class Train(Action, frozen=True):
    """Buy a small train and place it in one of your cities. (RC Phase 5; ruling 63)"""

    button_title: ClassVar[str] = "Buy a train"

    city: Annotated[NodeId, Meta(title="In which of your cities?")]


class Upgrade(Action, frozen=True):
    """Upgrade a small train to a large one. (RC Phase 5; ruling 64)"""

    button_title: ClassVar[str] = "Upgrade a train"

    number: _Number


class PlanTrack(Standing, frozen=True):
    """Plan track to lay on your turn, with a maximum price. (RC Phase 5)"""

    button_title: ClassVar[str] = "Plan track"
    form_from: ClassVar[str] = "limit"

    path: _Path
    limit: _Limit


class Run(Action, frozen=True):
    """Run a train to load and sell goods and fill orders. (RC Phase 6)"""

    button_title: ClassVar[str] = "Run a train"
    is_best_first: ClassVar[bool] = True

    number: _Number
    trip: _Trip


class PlanRun(Standing, frozen=True):
    """Plan a trip to run on your turn, with a maximum total of fees. (RC Phase 6)"""

    button_title: ClassVar[str] = "Plan a trip"
    form_from: ClassVar[str] = "limit"

    number: _Number
    trip: _Trip
    limit: _Limit


class Forget(Standing, frozen=True):
    """Cancel all your plans."""

    button_title: ClassVar[str] = "Cancel your plans"


class Done(Action, frozen=True):
    """Stop bidding, building, or running trains this phase."""


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
