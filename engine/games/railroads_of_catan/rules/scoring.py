"""The end of a game, and the ranking. (RC Phase 7; rulings 89-94)"""

from collections.abc import Mapping
from functools import lru_cache

from engine.core import RankingEntry as Rank
from engine.core import Seat, dollar_amount
from engine.games.railroads_of_catan.game_data.constants import MAX_TURNS, WINNING_CASH
from engine.games.railroads_of_catan.game_data.island import NodeId, TrackKind, kind_of, track_ends
from engine.games.railroads_of_catan.rules.stalemate import can_anybody_earn, can_ranking_change
from engine.games.railroads_of_catan.state.cache_keys import CacheKey, board_key
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from engine.kit.ranking import rank_seats

ENDINGS = {
    "rich": "A player has reached $75,000.",
    "joined": "A player has connected all of their cities with their own tracks.",
    "turns": "All 7 turns have been played.",
    "poor": "No player can ever earn money again.",
    "settled": "No player can ever earn money again, and no place can change.",
}

_TRACK_ASSETS = {TrackKind.PLAIN: 2, TrackKind.COAST: 2, TrackKind.MOUNTAIN: 4, TrackKind.WATER: 4}
"""The assets of a track in half points, by kind. (ruling 92)"""
_TRAIN_ASSETS = {False: 10, True: 16}
"""The assets of a train in half points, without its cargo, by whether the train is large. (ruling 92)"""


def find_ending(state: RailroadsOfCatan) -> str:
    """Return the key in ``ENDINGS`` if the game ends after this turn, or "". (RC Phase 7; rulings 89-91, 95)"""
    if max(state.cash.values()) >= WINNING_CASH:
        return "rich"
    if any(has_joined_all_cities(state, seat) for seat in state.everyone):
        return "joined"
    if state.turn == MAX_TURNS:
        return "turns"
    if can_anybody_earn(state):
        return ""
    if state.ends_settled:
        return "" if can_ranking_change(state, _assets_by_seat(state)) else "settled"
    return "poor"


def has_joined_all_cities(state: RailroadsOfCatan, seat: Seat) -> bool:
    """Whether a seat's own tracks connect all of its cities. (ruling 90)"""
    return len(largest_city_group(state, seat)) == len(state.cities_of(seat))


def largest_city_group(state: RailroadsOfCatan, seat: Seat) -> tuple[NodeId, ...]:
    """The largest group of a seat's cities that its own tracks connect. (ruling 90)"""
    own = state.cities_of(seat)
    components = (nodes_joined_to(state, seat, city) for city in own)
    return max((tuple(city for city in own if city in component) for component in components), key=len, default=())


def count_joined_cities(state: RailroadsOfCatan, seat: Seat) -> int:
    """Return the number of cities in the largest connected group; 0 if no two cities are connected."""
    count = len(largest_city_group(state, seat))
    return count if count > 1 else 0


def nodes_joined_to(state: RailroadsOfCatan, seat: Seat, start: NodeId) -> frozenset[NodeId]:
    """Return the points that a seat's own tracks connect with a point, including the point itself."""
    return _component_by_node(CacheKey(state, *board_key(state)), seat).get(start, frozenset({start}))


@lru_cache(64)
def _component_by_node(key: CacheKey, seat: Seat) -> Mapping[NodeId, frozenset[NodeId]]:
    """Return, for each point on a seat's own tracks, all points that these tracks connect with it."""
    adjacency: dict[NodeId, list[NodeId]] = {}
    for a, b in map(track_ends, key.state.tracks_of(seat)):
        adjacency.setdefault(a, []).append(b)
        adjacency.setdefault(b, []).append(a)
    component_by_node: dict[NodeId, frozenset[NodeId]] = {}
    for place in adjacency:
        if place not in component_by_node:
            component = _component_of(place, adjacency)
            component_by_node.update(dict.fromkeys(component, component))
    return component_by_node


def _component_of(start: NodeId, adjacency: Mapping[NodeId, list[NodeId]]) -> frozenset[NodeId]:
    nodes_reached, queue = {start}, [start]
    while queue:
        new = set(adjacency[queue.pop()]) - nodes_reached
        nodes_reached |= new
        queue += new
    return frozenset(nodes_reached)


def asset_value(state: RailroadsOfCatan, seat: Seat) -> float:
    """Return a seat's assets in points: 1 or 2 per track, 5 or 8 per train, 1/2 per barrel. (RC Phase 7; ruling 92)"""
    tracks = sum(_TRACK_ASSETS[kind_of(state.layout, track)] for track in state.tracks_of(seat))
    trains = sum(_TRAIN_ASSETS[train.large] + len(train.goods) for train in state.trains_of(seat))
    return (tracks + trains) / 2


def _assets_by_seat(state: RailroadsOfCatan) -> Mapping[Seat, float]:
    return {seat: asset_value(state, seat) for seat in state.everyone}


def ranking(state: RailroadsOfCatan) -> tuple[Rank, ...]:
    """Return the final ranking by cash, then by assets; seats equal in both share a place. (RC Phase 7; ruling 92)"""
    sort_keys = {seat: (state.cash[seat], asset_total) for seat, asset_total in _assets_by_seat(state).items()}
    places = []
    for seat, place in rank_seats(sort_keys):
        cash = state.cash[seat]
        places.append(Rank(seat, place, cash, _tie_note(sort_keys, seat), words=dollar_amount(cash)))
    return tuple(places)


def _tie_note(keys: dict[Seat, tuple[int, float]], seat: Seat) -> str:
    """Return a note on how a tie in cash was broken; "" if there was no tie."""
    cash, own = keys[seat]
    equals = [other_own for other, (other_cash, other_own) in keys.items() if other != seat and other_cash == cash]
    if not equals:
        return ""
    return "shared: equal cash and assets" if own in equals else f"tie broken by assets: {own:g}"
