"""A shape's box, and its strokes on a canvas at twice the size. It knows no title."""

from collections.abc import Iterable
from itertools import pairwise

from PIL import ImageDraw

from render.fonts import font, runs, width
from render.geometry import Point, Points
from render.scene import Box, Color, Disc, Group, Line, Placed, Polygon, Shape, Sprite, Text

_MANY = 6
"""A line of so many points is a curve in small steps."""

_HINTED = 0.01
"""By so much of their width letters at whole px may come out wider than they are measured."""


def bounds(shape: Shape) -> tuple[float, float, float, float]:
    """The box a shape is drawn in: left, top, right, bottom."""
    match shape:
        case Sprite(w=w, h=h):
            return 0, 0, w, h
        case Placed(x=x, y=y, sprite=sprite):
            return round(x), round(y), round(x) + sprite.w, round(y) + sprite.h
        case Group(shapes=shapes):
            lefts, tops, rights, bottoms = zip(*map(bounds, shapes), strict=True)
            return min(lefts), min(tops), max(rights), max(bottoms)
        case Box(x=x, y=y, w=w, h=h):
            return x, y, x + w, y + h
        case Disc(x=x, y=y, r=r):
            return x - r, y - r, x + r, y + r
        case Polygon(points=points, line=line) | Line(points=points, line=line):
            xs, ys = zip(*points, strict=True)
            edge = line / 2 + 1
            return min(xs) - edge, min(ys) - edge, max(xs) + edge, max(ys) + edge
        case Text(y=y, size=size):
            start, wide = _start(shape)
            spare = size * 0.1 + wide * _HINTED
            return start - spare, y - size * 1.1, start + wide + spare, y + size * 0.5
        case _:
            raise TypeError(f"{shape!r} has no stamp")


def draw_on(pen: ImageDraw.ImageDraw, shape: Shape, dx: float, dy: float) -> None:
    """Draws a shape, moved by ``dx``, ``dy`` px, on a canvas of twice the size."""
    match shape:
        case Sprite(shapes=shapes) | Group(shapes=shapes):
            for part in shapes:
                draw_on(pen, part, dx, dy)
        case Placed(x=x, y=y, sprite=sprite):
            draw_on(pen, sprite, dx + round(x), dy + round(y))
        case Box():
            _ink_box(pen, shape, dx, dy)
        case Disc(x=x, y=y, r=r, fill=fill, ink=ink, line=line):
            start = (x + dx - r) * 2, (y + dy - r) * 2
            end = (x + dx + r) * 2 - 1, (y + dy + r) * 2 - 1
            pen.ellipse([start, end], fill, ink, round(line * 2))
        case Polygon(points=points, fill=fill, ink=ink, line=line):
            ring = _scaled(points, dx, dy)
            pen.polygon(ring, fill)
            if ink:
                pen.line([*ring, *ring[:2]], ink, round(line * 2), joint="curve")
        case Line():
            _ink_line(pen, shape, _scaled(shape.points, dx, dy))
        case Text():
            _ink_text(pen, shape, dx, dy)
        case _:
            raise TypeError(f"{shape!r} cannot stand inside a sprite")


def _ink_line(pen: ImageDraw.ImageDraw, line: Line, course: list[Point]) -> None:
    wide = round(line.line * 2)
    pen.line(course, line.ink, wide)
    if len(course) >= _MANY:  # a curve in small steps: a stroke from middle to middle fills what gapes
        middles = [((a + c) / 2, (b + d) / 2) for (a, b), (c, d) in pairwise(course)]
        pen.line(middles, line.ink, wide)
    else:  # discs, for Pillow's own joints take five times as long
        joint = line.line - 0.5
        for x, y in course[1:-1]:
            pen.ellipse((x - joint, y - joint, x + joint, y + joint), line.ink)
    if line.round:
        end = line.line
        for x, y in (course[0], course[-1]):
            pen.ellipse((x - end, y - end, x + end, y + end), line.ink)


def _ink_box(pen: ImageDraw.ImageDraw, box: Box, dx: float, dy: float) -> None:
    left, top = round((box.x + dx) * 2), round((box.y + dy) * 2)
    right, bottom = left + round(box.w * 2) - 1, top + round(box.h * 2) - 1
    ends, line = [left, top, right, bottom], round(box.line * 2)
    if box.radius:
        pen.rounded_rectangle(ends, round(box.radius * 2), box.fill, box.ink, line)
    else:
        pen.rectangle(ends, box.fill, box.ink, line)


def _ink_text(pen: ImageDraw.ImageDraw, text: Text, dx: float, dy: float) -> None:
    x, y = (_start(text)[0] + dx) * 2, (text.y + dy) * 2
    pieces: Iterable[str] = text.words if text.tracking else (text.words,)
    rim, halo = (round(text.rim * 2), text.halo) if text.halo else (0, None)
    for piece in pieces:
        for run in runs(piece, text.face):
            face = font(run.file, round(text.size * 2 * run.scale))
            pen.text((x, y), run.words, text.ink, face, "ls", stroke_width=rim, stroke_fill=halo)
            x += face.getlength(run.words)
        x += text.tracking * 2


def _start(text: Text) -> tuple[float, float]:
    """The x at which the first letter starts, and the width of all."""
    wide = width(text.words, text.face, text.size, text.tracking)
    shift = {"left": 0.0, "middle": wide / 2, "right": wide}[text.anchor]
    return text.x - shift, wide


def _scaled(points: Points, dx: float, dy: float) -> list[Point]:
    return [((x + dx) * 2 - 0.5, (y + dy) * 2 - 0.5) for x, y in points]


def first_color(shape: Shape) -> Color:
    """Any color of the shape, for its unpainted pixels."""
    match shape:
        case Sprite(shapes=shapes) | Group(shapes=shapes):
            return first_color(shapes[0])
        case Placed(sprite=sprite):
            return first_color(sprite)
        case Text(halo=halo) if halo:
            return halo
        case Text(ink=ink) | Line(ink=ink):
            return ink
        case Box() | Disc() | Polygon():
            return shape.fill or shape.ink or "#000000"
        case _:
            raise TypeError(f"{shape!r} has no color of its own")
