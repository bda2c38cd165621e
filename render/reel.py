"""Shots to the bytes of an animated GIF, frame by frame: at no time are more than two frames in memory.

It knows no title. One palette for all frames, and of each only what differs from the frame before.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from io import BytesIO
from typing import Any

from PIL import Image, ImageChops

from engine.core import Game, View
from render.canvas import carrier, palette_bytes
from render.film import CAPTION, Camera, Cut, Shot
from render.gif import TRANSPARENT, ending, frame, opening
from render.paint import painted
from render.painter import Painter
from render.parts.frame import WIDTH
from render.scene import Scene
from render.style import Palette, recolored

_FILM_BYTES = 8_000_000
"""Of a film; every server takes files of 10 MiB."""

_REDUCED = (2, 3, 4)
"""How many times smaller than pictures a film may be; the later ones for a game that would be too long a file."""


WINDOWS = 4
"""Steps in which the window of a film grows, so that little is not drawn small; of a short one it does not."""


def film(
    game: Game[Any],
    painter: Painter,
    names: tuple[str, ...],
    cuts: Sequence[Cut],
    views: Callable[[], Iterable[View[Any]]],
    end: View[Any],
    *,
    palette: Palette = "paper",
    most: int = _FILM_BYTES,
) -> Iterator[bytes]:
    """The film of a game, in pieces of work: nothing after every frame, and at last the file.

    ``views`` gives a spectator's view at each of the cuts, from the first one on; more than once if the file comes out
    longer than ``most`` and is made anew, smaller. ``end`` is the view that the film ends with.
    """
    windows: list[View[Any]] = []
    for number, view in enumerate(views() if len(cuts) >= WINDOWS * 2 else (), 1):
        if number * WINDOWS // len(cuts) > len(windows):
            windows.append(view)
        yield b""
    for reduced in _REDUCED:
        camera = Camera(game, painter, names, end, len(cuts), windows)
        reel = Reel(camera.screen, palette, most=most, reduced=reduced)
        for cut, view in zip(cuts, views(), strict=True):
            if shot := camera.take(cut, view):
                reel.add(shot)
            yield b""
        reel.add(camera.closing())
        if not reel.is_too_long:
            break
    yield reel.close()


class Reel:
    """An animated file in the making. Mutable: it grows by one frame at a time.

    All frames have the size and colors of the ``screen``. ``most`` is how many bytes the file may have: what comes
    after that is left out, and ``is_too_long`` says so.
    """

    def __init__(self, screen: Shot, palette: Palette = "paper", *, most: int, reduced: int) -> None:
        picture = screen.picture
        self._size = WIDTH // reduced, round(CAPTION + picture.height - screen.top) // reduced
        self._palette, self._ground = picture.palette[:TRANSPARENT], picture.ground
        self._reduced, self._most = reduced, most
        self._parts = [opening(*self._size, tuple(recolored(color, palette) for color in self._palette))]
        self._bytes = len(self._parts[0]) + len(ending())
        self._shown: Image.Image | None = None
        self.is_too_long = False

    def add(self, shot: Shot) -> None:
        """One more frame; some 50 ms, mostly outside the interpreter's lock."""
        if self.is_too_long:
            return
        image = self._indexed(self._composed(shot))
        left, top, part = _changed(self._shown, image)
        packed = BytesIO()
        part.save(packed, "GIF", optimize=False, interlace=0)
        made = frame(packed.getvalue(), left, top, shot.seconds)
        self._bytes += len(made)
        if self._bytes > self._most:
            self.is_too_long = True
            return
        self._parts.append(made)
        self._shown = image

    def close(self) -> bytes:
        """The whole file."""
        return b"".join((*self._parts, ending()))

    def _composed(self, shot: Shot) -> Image.Image:
        """Caption and picture on the film's ground."""
        image = Image.new("RGB", self._size, self._ground)
        caption = _reduced(shot.caption, 0, self._reduced)
        image.paste(caption, (0, 0))
        picture = _reduced(shot.picture, round(shot.top), self._reduced)
        room = self._size[1] - caption.height
        if shot.whole and picture.height > room:
            picture = picture.resize((picture.width * room // picture.height, room), Image.Resampling.HAMMING)
        image.paste(picture, ((self._size[0] - picture.width) // 2, caption.height))
        return image

    def _indexed(self, image: Image.Image) -> Image.Image:
        indexed = image.quantize(palette=carrier(self._palette), dither=Image.Dither.NONE)
        indexed.putpalette(palette_bytes(self._palette))
        return indexed


def _reduced(scene: Scene, top: int, times: int) -> Image.Image:
    """A scene from ``top`` on, so many times smaller."""
    image = painted(scene).colored()
    return image.reduce(times, (0, top, image.width // times * times, image.height))


def _changed(before: Image.Image | None, now: Image.Image) -> tuple[int, int, Image.Image]:
    """The rectangle that differs, and where it lies; in it, what is as before is transparent."""
    if before is None:
        return 0, 0, now
    difference = ImageChops.difference(_plain(before), _plain(now))
    box = difference.getbbox() or (0, 0, 1, 1)
    part = now.crop(box)
    same = difference.crop(box).point([255, *[0] * 255])
    part.paste(TRANSPARENT, (0, 0, *part.size), same)
    return box[0], box[1], part


def _plain(image: Image.Image) -> Image.Image:
    """The palette indices as numbers."""
    return Image.frombytes("L", image.size, image.tobytes())
