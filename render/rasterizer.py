"""Converts a scene to pixels.

Every sprite and label is drawn once at twice its size, reduced, and cached; a picture is composed from them, as numbers
of its fixed palette, and written to a file. The cached stamps are shared by all threads, behind a lock.
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

from engine.kit.sized_cache import SizedCache
from render.area_raster import halve, has_no_text
from render.canvas import PICTURE_BUDGET, Canvas, Pixels, image_weight
from render.display_options import DEFAULT_OPTIONS, DisplayOptions, large_print_parts, recolor, split_into_rows
from render.palette import rgb
from render.png import encode_png
from render.scene import Box, Color, Disc, Group, Line, Placed, Scene, Shape, Sheet, Sprite, Text, Veil
from render.stroke_raster import LineSection, any_color, draw_section, draw_shape, shape_bounds, split_long_line
from render.text_fitting import truncate_alt_text

_SCALE = 2
_MASK = "#FFFFFF"
"""The ink of words kept as masks."""
_PIECE = 240
"""px; a sheet is drawn in squares of this side, of which most are empty or as they were a move ago."""
_HALVES = 2


class Picture(msgspec.Struct, frozen=True):
    """A finished picture: a file name without ending, PNG bytes, and the whole alt text."""

    name: str
    file: bytes
    words: str

    @property
    def alt(self) -> str:
        """The alt text within Discord's limit of 1,024 characters."""
        return truncate_alt_text(self.words)


class _Stamp(NamedTuple):
    """Pixels ready to paste, with their top left corner's offset."""

    image: Image.Image
    x: int
    y: int


_stamps: SizedCache[Shape, _Stamp] = SizedCache(PICTURE_BUDGET, lambda stamp: image_weight(stamp.image))


def _stamp_of(shape: Shape) -> _Stamp:
    return _stamps.get(shape, lambda: _make_stamp(shape))


def render_scene(scene: Scene, style: DisplayOptions = DEFAULT_OPTIONS) -> Picture:
    """Paints a scene: some 10 ms of CPU, 100 ms at first, most of it outside the interpreter's lock. For a thread."""
    return _encode_picture(scene.name, _crop_to_window(scene, rasterize(scene).numbers), scene, style, scene.alt)


def _crop_to_window(scene: Scene, indexed: Image.Image) -> Image.Image:
    """The pixels of the part that is shown; beyond the picture is its ground."""
    if scene.window is None:
        return indexed
    x, y, wide, high = scene.window
    cropped = Image.new(indexed.mode, (wide, high), scene.palette.index(scene.ground))
    cropped.paste(indexed, (-x, -y))
    return cropped


def render_parts(scene: Scene, style: DisplayOptions, *, halves: bool = False) -> tuple[Picture, ...]:
    """A scene for one reader's options: one picture, or its parts, the first of which has the alt text."""
    if scene.window is not None or not (style.large or style.wide or scene.halved):
        return (render_scene(scene, style),)
    indexed, things = rasterize(scene).numbers, tuple(_uncuttable_boxes(scene))
    if style.large:
        parts = large_print_parts(scene.width, scene.height, _body_box(scene, indexed), things, halves=halves)
    else:
        parts = split_into_rows(scene.width, scene.height, things, rows=_HALVES if scene.halved else 0)
    if len(parts) == 1 and not style.large:
        return (render_scene(scene, style),)
    pictures = []
    for number, part in enumerate(parts, 1):
        right, bottom = part.x + part.w, part.y + part.h
        cut = indexed.crop((part.x, part.y, right, bottom))
        alt = f"The same picture, part {number} of {len(parts)}: {part.words}."
        words = scene.alt if number == 1 else alt
        pictures.append(_encode_picture(f"{scene.name}-{number}", cut, scene, style, words))
    return tuple(pictures)


def _body_box(scene: Scene, indexed: Image.Image) -> Pixels | None:
    """The box of all that is drawn below the header; None where a picture has no header or nothing below it."""
    ground = next(iter(scene.shapes_of_layer("header")), None)
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


def _uncuttable_boxes(scene: Scene) -> Iterator[tuple[float, float, float, float]]:
    """The boxes of what should not be cut; of a map its words and hexes."""
    for layer in scene.layers:
        for shape in layer.shapes:
            if isinstance(shape, Sheet):
                yield from (shape_bounds(part) for part in shape.shapes if not isinstance(part, Line))
            elif not isinstance(shape, Veil):
                yield shape_bounds(shape)


def _encode_picture(name: str, indexed: Image.Image, scene: Scene, style: DisplayOptions, words: str) -> Picture:
    """Pixels of the scene as a file, in the wanted colors."""
    colors = tuple([recolor(color, style.palette) for color in scene.palette])
    rows = indexed.crop((-1, 0, *indexed.size))  # a leading 0 in each row: “no filter”
    return Picture(name, encode_png(rows.tobytes(), *indexed.size, colors, packing=style.packing), words)


def rasterize(scene: Scene) -> Canvas:
    """The scene as numbers of its palette."""
    canvas = Canvas((scene.width, scene.height), scene.ground, scene.palette)
    for layer in scene.layers:
        for shape in layer.shapes:
            _paint_shape(canvas, shape)
    return canvas


def _paint_shape(canvas: Canvas, shape: Shape) -> None:
    match shape:
        case Placed(x=x, y=y, sprite=sprite) if sprite.ground:
            _, _, wide, high = _pixel_extent(sprite)
            left, top = round(x), round(y)
            canvas.paste(sprite, (left, top, left + wide, top + high), lambda: _make_stamp(sprite).image)
        case Placed(x=x, y=y, sprite=sprite):
            _paint_stamp(canvas, sprite, round(x), round(y))
        case Group(shapes=shapes):
            for part in shapes:
                _paint_shape(canvas, part)
        case Sheet():
            _paint_sheet(canvas, shape)
        case Text():
            _paint_text(canvas, shape)
        case Box(fill=str(fill), line=0, radius=0):
            canvas.fill(fill, _pixel_box(shape))
        case Veil(color=color, share=share):
            canvas.recolor(_pixel_box(shape), (color, share), lambda image: image.point(_veil_table(color, share)))
        case Box() if _has_whole_edges(shape):
            _paint_box(canvas, shape)
        case Box(x=x, y=y) | Disc(x=x, y=y):
            left, top = floor(x), floor(y)
            _paint_stamp(canvas, replace(shape, x=x - left, y=y - top), left, top)
        case _:
            _paint_stamp(canvas, shape, 0, 0)


def _paint_stamp(canvas: Canvas, shape: Shape, x: int, y: int) -> None:
    left, top, wide, high = _pixel_extent(shape)
    box = x + left, y + top, x + left + wide, y + top + high
    canvas.paint(shape, box, lambda below: _paste_stamp(below, _stamp_of(shape).image))


def _paste_stamp(below: Image.Image, stamp: Image.Image) -> Image.Image:
    return _paste_masked(below, stamp, stamp)


def _paste_masked(below: Image.Image, paint: Image.Image | Color, mask: Image.Image) -> Image.Image:
    below.paste(paint, (0, 0, *mask.size), mask)
    return below


def _paint_sheet(canvas: Canvas, sheet: Sheet) -> None:
    """Piece by piece; where nothing is drawn it stays."""
    bounded = [part for shape in sheet.shapes for part in split_long_line(shape)]
    right, bottom = sheet.x + sheet.w, sheet.y + sheet.h
    for top in range(sheet.y, bottom, _PIECE):
        lower = min(top + _PIECE, bottom)
        end = top + _PIECE
        row = [(box, shape) for box, shape in bounded if box[1] < end and box[3] > top]
        for left in range(sheet.x, right, _PIECE) if row else ():
            here = [shape for box, shape in row if box[0] < left + _PIECE and box[2] > left]
            if here:
                box = left, top, min(left + _PIECE, right), lower
                cache_key = sha256(msgspec.msgpack.encode((left, top, here))).digest()
                canvas.paint(cache_key, box, partial(_draw_on_piece, shapes=here, left=left, top=top))


def _draw_on_piece(below: Image.Image, shapes: Sequence[Shape | LineSection], left: int, top: int) -> Image.Image:
    """A piece of a picture, whose corner lies there: doubled, drawn upon and reduced."""
    size = below.width * _SCALE, below.height * _SCALE
    canvas = below.resize(size, Image.Resampling.NEAREST)
    pen = ImageDraw.Draw(canvas)
    for shape in shapes:
        if isinstance(shape, LineSection):
            draw_section(pen, shape, -left, -top)
        else:
            draw_shape(pen, shape, -left, -top)
    return canvas.reduce(_SCALE)


def _paint_text(canvas: Canvas, text: Text) -> None:
    """Words without a rim are kept as masks, which serve every color."""
    left, top = floor(text.x), floor(text.y)
    words = replace(text, x=text.x - left, y=text.y - top, ink=text.ink if text.halo else _MASK)
    stamp = _stamp_of(words)
    x, y, image = left + stamp.x, top + stamp.y, stamp.image
    box = x, y, x + image.width, y + image.height
    canvas.paint((words, text.ink), box, lambda below: _paste_masked(below, image if text.halo else text.ink, image))


def _has_whole_edges(box: Box) -> bool:
    """Whether only a box's corners need soft edges, and it is large enough to draw them apart from the rest."""
    corner = _corner_size(box)
    measures = (box.x, box.y, box.w, box.h, box.line)
    return all(value == int(value) for value in measures) and min(box.w, box.h) > 2 * corner


def _paint_box(canvas: Canvas, box: Box) -> None:
    """A large box with an outline: plain rectangles, and four corners cut from a small box of the same make."""
    x, y, right, bottom = _pixel_box(box)
    line, c = int(box.line), _corner_size(box)
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
            canvas.paint((corners, cut), (at, down, at + c, down + c), partial(_paste_corner, corners=corners, cut=cut))


def _paste_corner(below: Image.Image, corners: Box, cut: Pixels) -> Image.Image:
    return _paste_stamp(below, _stamp_of(corners).image.crop(cut))


def _corner_size(box: Box) -> int:
    """The side of the square that holds a corner's curve, in px."""
    return ceil(max(box.radius, box.line)) + 1


def _pixel_box(box: Box | Veil) -> Pixels:
    left, top = round(box.x), round(box.y)
    return left, top, round(box.x + box.w), round(box.y + box.h)


def _pixel_extent(shape: Shape) -> Pixels:
    """Left, top, width and height of a shape in whole px."""
    left, top, right, bottom = shape_bounds(shape)
    x, y = floor(left), floor(top)
    return x, y, max(1, ceil(right) - x), max(1, ceil(bottom) - y)


def _make_stamp(shape: Shape) -> _Stamp:
    """Draw a shape at twice its size and reduces it."""
    ground = shape.ground if isinstance(shape, Sprite) else None
    x, y, wide, high = _pixel_extent(shape)
    reduced = halve(_draw_doubled(shape, (wide * _SCALE, high * _SCALE), x, y, ground))
    if isinstance(shape, Sprite) and shape.turned:
        reduced = reduced.transpose(Image.Transpose.ROTATE_180)
    if isinstance(shape, Text) and (inked := reduced.getbbox()):  # most of a word's box is empty
        return _Stamp(reduced.crop(inked), x + inked[0], y + inked[1])
    return _Stamp(reduced, x, y)


def _draw_doubled(shape: Shape, size: tuple[int, int], x: int, y: int, ground: Color | None) -> Image.Image:
    """The shape at twice its size; ``x`` and ``y`` are its corner."""
    if ground and has_no_text(shape):
        canvas = Image.new("P", size, rgb(ground))
        with suppress(ValueError):  # more colors than a byte tells apart
            draw_shape(ImageDraw.Draw(canvas), shape, -x, -y)
            return canvas
    canvas = _empty_canvas(shape, size, ground)
    draw_shape(ImageDraw.Draw(canvas), shape, -x, -y)
    return canvas


def _empty_canvas(shape: Shape, size: tuple[int, int], ground: Color | None) -> Image.Image:
    """The canvas on which a stamp is drawn in full color: on its ground, as a mask, or on nothing."""
    if isinstance(shape, Text) and not shape.halo:
        return Image.new("L", size, 0)
    if ground:
        return Image.new("RGB", size, ground)
    return Image.new("RGBA", size, (*rgb(any_color(shape)), 0))


@lru_cache(64)
def _veil_table(color: Color, share: float) -> list[int]:
    """A table of the values of red, green, and blue under a veil: it takes half the time of a mask."""
    part = round(255 * share)
    veil = [own * part for own in rgb(color)]
    return [round((value * (255 - part) + own) / 255) for own in veil for value in range(256)]
