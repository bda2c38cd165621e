"""Routes of trains as parallel lines, and the positions of trains on them.

All lengths are in hex sizes; a joint run has the lane of the seat that chose its route.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from engine.core import Seat
from engine.games.railway_rivals.game_data.hex_map import Hex, HexMap, Side, side_between
from render.games.railway_rivals.board.track_lines import Curve, lay_out_lines
from render.geometry import Point, Points
from render.parts.map_lines import path_length, point_along


class TrainLine(NamedTuple):
    """A route as a line from the middle of its first hex to the middle of its last hex.

    ``stop_distances`` are the distances along the line to the middle of each hex.
    """

    seat: Seat
    hexes: tuple[Hex, ...]
    points: Points
    stop_distances: tuple[float, ...]


Routes = Sequence[tuple[Seat, tuple[Hex, ...]]]
"""Routes as (seat that chose the route, hexes) pairs."""

_Curves = dict[tuple[Seat, Hex], list[Curve]]


def train_lines(chart: HexMap, routes: Routes, pitch: float) -> tuple[TrainLine, ...]:
    """The lines of routes, in order; on shared sides they are parallel."""
    riders: dict[Side, list[Seat]] = {}
    for seat, hexes in routes:
        for a, b in pairwise(hexes):
            riders.setdefault(side_between(a, b), []).append(seat)
    curves: _Curves = {}
    for curve in lay_out_lines(frozenset(chart.town_at), riders, pitch).curves:
        curves.setdefault((curve.seat, curve.hex), []).append(curve)
    return tuple(_train_line(seat, hexes, curves) for seat, hexes in routes)


def _train_line(seat: Seat, hexes: tuple[Hex, ...], curves: _Curves) -> TrainLine:
    points: list[Point] = []
    middles: list[float] = []
    for i, hex in enumerate(hexes):
        before = side_between(hexes[i - 1], hex) if i else None
        after = side_between(hex, hexes[i + 1]) if i + 1 < len(hexes) else None
        inward, outward = _hex_course(curves[seat, hex], before, after)
        points += inward[1:] if points else inward
        middles.append(path_length(tuple(points)))
        points += outward[1:] if points else outward
    return TrainLine(seat, hexes, tuple(points), tuple(middles))


def _hex_course(curves: Sequence[Curve], before: Side | None, after: Side | None) -> tuple[Points, Points]:
    """The two parts of a line in a hex: to its middle, and from its middle."""
    if before is not None and after is not None:
        for _, _, start, end, points in curves:
            if {start, end} == {before, after}:
                whole = points if start == before else points[::-1]
                half = len(whole) // 2
                return whole[: half + 1], whole[half:]
    ending: dict[Side | None, Points] = {}
    for curve in curves:
        if curve.end is None:
            ending.setdefault(curve.start, curve.points)
    return ending.get(before, ()), ending.get(after, ())[::-1]


def point_of_stop(line: TrainLine, stop: int, back: float = 0) -> Point:
    """The point on the line at the hex with index ``stop``, or ``back`` hex sizes before it."""
    return point_along(line.points, max(0.0, line.stop_distances[stop] - back))
