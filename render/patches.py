"""Pictures of one size as files of what differs from the picture before. It knows no title."""

import msgspec
from msgspec.structs import replace
from PIL import Image, ImageChops

from render.gif import TRANSPARENT
from render.paint import painted
from render.png import png
from render.scene import Scene


class Patch(msgspec.Struct, frozen=True):
    """A PNG file, and where its upper left corner belongs in the whole picture."""

    left: int
    top: int
    png: bytes


class Patches:
    """Cuts what differs out of each picture. Mutable: it remembers the picture before.

    All pictures have the colors of ``screen`` and its width. None may be higher than ``height``.
    """

    def __init__(self, screen: Scene, height: int) -> None:
        self.size = screen.width, height
        self._colors = screen.palette[:TRANSPARENT]
        self._shown: Image.Image | None = None

    def add(self, scene: Scene) -> Patch | None:
        """The rectangle that differs from the picture before, clear where it does not; None when nothing does.

        Some 50 ms: for a thread.
        """
        wide, high = self.size
        image = painted(replace(scene, width=wide, height=high, palette=self._colors)).numbers
        before, self._shown = self._shown, image
        if before is None:
            return Patch(0, 0, self._file(image))
        difference = ImageChops.difference(before, image)
        box = difference.getbbox()
        if box is None:
            return None
        part = image.crop(box)
        same = difference.crop(box).point([255, *[0] * 255])
        part.paste(TRANSPARENT, (0, 0, *part.size), same)
        return Patch(box[0], box[1], self._file(part))

    def _file(self, image: Image.Image) -> bytes:
        rows = image.crop((-1, 0, *image.size))  # a leading 0 in each row: “no filter”
        unused = TRANSPARENT + 1 - len(self._colors)
        filled = (*self._colors, *[self._colors[0]] * unused)
        return png(rows.tobytes(), *image.size, filled, clear=TRANSPARENT, packing="smallest")
