"""The cost of a step of new track, and its payments to rivals. (R Building Costs; R Payments to Rivals)"""

from collections.abc import Iterator, Mapping

from engine.core import Seat
from engine.games.railway_rivals.box.chart import Chart, Hex, side_between
from engine.games.railway_rivals.box.figures import ADJACENT_TOWNS, BASE_COST, HILL_HALF, JOIN, PARALLEL_HALF, RIVER
from engine.games.railway_rivals.state.track import Track, owners, tracks_in


def building_cost(chart: Chart, a: Hex, b: Hex) -> int:
    """The cost of building a step, without payments to rivals. (R Building Costs; rulings 29 to 33)"""
    side = side_between(a, b)
    if side in chart.tunnels:
        return chart.tunnels[side]
    hills = chart.hilly(a) + chart.hilly(b)
    return BASE_COST + HILL_HALF * hills + (RIVER if side in chart.wet else 0)


def payments(chart: Chart, track: Track, seat: Seat, a: Hex, b: Hex) -> Mapping[Seat, int]:
    """The payments for a step from ``a`` into ``b``, by seat. (R Payments to Rivals; rulings 34 to 45)"""
    return dict(_payments(chart, track, seat, a, b))


def _payments(chart: Chart, track: Track, seat: Seat, a: Hex, b: Hex) -> Iterator[tuple[Seat, int]]:
    beside = owners(track).get(side_between(a, b), ())
    into_town, from_town = b in chart.town_at, a in chart.town_at
    if into_town and from_town:
        yield from ((rival, ADJACENT_TOWNS) for rival in beside if rival != seat)
        return
    halves = (not into_town) + (not from_town)
    rivals = frozenset(beside) if into_town else tracks_in(track).get(b, frozenset())
    for rival in sorted(rivals - {seat}):
        yield rival, (0 if into_town else JOIN) + (PARALLEL_HALF * halves if rival in beside else 0)
