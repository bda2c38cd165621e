"""Goods cubes: silhouette, color and letter, of side ``s``. (style guide, section 7)"""

from __future__ import annotations

from functools import lru_cache

from render.geometry import Points, arc, octagon
from render.palette import INK
from render.scene import Color, Line, Placed, Polygon, Shape, Sprite, Text, placed

CUBES: dict[str, tuple[Color, Color, str]] = {
    "wood": ("#8A5A33", "#FFFFFF", "W"),
    "grain": ("#E2B53B", INK, "G"),
    "coal": (INK, "#FFFFFF", "C"),
    "iron": ("#9AA3AB", INK, "I"),
    "mail": ("#FFFFFF", INK, "M"),
}
"""Color, color of the letter, letter."""


def cube(kind: str, x: float, y: float, s: float) -> Placed:
    """A cube with its top left corner there."""
    return placed(x - 1, y - 1, _cube(kind, s))


@lru_cache(None)
def _cube(kind: str, s: float) -> Sprite:
    color, ink, letter = CUBES[kind]
    line, size = 0.06 * s, 1.1 * s
    base = s / 2 + 1 + 0.35 * size * 0.92
    shapes: list[Shape] = [Polygon(_outline(kind, s, 0), INK), Polygon(_outline(kind, s, line), color)]
    if kind == "mail":
        size, base = 0.72 * s, 0.83 * s + 1
        shapes.append(
            Line(((1 + line, 1 + 0.14 * s), (1 + s / 2, 1 + 0.4 * s), (1 + s - line, 1 + 0.14 * s)), INK, line)
        )
    shapes.append(Text(s / 2 + 1, base, letter, "hb", size * 0.92, ink, "middle", role="goods"))
    return Sprite(f"cube {kind}", s + 2, s + 2, tuple(shapes))


def _outline(kind: str, s: float, inset: float) -> Points:
    left, t, r, b = 1 + inset, 1 + inset, 1 + s - inset, 1 + s - inset
    match kind:
        case "grain":
            return ((left, b), *arc(1 + s / 2, 1 + s * 0.46, s / 2 - inset - 0.02 * s, 1, 2, 16), (r, b))
        case "coal":
            return octagon(left, t, r, b, 0.27 * s)
        case "iron":
            lean = 0.19 * s
            return ((left + lean, t), (r - lean, t), (r + 0.02 * s, b), (left - 0.02 * s, b))
        case "mail":
            return ((left, t + 0.1 * s), (r, t + 0.1 * s), (r, b - 0.1 * s), (left, b - 0.1 * s))
        case _:
            return ((left, t), (r, t), (r, b), (left, b))
