"""The turn of a plan: this one, if the seat's building or running is to come, or else the next."""

from engine.core import Seat
from engine.games.railroads_of_catan.game_data.constants import MAX_TURNS
from engine.games.railroads_of_catan.state.phases import Building, Buying, Runs, Visits
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan


def is_building_to_come(state: RailroadsOfCatan, seat: Seat) -> bool:
    """Whether the seat's building of this turn has not begun."""
    orders = (phase for phase in state.flow if isinstance(phase, Buying | Visits))
    return any(seat not in state.order[: phase.at] for phase in orders)


def is_running_to_come(state: RailroadsOfCatan, seat: Seat) -> bool:
    """Whether the seat's running of this turn has not begun."""
    return any(
        (isinstance(phase, Runs | Visits) and seat not in state.order[: phase.at])
        or (isinstance(phase, Building) and phase.seat == seat)
        for phase in state.flow
    )


def can_build_again(state: RailroadsOfCatan, seat: Seat) -> bool:
    """Whether the seat may build again before the game ends. (RC Phase 7)"""
    return state.turn < MAX_TURNS or is_building_to_come(state, seat)


def can_run_again(state: RailroadsOfCatan, seat: Seat) -> bool:
    """Whether the seat may run trains again before the game ends. (RC Phase 7)"""
    return state.turn < MAX_TURNS or is_running_to_come(state, seat)


def state_when_building(state: RailroadsOfCatan, seat: Seat) -> RailroadsOfCatan:
    """The state when the seat builds next; in the next turn, event and associates are gone."""
    return state if is_building_to_come(state, seat) else state.begin_turn()


def state_when_running(state: RailroadsOfCatan, seat: Seat) -> RailroadsOfCatan:
    """The state when the seat runs trains next, as in ``state_when_building``."""
    return state if is_running_to_come(state, seat) else state.begin_turn()
