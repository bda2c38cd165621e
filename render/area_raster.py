"""Large flat drawings, such as a map's ground, on a byte a pixel: each color has a number until edges are blended."""

from PIL import Image

from render.scene import Group, Placed, Shape, Sprite, Text

_TIMES = 2
"""Everything is drawn at twice its size, so that edges come out smooth."""

_STRIP = 256
"""px of a doubled canvas's height that are in full color at a time; a multiple of ``_TIMES``."""


def has_no_text(shape: Shape) -> bool:
    """Whether no letters, whose edges are soft at any size, stand anywhere in it: then its colors can be numbered."""
    match shape:
        case Sprite(shapes=shapes) | Group(shapes=shapes):
            return all(map(has_no_text, shapes))
        case Placed(sprite=sprite):
            return has_no_text(sprite)
        case _:
            return not isinstance(shape, Text)


def halve(canvas: Image.Image) -> Image.Image:
    """The canvas at half its size. One of numbered colors gets its blends strip by strip.

    A map's ground is drawn on 12 million pixels: in full color that alone would take 50 MB while it is made.
    """
    if canvas.mode != "P":
        return canvas.reduce(_TIMES)
    wide, high = canvas.size
    half = Image.new("RGB", (wide // _TIMES, high // _TIMES))
    for top in range(0, high, _STRIP):
        strip = canvas.crop((0, top, wide, min(top + _STRIP, high)))
        half.paste(strip.convert("RGB").reduce(_TIMES), (0, top // _TIMES))
    return half
