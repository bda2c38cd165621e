"""The count of what a game neither gains nor loses."""

from collections import Counter
from collections.abc import Mapping

from engine.games.railroads_of_catan.box.figures import CITIES, SLIPS
from engine.games.railroads_of_catan.box.layout import Good
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan


def inventory(state: RailroadsOfCatan) -> Mapping[str, int]:
    """Dollars, cards by good, slips, and the pieces of each seat. (RC Game Setup)"""
    ordered = [order.good for order in state.orders]
    cards = Counter((*state.goods.open(), *state.used_goods, *ordered))
    slips = state.slips.size + len(state.used_slips) + len(state.orders)
    counted = {f"cards of {good}": cards[good] for good in Good}
    counted |= {"dollars": sum(state.cash.values()) + state.bank}
    counted |= {"slips": slips if state.turn else SLIPS[state.seats] * state.seats * CITIES}
    for seat in state.everyone:
        counted[f"rails of player {seat}"] = max(0, state.rails_left(seat)) + len(state.tracks_of(seat))
        trains = sum(train.segments for train in state.trains_of(seat))
        counted[f"segments of player {seat}"] = max(0, state.segments_left(seat)) + trains
    return counted
