"""Companies' lines on a map, with inlaid patterns, and marks on them.

A pattern is cut into the line, which keeps its color. Pattern and mark are always drawn, because some colors look alike
to many readers. (drawing rules for maps, section 3)
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, pairwise, starmap
from math import dist, hypot

from render.geometry import Points, mark_outline
from render.palette import INK, PAPER, PLAYERS, mix_colors
from render.scene import Color, Disc, Line, Placed, Polygon, Shape, Sprite, place_sprite

_SAME = 1e-6
"""px; points so near one another are one."""
_RAILS_FROM = 11.0
"""px of width from which the amber line's ink rails are drawn."""


def casing_line(points: Points, w: float, around: float, ground: Color) -> Line:
    """The casing that separates a line from others: the ground's color, ``around`` px on both sides."""
    return Line(points, ground, w + 2 * around, round=True)


def outline_line(points: Points, w: float, around: float, ink: Color = INK) -> Line:
    """An outline around a new line."""
    return Line(points, ink, w + 2 * around, round=True)


def draw_company_line(seat: int, points: Points, w: float, ground: Color, *, fade: float = 0) -> Iterator[Shape]:
    """The line in the company's color with its pattern; ``fade`` blends it toward the ground."""

    def shade(color: Color) -> Color:
        return mix_colors(color, ground, fade) if fade else color

    player, ink = PLAYERS[seat - 1], shade(INK)
    yield Line(points, shade(player.color), w, round=True)
    match player.mark:
        case "square":
            gaps = _dash_paths(points, 0.42 * w, 2.1 * w, 1.05 * w)
            yield from (Line((gap[0], gap[-1]), ground, w + 0.6) for gap in gaps)  # straight: a joint would be a dot
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
    half, step = w / 2, (1.25 if w >= _RAILS_FROM else 1.5) * w
    for x, y, dx, dy in points_along(points, step, 0.6 * w):
        right, left = (x - dy * half, y + dx * half), (x + dy * half, y - dx * half)
        yield Line((right, left), ink, 0.24 * w)
    if w >= _RAILS_FROM:
        yield Line(_parallel_path(points, -0.445 * w), ink, 0.11 * w)
        yield Line(_parallel_path(points, 0.445 * w), ink, 0.11 * w)


def draw_line_mark(seat: int, x: float, y: float, r: float, ground: Color, around: float) -> tuple[Shape, ...]:
    """The company's mark on its line, with a rim in the ground's color."""
    player = PLAYERS[seat - 1]
    rim = Polygon(mark_outline(player.mark, x, y, 1.16 * (r + around * 1.25)), ground)
    return rim, Polygon(mark_outline(player.mark, x, y, 1.16 * r), player.color)


def line_sample(seat: int, x: float, y: float, long: float, w: float) -> Placed:
    """A straight piece of a company's line from ``x`` to the right, its middle at ``y``."""
    sprite = _sample_sprite(seat, max(long, w), w)
    return place_sprite(x - 1, y - w / 2 - 1, sprite)


@lru_cache(512)
def _sample_sprite(seat: int, long: float, w: float) -> Sprite:
    middle = w / 2 + 1
    ends = ((1 + w / 2, middle), (1 + long - w / 2, middle))
    return Sprite(f"line {seat}", long + 2, w + 2, tuple(draw_company_line(seat, ends, w, PAPER)))


def path_length(points: Points) -> float:
    """The length of a stroke."""
    return sum(starmap(dist, pairwise(points)))


def points_along(points: Points, step: float, start: float = 0) -> Iterator[tuple[float, float, float, float]]:
    """Point every ``step`` px on a stroke, each with the direction there."""
    due = start
    for (ax, ay), (bx, by) in pairwise(points):
        length = hypot(bx - ax, by - ay)
        if not length:
            continue
        dx, dy = (bx - ax) / length, (by - ay) / length
        while due <= length:
            yield ax + dx * due, ay + dy * due, dx, dy
            due += step
        due -= length


def path_section(points: Points, start: float, end: float) -> Points:
    """The stroke from one distance to another; fewer than two points if it is shorter."""
    return _cut_path(points, _distances(points), start, end)


def point_along(points: Points, at: float) -> tuple[float, float]:
    """The point of the stroke so far along."""
    return _interpolate(points, _distances(points), at)


@lru_cache(256)
def _distances(points: Points) -> tuple[float, ...]:
    """The length of the stroke up to each of its points."""
    return 0.0, *accumulate(starmap(dist, pairwise(points)))


def _cut_path(points: Points, marks: Sequence[float], start: float, end: float) -> Points:
    start, end = max(start, 0.0), min(end, marks[-1])
    if start > end:
        return ()
    first, last = bisect_right(marks, start), bisect_left(marks, end)
    inner = points[first:last]
    cut_points = [_interpolate(points, marks, start)]
    for point in (*inner, _interpolate(points, marks, end)):
        if dist(point, cut_points[-1]) > _SAME:
            cut_points.append(point)
    return tuple(cut_points)


def _interpolate(points: Points, marks: Sequence[float], at: float) -> tuple[float, float]:
    """The point so far along."""
    i = min(max(bisect_right(marks, at), 1), len(points) - 1)
    (ax, ay), (bx, by) = points[i - 1 : i + 1]
    length = marks[i] - marks[i - 1]
    share = (at - marks[i - 1]) / length if length else 0.0
    return ax + (bx - ax) * share, ay + (by - ay) * share


def _dash_paths(points: Points, on: float, off: float, start: float) -> Iterator[Points]:
    marks, at = _distances(points), start
    while at + on <= marks[-1]:
        dash = _cut_path(points, marks, at, at + on)
        if len(dash) > 1:
            yield dash
        at += on + off


def _parallel_path(points: Points, shift: float) -> Points:
    """The stroke moved to its right by ``shift`` px."""
    parallel_points = []
    for i, (x, y) in enumerate(points):
        ax, ay = points[max(0, i - 1)]
        bx, by = points[min(len(points) - 1, i + 1)]
        length = hypot(bx - ax, by - ay) or 1
        parallel_points.append((x - (by - ay) / length * shift, y + (bx - ax) / length * shift))
    return tuple(parallel_points)
