"""The container format of an animated GIF (GIF89a).

An encoder compresses each frame as a GIF of one frame; this module joins the frames into one file.
"""

from struct import pack

from render.palette import rgb
from render.scene import Color

TRANSPARENT = 255
"""The palette index for unchanged pixels, which are transparent.

A palette has at most 255 other colors.
"""

_COLORS = 256
_KEEP = 1 << 2
"""The flag for disposal method 1: the next frame is drawn over this one."""
_SCREEN_BYTES, _DESCRIPTOR_BYTES = 13, 10
_IMAGE, _EXTENSION = 0x2C, 0x21
"""The bytes that begin an image descriptor and an extension block."""


def file_header(width: int, height: int, palette: tuple[Color, ...]) -> bytes:
    """Return the bytes before the first frame: the size, the shared palette, and the flag for endless repetition."""
    colors = palette[:TRANSPARENT]
    colors += (palette[0],) * (_COLORS - len(colors))
    return b"".join(
        (
            b"GIF89a" + pack("<HHBBB", width, height, 0xF7, 0, 0),
            *(bytes(rgb(color)) for color in colors),
            b"\x21\xff\x0bNETSCAPE2.0\x03\x01" + pack("<HB", 0, 0),
        )
    )


def frame_block(single: bytes, x: int, y: int, seconds: float) -> bytes:
    """Return a frame at ``x``, ``y``.

    ``single`` is a GIF file with only this frame; its palette is ignored.
    """
    offset = _SCREEN_BYTES + (3 << (single[10] & 7) + 1 if single[10] & 0x80 else 0)
    while single[offset] == _EXTENSION:
        offset = _skip_blocks(single, offset + 2)
    assert single[offset] == _IMAGE
    extent, flags = single[offset + 5 : offset + 9], single[offset + 9]
    assert not flags, "a local palette, or rows out of order"
    pixels = single[offset + _DESCRIPTOR_BYTES : _skip_blocks(single, offset + _DESCRIPTOR_BYTES + 1)]
    control = b"\x21\xf9\x04" + pack("<BHBB", _KEEP | 1, round(seconds * 100), TRANSPARENT, 0)
    return control + b"\x2c" + pack("<HH", x, y) + extent + b"\x00" + pixels


def file_trailer() -> bytes:
    """Return the byte that ends the file."""
    return b"\x3b"


def _skip_blocks(data: bytes, offset: int) -> int:
    """Return the offset after the sub-blocks that begin at ``offset``.

    The last sub-block has length 0.
    """
    while data[offset]:
        offset += data[offset] + 1
    return offset + 1
