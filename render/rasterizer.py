"""Rasterization: the conversion of a scene to pixels.

Every sprite and label is drawn once at twice its size, reduced, and cached as a bitmap. A picture is composed of
bitmaps, as indices of its palette, and written to a file. All threads share the cached bitmaps.
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
from render.canvas import PICTURE_BUDGET, Canvas, Pixels, image_size_bytes
from render.display_options import DEFAULT_OPTIONS, DisplayOptions, large_print_parts, recolor, split_into_rows
from render.palette import rgb
from render.png import encode_png
from render.scene import Box, Color, Disc, Group, Line, Placed, Scene, Shape, Sheet, Sprite, Text, Veil
from render.stroke_raster import LineSection, any_color, draw_section, draw_shape, shape_bounds, split_long_line
from render.text_fitting import truncate_alt_text

_SCALE = 2
_MASK = "#FFFFFF"
"""The color of texts that are cached as masks."""
_PIECE = 240
"""Side in px of the squares in which a sheet is drawn.

Most squares are empty or unchanged since the last move.
"""
_HALVES = 2


class Picture(msgspec.Struct, frozen=True):
    """A finished picture.

    It has a file name without its ending, the PNG file, and the full alt text (``words``).
    """

    name: str
    file: bytes
    words: str

    @property
    def alt(self) -> str:
        """The alt text, cut to Discord's limit of 1,024 characters."""
        return truncate_alt_text(self.words)


class _Bitmap(NamedTuple):
    """A bitmap, and the offset in px of its top left corner from the shape's origin."""

    image: Image.Image
    x: int
    y: int


_bitmaps: SizedCache[Shape, _Bitmap] = SizedCache(PICTURE_BUDGET, lambda bitmap: image_size_bytes(bitmap.image))


def _bitmap_of(shape: Shape) -> _Bitmap:
    return _bitmaps.get(shape, lambda: _draw_bitmap(shape))


def render_scene(scene: Scene, options: DisplayOptions = DEFAULT_OPTIONS) -> Picture:
    """Draw a scene as a picture.

    This takes about 10 ms of CPU time, at first 100 ms, mostly outside the interpreter's lock, so call it in a thread.
    """
    return _encode_picture(scene.name, _crop_to_window(scene, rasterize(scene).indices), scene, options, scene.alt)


def _crop_to_window(scene: Scene, indexed: Image.Image) -> Image.Image:
    """Return the pixels of the scene's window.

    Pixels of the window outside the picture have the background color.
    """
    if scene.window is None:
        return indexed
    x, y, width, height = scene.window
    cropped = Image.new(indexed.mode, (width, height), scene.palette.index(scene.ground))
    cropped.paste(indexed, (-x, -y))
    return cropped


def render_parts(scene: Scene, options: DisplayOptions, *, halves: bool = False) -> tuple[Picture, ...]:
    """Draw a scene for one reader's options, as one picture or in parts.

    The first part has the alt text.
    """
    if scene.window is not None or not (options.large or options.wide or scene.halved):
        return (render_scene(scene, options),)
    indexed, objects = rasterize(scene).indices, tuple(_uncuttable_boxes(scene))
    if options.large:
        parts = large_print_parts(scene.width, scene.height, _body_box(scene, indexed), objects, halves=halves)
    else:
        parts = split_into_rows(scene.width, scene.height, objects, rows=_HALVES if scene.halved else 0)
    if len(parts) == 1 and not options.large:
        return (render_scene(scene, options),)
    pictures = []
    for number, part in enumerate(parts, 1):
        right, bottom = part.x + part.w, part.y + part.h
        cut = indexed.crop((part.x, part.y, right, bottom))
        alt = f"The same picture, part {number} of {len(parts)}: {part.words}."
        words = scene.alt if number == 1 else alt
        pictures.append(_encode_picture(f"{scene.name}-{number}", cut, scene, options, words))
    return tuple(pictures)


def _body_box(scene: Scene, indexed: Image.Image) -> Pixels | None:
    """Return the box of the drawing below the header.

    Return None if there is no header or no drawing.
    """
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
    """Yield the boxes of the shapes that should not be cut. The lines of a map may be cut."""
    for layer in scene.layers:
        for shape in layer.shapes:
            if isinstance(shape, Sheet):
                yield from (shape_bounds(part) for part in shape.shapes if not isinstance(part, Line))
            elif not isinstance(shape, Veil):
                yield shape_bounds(shape)


def _encode_picture(name: str, indexed: Image.Image, scene: Scene, options: DisplayOptions, words: str) -> Picture:
    """Encode pixels of a scene as a file, in the colors of the display options."""
    colors = tuple([recolor(color, options.palette) for color in scene.palette])
    rows = indexed.crop((-1, 0, *indexed.size))  # a leading 0 in each row: “no filter”
    return Picture(name, encode_png(rows.tobytes(), *indexed.size, colors, packing=options.packing), words)


def rasterize(scene: Scene) -> Canvas:
    """Draw a scene on a canvas of its palette."""
    canvas = Canvas((scene.width, scene.height), scene.ground, scene.palette)
    for layer in scene.layers:
        for shape in layer.shapes:
            _paint_shape(canvas, shape)
    return canvas


def _paint_shape(canvas: Canvas, shape: Shape) -> None:
    match shape:
        case Placed(x=x, y=y, sprite=sprite) if sprite.ground:
            _, _, width, height = _pixel_extent(sprite)
            left, top = round(x), round(y)
            canvas.paste(sprite, (left, top, left + width, top + height), lambda: _draw_bitmap(sprite).image)
        case Placed(x=x, y=y, sprite=sprite):
            _paint_bitmap(canvas, sprite, round(x), round(y))
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
            _paint_bitmap(canvas, replace(shape, x=x - left, y=y - top), left, top)
        case _:
            _paint_bitmap(canvas, shape, 0, 0)


def _paint_bitmap(canvas: Canvas, shape: Shape, x: int, y: int) -> None:
    left, top, width, height = _pixel_extent(shape)
    box = x + left, y + top, x + left + width, y + top + height
    canvas.paint(shape, box, lambda below: _paste_bitmap(below, _bitmap_of(shape).image))


def _paste_bitmap(below: Image.Image, bitmap: Image.Image) -> Image.Image:
    return _paste_masked(below, bitmap, bitmap)


def _paste_masked(below: Image.Image, paint: Image.Image | Color, mask: Image.Image) -> Image.Image:
    below.paste(paint, (0, 0, *mask.size), mask)
    return below


def _paint_sheet(canvas: Canvas, sheet: Sheet) -> None:
    """Paint a sheet piece by piece. Pieces without shapes are skipped."""
    bounded = [part for shape in sheet.shapes for part in split_long_line(shape)]
    right, bottom = sheet.x + sheet.w, sheet.y + sheet.h
    for top in range(sheet.y, bottom, _PIECE):
        lower = min(top + _PIECE, bottom)
        end = top + _PIECE
        row = [(box, shape) for box, shape in bounded if box[1] < end and box[3] > top]
        for left in range(sheet.x, right, _PIECE) if row else ():
            shapes = [shape for box, shape in row if box[0] < left + _PIECE and box[2] > left]
            if shapes:
                box = left, top, min(left + _PIECE, right), lower
                cache_key = sha256(msgspec.msgpack.encode((left, top, shapes))).digest()
                canvas.paint(cache_key, box, partial(_draw_on_piece, shapes=shapes, left=left, top=top))


def _draw_on_piece(below: Image.Image, shapes: Sequence[Shape | LineSection], left: int, top: int) -> Image.Image:
    """Draw shapes on a piece of a picture at twice its size.

    ``left`` and ``top`` are the piece's corner in px.
    """
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
    """Paint a text. A text without a rim is cached as a mask, which is used for every color."""
    left, top = floor(text.x), floor(text.y)
    cached_text = replace(text, x=text.x - left, y=text.y - top, ink=text.ink if text.halo else _MASK)
    bitmap = _bitmap_of(cached_text)
    x, y, image = left + bitmap.x, top + bitmap.y, bitmap.image
    box = x, y, x + image.width, y + image.height
    paint = image if text.halo else text.ink
    canvas.paint((cached_text, text.ink), box, lambda below: _paste_masked(below, paint, image))


def _has_whole_edges(box: Box) -> bool:
    """Whether only the corners of a box need soft edges.

    The box must also be large enough for its corners to be drawn separately.
    """
    corner = _corner_size(box)
    measures = (box.x, box.y, box.w, box.h, box.line)
    return all(value == int(value) for value in measures) and min(box.w, box.h) > 2 * corner


def _paint_box(canvas: Canvas, box: Box) -> None:
    """Paint a large box as plain rectangles and four corners.

    The corners are cut from a small box with the same style.
    """
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
    for left, corner_x in ((0, x), (c, right - c)):
        for top, corner_y in ((0, y), (c, bottom - c)):
            cut = left, top, left + c, top + c
            target = corner_x, corner_y, corner_x + c, corner_y + c
            canvas.paint((corners, cut), target, partial(_paste_corner, corners=corners, cut=cut))


def _paste_corner(below: Image.Image, corners: Box, cut: Pixels) -> Image.Image:
    return _paste_bitmap(below, _bitmap_of(corners).image.crop(cut))


def _corner_size(box: Box) -> int:
    """Return the side of the square that contains the curve of a corner, in px."""
    return ceil(max(box.radius, box.line)) + 1


def _pixel_box(box: Box | Veil) -> Pixels:
    left, top = round(box.x), round(box.y)
    return left, top, round(box.x + box.w), round(box.y + box.h)


def _pixel_extent(shape: Shape) -> Pixels:
    """Return left, top, width, and height of a shape in whole px."""
    left, top, right, bottom = shape_bounds(shape)
    x, y = floor(left), floor(top)
    return x, y, max(1, ceil(right) - x), max(1, ceil(bottom) - y)


def _draw_bitmap(shape: Shape) -> _Bitmap:
    """Draw a shape at twice its size and reduce it."""
    ground = shape.ground if isinstance(shape, Sprite) else None
    x, y, width, height = _pixel_extent(shape)
    reduced = halve(_draw_doubled(shape, (width * _SCALE, height * _SCALE), x, y, ground))
    if isinstance(shape, Sprite) and shape.turned:
        reduced = reduced.transpose(Image.Transpose.ROTATE_180)
    if isinstance(shape, Text) and (drawn_box := reduced.getbbox()):  # most of a text's box is empty
        return _Bitmap(reduced.crop(drawn_box), x + drawn_box[0], y + drawn_box[1])
    return _Bitmap(reduced, x, y)


def _draw_doubled(shape: Shape, size: tuple[int, int], x: int, y: int, ground: Color | None) -> Image.Image:
    """Draw a shape at twice its size on a new image.

    ``x`` and ``y`` are the shape's top left corner.
    """
    if ground and has_no_text(shape):
        canvas = Image.new("P", size, rgb(ground))
        with suppress(ValueError):  # more than 256 colors
            draw_shape(ImageDraw.Draw(canvas), shape, -x, -y)
            return canvas
    canvas = _empty_canvas(shape, size, ground)
    draw_shape(ImageDraw.Draw(canvas), shape, -x, -y)
    return canvas


def _empty_canvas(shape: Shape, size: tuple[int, int], ground: Color | None) -> Image.Image:
    """Return a new image for a bitmap: a mask, an image with a background color, or a transparent image."""
    if isinstance(shape, Text) and not shape.halo:
        return Image.new("L", size, 0)
    if ground:
        return Image.new("RGB", size, ground)
    return Image.new("RGBA", size, (*rgb(any_color(shape)), 0))


@lru_cache(64)
def _veil_table(color: Color, share: float) -> list[int]:
    """Return a table for ``Image.point`` that blends red, green, and blue toward a color.

    A table takes half the time of a mask.
    """
    weight = round(255 * share)
    weighted_channels = [channel * weight for channel in rgb(color)]
    return [round((value * (255 - weight) + channel) / 255) for channel in weighted_channels for value in range(256)]
