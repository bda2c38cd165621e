"""Phase 2, without decisions: the event of the turn. (RC Phase 2; rulings 33-41)"""

from collections.abc import Callable
from typing import assert_never

from engine.core import Phase, Seat
from engine.games.railroads_of_catan.game_data.constants import HOLIDAY_PAY, TAX_PER_BARREL
from engine.games.railroads_of_catan.game_data.island import Good, TrackKind, is_coastal, kind_of
from engine.games.railroads_of_catan.game_data.pieces import EventCard
from engine.games.railroads_of_catan.state.events import EventTurned, HolidayPaid, StormLosses, TaxPaid
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan

_SeatEffect = Callable[[RailroadsOfCatan, Seat], RailroadsOfCatan]


class Happening(Phase[RailroadsOfCatan], frozen=True):
    """An event card is revealed and takes effect immediately. (RC Phase 2)"""

    def advance(self, state: RailroadsOfCatan) -> RailroadsOfCatan:
        after, card = state.reveal_event()
        after = after.emit(EventTurned(card)).pop_phase()
        match card:
            case EventCard.TAX:
                return _apply_to_each_seat(after, _collect_tax)
            case EventCard.MONSOON:
                return _apply_monsoon(after)
            case EventCard.HOLIDAY:
                return _apply_to_each_seat(after, _pay_holiday)
            case EventCard.PLENTY | EventCard.SURPLUS:
                return after
            case _:
                assert_never(card)


def _apply_to_each_seat(state: RailroadsOfCatan, effect: _SeatEffect) -> RailroadsOfCatan:
    """Apply an effect to each seat, in the turn order of the previous turn. (ruling 40)"""
    for seat in state.order:
        state = effect(state, seat)
    return state


def _collect_tax(state: RailroadsOfCatan, seat: Seat) -> RailroadsOfCatan:
    """Collect the tax; a seat first throws away barrels for which it cannot pay. (RC Phase 2, Tax; ruling 34)"""
    barrels_thrown: list[Good] = []
    while _tax_due(state, seat) > state.cash[seat]:
        laden = next(train for train in reversed(state.trains_of(seat)) if train.goods)
        *barrels_kept, last_barrel = laden.goods
        barrels_thrown.append(last_barrel)
        state = state.set_cargo(laden, *barrels_kept)
    paid = _tax_due(state, seat)
    return state.pay(seat, paid).emit(TaxPaid(seat, paid, tuple(barrels_thrown))) if paid or barrels_thrown else state


def _tax_due(state: RailroadsOfCatan, seat: Seat) -> int:
    return TAX_PER_BARREL * sum(len(train.goods) for train in state.trains_of(seat))


def _pay_holiday(state: RailroadsOfCatan, seat: Seat) -> RailroadsOfCatan:
    """Pay a seat for its trains. (RC Phase 2, Holiday; ruling 39)"""
    received = sum(HOLIDAY_PAY[train.large] for train in state.trains_of(seat))
    return state.pay_from_bank(seat, received).emit(HolidayPaid(seat, received)) if received else state


def _apply_monsoon(state: RailroadsOfCatan) -> RailroadsOfCatan:
    """Destroy all water tracks, and all trains outside cities at the coast or on water. (ruling 36)"""
    tracks = tuple(sorted(t for t in state.tracks if kind_of(state.layout, t) is TrackKind.WATER))
    outside = (train for train in state.trains if train.at not in state.cities)
    trains = tuple(train for train in outside if is_coastal(state.layout, train.at))
    after = state.remove_tracks(*tracks)
    for train in trains:
        after = after.remove_train(train.seat, train.number)
    return after.emit(StormLosses(tracks, tuple((train.seat, train.number) for train in trains)))
