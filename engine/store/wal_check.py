"""Check of the write-ahead log next to a database.

From a damaged frame on, SQLite silently ignores the log. The log (sqlite.org/fileformat2.html, section 4) has a header,
and then frames of one page each, with cumulative checksums. Frames from before the log's last restart have other salts
and are not part of the log.

After the last commit, the log may contain the beginning of a change that was not committed, for example because of a
full disk; the next change overwrites it. While a process has the database open, the index next to the log has the
number of committed frames (sqlite.org/walformat.html, section 4), and only these are checked. Without an index, the
beginning of such a change looks like a truncated log.
"""

import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import msgspec

from engine.store.file_identity import wal_index_path, wal_path

_HEADER, _FRAME = 32, 24
"""Bytes of the log's header, and of the header of each frame."""
_MAGIC = 0x377F0682
_BIG_ENDIAN = 1
"""The flag in the magic number that says that checksums are over big-endian words."""
_MASK = 0xFFFFFFFF
_INDEX = struct.Struct("=3I2BH4I8s")
"""The layout of the index's header up to the salts, in native byte order.

A second copy of the whole header follows the first one.
"""
_INDEX_SIZE = 48
"""Size of the index's header in bytes."""

_DAMAGED = "The write-ahead log ({}) is damaged: what was stored after that is missing."
_UNFINISHED = (
    "The write-ahead log ({}) ends in the middle of a change. After a crash or on a full disk, that change was "
    "confirmed to nobody, and the bot’s next start removes it. Something is missing only if the log was cut off later, "
    "such as by copying it."
)

ByteOrder = Literal["<", ">"]
Checksum = tuple[int, int]


class _Frame(msgspec.Struct, frozen=True):
    """One frame of the log.

    ``salts`` are those of the log to which the frame was written. ``last``: whether the frame ends a transaction.
    ``checksum`` is the stored checksum, which covers ``data``.
    """

    salts: bytes
    last: bool
    checksum: Checksum
    data: bytes


class LogProblem(msgspec.Struct, frozen=True):
    """A problem of a log.

    ``is_unfinished``: the log is intact up to its last commit, so possibly nothing is missing.
    """

    text: str
    is_unfinished: bool = False


def find_wal_problem(database: Path, *, is_open: bool = False) -> LogProblem | None:
    """Return the problem of the log of ``database``; None if there is no log or no problem.

    ``is_open``: another process has the database open. That process may be writing, so repeat the check before you
    report a problem.
    """
    file = wal_path(database)
    committed = _read_committed_frames(database) if is_open else None
    data = file.read_bytes() if file.is_file() else b""
    if len(data) < _HEADER or (committed and not committed.frames):
        return None
    magic, _, page, _, _, _, *stored_checksum = struct.unpack(">8I", data[:_HEADER])
    order: ByteOrder = ">" if magic & _BIG_ENDIAN else "<"
    checksum = _add_to_checksum(order, (0, 0), data[: _HEADER - 8])
    if magic & ~_BIG_ENDIAN != _MAGIC or list(checksum) != stored_checksum or not _is_page_size(page):
        return LogProblem(_DAMAGED.format(file.name))
    frames = list(_read_frames(data, page))
    valid = _count_valid_frames(data[16:24], frames, order, checksum)
    if committed:
        is_whole = committed.salts == data[16:24] and valid >= committed.frames
        return None if is_whole else LogProblem(_DAMAGED.format(file.name))
    remainder = [frame for frame in frames[valid:] if _is_frame_of(data[16:24], frame.salts)]
    if any(frame.last for frame in remainder):
        return LogProblem(_DAMAGED.format(file.name))
    has_partial_frame = valid == len(frames) and (len(data) - _HEADER) % (_FRAME + page)
    if remainder or has_partial_frame or (valid and not frames[valid - 1].last):
        return LogProblem(_UNFINISHED.format(file.name), is_unfinished=True)
    return None


class _CommittedFrames(msgspec.Struct, frozen=True):
    """The number of committed frames in the log that has the salts ``salts``."""

    frames: int
    salts: bytes


def _read_committed_frames(database: Path) -> _CommittedFrames | None:
    """Return the number of committed frames from the log's index.

    Return None if there is no readable index.
    """
    file = wal_index_path(database)
    data = file.read_bytes()[: 2 * _INDEX_SIZE] if file.is_file() else b""
    if len(data) < 2 * _INDEX_SIZE or data[:_INDEX_SIZE] != data[_INDEX_SIZE:]:
        return None
    _, _, _, is_set_up, _, _, frames, *_, salts = _INDEX.unpack(data[: _INDEX.size])
    return _CommittedFrames(frames, salts) if is_set_up else None


def _is_page_size(size: int) -> bool:
    return 512 <= size <= 65_536 and size & (size - 1) == 0


def _count_valid_frames(salts: bytes, frames: list[_Frame], order: ByteOrder, checksum: Checksum) -> int:
    """Return the number of intact frames at the beginning of ``frames`` that belong to the log with these salts."""
    for count, frame in enumerate(frames):
        checksum = _add_to_checksum(order, checksum, frame.data)
        if frame.salts != salts or frame.checksum != checksum:
            return count
    return len(frames)


def _is_frame_of(salts: bytes, frame_salts: bytes) -> bool:
    """Whether a frame was written to the log with these salts.

    One equal salt is enough, because the frame may be damaged.
    """
    return salts[:4] == frame_salts[:4] or salts[4:] == frame_salts[4:]


def _read_frames(data: bytes, page: int) -> Iterator[_Frame]:
    for offset in range(_HEADER, len(data) - _FRAME - page + 1, _FRAME + page):
        first, second = struct.unpack(">2I", data[offset + 16 : offset + _FRAME])
        content = data[offset : offset + 8] + data[offset + _FRAME : offset + _FRAME + page]
        yield _Frame(data[offset + 8 : offset + 16], any(data[offset + 4 : offset + 8]), (first, second), content)


def _add_to_checksum(order: ByteOrder, checksum: Checksum, data: bytes) -> Checksum:
    """Return SQLite's cumulative checksum of earlier data (``checksum``) and ``data``.

    The data must have an even number of 32-bit words.
    """
    first, second = checksum
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    for even, odd in zip(words[::2], words[1::2], strict=True):
        first = (first + even + second) & _MASK
        second = (second + odd + first) & _MASK
    return first, second
