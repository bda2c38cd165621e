"""Evaluate hexes for cities, in dollars per barrel and move."""

from math import fsum

from engine.core import Seat
from engine.games.railroads_of_catan.game_data.constants import CITY_DOTS
from engine.games.railroads_of_catan.game_data.distance_tables import track_distances
from engine.games.railroads_of_catan.game_data.island import SELL_PRICE_PER_DOT, NodeId
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan

_NEXT_BEST_SHARE = 0.5
"""Each trading city has this share of the weight of the next better one, as trains mostly serve the best city."""

_FREE_CITY_SHARE = 0.5
"""Expected share of the price that a barrel from a free hex costs; a barrel from an own city costs nothing."""


def hex_value(state: RailroadsOfCatan, seat: Seat, hex: NodeId) -> float:
    """Evaluate a hex by its trade with all other possible cities; the best trade counts most."""
    others = (site for dots in CITY_DOTS for site in state.layout.hexes_with_dots(dots) if site != hex)
    rates = sorted((_trade_rate(state, seat, hex, other) for other in others), reverse=True)
    return fsum(rate * _NEXT_BEST_SHARE**place for place, rate in enumerate(rates))


def _trade_rate(state: RailroadsOfCatan, seat: Seat, hex: NodeId, other: NodeId) -> float:
    """Return the dollars per move of carrying one barrel in each direction; each of the two stops takes a move."""
    own_good, other_good = state.layout.good_of(hex), state.layout.good_of(other)
    if own_good is None or other_good is None or own_good is other_good:
        return 0.0
    owner = state.cities.get(other)
    share = _FREE_CITY_SHARE if owner is None else float(owner.seat != seat)
    income_there = SELL_PRICE_PER_DOT[own_good] * state.layout.dots_of(other)
    goods_cost = share * state.layout.buy_price(other)
    income_back = SELL_PRICE_PER_DOT[other_good] * state.layout.dots_of(hex) - goods_cost
    return (income_there + max(0.0, income_back)) / (2 * track_distances(hex)[other] + 2)


def ranking_value(state: RailroadsOfCatan, seat: Seat, hexes: tuple[NodeId, ...]) -> float:
    """Evaluate a ranking of hexes; the first hexes count most."""
    return fsum(hex_value(state, seat, hex) / (place + 1) for place, hex in enumerate(hexes))
