"""Draws large flat areas, such as a map's ground, with one byte per pixel: colors are numbers until edges are
blended.
"""

from PIL import Image

from render.scene import Group, Placed, Shape, Sprite, Text

_TIMES = 2
"""Everything is drawn at twice its size, so that edges come out smooth."""

_STRIP = 256
"""px of a doubled canvas's height that are in full color at a time; a multiple of ``_TIMES``."""


def has_no_text(shape: Shape) -> bool:
    """Whether the drawing contains no letters, whose edges need blending, so that its colors can be numbered."""
    match shape:
        case Sprite(shapes=shapes) | Group(shapes=shapes):
            return all(map(has_no_text, shapes))
        case Placed(sprite=sprite):
            return has_no_text(sprite)
        case _:
            return not isinstance(shape, Text)


def halve(canvas: Image.Image) -> Image.Image:
    """The canvas at half its size. Numbered colors are blended strip by strip.

    A map's ground has 12 million pixels, which would take 50 MB in full color.
    """
    if canvas.mode != "P":
        return canvas.reduce(_TIMES)
    wide, high = canvas.size
    half = Image.new("RGB", (wide // _TIMES, high // _TIMES))
    for top in range(0, high, _STRIP):
        strip = canvas.crop((0, top, wide, min(top + _STRIP, high)))
        half.paste(strip.convert("RGB").reduce(_TIMES), (0, top // _TIMES))
    return half
