"""Indexed pixels to the bytes of a PNG file, by the standard library's zlib alone. It knows no picture library.

Faster than Pillow's own encoder, smaller, and equal wherever zlib is.
"""

from __future__ import annotations

import zlib
from struct import pack

from render.palette import rgb
from render.scene import Color

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_DEPTH, _INDEXED = 8, 3
_LEVEL, _MEMORY = 2, 8
"""Level 2 costs flat pictures no more time than level 1; memory 8 is faster than Pillow's 9."""


def png(
    rows: bytes,
    width: int,
    height: int,
    palette: tuple[Color, ...],
    *,
    clear: int | None = None,
    level: int = _LEVEL,
) -> bytes:
    """A PNG file of rows that each start with a zero (“no filter”), followed by ``width`` palette indices.

    Pixels of the index ``clear`` are transparent. ``level`` is zlib's: higher is smaller and slower.
    """
    packer = zlib.compressobj(level, zlib.DEFLATED, zlib.MAX_WBITS, _MEMORY)
    return b"".join(
        (
            _SIGNATURE,
            _chunk(b"IHDR", pack(">IIBBBBB", width, height, _DEPTH, _INDEXED, 0, 0, 0)),
            _chunk(b"PLTE", b"".join(bytes(rgb(color)) for color in palette)),
            _chunk(b"tRNS", b"\xff" * clear + b"\0") if clear is not None else b"",
            _chunk(b"IDAT", packer.compress(rows) + packer.flush()),
            _chunk(b"IEND", b""),
        )
    )


def _chunk(kind: bytes, data: bytes) -> bytes:
    return pack(">I", len(data)) + kind + data + pack(">I", zlib.crc32(kind + data))
