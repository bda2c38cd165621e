"""The outlaws' attack. (RR Outlaws; rulings 71-81)"""

from typing import assert_never

from engine.core import Seat
from engine.games.railroader.game_data.board import Space
from engine.games.railroader.game_data.cards import CRATE_THIEF, DEPUTY, WORKER, WORKER_SCARER, Card
from engine.games.railroader.rules.railhead import remove_from_mat
from engine.games.railroader.state.events import DeputyUsed, OutlawsLeft, RailheadRaided
from engine.games.railroader.state.state import Orders, RailheadMat, RailRoader, remove_cards

_OUTLAWS_PER_DEPUTY = 2
"""Maximum number of outlaws that one deputy drives off. (RR Outlaws)"""


def attack_railheads(state: RailRoader) -> RailRoader:
    """Let all outlaws attack each railhead whose train is on a red space. (RR Outlaws; rulings 71, 75)"""
    attacked = outlaw_victims(state)
    if not attacked:
        return state.emit(OutlawsLeft())
    for seat in attacked:
        if state.outlaws:
            state = _defend(state, seat)
            state = _raid(state, seat)
    return state


def outlaw_victims(state: RailRoader) -> tuple[Seat, ...]:
    """Return the seats whose trains are on red spaces, in the order of the attacks. (rulings 72-74)

    The train farthest behind its railhead is first; the others follow clockwise.
    """
    on_red = [seat for seat in state.seats_in_order if state.space_under_engine(seat) is Space.RED]
    if not on_red:
        return ()
    first = max(on_red, key=lambda seat: _exposure(state, seat))  # in a tie, the first in the order of play
    start = on_red.index(first)
    return (*on_red[start:], *on_red[:start])


def _exposure(state: RailRoader, seat: Seat) -> tuple[int, int]:
    """Return two numbers of spaces for the order of attacks. (rulings 73, 74)

    They are the distance from the train to the end of its track, and from there back to a garrison.
    """
    railroad = state.railroads[seat]
    garrison = state.board.garrison_behind(seat, railroad.last_track_space + 1)
    return railroad.last_track_space - railroad.engine, railroad.last_track_space - garrison


def _defend(state: RailRoader, seat: Seat) -> RailRoader:
    """Use the deputies of an attacked seat according to its orders. (RR Outlaws; ruling 78)"""
    if not state.railroads[seat].mat.deputies:
        return state
    state, orders = state.look_up_orders(seat)
    while _is_deputy_wanted(orders, state.railroads[seat].mat, state.outlaws):
        mat = state.railroads[seat].mat
        removed_outlaws = _order_of_removal(orders, mat, state.outlaws)[:_OUTLAWS_PER_DEPUTY]
        state = state.update_railroad(seat, mat=remove_from_mat(mat, DEPUTY))
        state = state.set_outlaws(*remove_cards(state.outlaws, removed_outlaws))
        state = state.add_to_prairie(DEPUTY, *removed_outlaws).emit(DeputyUsed(seat, removed_outlaws))
    return state


def _is_deputy_wanted(orders: Orders, mat: RailheadMat, outlaws: tuple[Card, ...]) -> bool:
    """Whether there is a deputy and the orders say to use it against these outlaws."""
    if not mat.deputies:
        return False
    match orders.use:
        case "needed":
            return _count_losses(mat, outlaws) >= 1
        case "two":
            return _count_losses(mat, outlaws) >= 2
        case "always":
            return bool(outlaws)
        case "never":
            return False
        case _:
            assert_never(orders.use)


def _count_losses(mat: RailheadMat, outlaws: tuple[Card, ...]) -> int:
    """The number of cards that the outlaws would take."""
    return _count_fleeing(mat, outlaws) + len(_stolen_crates(mat, outlaws))


def _count_fleeing(mat: RailheadMat, outlaws: tuple[Card, ...]) -> int:
    """Return the number of workers whom the outlaws would scare off; each outlaw scares off one. (ruling 75)"""
    return min(mat.workers, outlaws.count(WORKER_SCARER))


def _stolen_crates(mat: RailheadMat, outlaws: tuple[Card, ...]) -> tuple[Card, ...]:
    """The crates that the outlaws would steal, the lowest ones. (rulings 76, 77)"""
    thieves = outlaws.count(CRATE_THIEF)
    return tuple(crate.card for crate in mat.unopened_crates[:thieves])


def _order_of_removal(orders: Orders, mat: RailheadMat, outlaws: tuple[Card, ...]) -> tuple[Card, ...]:
    """The outlaws in the order in which deputies drive them off, harmless ones last."""
    feared = WORKER_SCARER if orders.first == "workers" else CRATE_THIEF
    harmless = {
        WORKER_SCARER: not mat.workers,
        CRATE_THIEF: not mat.unopened_crates,
    }
    return tuple(sorted(outlaws, key=lambda outlaw: (harmless[outlaw], outlaw != feared)))


def _raid(state: RailRoader, seat: Seat) -> RailRoader:
    """Move the workers and crates that the outlaws take to the prairie. (rulings 75-77)"""
    if not state.outlaws:
        return state
    mat = state.railroads[seat].mat
    fleeing = _count_fleeing(mat, state.outlaws)
    crates = _stolen_crates(mat, state.outlaws)
    losses = (*[WORKER] * fleeing, *crates)
    for card in losses:
        mat = remove_from_mat(mat, card)
    state = state.update_railroad(seat, mat=mat).add_to_prairie(*losses)
    return state.emit(RailheadRaided(seat, len(state.outlaws), fleeing, crates))
