"""The seats of a table."""

from collections.abc import Callable
from functools import lru_cache
from typing import NewType

Seat = NewType("Seat", int)
"""A player's place at the table, counted from 1; ``p2`` in notation."""

NameOfSeat = Callable[[Seat], str]
"""A function that returns a seat's name in texts.

It is the player's display name in the bot, and “player 2” at the command line.
"""


@lru_cache(None)
def all_seats(count: int) -> tuple[Seat, ...]:
    """Return every seat of a table of ``count`` players, in seat order."""
    return tuple(Seat(n) for n in range(1, count + 1))


@lru_cache(None)
def seats_from(first: Seat, count: int) -> tuple[Seat, ...]:
    """Return all seats of a table in clockwise order, starting with ``first``."""
    everyone = all_seats(count)
    return everyone[first - 1 :] + everyone[: first - 1]
