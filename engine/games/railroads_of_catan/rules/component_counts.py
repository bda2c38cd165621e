"""Counts of components that stay constant during a game."""

from collections import Counter
from collections.abc import Mapping

from engine.games.railroads_of_catan.game_data.constants import CITIES_PER_PLAYER
from engine.games.railroads_of_catan.game_data.island import Good
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan


def count_components(state: RailroadsOfCatan) -> Mapping[str, int]:
    """Return the numbers of dollars, cards of each good, slips, and pieces of each seat. (RC Game Setup)"""
    goods_ordered = [order.good for order in state.orders]
    cards = Counter((*state.goods.open(), *state.used_goods, *goods_ordered))
    slips = state.slips.size + len(state.used_slips) + len(state.orders)
    counts = {f"cards of {good}": cards[good] for good in Good}
    counts |= {"dollars": sum(state.cash.values()) + state.bank}
    counts |= {"slips": slips if state.turn else state.slips_per_city * state.seats * CITIES_PER_PLAYER}
    for seat in state.everyone:
        counts[f"rails of player {seat}"] = max(0, state.remaining_rails(seat)) + len(state.tracks_of(seat))
        trains = sum(train.segments for train in state.trains_of(seat))
        counts[f"segments of player {seat}"] = max(0, state.remaining_segments(seat)) + trains
    return counts
