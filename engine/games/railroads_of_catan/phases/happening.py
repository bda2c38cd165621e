"""The event of the turn; nobody is asked. (RC Phase 2; rulings 33-41)"""

from collections.abc import Callable
from typing import assert_never

from engine.core import Phase, Seat
from engine.games.railroads_of_catan.box.figures import HOLIDAY, TAX
from engine.games.railroads_of_catan.box.layout import Good, TrackKind, coastal, kind_of
from engine.games.railroads_of_catan.box.pieces import EventCard
from engine.games.railroads_of_catan.state.events import EventTurned, HolidayPaid, StormLosses, TaxPaid
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan

_Happens = Callable[[RailroadsOfCatan, Seat], RailroadsOfCatan]


class Happening(Phase[RailroadsOfCatan], frozen=True):
    """One card of the event deck is turned up and happens at once. (RC Phase 2)"""

    def proceed(self, state: RailroadsOfCatan) -> RailroadsOfCatan:
        turned, card = state.turn_event()
        turned = turned.tell(EventTurned(card)).leave()
        match card:
            case EventCard.TAX:
                return _each(turned, _taxed)
            case EventCard.MONSOON:
                return _monsoon(turned)
            case EventCard.HOLIDAY:
                return _each(turned, _paid_holiday)
            case EventCard.PLENTY | EventCard.SURPLUS:
                return turned
            case _:
                assert_never(card)


def _each(state: RailroadsOfCatan, happens: _Happens) -> RailroadsOfCatan:
    """In the order of the turn before. (ruling 40)"""
    for seat in state.order:
        state = happens(state, seat)
    return state


def _taxed(state: RailroadsOfCatan, seat: Seat) -> RailroadsOfCatan:
    """A tax on every barrel; what cannot be paid for is thrown off first. (RC Phase 2, Tax; ruling 34)"""
    thrown: list[Good] = []
    while _tax(state, seat) > state.cash[seat]:
        laden = next(train for train in reversed(state.trains_of(seat)) if train.goods)
        *kept, last = laden.goods
        thrown.append(last)
        state = state.load(laden, *kept)
    paid = _tax(state, seat)
    return state.pay(seat, paid).tell(TaxPaid(seat, paid, tuple(thrown))) if paid or thrown else state


def _tax(state: RailroadsOfCatan, seat: Seat) -> int:
    return TAX * sum(len(train.goods) for train in state.trains_of(seat))


def _paid_holiday(state: RailroadsOfCatan, seat: Seat) -> RailroadsOfCatan:
    """(RC Phase 2, Holiday; ruling 39)"""
    received = sum(HOLIDAY[train.large] for train in state.trains_of(seat))
    return state.earn(seat, received).tell(HolidayPaid(seat, received)) if received else state


def _monsoon(state: RailroadsOfCatan) -> RailroadsOfCatan:
    """Water tracks are destroyed, and trains at the coast or on the water, but for those in cities. (ruling 36)"""
    tracks = tuple(sorted(t for t in state.tracks if kind_of(state.layout, t) is TrackKind.WATER))
    outside = (train for train in state.trains if train.at not in state.cities)
    trains = tuple(train for train in outside if coastal(state.layout, train.at))
    stormy = state.lift(*tracks)
    for train in trains:
        stormy = stormy.lose_train(train.seat, train.number)
    return stormy.tell(StormLosses(tracks, tuple((train.seat, train.number) for train in trains)))
