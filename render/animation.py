"""Films: animated GIF files, written frame by frame with at most two frames in memory.

All frames share a palette. Each frame contains only its difference from the previous one.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from io import BytesIO
from typing import Any

from PIL import Image, ImageChops

from engine.core import Game, View
from render.canvas import palette_bytes, palette_image
from render.display_options import Palette, recolor
from render.film import CAPTION_HEIGHT, Frame, FrameComposer, Keyframe
from render.gif_container import TRANSPARENT, file_header, file_trailer, frame_block
from render.painter import Painter
from render.parts.page_layout import PAGE_WIDTH
from render.rasterizer import rasterize
from render.scene import Scene

_FILM_BYTES = 8_000_000
"""Maximum size of a film in bytes.

Every Discord server accepts files of 10 MiB.
"""

_REDUCTIONS = (2, 3, 4)
"""The divisors of the picture's size, which are tried in turn until the file is small enough."""

_WINDOW_STEPS = 4
"""The number of viewports of a film, which grow with the game.

A short film has only one viewport.
"""


def make_film(
    game: Game[Any],
    painter: Painter,
    names: tuple[str, ...],
    keyframes: Sequence[Keyframe],
    views: Callable[[], Iterable[View[Any]]],
    end: View[Any],
    *,
    palette: Palette = "paper",
    max_bytes: int = _FILM_BYTES,
) -> Iterator[bytes]:
    """Draw the film of a game. Yield empty bytes after every frame, and then the file.

    ``views`` returns a spectator's views at the keyframes, in order. It is called again for every attempt to make the
    file no larger than ``max_bytes``. ``end`` is the view at the end of the film.
    """
    windows: list[View[Any]] = []
    for number, view in enumerate(views() if len(keyframes) >= _WINDOW_STEPS * 2 else (), 1):
        if number * _WINDOW_STEPS // len(keyframes) > len(windows):
            windows.append(view)
        yield b""
    for reduction in _REDUCTIONS:
        composer = FrameComposer(game, painter, names, end, len(keyframes), windows)
        writer = AnimationWriter(composer.screen, palette, max_bytes=max_bytes, reduction=reduction)
        for keyframe, view in zip(keyframes, views(), strict=True):
            if frame := composer.compose_frame(keyframe, view):
                writer.add_frame(frame)
            yield b""
        writer.add_frame(composer.closing_frame())
        if not writer.is_too_long:
            break
    yield writer.finish()


class AnimationWriter:
    """A writer of an animated GIF file.

    All frames have the size and colors of ``screen``. Frames beyond ``max_bytes`` are dropped, and ``is_too_long`` is
    set.
    """

    def __init__(self, screen: Frame, palette: Palette = "paper", *, max_bytes: int, reduction: int) -> None:
        picture = screen.picture
        self._size = PAGE_WIDTH // reduction, round(CAPTION_HEIGHT + picture.height - screen.top) // reduction
        self._palette, self._ground = picture.palette[:TRANSPARENT], picture.ground
        self._reduction, self._max_bytes = reduction, max_bytes
        self._parts = [file_header(*self._size, tuple(recolor(color, palette) for color in self._palette))]
        self._bytes = len(self._parts[0]) + len(file_trailer())
        self._previous: Image.Image | None = None
        self.is_too_long = False

    def add_frame(self, frame: Frame) -> None:
        """Add a frame. This takes about 50 ms, mostly outside the interpreter's lock."""
        if self.is_too_long:
            return
        image = self._quantize(self._compose_image(frame))
        left, top, part = _difference(self._previous, image)
        packed = BytesIO()
        part.save(packed, "GIF", optimize=False, interlace=0)
        frame_bytes = frame_block(packed.getvalue(), left, top, frame.seconds)
        self._bytes += len(frame_bytes)
        if self._bytes > self._max_bytes:
            self.is_too_long = True
            return
        self._parts.append(frame_bytes)
        self._previous = image

    def finish(self) -> bytes:
        """Return the complete file."""
        return b"".join((*self._parts, file_trailer()))

    def _compose_image(self, frame: Frame) -> Image.Image:
        """Return the caption of a frame above its picture, on the film's background."""
        image = Image.new("RGB", self._size, self._ground)
        caption = _scale_down(frame.caption, 0, self._reduction)
        image.paste(caption, (0, 0))
        picture = _scale_down(frame.picture, round(frame.top), self._reduction)
        room = self._size[1] - caption.height
        if frame.is_whole and picture.height > room:
            picture = picture.resize((picture.width * room // picture.height, room), Image.Resampling.HAMMING)
        image.paste(picture, ((self._size[0] - picture.width) // 2, caption.height))
        return image

    def _quantize(self, image: Image.Image) -> Image.Image:
        indexed = image.quantize(palette=palette_image(self._palette), dither=Image.Dither.NONE)
        indexed.putpalette(palette_bytes(self._palette))
        return indexed


def _scale_down(scene: Scene, top: int, divisor: int) -> Image.Image:
    """Return the pixels of a scene below ``top``, with width and height divided by ``divisor``."""
    image = rasterize(scene).to_rgb()
    return image.reduce(divisor, (0, top, image.width // divisor * divisor, image.height))


def _difference(before: Image.Image | None, now: Image.Image) -> tuple[int, int, Image.Image]:
    """Return the rectangle that changed, as (left, top, image).

    Unchanged pixels in the image are transparent.
    """
    if before is None:
        return 0, 0, now
    difference = ImageChops.difference(_palette_indices(before), _palette_indices(now))
    box = difference.getbbox() or (0, 0, 1, 1)
    part = now.crop(box)
    same = difference.crop(box).point([255, *[0] * 255])
    part.paste(TRANSPARENT, (0, 0, *part.size), same)
    return box[0], box[1], part


def _palette_indices(image: Image.Image) -> Image.Image:
    """Return an image whose gray values are the palette indices of ``image``."""
    return Image.frombytes("L", image.size, image.tobytes())
