"""The seats of a table. It knows no game."""

from __future__ import annotations

from typing import NewType

__all__ = ["Seat", "all_seats"]

Seat = NewType("Seat", int)
"""A chair at the table, counted from 1; ``p2`` in notation."""


def all_seats(count: int) -> tuple[Seat, ...]:
    """Every seat of a table of ``count`` players, in seat order."""
    return tuple(Seat(n) for n in range(1, count + 1))
