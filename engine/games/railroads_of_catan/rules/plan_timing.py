"""The turn in which a plan is carried out.

It is this turn if the seat's building or running of this turn has not begun, otherwise the next turn.
"""

from engine.core import Seat
from engine.games.railroads_of_catan.game_data.constants import MAX_TURNS
from engine.games.railroads_of_catan.state.phases import Building, Buying, Runs, Visits
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan


def is_building_to_come(state: RailroadsOfCatan, seat: Seat) -> bool:
    """Whether the seat will still begin to build in this turn."""
    orders = (phase for phase in state.flow if isinstance(phase, Buying | Visits))
    return any(seat not in state.order[: phase.at] for phase in orders)


def is_running_to_come(state: RailroadsOfCatan, seat: Seat) -> bool:
    """Whether the seat will still begin to run trains in this turn."""
    return any(
        (isinstance(phase, Runs | Visits) and seat not in state.order[: phase.at])
        or (isinstance(phase, Building) and phase.seat == seat)
        for phase in state.flow
    )


def can_build_again(state: RailroadsOfCatan, seat: Seat) -> bool:
    """Whether the seat will begin to build again before the game ends. (RC Phase 7)"""
    return state.turn < MAX_TURNS or is_building_to_come(state, seat)


def can_run_again(state: RailroadsOfCatan, seat: Seat) -> bool:
    """Whether the seat will begin to run trains again before the game ends. (RC Phase 7)"""
    return state.turn < MAX_TURNS or is_running_to_come(state, seat)


def state_when_building(state: RailroadsOfCatan, seat: Seat) -> RailroadsOfCatan:
    """Return the state in which the seat builds next.

    If that is in the next turn, the state has no event and no associates.
    """
    return state if is_building_to_come(state, seat) else state.begin_turn()


def state_when_running(state: RailroadsOfCatan, seat: Seat) -> RailroadsOfCatan:
    """Return the state in which the seat runs trains next.

    If that is in the next turn, the state has no event and no associates.
    """
    return state if is_running_to_come(state, seat) else state.begin_turn()
