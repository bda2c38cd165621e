"""The boxes of shapes, and drawing of shapes on an image of twice the size."""

from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise
from math import floor
from typing import NamedTuple

from PIL import ImageDraw

from render.fonts import font_runs, load_font, text_width
from render.geometry import Point, Points
from render.scene import Box, Color, Disc, Group, Line, Placed, Polygon, Shape, Sprite, Text

_CURVE_POINTS = 6
"""Lines with at least this number of points are curves, approximated by short pieces."""

_LONG_LINE_POINTS = 14
"""Lines with at least this number of points are drawn in sections."""

_SECTION_POINTS = 8
"""The number of points per section of a long line."""

_HINTING_SHARE = 0.01
"""The share by which hinted letters may be wider than their measured width."""

Edges = tuple[float, float, float, float]
"""Left, top, right, and bottom, in px."""

_Pixel = tuple[int, int]
"""x and y of a pixel."""


def shape_bounds(shape: Shape) -> Edges:
    """Return the box that contains the drawing of a shape."""
    match shape:  # the most frequent shapes first
        case Polygon(points=points, line=line) | Line(points=points, line=line):
            xs, ys = zip(*points, strict=True)
            edge = line / 2 + 1
            return min(xs) - edge, min(ys) - edge, max(xs) + edge, max(ys) + edge
        case Sprite(w=w, h=h):
            return 0, 0, w, h
        case Placed(x=x, y=y, sprite=sprite):
            return round(x), round(y), round(x) + sprite.w, round(y) + sprite.h
        case Group(shapes=shapes):
            lefts, tops, rights, bottoms = zip(*map(shape_bounds, shapes), strict=True)
            return min(lefts), min(tops), max(rights), max(bottoms)
        case Box(x=x, y=y, w=w, h=h):
            return x, y, x + w, y + h
        case Disc(x=x, y=y, r=r):
            return x - r, y - r, x + r, y + r
        case Text(y=y, size=size):
            start, width = _text_left_and_width(shape)
            margin = size * 0.1 + width * _HINTING_SHARE
            return start - margin, y - size * 1.1, start + width + margin, y + size * 0.5
        case _:
            raise TypeError(f"{shape!r} has no bounds")


def draw_shape(pen: ImageDraw.ImageDraw, shape: Shape, dx: float, dy: float) -> None:
    """Draw a shape, moved by ``dx``, ``dy`` px, on an image of twice the size."""
    match shape:  # the most frequent shapes first
        case Line():
            _draw_line(pen, shape, _double_points(shape.points, dx, dy))
        case Polygon(points=points, fill=fill, ink=ink, line=line):
            ring = _double_points(points, dx, dy)
            pen.polygon(_floor_points(ring), fill)
            if ink:
                pen.line([*ring, *ring[:2]], ink, round(line * 2), joint="curve")
        case Sprite(shapes=shapes) | Group(shapes=shapes):
            for part in shapes:
                draw_shape(pen, part, dx, dy)
        case Placed(x=x, y=y, sprite=sprite):
            draw_shape(pen, sprite, dx + round(x), dy + round(y))
        case Box():
            _draw_box(pen, shape, dx, dy)
        case Disc(x=x, y=y, r=r, fill=fill, ink=ink, line=line):
            start = floor((x + dx - r) * 2), floor((y + dy - r) * 2)
            end = floor((x + dx + r) * 2 - 1), floor((y + dy + r) * 2 - 1)
            pen.ellipse([start, end], fill, ink, round(line * 2))
        case Text():
            _draw_text(pen, shape, dx, dy)
        case _:
            raise TypeError(f"{shape!r} cannot stand inside a sprite")


def _draw_line(pen: ImageDraw.ImageDraw, line: Line, points: list[Point]) -> None:
    """Draw a line through points of an image of twice the size."""
    width = round(line.line * 2)
    pen.line(_floor_points(points), line.ink, width)
    if len(points) >= _CURVE_POINTS:  # a stroke through the midpoints fills gaps at the joints
        pen.line(_floor_points(_midpoints(points)), line.ink, width)
    else:  # discs, because Pillow's own joints take five times as long
        for point in points[1:-1]:
            pen.ellipse(_disc_box(point, line.line - 0.5), line.ink)
    if line.round:
        for point in (points[0], points[-1]):
            pen.ellipse(_disc_box(point, line.line), line.ink)


class LineSection(NamedTuple):
    """A section of a long line, in whole px of an image of twice the size.

    All sections together draw the same pixels as the whole line.
    """

    points: tuple[_Pixel, ...]
    midpoints: tuple[_Pixel, ...]
    """The midpoints between points.

    A stroke through the midpoints fills gaps.
    """
    ink: Color
    width: int
    ends: tuple[tuple[int, int, int, int], ...]
    """The boxes of the line's round ends in this section."""


def split_long_line(shape: Shape) -> list[tuple[Edges, Shape | LineSection]]:
    """Split a long line into sections, and return (box, section) pairs.

    For any other shape, return one pair with the shape itself.
    """
    if not isinstance(shape, Line) or len(shape.points) < _LONG_LINE_POINTS:
        return [(shape_bounds(shape), shape)]
    width, edge = round(shape.line * 2), shape.line / 2 + 1.5
    sections = [
        ((left - edge, top - edge, right + edge, bottom + edge), LineSection(points, midpoints, shape.ink, width, ()))
        for (left, top, right, bottom), points, midpoints in _line_sections(shape.points)
    ]
    for i in (0, -1) if shape.round else ():
        box, section = sections[i]
        end = _disc_box(_double_points(shape.points, 0, 0)[i], shape.line)
        sections[i] = box, section._replace(ends=(*section.ends, end))
    return [*sections]


@lru_cache(512)
def _line_sections(points: Points) -> tuple[tuple[Edges, tuple[_Pixel, ...], tuple[_Pixel, ...]], ...]:
    """Return the sections of a line as (box, points, midpoints).

    They are cached, because a line's casing, body, and pattern have the same points.
    """
    doubled = _double_points(points, 0, 0)
    all_points, all_midpoints = _floor_points(doubled), _floor_points(_midpoints(doubled))
    sections = []
    for i in range(0, len(points) - 1, _SECTION_POINTS):
        section_points = all_points[i : i + _SECTION_POINTS + 1]
        midpoints = all_midpoints[max(0, i - 1) : i + _SECTION_POINTS]
        xs, ys = zip(*section_points, *midpoints, strict=True)
        sections.append(((min(xs) / 2, min(ys) / 2, max(xs) / 2, max(ys) / 2), section_points, midpoints))
    return tuple(sections)


def draw_section(pen: ImageDraw.ImageDraw, section: LineSection, dx: int, dy: int) -> None:
    """Draw a section, moved by ``dx``, ``dy`` px, on an image of twice the size."""
    x, y = 2 * dx, 2 * dy
    for points in (section.points, section.midpoints):
        if len(points) > 1:
            pen.line([(px + x, py + y) for px, py in points], section.ink, section.width)
    for left, top, right, bottom in section.ends:
        pen.ellipse((left + x, top + y, right + x, bottom + y), section.ink)


def _midpoints(points: Iterable[Point]) -> list[Point]:
    return [((a + c) / 2, (b + d) / 2) for (a, b), (c, d) in pairwise(points)]


def _floor_points(points: Iterable[Point]) -> tuple[_Pixel, ...]:
    """Return the pixels that contain the points.

    Pillow would round toward 0, which moves points with negative coordinates.
    """
    return tuple([(floor(x), floor(y)) for x, y in points])


def _disc_box(middle: Point, r: float) -> tuple[int, int, int, int]:
    x, y = middle
    return floor(x - r), floor(y - r), floor(x + r), floor(y + r)


def _draw_box(pen: ImageDraw.ImageDraw, box: Box, dx: float, dy: float) -> None:
    left, top = round((box.x + dx) * 2), round((box.y + dy) * 2)
    right, bottom = left + round(box.w * 2) - 1, top + round(box.h * 2) - 1
    ends, line = [left, top, right, bottom], round(box.line * 2)
    if box.radius:
        pen.rounded_rectangle(ends, round(box.radius * 2), box.fill, box.ink, line)
    else:
        pen.rectangle(ends, box.fill, box.ink, line)


def _draw_text(pen: ImageDraw.ImageDraw, text: Text, dx: float, dy: float) -> None:
    x, y = (_text_left_and_width(text)[0] + dx) * 2, (text.y + dy) * 2
    pieces: Iterable[str] = text.words if text.tracking else (text.words,)
    rim, halo = (round(text.rim * 2), text.halo) if text.halo else (0, None)
    for piece in pieces:
        for run in font_runs(piece, text.face):
            face = load_font(run.file, round(text.size * 2 * run.scale))
            pen.text((x, y), run.words, text.ink, face, "ls", stroke_width=rim, stroke_fill=halo)
            x += face.getlength(run.words)
        x += text.tracking * 2


def _text_left_and_width(text: Text) -> tuple[float, float]:
    """Return the x at which a text starts, and its width, in px."""
    width = text_width(text.words, text.face, text.size, text.tracking)
    shift = {"left": 0.0, "middle": width / 2, "right": width}[text.anchor]
    return text.x - shift, width


def _double_points(points: Points, dx: float, dy: float) -> list[Point]:
    return [((x + dx) * 2 - 0.5, (y + dy) * 2 - 0.5) for x, y in points]


def any_color(shape: Shape) -> Color:
    """Return a color of the shape, for transparent pixels at its edges."""
    match shape:
        case Sprite(shapes=shapes) | Group(shapes=shapes):
            return any_color(shapes[0])
        case Placed(sprite=sprite):
            return any_color(sprite)
        case Text(halo=halo) if halo:
            return halo
        case Text(ink=ink) | Line(ink=ink):
            return ink
        case Box() | Disc() | Polygon():
            return shape.fill or shape.ink or "#000000"
        case _:
            raise TypeError(f"{shape!r} has no color of its own")
