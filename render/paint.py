"""Scene to pixels. It knows no title and no state.

Every sprite and label is drawn once at twice its size, reduced, and kept; a picture is put together from them, as
numbers of its fixed palette, and written to a file. The kept stamps are shared by all threads, behind a lock.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import lru_cache, partial
from hashlib import sha256
from math import ceil, floor
from typing import NamedTuple

import msgspec
from msgspec.structs import replace
from PIL import Image, ImageDraw

from engine.kit.kept import Kept
from render.canvas import PICTURES, Canvas, Pixels, weight
from render.flat import halved, is_flat
from render.ink import Section, bounds, draw_on, draw_section, drawn_parts, first_color
from render.labels import alt_text
from render.palette import rgb
from render.png import png
from render.scene import Box, Color, Disc, Group, Line, Placed, Scene, Shape, Sheet, Sprite, Text, Veil
from render.style import PLAIN, Style, enlarged, in_rows, recolored

_SCALE = 2
_MASK = "#FFFFFF"
"""The ink of words kept as masks."""
_PIECE = 240
"""px; a sheet is drawn in squares of this side, of which most are empty or as they were a move ago."""
_HALVES = 2


class Picture(msgspec.Struct, frozen=True):
    """A finished picture: a PNG file's name without ending, its bytes, and the state in words, as many as there are."""

    name: str
    file: bytes
    words: str

    @property
    def alt(self) -> str:
        """The words as long as Discord takes an alt text: at most 1,024 characters."""
        return alt_text(self.words)


class _Stamp(NamedTuple):
    """Pixels ready to paste, with their top left corner's offset."""

    image: Image.Image
    x: int
    y: int


_stamps: Kept[Shape, _Stamp] = Kept(PICTURES, lambda stamp: weight(stamp.image))


def _stamp(shape: Shape) -> _Stamp:
    return _stamps.get(shape, lambda: _stamped(shape))


def draw(scene: Scene, style: Style = PLAIN) -> Picture:
    """Paints a scene: some 10 ms of CPU, 100 ms at first, most of it outside the interpreter's lock. For a thread."""
    return _picture(scene.name, _shown_part(scene, painted(scene).numbers), scene, style, scene.alt)


def _shown_part(scene: Scene, indexed: Image.Image) -> Image.Image:
    """The pixels of the part that is shown; beyond the picture is its ground."""
    if scene.window is None:
        return indexed
    x, y, wide, high = scene.window
    shown = Image.new(indexed.mode, (wide, high), scene.palette.index(scene.ground))
    shown.paste(indexed, (-x, -y))
    return shown


def draw_parts(scene: Scene, style: Style, *, halves: bool = False) -> tuple[Picture, ...]:
    """A scene as one reader wants it: one picture, or its parts, of which the first has the words."""
    if scene.window is not None or not (style.large or style.wide or scene.halved):
        return (draw(scene, style),)
    indexed, things = painted(scene).numbers, tuple(_things(scene))
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


def _body(scene: Scene, indexed: Image.Image) -> Pixels | None:
    """The box of all that is drawn below the header; None where a picture has no header or nothing below it."""
    ground = next(iter(scene.layer("header")), None)
    if not isinstance(ground, Box) or scene.ground not in scene.palette:
        return None
    top = round(ground.y + ground.h)
    empty = scene.palette.index(scene.ground)
    inked = [0 if i == empty else 255 for i in range(256)]
    box = indexed.crop((0, top, *indexed.size)).point(inked).getbbox()
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


def _picture(name: str, indexed: Image.Image, scene: Scene, style: Style, words: str) -> Picture:
    """Pixels of the scene as a file, in the wanted colors."""
    colors = tuple([recolored(color, style.palette) for color in scene.palette])
    rows = indexed.crop((-1, 0, *indexed.size))  # a leading 0 in each row: “no filter”
    return Picture(name, png(rows.tobytes(), *indexed.size, colors, packing=style.packing), words)


def painted(scene: Scene) -> Canvas:
    """The scene as numbers of its palette."""
    canvas = Canvas((scene.width, scene.height), scene.ground, scene.palette)
    for layer in scene.layers:
        for shape in layer.shapes:
            _put(canvas, shape)
    return canvas


def _put(canvas: Canvas, shape: Shape) -> None:
    match shape:
        case Placed(x=x, y=y, sprite=sprite) if sprite.ground:
            _, _, wide, high = _extent(sprite)
            left, top = round(x), round(y)
            canvas.lay(sprite, (left, top, left + wide, top + high), lambda: _stamped(sprite).image)
        case Placed(x=x, y=y, sprite=sprite):
            _put_stamp(canvas, sprite, round(x), round(y))
        case Group(shapes=shapes):
            for part in shapes:
                _put(canvas, part)
        case Sheet():
            _put_sheet(canvas, shape)
        case Text():
            _put_text(canvas, shape)
        case Box(fill=str(fill), line=0, radius=0):
            canvas.fill(fill, _pixels(shape))
        case Veil(color=color, share=share):
            canvas.change(_pixels(shape), (color, share), lambda image: image.point(_veiled(color, share)))
        case Box() if _has_whole_edges(shape):
            _put_box(canvas, shape)
        case Box(x=x, y=y) | Disc(x=x, y=y):
            left, top = floor(x), floor(y)
            _put_stamp(canvas, replace(shape, x=x - left, y=y - top), left, top)
        case _:
            _put_stamp(canvas, shape, 0, 0)


def _put_stamp(canvas: Canvas, shape: Shape, x: int, y: int) -> None:
    left, top, wide, high = _extent(shape)
    box = x + left, y + top, x + left + wide, y + top + high
    canvas.paint(shape, box, lambda below: _stamped_upon(below, _stamp(shape).image))


def _stamped_upon(below: Image.Image, stamp: Image.Image) -> Image.Image:
    return _over(below, stamp, stamp)


def _over(below: Image.Image, paint: Image.Image | Color, mask: Image.Image) -> Image.Image:
    below.paste(paint, (0, 0, *mask.size), mask)
    return below


def _put_sheet(canvas: Canvas, sheet: Sheet) -> None:
    """Piece by piece; where nothing is drawn it stays."""
    bounded = [part for shape in sheet.shapes for part in drawn_parts(shape)]
    right, bottom = sheet.x + sheet.w, sheet.y + sheet.h
    for top in range(sheet.y, bottom, _PIECE):
        lower = min(top + _PIECE, bottom)
        end = top + _PIECE
        row = [(box, shape) for box, shape in bounded if box[1] < end and box[3] > top]
        for left in range(sheet.x, right, _PIECE) if row else ():
            here = [shape for box, shape in row if box[0] < left + _PIECE and box[2] > left]
            if here:
                box = left, top, min(left + _PIECE, right), lower
                drawn = sha256(msgspec.msgpack.encode((left, top, here))).digest()
                canvas.paint(drawn, box, partial(_drawn_upon, shapes=here, left=left, top=top))


def _drawn_upon(below: Image.Image, shapes: Sequence[Shape | Section], left: int, top: int) -> Image.Image:
    """A piece of a picture, whose corner lies there: doubled, drawn upon and reduced."""
    size = below.width * _SCALE, below.height * _SCALE
    canvas = below.resize(size, Image.Resampling.NEAREST)
    pen = ImageDraw.Draw(canvas)
    for shape in shapes:
        if isinstance(shape, Section):
            draw_section(pen, shape, -left, -top)
        else:
            draw_on(pen, shape, -left, -top)
    return canvas.reduce(_SCALE)


def _put_text(canvas: Canvas, text: Text) -> None:
    """Words without a rim are kept as masks, which serve every color."""
    left, top = floor(text.x), floor(text.y)
    words = replace(text, x=text.x - left, y=text.y - top, ink=text.ink if text.halo else _MASK)
    stamp = _stamp(words)
    x, y, image = left + stamp.x, top + stamp.y, stamp.image
    box = x, y, x + image.width, y + image.height
    canvas.paint((words, text.ink), box, lambda below: _over(below, image if text.halo else text.ink, image))


def _has_whole_edges(box: Box) -> bool:
    """Whether only a box's corners need soft edges, and it is large enough to draw them apart from the rest."""
    corner = _corner(box)
    measures = (box.x, box.y, box.w, box.h, box.line)
    return all(value == int(value) for value in measures) and min(box.w, box.h) > 2 * corner


def _put_box(canvas: Canvas, box: Box) -> None:
    """A large box with an outline: plain rectangles, and four corners cut from a small box of the same make."""
    x, y, right, bottom = _pixels(box)
    line, c = int(box.line), _corner(box)
    if box.fill:
        canvas.fill(box.fill, (x + c, y + line, right - c, bottom - line))
        canvas.fill(box.fill, (x + line, y + c, x + c, bottom - c))
        canvas.fill(box.fill, (right - c, y + c, right - line, bottom - c))
    if box.ink and line:
        canvas.fill(box.ink, (x + c, y, right - c, y + line))
        canvas.fill(box.ink, (x + c, bottom - line, right - c, bottom))
        canvas.fill(box.ink, (x, y + c, x + line, bottom - c))
        canvas.fill(box.ink, (right - line, y + c, right, bottom - c))
    corners = replace(box, x=0, y=0, w=2 * c, h=2 * c)
    for left, at in ((0, x), (c, right - c)):
        for top, down in ((0, y), (c, bottom - c)):
            cut = left, top, left + c, top + c
            canvas.paint((corners, cut), (at, down, at + c, down + c), partial(_cornered, corners=corners, cut=cut))


def _cornered(below: Image.Image, corners: Box, cut: Pixels) -> Image.Image:
    return _stamped_upon(below, _stamp(corners).image.crop(cut))


def _corner(box: Box) -> int:
    """The side of the square that holds a corner's curve, in px."""
    return ceil(max(box.radius, box.line)) + 1


def _pixels(box: Box | Veil) -> Pixels:
    left, top = round(box.x), round(box.y)
    return left, top, round(box.x + box.w), round(box.y + box.h)


def _extent(shape: Shape) -> Pixels:
    """Left, top, width and height of a shape in whole px."""
    left, top, right, bottom = bounds(shape)
    x, y = floor(left), floor(top)
    return x, y, max(1, ceil(right) - x), max(1, ceil(bottom) - y)


def _stamped(shape: Shape) -> _Stamp:
    """Draws a shape at twice its size and reduces it."""
    ground = shape.ground if isinstance(shape, Sprite) else None
    x, y, wide, high = _extent(shape)
    reduced = halved(_inked(shape, (wide * _SCALE, high * _SCALE), x, y, ground))
    if isinstance(shape, Sprite) and shape.turned:
        reduced = reduced.transpose(Image.Transpose.ROTATE_180)
    if isinstance(shape, Text) and (inked := reduced.getbbox()):  # most of a word's box is empty
        return _Stamp(reduced.crop(inked), x + inked[0], y + inked[1])
    return _Stamp(reduced, x, y)


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
