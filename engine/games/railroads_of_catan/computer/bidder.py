"""A computer player's bids, its wishes for associates, and what it gives up or buys. (RC Phases 1 and 3)

Guesses in dollars; they are opinions, not rules. It works on what one seat may see.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from engine.core import Remembered, Seat
from engine.games.railroads_of_catan.box import figures
from engine.games.railroads_of_catan.box.island import Track, TrackKind, ends, kind_of
from engine.games.railroads_of_catan.box.pieces import RANKED, Associate
from engine.games.railroads_of_catan.computer import builder
from engine.games.railroads_of_catan.rules.building import network, price
from engine.games.railroads_of_catan.search.ways import ways
from engine.games.railroads_of_catan.state.actions import Bid, Offer, Rank, Release, Toward
from engine.games.railroads_of_catan.state.items import by_need, list_price, train_of, upkeep
from engine.games.railroads_of_catan.state.known import Known, outlook
from engine.games.railroads_of_catan.state.phases import Building, Maintenance
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan


class _Risk(NamedTuple):
    """Dollars that a bid risks: ``part`` of what going first is worth, and ``more``, since associates are often worth
    more than they look; at least the part ``least`` of one's cash, since to the rich the same dollars matter less.
    """

    part: float
    more: float
    least: float


_RISKS = {"everyone": _Risk(0.5, 750.0, 0.1), "first": _Risk(0.6, 300.0, 0.04)}
"""By who pays: the numbers that won most against others, on deals kept for choosing numbers."""

_EARLY = 0.25
"""Of the best open order: who runs first may fill it."""

_WEALTH = 15_000
"""Cash above which the banker, whose pay grows with it, is wanted first."""

_SPEED = 200.0
"""A track that is laid a turn earlier."""

_BARRELS = 150.0
"""What a train may spend on rivals’ goods in a turn, halved."""

_MOUNTAIN = 50.0
"""A mountain track that takes one move fewer."""

_USED = 0.7
"""Of the list price: what a track beside one’s own is worth for the whole game."""


def bidding(state: RailroadsOfCatan, action: Bid) -> float:
    """Best is a bid that fits what going first is worth, and who pays. (ruling 42)"""
    return -float(abs(action.amount - usual_bid(state, action.seat)))


def usual_bid(state: RailroadsOfCatan, seat: Seat) -> int:
    """The bid that fits best."""
    risk = _RISKS[state.options.pays]
    target = max(risk.part * going_first(state, seat) + risk.more, risk.least * state.cash[seat])
    most = min(target, state.cash[seat])
    return max(bid for bid in figures.LISTED_BIDS if bid <= most)


def going_first(state: RailroadsOfCatan, seat: Seat, as_at_first: bool = False) -> float:
    """The dollars that going first is worth more than going last: the best associate, and orders to fill."""
    best, *_, last = sorted(worth_of_each(state, seat, as_at_first).values(), reverse=True)[: state.seats]
    order = max((order.bonus for order in state.orders), default=figures.COMMISSION)
    return best - last + _EARLY * order


def ranking(state: RailroadsOfCatan, action: Rank) -> float:
    """Better ones in front."""
    return in_order(action, _wanted(state, action.seat))


def in_order(action: Rank, worth: Mapping[Associate, float]) -> float:
    """The worth of the four associates, of which the first counts most."""
    foremost = 8 * worth[action.first] + 4 * worth[action.second]
    return foremost + 2 * worth[action.third] + worth[action.fourth]


def usual_ranking(state: RailroadsOfCatan, seat: Seat) -> tuple[Associate, ...]:
    """The ranking that fits best."""
    worth = _wanted(state, seat)
    return tuple(sorted(worth, key=lambda associate: -worth[associate])[:RANKED])


def _wanted(state: RailroadsOfCatan, seat: Seat) -> Mapping[Associate, float]:
    """The worth of each associate to a seat; to the rich the banker is worth most."""
    worth = worth_of_each(state, seat, False)
    rich = state.cash[seat] > _WEALTH
    return {**worth, Associate.BANKER: 1 + max(worth.values())} if rich else worth


@Remembered
def worth_of_each(state: RailroadsOfCatan, seat: Seat, as_at_first: bool) -> Mapping[Associate, float]:
    """The dollars that each associate would bring this turn. It is the same for all bids and rankings of a turn."""
    money, trains = tuple(state.cash.items()), state.trains_of(seat)
    return _worth_of_each(Known(state, *outlook(state, seat), money, trains), seat, as_at_first)


@lru_cache(32)
def _worth_of_each(known: Known, seat: Seat, as_at_first: bool) -> Mapping[Associate, float]:
    state = known.state
    tracks = _to_lay(state, seat, as_at_first=as_at_first)
    cost = sum(price(state, seat, new) for new in tracks[: figures.TRACKS_A_TURN])
    trains = state.trains_of(seat)
    own = state.tracks_of(seat)
    mountains = sum(kind_of(state.layout, over) is TrackKind.MOUNTAIN for over in own)
    others = len(state.tracks) - len(own)
    return {
        Associate.CREW: _SPEED * len(tracks[figures.TRACKS_A_TURN : figures.TRACKS_A_TURN + figures.CREW]),
        Associate.BANKER: float(state.cash[seat] // figures.BANKER),
        Associate.ENGINEER: cost / 2,
        Associate.CONDUCTOR: _MOUNTAIN * mountains * len(trains),
        Associate.NEGOTIATOR: _BARRELS * len(trains),
        Associate.UNION: figures.SEGMENT_FEE * min(3, others / 4) * len(trains),
    }


def _to_lay(state: RailroadsOfCatan, seat: Seat, *, as_at_first: bool) -> tuple[Track, ...]:
    """The tracks that the seat would lay now, with a crew."""
    crewed = state.employ(seat, Associate.CREW)
    offers = [Toward(seat, city, path) for city, path in ways(crewed, Building(seat))]
    worth = {offer: builder.toward(crewed, offer, as_at_first=as_at_first) for offer in offers}
    best = max(worth, key=worth.__getitem__, default=None)
    return best.path.tracks if best is not None and worth[best] > 0 else ()


# -- maintenance


def releasing(state: RailroadsOfCatan, action: Release) -> float:
    """First what can best be done without. (ruling 20)"""
    return -float(by_need(state, action.seat).index(action.item))


def offering(state: RailroadsOfCatan, action: Offer) -> float:
    """For a track beside one’s own a bid that the owner must take; nothing for the rest. (RC Phase 1; ruling 25)"""
    owner, phase = Seat(action.owner), state.flow[-1]
    if isinstance(phase, Maintenance) and phase.has_bid(action.seat, owner, action.item):
        return -float(action.amount)  # once said, it stands
    listed = list_price(state, owner, action.item)
    if train_of(state, owner, action.item):
        return -float(action.amount)
    if network(state, action.seat).isdisjoint(ends(Track(action.item))):
        return -float(action.amount)
    left = (figures.TURNS - state.turn + 1) / figures.TURNS
    worth = _USED * listed * left - upkeep(state, owner, action.item)
    return (worth - action.amount) * (1.0 if 2 * action.amount > listed else 0.5)
