"""The action that the solitaire game adds."""

from typing import Annotated

from msgspec import Meta

from engine.core import Action
from engine.games.railroad_rivals.game_data.printed_data import Goods


class Arrange(Action, frozen=True):
    """Put the first 3 cubes in order, left to right. (R Solitaire Rules, Goods Cubes; O3)"""

    is_public = False

    first: Annotated[Goods, Meta(title="Which cube on the left?")]
    second: Annotated[Goods, Meta(title="Which cube in the middle?")]
    third: Annotated[Goods, Meta(title="Which cube on the right?")]
