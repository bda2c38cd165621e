"""The die that decides among equal bids. (RC A Note about Bidding; rulings 24, 44)"""

from engine.core import Seat
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan


def rolled_off(state: RailroadsOfCatan, seats: tuple[Seat, ...]) -> tuple[RailroadsOfCatan, tuple[Seat, ...]]:
    """High rolls first; equal ones roll again until it is decided. A single seat does not roll."""
    if len(seats) < 2:
        return state, seats
    dice: dict[int, list[Seat]] = {}
    for seat in seats:
        state, die = state.roll()
        dice.setdefault(die, []).append(seat)
    order: list[Seat] = []
    for die in sorted(dice, reverse=True):
        state, decided = rolled_off(state, tuple(dice[die]))
        order += decided
    return state, tuple(order)
