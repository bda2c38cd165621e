"""Railroad badges: initials in a shape on a dark or light field; hollow for a railroad out of business.

(style guide, section 6)
"""

from functools import lru_cache
from typing import NamedTuple

from render.fonts import text_width
from render.geometry import BadgeShape, badge_outline, translate
from render.palette import CARD, DEAD, DEAD_TEXT
from render.scene import Box, Color, Placed, Polygon, Shape, Sprite, Text, place_sprite

_PADS: dict[BadgeShape, float] = {
    "rectangle": 8,
    "octagon": 11,
    "pill": 12,
    "ticket": 12,
    "hexagon": 15,
    "swallowtail": 15,
    "saw": 14,
}
_HALO = 4
_BAR, _BAR_AT, _BAR_PAD = 5, 8.5, 9


class Livery(NamedTuple):
    """The look of a railroad's badge: colors, shape, whether the field is dark, and letters."""

    initials: str
    field: Color
    charge: Color
    shape: BadgeShape
    dark: bool
    bars: bool = False
    """Whether the badge has a vertical bar at both ends."""


@lru_cache(None)
def badge_width(livery: Livery, h: float) -> float:
    """The width of a badge with height ``h``, in pixels."""
    pad = _PADS[livery.shape] + (_BAR_PAD if livery.bars else 0)
    return max(1.5 * h, text_width(livery.initials, "hb", h) + 2 * pad * h / 44)


def draw_badge(
    livery: Livery,
    x: float,
    y: float,
    h: float,
    *,
    dead: bool = False,
    halo: Color | None = None,
    role: str = "badge",
) -> Placed:
    """Draw a badge centered at a point. ``dead`` makes it hollow and gray; ``halo`` is the color of a rim."""
    sprite = _dead_badge_sprite(livery, h, role) if dead else _badge_sprite(livery, h, halo, role)
    return place_sprite(x - sprite.w / 2, y - sprite.h / 2, sprite)


@lru_cache(None)
def _badge_sprite(livery: Livery, h: float, halo: Color | None, role: str) -> Sprite:
    w, k = badge_width(livery, h), h / 44
    rim = _HALO * k + 1 if halo else 1

    def outline(inset: float, color: Color) -> Polygon:
        return Polygon(translate(badge_outline(livery.shape, w, h, inset), rim, rim), color)

    shapes: list[Shape] = [outline(-_HALO * k, halo)] if halo else []
    if livery.dark:
        shapes += [
            outline(0, livery.field),
            outline(2.6 * k, livery.charge),
            outline(4.4 * k, livery.field),
        ]
    else:
        shapes += [outline(0, livery.charge), outline(3 * k, livery.field)]
    shapes += _draw_bars(livery, w, h, rim, livery.charge)
    shapes.append(_initials_text(livery, w, h, rim, livery.charge, "hb", role))
    return Sprite(f"badge {livery.initials}", w + 2 * rim, h + 2 * rim, tuple(shapes))


@lru_cache(None)
def _dead_badge_sprite(livery: Livery, h: float, role: str) -> Sprite:
    w, rim = badge_width(livery, h), 1.0
    shapes = (
        Polygon(translate(badge_outline(livery.shape, w, h), rim, rim), DEAD),
        Polygon(translate(badge_outline(livery.shape, w, h, 2.2 * h / 44), rim, rim), CARD),
        *_draw_bars(livery, w, h, rim, DEAD),
        _initials_text(livery, w, h, rim, DEAD_TEXT, "h", role),
    )
    return Sprite(f"dead badge {livery.initials}", w + 2 * rim, h + 2 * rim, shapes)


def _draw_bars(livery: Livery, w: float, h: float, rim: float, ink: Color) -> tuple[Shape, ...]:
    if not livery.bars:
        return ()
    k = h / 44
    tall, top = 25 * k, rim + h / 2 - 12.5 * k
    first, last = rim + _BAR_AT * k, rim + w - (_BAR_AT + _BAR) * k
    return tuple(Box(x, top, _BAR * k, tall, ink) for x in (first, last))


def _initials_text(livery: Livery, w: float, h: float, rim: float, ink: Color, face: str, role: str) -> Text:
    middle, base = rim + w / 2, rim + h / 2 + 0.35 * h
    return Text(middle, base, livery.initials, "hb" if face == "hb" else "h", h, ink, "middle", role=role)
