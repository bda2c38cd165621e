"""Encoding of palette indices as PNG files, faster and smaller than by Pillow."""

import zlib
from collections.abc import Callable, Mapping
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from struct import pack
from typing import Any, Literal

from render.palette import rgb
from render.scene import Color

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_DEPTH, _INDEXED = 8, 3

Compression = Literal["quick", "small", "smallest"]
"""The level of compression.

``quick`` is the fastest. ``small`` makes files 30% smaller and takes 4 times as long. ``smallest`` makes the smallest
files.
"""


def _import_if_installed(name: str) -> Any:
    """Import a library, or return None if it is not installed.

    Some libraries have no wheel for some CPUs.
    """
    return import_module(name) if find_spec(name.partition(".")[0]) else None


def choose_compressors(igzip: Any, zlib_ng: Any) -> Mapping[Compression, Callable[[bytes], bytes]]:
    """Return the function for each level of compression, which compresses bytes to a zlib stream.

    A library that is None is replaced by zlib.
    """
    return {
        # for flat pictures, level 2 of zlib is as fast as level 1
        "quick": partial(igzip.compress, level=1) if igzip else partial(zlib.compress, level=2),
        "small": partial((zlib_ng or zlib).compress, level=6),
        "smallest": partial(zlib.compress, level=9),
    }


_IGZIP = _import_if_installed("isal.isal_zlib")
_COMPRESSORS = choose_compressors(_IGZIP, _import_if_installed("zlib_ng.zlib_ng"))


def compress_quickly(pixels: bytes) -> bytes:
    """Compress pixels with the fastest compression, for a cache."""
    return _COMPRESSORS["quick"](pixels)


def decompress(pixels: bytes) -> bytes:
    """Decompress pixels that ``compress_quickly`` compressed."""
    return (_IGZIP or zlib).decompress(pixels)  # type: ignore[no-any-return]


def encode_png(
    rows: bytes,
    width: int,
    height: int,
    palette: tuple[Color, ...],
    *,
    clear: int | None = None,
    packing: Compression = "quick",
) -> bytes:
    """Return a PNG file.

    Each of the ``rows`` has a zero byte (“no filter”) and ``width`` palette indices. Pixels with the index ``clear``
    are transparent.
    """
    return b"".join(
        (
            _SIGNATURE,
            _chunk(b"IHDR", pack(">IIBBBBB", width, height, _DEPTH, _INDEXED, 0, 0, 0)),
            _chunk(b"PLTE", b"".join(bytes(rgb(color)) for color in palette)),
            _chunk(b"tRNS", b"\xff" * clear + b"\0") if clear is not None else b"",
            _chunk(b"IDAT", _COMPRESSORS[packing](rows)),
            _chunk(b"IEND", b""),
        )
    )


def _chunk(kind: bytes, data: bytes) -> bytes:
    return pack(">I", len(data)) + kind + data + pack(">I", zlib.crc32(kind + data))
