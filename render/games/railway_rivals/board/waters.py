"""Rivers, estuaries, and the border as smooth lines along sides of hexes, in hex sizes."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from math import hypot
from typing import NamedTuple

from engine.games.railway_rivals.game_data.hex_map import HEX_MAPS, Hex, HexMap, Side, Terrain, side_between
from render.games.railway_rivals.board.hex_viewport import hex_corners
from render.geometry import Point, Points, distance

_PASSES = 3
"""Number of passes that cut off the corners of a line."""
_CUT = 0.25
"""Fraction of a segment that is cut off at each corner."""

_AROUND = 3
"""Number of hexes around a corner that is not on the edge of the map."""
_MEETS = 0.3
"""Distance in hex sizes below which the ends of two lines are connected."""

_Corner = tuple[int, int]
_Beside = Mapping[_Corner, Sequence[_Corner]]
"""For each corner, the corners to which sides connect it."""


def river_courses(chart: HexMap) -> tuple[Points, ...]:
    """The lines of all rivers; a tributary ends on its river."""
    return _water_courses(chart.key, "rivers")


def estuary_courses(chart: HexMap) -> tuple[Points, ...]:
    """The lines of all estuaries."""
    return _water_courses(chart.key, "estuaries")


def border_courses(chart: HexMap) -> tuple[Points, ...]:
    """The lines of the border."""
    return _find_border_courses(chart.key)


@lru_cache(16)
def spring_points(key: str) -> Points:
    """The ends of rivers on open land, away from the edge of the map and from other waters."""
    chart = HEX_MAPS[key]
    rivers = river_courses(chart)
    courses = (*rivers, *estuary_courses(chart))
    ends = [(end, course) for course in rivers for end in (course[0], course[-1])]
    inland_ends = [(end, own) for end, own in ends if _is_inland(chart, end)]
    return tuple(
        end
        for end, own in inland_ends
        if not any(_has_point_near(course, end) for course in courses if course is not own)
    )


def hexes_at_corner(chart: HexMap, corner: Point) -> Sequence[Hex]:
    """Return the hexes of the map around a corner, in the order of the map."""
    return _hexes_by_corner(chart.key).get(_corner_id(corner), ())


@lru_cache(16)
def _hexes_by_corner(key: str) -> Mapping[_Corner, Sequence[Hex]]:
    hexes: dict[_Corner, list[Hex]] = {}
    for hex in HEX_MAPS[key].terrain:
        for corner in hex_corners(hex):
            hexes.setdefault(_corner_id(corner), []).append(hex)
    return hexes


def _is_inland(chart: HexMap, end: Point) -> bool:
    """Whether a corner has land of the map on all sides."""
    near = [chart.terrain[hex] for hex in hexes_at_corner(chart, end)]
    return len(near) == _AROUND and Terrain.SEA not in near


def _has_point_near(course: Points, end: Point) -> bool:
    """Whether a line passes within ``_MEETS`` of an end of another line."""
    left, right, top, bottom = _bounds_of(course)
    x, y = end
    if not (left - _MEETS < x < right + _MEETS and top - _MEETS < y < bottom + _MEETS):
        return False
    return any(hypot(px - x, py - y) < _MEETS for px, py in course if abs(px - x) < _MEETS)


@lru_cache(256)
def _bounds_of(course: Points) -> tuple[float, float, float, float]:
    """The lowest and the highest x of a line, and the lowest and the highest y."""
    xs, ys = zip(*course, strict=True)
    return min(xs), max(xs), min(ys), max(ys)


@lru_cache(16)
def _water_courses(key: str, kind: str) -> tuple[Points, ...]:
    sides_by_name = HEX_MAPS[key].rivers if kind == "rivers" else HEX_MAPS[key].estuaries
    used_sides: set[Side] = set()
    chains: list[Points] = []
    for sides in sides_by_name.values():
        chains += _join_chains([side for side in sides if side not in used_sides])
        used_sides |= set(sides)
    streams = tuple(_Stream(chain, _smooth(chain), frozenset(map(_corner_id, chain[1:-1]))) for chain in chains)
    return tuple(_extend_to_joints(stream, streams) for stream in streams)


@lru_cache(16)
def _find_border_courses(key: str) -> tuple[Points, ...]:
    chart = HEX_MAPS[key]
    inland = (hex for hex, sign in chart.terrain.items() if sign in (Terrain.PLAIN, Terrain.HILL))
    pairs = ((hex, other) for hex in inland for other in chart.neighbors(hex))
    sides = {side_between(hex, other) for hex, other in pairs if chart.is_abroad(other)}
    return tuple(_smooth(chain) for chain in _join_chains(sorted(sides)))


def _corner_id(point: Point) -> _Corner:
    return round(point[0] * 1000), round(point[1] * 1000)


def _side_corners(side: Side) -> tuple[Point, Point]:
    other = {_corner_id(point) for point in hex_corners(side[1])}
    one, two = (point for point in hex_corners(side[0]) if _corner_id(point) in other)
    return one, two


def _join_chains(sides: Iterable[Side]) -> list[Points]:
    """Join sides into chains of corners; chains end at forks."""
    beside: dict[_Corner, list[_Corner]] = {}
    where: dict[_Corner, Point] = {}
    for side in sides:
        one, two = _side_corners(side)
        a, b = _corner_id(one), _corner_id(two)
        where |= {a: one, b: two}
        beside.setdefault(a, []).append(b)
        beside.setdefault(b, []).append(a)
    used_steps: set[tuple[_Corner, _Corner]] = set()
    chains = []
    for start in sorted(beside, key=lambda corner: (len(beside[corner]) == 2, corner)):
        for step in beside[start]:
            if (start, step) not in used_steps:
                chain = _follow_chain(beside, start, step)
                used_steps |= {*pairwise(chain), *pairwise(reversed(chain))}
                chains.append(tuple(where[corner] for corner in chain))
    return chains


def _follow_chain(beside: _Beside, start: _Corner, step: _Corner) -> list[_Corner]:
    """Follow sides from ``start`` through ``step`` to a fork or an end, or once around a ring."""
    chain = [start, step]
    while True:
        before, here = chain[-2:]
        onward = [corner for corner in beside[here] if corner != before]
        if len(onward) != 1 or (here, onward[0]) == (start, step):
            return chain
        chain += onward


def _smooth(chain: Points) -> Points:
    """Cut off the corners of a chain; its two ends stay."""
    for _ in range(_PASSES):
        if len(chain) < 3:
            return chain
        cut = [chain[0]]
        for a, b in pairwise(chain):
            cut += (_mix_points(a, b, _CUT), _mix_points(b, a, _CUT))
        chain = (*cut, chain[-1])
    return chain


def _mix_points(a: Point, b: Point, part: float) -> Point:
    rest = 1 - part
    return a[0] * rest + b[0] * part, a[1] * rest + b[1] * part


class _Stream(NamedTuple):
    """A river or estuary: a chain of corners, its smooth line, and the ids of the inner corners."""

    chain: Points
    course: Points
    inner_corners: frozenset[_Corner]


def _extend_to_joints(stream: _Stream, others: Sequence[_Stream]) -> Points:
    """Extend the line of a stream so that its ends meet the other streams there."""
    before = [joint for other in others if (joint := _joint_point(stream.chain[0], other))]
    behind = [joint for other in others if (joint := _joint_point(stream.chain[-1], other))]
    return (*reversed(before), *stream.course, *behind)


def _joint_point(end: Point, other: _Stream) -> Point | None:
    """The point at which an end meets the line of another stream; None if the other stream does not pass it."""
    if _corner_id(end) not in other.inner_corners:
        return None
    return min(other.course, key=lambda point: distance(point, end))
