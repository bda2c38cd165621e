"""PNG files that contain the difference between two pictures of the same size."""

import msgspec
from msgspec.structs import replace
from PIL import Image, ImageChops

from render.gif_container import TRANSPARENT
from render.png import encode_png
from render.rasterizer import rasterize
from render.scene import Scene


class FramePatch(msgspec.Struct, frozen=True):
    """A PNG file, and the position of its upper left corner in the whole picture."""

    left: int
    top: int
    png: bytes


class FrameDiffer:
    """A comparer of each picture with the previous one.

    All pictures have the colors and the width of ``screen``, and at most ``height``.
    """

    def __init__(self, screen: Scene, height: int) -> None:
        self.size = screen.width, height
        self._colors = screen.palette[:TRANSPARENT]
        self._previous: Image.Image | None = None

    def next_patch(self, scene: Scene) -> FramePatch | None:
        """Return the rectangle that differs from the previous picture, or None if the pictures are equal.

        Unchanged pixels in the rectangle are transparent. This takes about 50 ms, so call it in a thread.
        """
        width, height = self.size
        image = rasterize(replace(scene, width=width, height=height, palette=self._colors)).indices
        before, self._previous = self._previous, image
        if before is None:
            return FramePatch(0, 0, self._png_file(image))
        difference = ImageChops.difference(before, image)
        box = difference.getbbox()
        if box is None:
            return None
        part = image.crop(box)
        same = difference.crop(box).point([255, *[0] * 255])
        part.paste(TRANSPARENT, (0, 0, *part.size), same)
        return FramePatch(box[0], box[1], self._png_file(part))

    def _png_file(self, image: Image.Image) -> bytes:
        rows = image.crop((-1, 0, *image.size))  # a leading 0 in each row: “no filter”
        unused = TRANSPARENT + 1 - len(self._colors)
        filled = (*self._colors, *[self._colors[0]] * unused)
        return encode_png(rows.tobytes(), *image.size, filled, clear=TRANSPARENT, packing="smallest")
