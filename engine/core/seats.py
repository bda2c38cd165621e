"""Seats and the order in which they are asked. It knows no game."""

from __future__ import annotations

from typing import NewType

__all__ = ["Seat", "all_seats", "clockwise"]

Seat = NewType("Seat", int)
"""A chair at the table, counted from 1; ``p2`` in notation."""


def all_seats(count: int) -> tuple[Seat, ...]:
    """Every seat of a table of ``count`` players, in seat order."""
    return tuple(Seat(n) for n in range(1, count + 1))


def clockwise(seats: tuple[Seat, ...], first: Seat) -> tuple[Seat, ...]:
    """``seats`` turned so that ``first`` stands in front."""
    start = seats.index(first)
    return seats[start:] + seats[:start]
