"""The end of a game, and the places of its players. (RC Phase 7; rulings 89-94)"""

from collections.abc import Mapping
from functools import lru_cache

from engine.core import Place as Rank
from engine.core import Seat, dollars
from engine.games.railroads_of_catan.box.figures import RICH, TURNS
from engine.games.railroads_of_catan.box.island import Place, TrackKind, ends, kind_of
from engine.games.railroads_of_catan.rules.hardship import anybody_earns, can_places_change
from engine.games.railroads_of_catan.state.known import Known, board
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from engine.kit.places import ranked

ENDINGS = {
    "rich": "A player has reached $75,000.",
    "joined": "A player has connected all of their cities with their own tracks.",
    "turns": "All 7 turns have been played.",
    "poor": "No player can ever earn money again.",
    "settled": "No player can ever earn money again, and no place can change.",
}

_ASSET = {TrackKind.PLAIN: 2, TrackKind.COAST: 2, TrackKind.MOUNTAIN: 4, TrackKind.WATER: 4}
"""In halves, so that a barrel, worth half a track, is a whole number. (ruling 92)"""
_TRAIN_ASSET = {False: 10, True: 16}


def ended(state: RailroadsOfCatan) -> str:
    """The key of what ends the game after a turn; empty when it goes on. (RC Phase 7; rulings 89-91, 95)"""
    if max(state.cash.values()) >= RICH:
        return "rich"
    if any(len(joined(state, seat)) == len(state.cities_of(seat)) for seat in state.everyone):
        return "joined"
    if state.turn == TURNS:
        return "turns"
    if anybody_earns(state):
        return ""
    if state.ends_settled:
        return "" if can_places_change(state, _assets_of_all(state)) else "settled"
    return "poor"


def joined(state: RailroadsOfCatan, seat: Seat) -> tuple[Place, ...]:
    """The most of a seat's cities that one connected set of own tracks has. (ruling 90)"""
    own = state.cities_of(seat)
    sets = (connected(state, seat, city) for city in own)
    return max((tuple(city for city in own if city in found) for found in sets), key=len, default=())


def joined_count(state: RailroadsOfCatan, seat: Seat) -> int:
    """The number of cities that own track joins to another: a city alone is joined to none."""
    found = len(joined(state, seat))
    return found if found > 1 else 0


def connected(state: RailroadsOfCatan, seat: Seat, start: Place) -> frozenset[Place]:
    """All points that a seat's own tracks join to a point, itself included."""
    return _joined_to(Known(state, *board(state)), seat).get(start, frozenset({start}))


@lru_cache(64)
def _joined_to(known: Known, seat: Seat) -> Mapping[Place, frozenset[Place]]:
    """For each point of a seat's own tracks all that they join to it."""
    beside: dict[Place, list[Place]] = {}
    for a, b in map(ends, known.state.tracks_of(seat)):
        beside.setdefault(a, []).append(b)
        beside.setdefault(b, []).append(a)
    found: dict[Place, frozenset[Place]] = {}
    for place in beside:
        if place not in found:
            together = _together(place, beside)
            found.update(dict.fromkeys(together, together))
    return found


def _together(start: Place, beside: Mapping[Place, list[Place]]) -> frozenset[Place]:
    reached, waiting = {start}, [start]
    while waiting:
        new = set(beside[waiting.pop()]) - reached
        reached |= new
        waiting += new
    return frozenset(reached)


def assets(state: RailroadsOfCatan, seat: Seat) -> float:
    """Tracks 1, on mountains or water 2, trains 5 or 8, barrels a half. (RC Phase 7; ruling 92)"""
    tracks = sum(_ASSET[kind_of(state.layout, track)] for track in state.tracks_of(seat))
    trains = sum(_TRAIN_ASSET[train.large] + len(train.goods) for train in state.trains_of(seat))
    return (tracks + trains) / 2


def _assets_of_all(state: RailroadsOfCatan) -> Mapping[Seat, float]:
    """The assets of each seat."""
    return {seat: assets(state, seat) for seat in state.everyone}


def ranking(state: RailroadsOfCatan) -> tuple[Rank, ...]:
    """Most cash first; equal cash: most assets; then the place is shared. (RC Phase 7; ruling 92)"""
    keys = {seat: (state.cash[seat], owned) for seat, owned in _assets_of_all(state).items()}
    places = []
    for seat, place in ranked(keys):
        cash = state.cash[seat]
        places.append(Rank(seat, place, cash, _note(keys, seat), words=dollars(cash)))
    return tuple(places)


def _note(keys: dict[Seat, tuple[int, float]], seat: Seat) -> str:
    """Tell what decided among those with equal cash; empty if nobody has as much."""
    cash, own = keys[seat]
    equals = [other_own for other, (other_cash, other_own) in keys.items() if other != seat and other_cash == cash]
    if not equals:
        return ""
    return "shared: equal cash and assets" if own in equals else f"tie broken by assets: {own:g}"
