"""Whether the write-ahead log beside a database is whole. SQLite passes over everything from a damaged frame on.

The format is SQLite's (sqlite.org/fileformat2.html, section 4): a header, then frames of one page each, with checksums
that run on from frame to frame. Frames of before the log's last new beginning have other salts and count for nothing.
"""

import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import msgspec

_HEADER, _FRAME = 32, 24
_MAGIC = 0x377F0682
_BIG_ENDIAN = 1
"""Added to the magic number where the checksums are taken over big-endian words."""
_MASK = 0xFFFFFFFF
_DAMAGED = "The write-ahead log ({}) is damaged: what was stored after that is missing."
_UNFINISHED = (
    "The write-ahead log ({}) ends in the middle of a change. Right after a crash this is one that nobody had been "
    "told of, and the bot's next start takes it away; otherwise the log was cut off, and what was stored last is gone."
)

Order = Literal["<", ">"]
Sums = tuple[int, int]


class _Frame(msgspec.Struct, frozen=True):
    """One frame as it lies in the log; ``salts`` are of the log it was written to, ``last`` ends a transaction."""

    salts: bytes
    last: bool
    said: Sums
    summed: bytes


def wal_problem(database: Path) -> str:
    """The sentence about what is wrong with the log of ``database``; empty when there is no log, or nothing wrong."""
    file = database.with_name(database.name + "-wal")
    data = file.read_bytes() if file.is_file() else b""
    if len(data) < _HEADER:
        return ""
    magic, _, page, _, _, _, *said = struct.unpack(">8I", data[:_HEADER])
    order: Order = ">" if magic & _BIG_ENDIAN else "<"
    sums = _sums(order, (0, 0), data[: _HEADER - 8])
    if magic & ~_BIG_ENDIAN != _MAGIC or list(sums) != said or not _is_page(page):
        return _DAMAGED.format(file.name)
    frames = list(_frames(data, page))
    valid = _valid(data[16:24], frames, order, sums)
    if any(_is_of(data[16:24], frame.salts) for frame in frames[valid:]):
        return _DAMAGED.format(file.name)
    torn = valid == len(frames) and (len(data) - _HEADER) % (_FRAME + page)
    return _UNFINISHED.format(file.name) if torn or (valid and not frames[valid - 1].last) else ""


def _is_page(size: int) -> bool:
    return 512 <= size <= 65_536 and size & (size - 1) == 0


def _valid(salts: bytes, frames: list[_Frame], order: Order, sums: Sums) -> int:
    """The number of frames of this log that stand in the file as they were written, one after the other."""
    for count, frame in enumerate(frames):
        sums = _sums(order, sums, frame.summed)
        if frame.salts != salts or frame.said != sums:
            return count
    return len(frames)


def _is_of(salts: bytes, found: bytes) -> bool:
    """Whether a frame was written to this log; half a match is a damaged frame of it."""
    return salts[:4] == found[:4] or salts[4:] == found[4:]


def _frames(data: bytes, page: int) -> Iterator[_Frame]:
    for at in range(_HEADER, len(data) - _FRAME - page + 1, _FRAME + page):
        first, second = struct.unpack(">2I", data[at + 16 : at + _FRAME])
        summed = data[at : at + 8] + data[at + _FRAME : at + _FRAME + page]
        yield _Frame(data[at + 8 : at + 16], any(data[at + 4 : at + 8]), (first, second), summed)


def _sums(order: Order, sums: Sums, data: bytes) -> Sums:
    """SQLite's running checksum over an even number of words."""
    first, second = sums
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    for even, odd in zip(words[::2], words[1::2], strict=True):
        first = (first + even + second) & _MASK
        second = (second + odd + first) & _MASK
    return first, second
