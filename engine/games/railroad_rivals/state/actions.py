"""What a player of Railroad Rivals may do, in rulebook order."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engine.core.action import Action
from engine.games.railroad_rivals.box.data import City, Goods
from engine.games.railroad_rivals.box.geometry import Cell, Facing


class Pass(Action, frozen=True):
    """Leave the bidding. (R Bid for Turn Order)"""


class Bid(Action, frozen=True):
    """Bid ``amount`` points for first place in the turn order. (R Bid for Turn Order)"""

    amount: Annotated[int, Meta(title="How many points?")]


class Draft(Action, frozen=True):
    """Take a tile from the offer: a city's name or a railroad's initials. (R Draft Tiles)"""

    tile: Annotated[str, Meta(title="Which tile?")]


class Place(Action, frozen=True):
    """Lay a city tile of the hand at a cell, turned to ``facing``. (R Place a City Tile)"""

    city: Annotated[City, Meta(title="Which city?")]
    at: Annotated[Cell, Meta(title="Where?")]
    facing: Annotated[Facing, Meta(title="Which way round?")]


class Deliver(Action, frozen=True):
    """Deliver a cube of ``goods`` that lies on ``city`` over the link to its neighbor ``to``. (R Deliver a Good)"""

    goods: Annotated[Goods, Meta(title="Which goods?")]
    city: Annotated[City, Meta(title="From which city?")]
    to: Annotated[City, Meta(title="To which city?")]


ACTIONS = (Pass, Bid, Draft, Place, Deliver)
