"""Reasons why planned track is skipped, as values."""

from typing import Literal

import msgspec

from engine.core import Seat
from engine.games.railway_rivals.game_data.hex_map import Hex

HindranceKey = Literal["late", "apart", "limit", "allowance", "points", "gold"]


class Hindrance(msgspec.Struct, frozen=True, omit_defaults=True):
    """A reason why a planned step is skipped, with the numbers for its sentence."""

    key: HindranceKey
    step: tuple[Hex, ...] = ()
    cost: int = 0
    """The cost of the step or its payment to rivals, in building points or gold."""
    most: int = 0
    """The amount that can be spent on the cost or payment."""
    town: str = ""
    """Name of the town that the seat ``first`` has reached; empty for other reasons."""
    first: Seat | None = None
