"""Companies' lines on a map, with patterns and marks.

Lines always have a pattern and a mark, because many readers cannot distinguish some of the colors.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, pairwise, starmap
from math import dist, hypot

from render.geometry import Points, mark_outline
from render.palette import INK, PAPER, PLAYERS, mix_colors
from render.scene import Color, Disc, Line, Placed, Polygon, Shape, Sprite, place_sprite

_SAME_DISTANCE = 1e-6
"""Points within this distance in px are treated as equal."""
_MIN_RAILS_WIDTH = 11.0
"""Minimum width in px of a line with sleepers, from which its two rails are drawn."""


def casing_line(points: Points, w: float, around: float, ground: Color) -> Line:
    """Return a casing: a wider line under a line, which separates that line from others.

    The casing is in the background color, and ``around`` px wider on each side.
    """
    return Line(points, ground, w + 2 * around, round=True)


def outline_line(points: Points, w: float, around: float, ink: Color = INK) -> Line:
    """Return an outline around a new line, ``around`` px wide."""
    return Line(points, ink, w + 2 * around, round=True)


def draw_company_line(seat: int, points: Points, w: float, ground: Color, *, fade: float = 0) -> Iterator[Shape]:
    """Draw a line in the company's color with its pattern.

    ``fade`` (0 to 1) blends it toward the background.
    """

    def shade(color: Color) -> Color:
        return mix_colors(color, ground, fade) if fade else color

    player, ink = PLAYERS[seat - 1], shade(INK)
    yield Line(points, shade(player.color), w, round=True)
    match player.mark:
        case "square":
            gaps = _dash_paths(points, 0.42 * w, 2.1 * w, 1.05 * w)
            # straight lines, because a joint would be a visible dot
            yield from (Line((gap[0], gap[-1]), ground, w + 0.6) for gap in gaps)
        case "triangle":
            yield Line(points, ground, 0.34 * w)
        case "diamond":
            spots = points_along(points, 1.55 * w, 0.78 * w)
            yield from (Disc(x, y, 0.27 * w, ground) for x, y, *_ in spots)
        case "star":
            yield from _draw_sleepers(points, w, ink)
        case "cross":
            dashes = _dash_paths(points, 1.4 * w, 0.8 * w, 0.8 * w)
            yield from (Line(dash, ground, 0.36 * w) for dash in dashes)
        case _:
            return


def _draw_sleepers(points: Points, w: float, ink: Color) -> Iterator[Shape]:
    half, step = w / 2, (1.25 if w >= _MIN_RAILS_WIDTH else 1.5) * w
    for x, y, dx, dy in points_along(points, step, 0.6 * w):
        right, left = (x - dy * half, y + dx * half), (x + dy * half, y - dx * half)
        yield Line((right, left), ink, 0.24 * w)
    if w >= _MIN_RAILS_WIDTH:
        yield Line(_parallel_path(points, -0.445 * w), ink, 0.11 * w)
        yield Line(_parallel_path(points, 0.445 * w), ink, 0.11 * w)


def draw_line_mark(seat: int, x: float, y: float, r: float, ground: Color, around: float) -> tuple[Shape, ...]:
    """Return the company's mark for its line, with a rim in the background color."""
    player = PLAYERS[seat - 1]
    rim = Polygon(mark_outline(player.mark, x, y, 1.16 * (r + around * 1.25)), ground)
    return rim, Polygon(mark_outline(player.mark, x, y, 1.16 * r), player.color)


def line_sample(seat: int, x: float, y: float, long: float, w: float) -> Placed:
    """Return a horizontal sample of a company's line that starts at ``x``, with its middle at ``y``."""
    sprite = _sample_sprite(seat, max(long, w), w)
    return place_sprite(x - 1, y - w / 2 - 1, sprite)


@lru_cache(512)
def _sample_sprite(seat: int, long: float, w: float) -> Sprite:
    middle = w / 2 + 1
    ends = ((1 + w / 2, middle), (1 + long - w / 2, middle))
    return Sprite(f"line {seat}", long + 2, w + 2, tuple(draw_company_line(seat, ends, w, PAPER)))


def path_length(points: Points) -> float:
    """Return the length of a path in px."""
    return sum(starmap(dist, pairwise(points)))


def points_along(points: Points, step: float, start: float = 0) -> Iterator[tuple[float, float, float, float]]:
    """Yield (x, y, dx, dy) every ``step`` px on a path.

    x and y are a point of the path; dx and dy are its direction there, as a unit vector.
    """
    distance = start
    for (ax, ay), (bx, by) in pairwise(points):
        length = hypot(bx - ax, by - ay)
        if not length:
            continue
        dx, dy = (bx - ax) / length, (by - ay) / length
        while distance <= length:
            yield ax + dx * distance, ay + dy * distance, dx, dy
            distance += step
        distance -= length


def path_section(points: Points, start: float, end: float) -> Points:
    """Return the section of a path between two distances from its start, in px.

    If the path ends before ``start``, the section has fewer than two points.
    """
    return _cut_path(points, _distances(points), start, end)


def point_along(points: Points, distance: float) -> tuple[float, float]:
    """Return the point of a path at a distance from its start, in px."""
    return _interpolate(points, _distances(points), distance)


@lru_cache(256)
def _distances(points: Points) -> tuple[float, ...]:
    """Return the distance of each point of a path from its start, in px along the path."""
    return 0.0, *accumulate(starmap(dist, pairwise(points)))


def _cut_path(points: Points, distances: Sequence[float], start: float, end: float) -> Points:
    """Return the section of a path between two distances from its start.

    ``distances`` are the distances of the points of the path.
    """
    start, end = max(start, 0.0), min(end, distances[-1])
    if start > end:
        return ()
    first, last = bisect_right(distances, start), bisect_left(distances, end)
    inner = points[first:last]
    section = [_interpolate(points, distances, start)]
    for point in (*inner, _interpolate(points, distances, end)):
        if dist(point, section[-1]) > _SAME_DISTANCE:
            section.append(point)
    return tuple(section)


def _interpolate(points: Points, distances: Sequence[float], distance: float) -> tuple[float, float]:
    """Return the point of a path at a distance from its start.

    ``distances`` are the distances of the points of the path. The width in px between the left and the right margin.
    """
    i = min(max(bisect_right(distances, distance), 1), len(points) - 1)
    (ax, ay), (bx, by) = points[i - 1 : i + 1]
    length = distances[i] - distances[i - 1]
    share = (distance - distances[i - 1]) / length if length else 0.0
    return ax + (bx - ax) * share, ay + (by - ay) * share


def _dash_paths(points: Points, dash_length: float, gap: float, start: float) -> Iterator[Points]:
    distances, distance = _distances(points), start
    while distance + dash_length <= distances[-1]:
        dash = _cut_path(points, distances, distance, distance + dash_length)
        if len(dash) > 1:
            yield dash
        distance += dash_length + gap


def _parallel_path(points: Points, shift: float) -> Points:
    """Return a path moved to its right by ``shift`` px."""
    parallel_points = []
    for i, (x, y) in enumerate(points):
        ax, ay = points[max(0, i - 1)]
        bx, by = points[min(len(points) - 1, i + 1)]
        length = hypot(bx - ax, by - ay) or 1
        parallel_points.append((x - (by - ay) / length * shift, y + (bx - ax) / length * shift))
    return tuple(parallel_points)
