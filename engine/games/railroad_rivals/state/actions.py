"""The moves of a player of Railroad Rivals, in rulebook order."""

from typing import Annotated

from msgspec import Meta

from engine.core import Action
from engine.games.railroad_rivals.game_data.grid import Cell, Facing
from engine.games.railroad_rivals.game_data.printed_data import City, Goods


class Pass(Action, frozen=True):
    """Pass: leave the bidding, finish delivering, or keep a tile. (R Bid for Turn Order)"""


class Bid(Action, frozen=True):
    """Bid points to go first in the turn order. (R Bid for Turn Order)"""

    amount: Annotated[int, Meta(title="How many points?")]


class Draft(Action, frozen=True):
    """Take a tile: type a city’s name or a railroad’s initials. (R Draft Tiles)"""

    tile: Annotated[str, Meta(title="Which tile?")]


class Place(Action, frozen=True):
    """Place a city from your hand, in any orientation. (R Place a City Tile)"""

    city: Annotated[City, Meta(title="Which city?")]
    at: Annotated[Cell, Meta(title="Where?")]
    facing: Annotated[Facing, Meta(title="Which orientation?")]


class Deliver(Action, frozen=True):
    """Deliver a cube from a city over one of its links. (R Deliver a Good)"""

    goods: Annotated[Goods, Meta(title="Which good?")]
    city: Annotated[City, Meta(title="From which city?")]
    to: Annotated[City, Meta(title="To which city?")]


ACTIONS = (Pass, Bid, Draft, Place, Deliver)
