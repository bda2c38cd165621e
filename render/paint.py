"""Scene to pixels; only ``fonts.py``, ``files.py`` and ``reel.py`` import PIL as well. It knows no title and no state.

Every sprite and label is drawn once at twice its size, reduced, and kept; a picture is put together by pasting them,
brought onto its fixed palette and written to a file. The kept stamps are shared by all threads, behind a lock.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import lru_cache
from math import ceil, floor
from typing import NamedTuple

import msgspec
from msgspec.structs import replace
from PIL import Image, ImageDraw

from engine.kit.kept import BUDGET, Kept
from render.files import written
from render.flat import halved, is_flat
from render.ink import bounds, draw_on, first_color
from render.labels import alt_text
from render.palette import rgb
from render.scene import Box, Color, Disc, Group, Line, Placed, Scene, Shape, Sheet, Sprite, Text, Veil
from render.style import PLAIN, Form, Style, enlarged, in_rows, recolored

_SCALE = 2
_MASK = "#FFFFFF"
"""The ink of words kept as masks."""
_PIECE = 480
"""px; a sheet is drawn in squares of this side, of which most are empty."""
_HALVES = 2
_PAGE, _BESIDE = 4_096, 2_000
"""Bytes: Pillow takes whole pages for pixels; what a stamp and the shape it is found by take besides, about."""


class Picture(msgspec.Struct, frozen=True):
    """A finished picture: a file's name without ending, its bytes, and the state in words, as many as there are."""

    name: str
    file: bytes
    words: str
    form: Form = "png"

    @property
    def alt(self) -> str:
        """The words as long as Discord takes an alt text: at most 1,024 characters."""
        return alt_text(self.words)


class _Stamp(NamedTuple):
    """Pixels ready to paste, with their top left corner's offset; ``solid`` ones need no mask."""

    image: Image.Image
    x: int
    y: int
    solid: bool


_stamps: Kept[Shape, _Stamp] = Kept(BUDGET, lambda stamp: _weight(stamp))


def _stamp(shape: Shape) -> _Stamp:
    return _stamps.get(shape, lambda: _stamped(shape))


def draw(scene: Scene, style: Style = PLAIN) -> Picture:
    """Paints a scene: some 10 ms of CPU, 100 ms at first, most of it outside the interpreter's lock. For a thread."""
    return _picture(scene.name, _indexed(scene), scene, style, scene.alt)


def draw_parts(scene: Scene, style: Style, *, halves: bool = False) -> tuple[Picture, ...]:
    """A scene as one reader wants it: one picture, or its parts, of which the first has the words."""
    if not (style.large or style.wide or scene.halved):
        return (draw(scene, style),)
    indexed, things = _indexed(scene), tuple(_things(scene))
    if style.large:
        parts = enlarged(scene.width, scene.height, _body(scene, indexed), things, halves=halves)
    else:
        parts = in_rows(scene.width, scene.height, things, rows=_HALVES if scene.halved else 0)
    if len(parts) == 1 and not style.large:
        return (draw(scene, style),)
    pictures = []
    for number, part in enumerate(parts, 1):
        right, bottom = part.x + part.w, part.y + part.h
        cut = indexed.crop((part.x, part.y, right, bottom))
        alt = f"The same picture, part {number} of {len(parts)}: {part.words}."
        words = scene.alt if number == 1 else alt
        pictures.append(_picture(f"{scene.name}-{number}", cut, scene, style, words))
    return tuple(pictures)


_Pixels = tuple[int, int, int, int]
"""Left, top, right and bottom of a part of a picture."""


def _body(scene: Scene, indexed: Image.Image) -> _Pixels | None:
    """The box of all that is drawn below the header; None where a picture has no header or nothing below it."""
    ground = next(iter(scene.layer("header")), None)
    if not isinstance(ground, Box) or scene.ground not in scene.palette:
        return None
    top = round(ground.y + ground.h)
    rest = indexed.crop((0, top, *indexed.size))
    empty = scene.palette.index(scene.ground)
    inked = [0 if i == empty else 255 for i in range(256)]
    drawn = Image.frombytes("L", rest.size, rest.tobytes()).point(inked)
    box = drawn.getbbox()
    if box is None:
        return None
    left, upper, right, lower = box
    return left, upper + top, right, lower + top


def _things(scene: Scene) -> Iterator[tuple[float, float, float, float]]:
    """The boxes of what should not be cut; of a map its words and hexes."""
    for layer in scene.layers:
        for shape in layer.shapes:
            if isinstance(shape, Sheet):
                yield from (bounds(part) for part in shape.shapes if not isinstance(part, Line))
            elif not isinstance(shape, Veil):
                yield bounds(shape)


def _indexed(scene: Scene) -> Image.Image:
    return compose(scene).quantize(palette=carrier(scene.palette), dither=Image.Dither.NONE)


def _picture(name: str, indexed: Image.Image, scene: Scene, style: Style, words: str) -> Picture:
    """Pixels of the scene as a file, in the wanted colors."""
    colors = [recolored(color, style.palette) for color in scene.palette]
    return Picture(name, written(indexed, colors, style.form), words, style.form)


def compose(scene: Scene) -> Image.Image:
    """The scene in full color."""
    image = Image.new("RGB", (scene.width, scene.height), scene.ground)
    for layer in scene.layers:
        for shape in layer.shapes:
            _put(image, shape)
    return image


def _put(image: Image.Image, shape: Shape) -> None:
    match shape:
        case Placed(x=x, y=y, sprite=sprite):
            _paste(image, _stamp(sprite), round(x), round(y))
        case Group(shapes=shapes):
            for part in shapes:
                _put(image, part)
        case Sheet():
            _put_sheet(image, shape)
        case Text(halo=""):
            _put_text(image, shape)
        case Box(fill=str(fill), line=0, radius=0):
            image.paste(fill, _pixels(shape))
        case Veil(color=color, share=share):
            image.paste(image.crop(_pixels(shape)).point(_veiled(color, share)), _pixels(shape))
        case Box() if _has_whole_edges(shape):
            _put_box(image, shape)
        case Box(x=x, y=y) | Disc(x=x, y=y):
            left, top = floor(x), floor(y)
            _paste(image, _stamp(replace(shape, x=x - left, y=y - top)), left, top)
        case _:
            _paste(image, _stamp(shape), 0, 0)


def _put_sheet(image: Image.Image, sheet: Sheet) -> None:
    """Piece by piece, what is there already is doubled, drawn upon and reduced; where nothing is drawn it stays."""
    bounded = [(bounds(shape), shape) for shape in sheet.shapes]
    right, bottom = sheet.x + sheet.w, sheet.y + sheet.h
    for top in range(sheet.y, bottom, _PIECE):
        lower = min(top + _PIECE, bottom)
        end = top + _PIECE
        row = [(box, shape) for box, shape in bounded if box[1] < end and box[3] > top]
        for left in range(sheet.x, right, _PIECE) if row else ():
            here = [shape for box, shape in row if box[0] < left + _PIECE and box[2] > left]
            if here:
                _put_piece(image, here, (left, top, min(left + _PIECE, right), lower))


def _put_piece(image: Image.Image, shapes: Iterable[Shape], box: _Pixels) -> None:
    left, top, right, bottom = box
    size = (right - left) * _SCALE, (bottom - top) * _SCALE
    canvas = image.crop(box).resize(size, Image.Resampling.NEAREST)
    pen = ImageDraw.Draw(canvas)
    for shape in shapes:
        draw_on(pen, shape, -left, -top)
    image.paste(canvas.reduce(_SCALE), (left, top))


def _put_text(image: Image.Image, text: Text) -> None:
    """Words are kept as masks, which serve every color."""
    left, top = floor(text.x), floor(text.y)
    stamp = _stamp(replace(text, x=text.x - left, y=text.y - top, ink=_MASK))
    x, y, mask = left + stamp.x, top + stamp.y, stamp.image
    image.paste(text.ink, (x, y, x + mask.width, y + mask.height), mask)


def _has_whole_edges(box: Box) -> bool:
    """Whether only a box's corners need soft edges, and it is large enough to draw them apart from the rest."""
    corner = _corner(box)
    measures = (box.x, box.y, box.w, box.h, box.line)
    return all(value == int(value) for value in measures) and min(box.w, box.h) > 2 * corner


def _put_box(image: Image.Image, box: Box) -> None:
    """A large box with an outline: plain rectangles, and four corners cut from a small box of the same make."""
    x, y, right, bottom = _pixels(box)
    line, c = int(box.line), _corner(box)
    if box.fill:
        image.paste(box.fill, (x + c, y + line, right - c, bottom - line))
        image.paste(box.fill, (x + line, y + c, x + c, bottom - c))
        image.paste(box.fill, (right - c, y + c, right - line, bottom - c))
    if box.ink and line:
        image.paste(box.ink, (x + c, y, right - c, y + line))
        image.paste(box.ink, (x + c, bottom - line, right - c, bottom))
        image.paste(box.ink, (x, y + c, x + line, bottom - c))
        image.paste(box.ink, (right - line, y + c, right, bottom - c))
    corners = replace(box, x=0, y=0, w=2 * c, h=2 * c)
    small = _stamp(corners).image
    for left, at in ((0, x), (c, right - c)):
        for top, down in ((0, y), (c, bottom - c)):
            part = small.crop((left, top, left + c, top + c))
            image.paste(part, (at, down), part)


def _corner(box: Box) -> int:
    """The side of the square that holds a corner's curve, in px."""
    return ceil(max(box.radius, box.line)) + 1


def _paste(image: Image.Image, stamp: _Stamp, x: int, y: int) -> None:
    mask = None if stamp.solid else stamp.image
    image.paste(stamp.image, (x + stamp.x, y + stamp.y), mask)


def _pixels(box: Box | Veil) -> _Pixels:
    left, top = round(box.x), round(box.y)
    return left, top, round(box.x + box.w), round(box.y + box.h)


def _stamped(shape: Shape) -> _Stamp:
    """Draws a shape at twice its size and reduces it."""
    ground = shape.ground if isinstance(shape, Sprite) else None
    left, top, right, bottom = bounds(shape)
    x, y = floor(left), floor(top)
    size = max(1, ceil(right) - x) * _SCALE, max(1, ceil(bottom) - y) * _SCALE
    reduced = halved(_inked(shape, size, x, y, ground))
    if isinstance(shape, Sprite) and shape.turned:
        reduced = reduced.transpose(Image.Transpose.ROTATE_180)
    if isinstance(shape, Text) and (inked := reduced.getbbox()):  # most of a word's box is empty
        return _Stamp(reduced.crop(inked), x + inked[0], y + inked[1], solid=False)
    return _Stamp(reduced, x, y, ground is not None)


def _inked(shape: Shape, size: tuple[int, int], x: int, y: int, ground: Color | None) -> Image.Image:
    """The shape at twice its size; ``x`` and ``y`` are its corner."""
    if ground and is_flat(shape):
        canvas = Image.new("P", size, rgb(ground))
        with suppress(ValueError):  # more colors than a byte tells apart
            draw_on(ImageDraw.Draw(canvas), shape, -x, -y)
            return canvas
    canvas = _canvas(shape, size, ground)
    draw_on(ImageDraw.Draw(canvas), shape, -x, -y)
    return canvas


def _canvas(shape: Shape, size: tuple[int, int], ground: Color | None) -> Image.Image:
    """The canvas on which a stamp is drawn in full color: on its ground, as a mask, or on nothing."""
    if isinstance(shape, Text) and not shape.halo:
        return Image.new("L", size, 0)
    if ground:
        return Image.new("RGB", size, ground)
    return Image.new("RGBA", size, (*rgb(first_color(shape)), 0))


@lru_cache(64)
def _veiled(color: Color, share: float) -> list[int]:
    """A table of the values of red, green, and blue under a veil: it takes half the time of a mask."""
    part = round(255 * share)
    veil = [own * part for own in rgb(color)]
    return [round((value * (255 - part) + own) / 255) for own in veil for value in range(256)]


def _weight(stamp: _Stamp) -> int:
    """Bytes that a stamp takes."""
    pixels = stamp.image.width * stamp.image.height * (1 if stamp.image.mode == "L" else 4)
    return -(-pixels // _PAGE) * _PAGE + _BESIDE


@lru_cache(16)
def carrier(colors: tuple[Color, ...]) -> Image.Image:
    """A picture that carries a palette, as ``quantize`` wants it."""
    empty = Image.new("P", (1, 1))
    filled = (*colors, *[colors[0]] * (256 - len(colors)))
    empty.putpalette([value for color in filled for value in rgb(color)])
    return empty
