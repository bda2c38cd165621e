"""Die rolls that break ties of bids. (RC A Note about Bidding; rulings 24, 44)"""

from engine.core import Seat
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan


def roll_off(state: RailroadsOfCatan, seats: tuple[Seat, ...]) -> tuple[RailroadsOfCatan, tuple[Seat, ...]]:
    """Order seats by die rolls, the highest roll first; equal rolls are repeated. A single seat does not roll."""
    if len(seats) < 2:
        return state, seats
    seats_by_roll: dict[int, list[Seat]] = {}
    for seat in seats:
        state, die = state.roll_die()
        seats_by_roll.setdefault(die, []).append(seat)
    order: list[Seat] = []
    for die in sorted(seats_by_roll, reverse=True):
        state, group_order = roll_off(state, tuple(seats_by_roll[die]))
        order += group_order
    return state, tuple(order)
