"""Rivers, estuaries and the border as smooth strokes along the sides of hexes, in sizes of a hex."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise

from engine.games.railway_rivals.box.chart import CHARTS, Chart, Side, Terrain, side_between
from render.games.railway_rivals.plane import hex_center, hex_corners
from render.geometry import Point, Points, apart

_PASSES, _CUT = 3, 0.25
"""How often corners are cut, and how much of both their sides."""

_AT_CORNER, _AROUND, _MEETS = 1.05, 3, 0.3
"""A corner is no farther from the middles of its hexes, of which there are so many; and what touches an end."""

_Corner = tuple[int, int]
_Beside = Mapping[_Corner, Sequence[_Corner]]
"""The corners that each is joined to."""


def river_points(chart: Chart) -> tuple[Points, ...]:
    """The courses of all rivers; a side stream ends on what it flows into."""
    return _courses(chart.key, "rivers")


def estuary_points(chart: Chart) -> tuple[Points, ...]:
    """The courses of all estuaries."""
    return _courses(chart.key, "estuaries")


def border_points(chart: Chart) -> tuple[Points, ...]:
    """The courses of the border."""
    return _border_courses(chart.key)


@lru_cache(16)
def spring_points(key: str) -> Points:
    """The ends of a map's rivers in the open: not at its edge, nor where they meet the sea or other water."""
    chart = CHARTS[key]
    rivers = river_points(chart)
    courses = (*rivers, *estuary_points(chart))
    ends = [(end, course) for course in rivers for end in (course[0], course[-1])]
    return tuple(end for end, own in ends if _inland(chart, end) and not _met_by(end, own, courses))


def _inland(chart: Chart, end: Point) -> bool:
    """Whether land of the map lies all around a corner."""
    near = [sign for hex, sign in chart.terrain.items() if apart(hex_center(hex), end) < _AT_CORNER]
    return len(near) == _AROUND and Terrain.SEA not in near


def _met_by(end: Point, own: Points, courses: Iterable[Points]) -> bool:
    """Whether another course passes an end."""
    return any(apart(point, end) < _MEETS for course in courses if course is not own for point in course)


@lru_cache(16)
def _courses(key: str, kind: str) -> tuple[Points, ...]:
    named = CHARTS[key].rivers if kind == "rivers" else CHARTS[key].estuaries
    taken: set[Side] = set()
    chains: list[Points] = []
    for sides in named.values():
        chains += _chains([side for side in sides if side not in taken])
        taken |= set(sides)
    both = tuple((chain, _smoothed(chain)) for chain in chains)
    return tuple(_met(chain, course, both) for chain, course in both)


@lru_cache(16)
def _border_courses(key: str) -> tuple[Points, ...]:
    chart = CHARTS[key]
    inland = (hex for hex, sign in chart.terrain.items() if sign in (Terrain.PLAIN, Terrain.HILL))
    pairs = ((hex, other) for hex in inland for other in chart.neighbors(hex))
    sides = {side_between(hex, other) for hex, other in pairs if chart.abroad(other)}
    return tuple(_smoothed(chain) for chain in _chains(sorted(sides)))


def _corner(point: Point) -> _Corner:
    """The same for a corner, whichever of its hexes it is computed from."""
    return round(point[0] * 1000), round(point[1] * 1000)


def _ends(side: Side) -> tuple[Point, Point]:
    """The two corners that a side's hexes share."""
    other = {_corner(point) for point in hex_corners(side[1])}
    one, two = (point for point in hex_corners(side[0]) if _corner(point) in other)
    return one, two


def _chains(sides: Iterable[Side]) -> list[Points]:
    """Sides joined at their corners to strokes; at a fork strokes end."""
    beside: dict[_Corner, list[_Corner]] = {}
    where: dict[_Corner, Point] = {}
    for side in sides:
        one, two = _ends(side)
        a, b = _corner(one), _corner(two)
        where |= {a: one, b: two}
        beside.setdefault(a, []).append(b)
        beside.setdefault(b, []).append(a)
    used: set[tuple[_Corner, _Corner]] = set()
    found = []
    for start in sorted(beside, key=lambda corner: (len(beside[corner]) == 2, corner)):
        for step in beside[start]:
            if (start, step) not in used:
                chain = _chain(beside, start, step)
                used |= {*pairwise(chain), *pairwise(reversed(chain))}
                found.append(tuple(where[corner] for corner in chain))
    return found


def _chain(beside: _Beside, start: _Corner, step: _Corner) -> list[_Corner]:
    """The chain of corners from one by the next, as far as there is one way to go, once round at most."""
    chain = [start, step]
    while True:
        before, here = chain[-2:]
        onward = [corner for corner in beside[here] if corner != before]
        if len(onward) != 1 or (here, onward[0]) == (start, step):
            return chain
        chain += onward


def _smoothed(chain: Points) -> Points:
    """The chain with its corners cut; both ends stay."""
    for _ in range(_PASSES):
        if len(chain) < 3:
            return chain
        cut = [chain[0]]
        for a, b in pairwise(chain):
            cut += (_mixed(a, b, _CUT), _mixed(b, a, _CUT))
        chain = (*cut, chain[-1])
    return chain


def _mixed(a: Point, b: Point, part: float) -> Point:
    rest = 1 - part
    return a[0] * rest + b[0] * part, a[1] * rest + b[1] * part


_Both = tuple[Points, Points]
"""A chain of corners, and its smooth course."""


def _met(chain: Points, course: Points, others: Sequence[_Both]) -> Points:
    """The course, its ends drawn on to the courses that pass there."""
    before = [joint for other in others if (joint := _joint(chain[0], other))]
    behind = [joint for other in others if (joint := _joint(chain[-1], other))]
    return (*reversed(before), *course, *behind)


def _joint(end: Point, other: _Both) -> Point | None:
    """The point at which an end meets the course of a chain that passes it; None where it does not pass."""
    chain, course = other
    if _corner(end) not in {_corner(point) for point in chain[1:-1]}:
        return None
    return min(course, key=lambda point: apart(point, end))
