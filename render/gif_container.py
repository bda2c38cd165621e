"""The container format of an animated GIF (GIF89a).

A frame's compressed pixels come from an encoder as a GIF of one frame; here they are concatenated.
"""

from struct import pack

from render.palette import rgb
from render.scene import Color

TRANSPARENT = 255
"""The index of “unchanged”; a palette has at most 255 other colors."""

_COLORS = 256
_KEEP = 1 << 2
"""Disposal 1: the next frame is drawn over this one."""
_SCREEN, _DESCRIPTOR = 13, 10
_IMAGE, _EXTENSION = 0x2C, 0x21


def file_header(width: int, height: int, palette: tuple[Color, ...]) -> bytes:
    """Everything before the first frame: size, the shared palette, “repeat forever”."""
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
    """A frame at ``x``, ``y``; ``single`` is a GIF of that frame alone, whose palette is ignored."""
    at = _SCREEN + (3 << (single[10] & 7) + 1 if single[10] & 0x80 else 0)
    while single[at] == _EXTENSION:
        at = _skip_blocks(single, at + 2)
    assert single[at] == _IMAGE
    extent, flags = single[at + 5 : at + 9], single[at + 9]
    assert not flags, "a local palette, or rows out of order"
    pixels = single[at + _DESCRIPTOR : _skip_blocks(single, at + _DESCRIPTOR + 1)]
    control = b"\x21\xf9\x04" + pack("<BHBB", _KEEP | 1, round(seconds * 100), TRANSPARENT, 0)
    return control + b"\x2c" + pack("<HH", x, y) + extent + b"\x00" + pixels


def file_trailer() -> bytes:
    """The byte that ends the file."""
    return b"\x3b"


def _skip_blocks(data: bytes, at: int) -> int:
    """Behind the blocks that begin at ``at``; each says its length, and the last one has none."""
    while data[at]:
        at += data[at] + 1
    return at + 1
