"""The cost of a step of new track, and its payments to rivals. (R Building Costs; R Payments to Rivals)"""

from collections.abc import Iterator, Mapping

from engine.core import Seat
from engine.games.railway_rivals.game_data.constants import (
    ADJACENT_TOWNS_PAYMENT,
    BASE_COST,
    HALF_HILL_COST,
    HALF_PARALLEL_PAYMENT,
    JUNCTION_PAYMENT,
    RIVER_COST,
)
from engine.games.railway_rivals.game_data.hex_map import Hex, HexMap, side_between
from engine.games.railway_rivals.state.track import Track, owners_by_side, seats_by_hex


def building_cost(hex_map: HexMap, a: Hex, b: Hex) -> int:
    """The cost of building a step, without payments to rivals. (R Building Costs; rulings 29 to 33)"""
    side = side_between(a, b)
    if side in hex_map.tunnels:
        return hex_map.tunnels[side]
    hills = hex_map.is_hill(a) + hex_map.is_hill(b)
    return BASE_COST + HALF_HILL_COST * hills + (RIVER_COST if side in hex_map.river_sides else 0)


def rival_payments(hex_map: HexMap, track: Track, seat: Seat, a: Hex, b: Hex) -> Mapping[Seat, int]:
    """The gold paid to each rival for a step from ``a`` into ``b``. (R Payments to Rivals; rulings 34 to 45)"""
    return dict(_list_payments(hex_map, track, seat, a, b))


def _list_payments(hex_map: HexMap, track: Track, seat: Seat, a: Hex, b: Hex) -> Iterator[tuple[Seat, int]]:
    owners_of_side = owners_by_side(track).get(side_between(a, b), ())
    into_town, from_town = b in hex_map.town_at, a in hex_map.town_at
    if into_town and from_town:
        yield from ((rival, ADJACENT_TOWNS_PAYMENT) for rival in owners_of_side if rival != seat)
        return
    halves = (not into_town) + (not from_town)
    rivals = frozenset(owners_of_side) if into_town else seats_by_hex(track).get(b, frozenset())
    for rival in sorted(rivals - {seat}):
        parallel = HALF_PARALLEL_PAYMENT * halves if rival in owners_of_side else 0
        yield rival, parallel if into_town else JUNCTION_PAYMENT + parallel
