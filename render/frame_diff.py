"""Pictures of one size as files of what differs from the picture before."""

import msgspec
from msgspec.structs import replace
from PIL import Image, ImageChops

from render.gif_container import TRANSPARENT
from render.png import encode_png
from render.rasterizer import rasterize
from render.scene import Scene


class FramePatch(msgspec.Struct, frozen=True):
    """A PNG file, and where its upper left corner belongs in the whole picture."""

    left: int
    top: int
    png: bytes


class FrameDiffer:
    """Cuts what differs out of each picture. Mutable: it remembers the picture before.

    All pictures have the colors of ``screen`` and its width. None may be higher than ``height``.
    """

    def __init__(self, screen: Scene, height: int) -> None:
        self.size = screen.width, height
        self._colors = screen.palette[:TRANSPARENT]
        self._previous: Image.Image | None = None

    def next_patch(self, scene: Scene) -> FramePatch | None:
        """The rectangle that differs from the picture before, clear where it does not; None when nothing does.

        Some 50 ms: for a thread.
        """
        wide, high = self.size
        image = rasterize(replace(scene, width=wide, height=high, palette=self._colors)).numbers
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
