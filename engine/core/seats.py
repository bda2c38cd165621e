"""The seats of a table."""

from collections.abc import Callable
from functools import lru_cache
from typing import NewType

Seat = NewType("Seat", int)
"""A player's place at the table, counted from 1; ``p2`` in notation."""

NameOfSeat = Callable[[Seat], str]
"""Returns a seat's name in texts: the player's display name in the bot, “player 2” at the command line."""


@lru_cache(None)
def all_seats(count: int) -> tuple[Seat, ...]:
    """Every seat of a table of ``count`` players, in seat order."""
    return tuple(Seat(n) for n in range(1, count + 1))


@lru_cache(None)
def seats_from(first: Seat, count: int) -> tuple[Seat, ...]:
    """All seats from ``first`` on, clockwise: each is to the left of the one before."""
    everyone = all_seats(count)
    return everyone[first - 1 :] + everyone[: first - 1]
