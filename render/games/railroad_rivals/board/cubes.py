"""Goods cubes, which differ in outline, color, and letter. (style guide, section 7)"""

from functools import lru_cache

from render.geometry import Points, arc, octagon
from render.palette import INK
from render.scene import Color, Line, Placed, Polygon, Shape, Sprite, Text, place_sprite

CUBES: dict[str, tuple[Color, Color, str]] = {
    "wood": ("#8A5A33", "#FFFFFF", "W"),
    "grain": ("#E2B53B", INK, "G"),
    "coal": (INK, "#FFFFFF", "C"),
    "iron": ("#9AA3AB", INK, "I"),
    "mail": ("#FFFFFF", INK, "M"),
}
"""(color of the cube, color of the letter, letter) by kind of goods."""


def draw_cube(kind: str, x: float, y: float, s: float) -> Placed:
    """Draw a goods cube with side ``s``; (x, y) is its top left corner."""
    return place_sprite(x - 1, y - 1, _cube_sprite(kind, s))


@lru_cache(None)
def _cube_sprite(kind: str, s: float) -> Sprite:
    color, ink, letter = CUBES[kind]
    line, size = 0.06 * s, 1.1 * s
    base = s / 2 + 1 + 0.35 * size * 0.92
    rim, face = _cube_outline(kind, s, 0), _cube_outline(kind, s, line)
    shapes: list[Shape] = [Polygon(rim, INK), Polygon(face, color)]
    if kind == "mail":
        size, base = 0.72 * s, 0.83 * s + 1
        shapes.append(Line(_flap_outline(s, line), INK, line))
    middle, digit = s / 2 + 1, size * 0.92
    shapes.append(Text(middle, base, letter, "hb", digit, ink, "middle", role="goods"))
    return Sprite(f"cube {kind}", s + 2, s + 2, tuple(shapes))


def _flap_outline(s: float, line: float) -> Points:
    """The outline of the envelope's flap on a mail cube, from the left corner to the right one."""
    corners, tip = 1 + 0.14 * s, 1 + 0.4 * s
    return ((1 + line, corners), (1 + s / 2, tip), (1 + s - line, corners))


def _cube_outline(kind: str, s: float, inset: float) -> Points:
    left, t, r, b = 1 + inset, 1 + inset, 1 + s - inset, 1 + s - inset
    match kind:
        case "grain":
            radius = s / 2 - inset - 0.02 * s
            ear = arc(1 + s / 2, 1 + s * 0.46, radius, 1, 2, 16)
            return ((left, b), *ear, (r, b))
        case "coal":
            return octagon(left, t, r, b, 0.27 * s)
        case "iron":
            lean, foot = 0.19 * s, 0.02 * s
            upper, lower = ((left + lean, t), (r - lean, t)), ((r + foot, b), (left - foot, b))
            return (*upper, *lower)
        case "mail":
            top, foot = t + 0.1 * s, b - 0.1 * s
            return ((left, top), (r, top), (r, foot), (left, foot))
        case _:
            return ((left, t), (r, t), (r, b), (left, b))
