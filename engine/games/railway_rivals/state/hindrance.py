"""Reasons why planned track is skipped, as values. The narration makes their sentences."""

from typing import Literal

import msgspec

from engine.core import Seat
from engine.games.railway_rivals.game_data.hex_map import Hex

HindranceKey = Literal["late", "apart", "limit", "allowance", "points", "gold"]


class Hindrance(msgspec.Struct, frozen=True, omit_defaults=True):
    """A reason, with the step that it prevents and the numbers that its sentence names."""

    key: HindranceKey
    step: tuple[Hex, ...] = ()
    cost: int = 0
    """The cost of the step, or its payment to rivals."""
    most: int = 0
    """The maximum that can be spent."""
    town: str = ""
    """The name of the town that ``first`` reached before."""
    first: Seat | None = None
