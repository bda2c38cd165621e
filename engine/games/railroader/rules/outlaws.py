"""The outlaws' attack. (RR Outlaws; rulings 71-81)"""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from engine.games.railroader.box.board import Space
from engine.games.railroader.box.cards import CRATE_THIEF, DEPUTY, WORKER, WORKER_SCARER, Card
from engine.games.railroader.rules.railhead import taken
from engine.games.railroader.state.events import DeputyUsed, OutlawsLeft, RailheadRaided

if TYPE_CHECKING:
    from engine.core.seats import Seat
    from engine.games.railroader.rules.orders import Orders
    from engine.games.railroader.state.railroad import Mat
    from engine.games.railroader.state.state import RailRoader

_POSSE = 2
"""Outlaws that one deputy sends away at most. (RR Outlaws)"""


def attack(state: RailRoader) -> RailRoader:
    """All outlaws beside the board attack every railhead whose engine is on red. (RR Outlaws; rulings 71, 75)"""
    attacked = victims(state)
    if not attacked:
        return state.tell(OutlawsLeft())
    for seat in attacked:
        if state.outlaws:
            state = _raid(_defend(state, seat), seat)
    return state


def victims(state: RailRoader) -> tuple[Seat, ...]:
    """Those on red: the train furthest behind its railhead first, then clockwise. (rulings 72-74)"""
    on_red = [seat for seat in state.order if state.stands_on(seat) is Space.RED]
    if not on_red:
        return ()
    first = max(on_red, key=lambda seat: (*_exposed(state, seat), -on_red.index(seat)))
    return tuple(on_red[on_red.index(first) :] + on_red[: on_red.index(first)])


def _exposed(state: RailRoader, seat: Seat) -> tuple[int, int]:
    """How far the train is from the end of its track, and that from the last white space of it. (rulings 73, 74)"""
    railroad = state.railroads[seat]
    return railroad.track - railroad.engine, railroad.track - state.board.garrison(seat, railroad.track + 1)


def _defend(state: RailRoader, seat: Seat) -> RailRoader:
    """Deputies go with up to two outlaws each, as their player has ordered. (RR Outlaws; ruling 78)"""
    orders = state.orders[seat].open()
    while (mat := state.railroads[seat].mat).deputies and _called_for(orders, mat, state.outlaws):
        sent = _first(orders, mat, state.outlaws)[:_POSSE]
        left = list(state.outlaws)
        for outlaw in sent:
            left.remove(outlaw)
        state = state.alter_mat(seat, lambda mat: taken(mat, DEPUTY)).set_outlaws(*left)
        state = state.onto_prairie(DEPUTY, *sent).tell(DeputyUsed(seat, sent))
    return state


def _called_for(orders: Orders, mat: Mat, outlaws: tuple[Card, ...]) -> bool:
    """Whether the player wants a deputy used against these."""
    match orders.use:
        case "needed":
            return _losses(mat, outlaws) >= 1
        case "two":
            return _losses(mat, outlaws) >= _POSSE
        case "always":
            return bool(outlaws)
        case "never":
            return False
        case _:
            assert_never(orders.use)


def _losses(mat: Mat, outlaws: tuple[Card, ...]) -> int:
    """Cards that these would take. (rulings 75, 76)"""
    return min(mat.workers, outlaws.count(WORKER_SCARER)) + min(len(mat.unopened), outlaws.count(CRATE_THIEF))


def _first(orders: Orders, mat: Mat, outlaws: tuple[Card, ...]) -> tuple[Card, ...]:
    """Outlaws in the order in which they are sent away: those that would take nothing last of all."""
    wanted = WORKER_SCARER if orders.first == "workers" else CRATE_THIEF
    harmless = {WORKER_SCARER: not mat.workers, CRATE_THIEF: not mat.unopened}
    return tuple(sorted(outlaws, key=lambda outlaw: (harmless[outlaw], outlaw != wanted)))


def _raid(state: RailRoader, seat: Seat) -> RailRoader:
    """A worker for each that scares, the lowest unopened crate for the thief; to the prairie. (rulings 75-77)"""
    mat = state.railroads[seat].mat
    workers = min(mat.workers, state.outlaws.count(WORKER_SCARER))
    crates = tuple(crate.card for crate in mat.unopened[: state.outlaws.count(CRATE_THIEF)])
    for card in (*[WORKER] * workers, *crates):
        mat = taken(mat, card)
    told = RailheadRaided(seat, len(state.outlaws), workers, crates)
    raided = state.alter(seat, mat=mat).onto_prairie(*[WORKER] * workers, *crates)
    return raided.tell(told) if state.outlaws else state
