"""Drawing of large flat areas, such as the ground of a map, with one byte per pixel.

Colors are palette indices until the image is reduced to half its size, which blends edges.
"""

from PIL import Image

from render.scene import Group, Placed, Shape, Sprite, Text

_SCALE = 2
"""The scale at which shapes are drawn, so that edges are smooth when the image is reduced."""

_STRIP = 256
"""Height in px of the strips that are converted to full color one at a time.

It is a multiple of ``_SCALE``.
"""


def has_no_text(shape: Shape) -> bool:
    """Whether a shape contains no text.

    Text needs full color, because the edges of letters are blended.
    """
    match shape:
        case Sprite(shapes=shapes) | Group(shapes=shapes):
            return all(map(has_no_text, shapes))
        case Placed(sprite=sprite):
            return has_no_text(sprite)
        case _:
            return not isinstance(shape, Text)


def halve(canvas: Image.Image) -> Image.Image:
    """Return an image at half its size.

    Palette images are converted to full color strip by strip. The ground of a map has 12 million pixels, which would
    take 50 MB in full color.
    """
    if canvas.mode != "P":
        return canvas.reduce(_SCALE)
    width, height = canvas.size
    half = Image.new("RGB", (width // _SCALE, height // _SCALE))
    for top in range(0, height, _STRIP):
        strip = canvas.crop((0, top, width, min(top + _STRIP, height)))
        half.paste(strip.convert("RGB").reduce(_SCALE), (0, top // _SCALE))
    return half
