"""Evaluate bids, rankings of associates, and items to give up or buy, in dollars. (RC Phases 1 and 3)"""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from engine.core import IdentityCache, Seat
from engine.games.railroads_of_catan.agent import building_evaluation
from engine.games.railroads_of_catan.game_data import constants
from engine.games.railroads_of_catan.game_data.island import Track, TrackKind, kind_of, track_ends
from engine.games.railroads_of_catan.game_data.pieces import RANKING_LENGTH, Associate
from engine.games.railroads_of_catan.rules.building import network_of, track_price
from engine.games.railroads_of_catan.search.build_paths import laying_proposals
from engine.games.railroads_of_catan.state.actions import Bid, Offer, Rank, Release, Toward
from engine.games.railroads_of_catan.state.cache_keys import CacheKey, earnings_key
from engine.games.railroads_of_catan.state.phases import Building, Maintenance
from engine.games.railroads_of_catan.state.sellable_items import items_by_need, list_price, train_of_item, upkeep_cost
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan


class _BidRisk(NamedTuple):
    """Parameters from which a computer player's bid for the turn order is computed.

    The bid is the share ``part`` of the value of going first, plus ``more`` dollars, because associates are often worth
    more than estimated. A rich player misses dollars less, so the bid is at least the share ``least`` of the cash.
    """

    part: float
    more: float
    least: float


_BID_RISKS = {"everyone": _BidRisk(0.5, 750.0, 0.1), "first": _BidRisk(0.6, 300.0, 0.04)}
"""Bid parameters for each value of the option ``pays``. They won most games when they were tuned."""

_ORDER_SHARE = 0.25
"""Share of the best open order's bonus that is added to the value of going first."""

_RICH_CASH = 15_000
"""If a seat has more dollars than this, the banker is ranked first, because the banker pays a share of the cash."""

_EARLIER_TRACK_VALUE = 200.0
"""Value in dollars of laying one track a turn earlier."""

_BARREL_SAVINGS = 150.0
"""Dollars that the negotiator saves each turn for each of the seat's trains."""

_MOUNTAIN_MOVE_VALUE = 50.0
"""Value of the conductor in dollars, for each pair of an own mountain track and an own train."""

_TRACK_VALUE_SHARE = 0.7
"""Value of a connected track over a whole game, as a share of the track's list price."""


def bid_value(state: RailroadsOfCatan, action: Bid) -> float:
    """Return the difference between a bid and the best bid in dollars, as a negative number. (ruling 42)"""
    return -float(abs(action.amount - best_bid(state, action.seat)))


def best_bid(state: RailroadsOfCatan, seat: Seat) -> int:
    """Return the best bid for the turn order in dollars; it is one of ``MENU_BIDS``."""
    risk = _BID_RISKS[state.options.pays]
    target = max(risk.part * going_first_value(state, seat) + risk.more, risk.least * state.cash[seat])
    most = min(target, state.cash[seat])
    return max(bid for bid in constants.MENU_BIDS if bid <= most)


def going_first_value(state: RailroadsOfCatan, seat: Seat, as_at_first: bool = False) -> float:
    """Return the value of going first in dollars: a better associate than the last seat gets, and orders."""
    best, *_, last = sorted(associate_values(state, seat, as_at_first).values(), reverse=True)[: state.seats]
    order = max((order.bonus for order in state.orders), default=constants.COMMISSION)
    return best - last + _ORDER_SHARE * order


def rank_value(state: RailroadsOfCatan, action: Rank) -> float:
    """Evaluate a ranking of associates by their values, the first associate weighted most."""
    return weigh_ranking(action, _values_for_ranking(state, action.seat))


def weigh_ranking(action: Rank, values: Mapping[Associate, float]) -> float:
    """Return the weighted sum of the values of four ranked associates; the first associate counts most."""
    foremost = 8 * values[action.first] + 4 * values[action.second]
    return foremost + 2 * values[action.third] + values[action.fourth]


def best_ranking(state: RailroadsOfCatan, seat: Seat) -> tuple[Associate, ...]:
    """Return the four associates that are worth most to a seat, best first."""
    values = _values_for_ranking(state, seat)
    return tuple(sorted(values, key=lambda associate: -values[associate])[:RANKING_LENGTH])


def _values_for_ranking(state: RailroadsOfCatan, seat: Seat) -> Mapping[Associate, float]:
    """Return the value of each associate to a seat; for a rich seat the banker gets the highest value."""
    values = associate_values(state, seat, False)
    is_rich = state.cash[seat] > _RICH_CASH
    return {**values, Associate.BANKER: 1 + max(values.values())} if is_rich else values


@IdentityCache
def associate_values(state: RailroadsOfCatan, seat: Seat, as_at_first: bool) -> Mapping[Associate, float]:
    """Return the value of each associate for a seat in this turn, in dollars.

    With ``as_at_first``, track is evaluated as by the oldest computer players, which serve as a baseline.
    """
    money, trains = tuple(state.cash.items()), state.trains_of(seat)
    return _associate_values(CacheKey(state, *earnings_key(state, seat), money, trains), seat, as_at_first)


@lru_cache(32)
def _associate_values(key: CacheKey, seat: Seat, as_at_first: bool) -> Mapping[Associate, float]:
    state = key.state
    tracks = _tracks_to_lay(state, seat, as_at_first=as_at_first)
    cost = sum(track_price(state, seat, track) for track in tracks[: constants.TRACKS_PER_TURN])
    trains = state.trains_of(seat)
    own = state.tracks_of(seat)
    mountains = sum(kind_of(state.layout, track) is TrackKind.MOUNTAIN for track in own)
    others = len(state.tracks) - len(own)
    return {
        Associate.CREW: _EARLIER_TRACK_VALUE
        * len(tracks[constants.TRACKS_PER_TURN : constants.TRACKS_PER_TURN + constants.CREW_TRACKS]),
        Associate.BANKER: float(state.cash[seat] // constants.BANKER_DIVISOR),
        Associate.ENGINEER: cost / 2,
        Associate.CONDUCTOR: _MOUNTAIN_MOVE_VALUE * mountains * len(trains),
        Associate.NEGOTIATOR: _BARREL_SAVINGS * len(trains),
        Associate.UNION: constants.SEGMENT_FEE * min(3, others / 4) * len(trains),
    }


def _tracks_to_lay(state: RailroadsOfCatan, seat: Seat, *, as_at_first: bool) -> tuple[Track, ...]:
    """The tracks that the seat would lay now if it had the construction crew."""
    state_with_crew = state.set_associate(seat, Associate.CREW)
    offers = [Toward(seat, city, path) for city, path in laying_proposals(state_with_crew, Building(seat))]
    values = {
        offer: building_evaluation.toward_value(state_with_crew, offer, as_at_first=as_at_first) for offer in offers
    }
    best = max(values, key=values.__getitem__, default=None)
    return best.path.tracks if best is not None and values[best] > 0 else ()


# -- maintenance


def release_value(state: RailroadsOfCatan, action: Release) -> float:
    """Evaluate giving up an item: the less useful the item is, the higher the result. (ruling 20)"""
    return -float(items_by_need(state, action.seat).index(action.item))


def offer_value(state: RailroadsOfCatan, action: Offer) -> float:
    """Evaluate a bid for a rival's item: positive only for track that touches the seat's network. (ruling 25)"""
    owner, phase = Seat(action.owner), state.flow[-1]
    if isinstance(phase, Maintenance) and phase.has_bid(action.seat, owner, action.item):
        return -float(action.amount)  # no need to change an earlier bid
    price = list_price(state, owner, action.item)
    if train_of_item(state, owner, action.item):
        return -float(action.amount)
    if network_of(state, action.seat).isdisjoint(track_ends(Track(action.item))):
        return -float(action.amount)
    remaining_share = (constants.MAX_TURNS - state.turn + 1) / constants.MAX_TURNS
    value = _TRACK_VALUE_SHARE * price * remaining_share - upkeep_cost(state, owner, action.item)
    return (value - action.amount) * (1.0 if 2 * action.amount > price else 0.5)
