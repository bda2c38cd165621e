"""The outlaws' attack. (RR Outlaws; rulings 71-81)"""

from typing import assert_never

from engine.core import Seat
from engine.games.railroader.box.board import Space
from engine.games.railroader.box.cards import CRATE_THIEF, DEPUTY, WORKER, WORKER_SCARER, Card
from engine.games.railroader.rules.railhead import taken
from engine.games.railroader.state.events import DeputyUsed, OutlawsLeft, RailheadRaided
from engine.games.railroader.state.state import Mat, Orders, RailRoader, without

_POSSE = 2
"""Outlaws that one deputy sends away at most. (RR Outlaws)"""


def attack(state: RailRoader) -> RailRoader:
    """All outlaws beside the board attack every railhead whose engine is on red. (RR Outlaws; rulings 71, 75)"""
    attacked = victims(state)
    if not attacked:
        return state.tell(OutlawsLeft())
    for seat in attacked:
        if state.outlaws:
            state = _defend(state, seat)
            state = _raid(state, seat)
    return state


def victims(state: RailRoader) -> tuple[Seat, ...]:
    """The seats on red: the train furthest behind its railhead first, then clockwise. (rulings 72-74)"""
    on_red = [seat for seat in state.order if state.stands_on(seat) is Space.RED]
    if not on_red:
        return ()
    first = max(on_red, key=lambda seat: _exposed(state, seat))  # of equals, the earlier in the order of play
    start = on_red.index(first)
    return (*on_red[start:], *on_red[:start])


def _exposed(state: RailRoader, seat: Seat) -> tuple[int, int]:
    """Spaces from the train to the end of its track, and from that back to its last white space. (rulings 73, 74)"""
    railroad = state.railroads[seat]
    garrison = state.board.garrison(seat, railroad.track + 1)
    return railroad.track - railroad.engine, railroad.track - garrison


def _defend(state: RailRoader, seat: Seat) -> RailRoader:
    """Deputies go with up to two outlaws each, as their player has ordered. (RR Outlaws; ruling 78)"""
    if not state.railroads[seat].mat.deputies:
        return state
    state, orders = state.recall_orders(seat)
    while _wanted(orders, state.railroads[seat].mat, state.outlaws):
        mat = state.railroads[seat].mat
        sent = _first(orders, mat, state.outlaws)[:_POSSE]
        state = state.alter(seat, mat=taken(mat, DEPUTY))
        state = state.set_outlaws(*without(state.outlaws, sent))
        state = state.onto_prairie(DEPUTY, *sent)
        state = state.tell(DeputyUsed(seat, sent))
    return state


def _wanted(orders: Orders, mat: Mat, outlaws: tuple[Card, ...]) -> bool:
    """Whether there is a deputy, and the player wants it used against these."""
    if not mat.deputies:
        return False
    match orders.use:
        case "needed":
            return _losses(mat, outlaws) >= 1
        case "two":
            return _losses(mat, outlaws) >= 2
        case "always":
            return bool(outlaws)
        case "never":
            return False
        case _:
            assert_never(orders.use)


def _losses(mat: Mat, outlaws: tuple[Card, ...]) -> int:
    """Cards that these would take."""
    return _fleeing(mat, outlaws) + len(_stolen(mat, outlaws))


def _fleeing(mat: Mat, outlaws: tuple[Card, ...]) -> int:
    """Workers who flee: one from each that scares. (ruling 75)"""
    return min(mat.workers, outlaws.count(WORKER_SCARER))


def _stolen(mat: Mat, outlaws: tuple[Card, ...]) -> tuple[Card, ...]:
    """The lowest unopened crate for each thief. (rulings 76, 77)"""
    thieves = outlaws.count(CRATE_THIEF)
    return tuple(crate.card for crate in mat.unopened[:thieves])


def _first(orders: Orders, mat: Mat, outlaws: tuple[Card, ...]) -> tuple[Card, ...]:
    """Outlaws in the order in which they are sent away: those that would take nothing last of all."""
    feared = WORKER_SCARER if orders.first == "workers" else CRATE_THIEF
    harmless = {
        WORKER_SCARER: not mat.workers,
        CRATE_THIEF: not mat.unopened,
    }
    return tuple(sorted(outlaws, key=lambda outlaw: (harmless[outlaw], outlaw != feared)))


def _raid(state: RailRoader, seat: Seat) -> RailRoader:
    """Let the outlaws scare off workers and steal crates, all of which go to the prairie. (rulings 75-77)"""
    if not state.outlaws:
        return state
    mat = state.railroads[seat].mat
    fleeing = _fleeing(mat, state.outlaws)
    stolen = _stolen(mat, state.outlaws)
    lost = (*[WORKER] * fleeing, *stolen)
    for card in lost:
        mat = taken(mat, card)
    state = state.alter(seat, mat=mat)
    state = state.onto_prairie(*lost)
    return state.tell(RailheadRaided(seat, len(state.outlaws), fleeing, stolen))
