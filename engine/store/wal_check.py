"""Checks the write-ahead log next to a database. SQLite ignores everything from a damaged frame on.

The format is SQLite's (sqlite.org/fileformat2.html, section 4): a header, then frames of one page each, with cumulative
checksums. Frames from before the log's last restart have other salts and do not count.

After the last commit there may be the beginning of a change that was not stored, for example because of a full disk;
the next change overwrites it. While a process has the database open, the index next to the log has the number of
committed frames (section 4 of sqlite.org/walformat.html), and only those count. Without it, such a rest looks like a
truncated log.
"""

import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import msgspec

from engine.store.file_identity import wal_index_path, wal_path

_HEADER, _FRAME = 32, 24
_MAGIC = 0x377F0682
_BIG_ENDIAN = 1
"""Added to the magic number where the checksums are taken over big-endian words."""
_MASK = 0xFFFFFFFF
_INDEX = struct.Struct("=3I2BH4I8s")
"""The index's header up to the salts, in the machine's order of bytes; a second copy of all of it follows."""
_INDEX_SIZE = 48

_DAMAGED = "The write-ahead log ({}) is damaged: what was stored after that is missing."
_UNFINISHED = (
    "The write-ahead log ({}) ends in the middle of a change. After a crash or on a full disk, that change was "
    "confirmed to nobody, and the bot’s next start removes it. Something is missing only if the log was cut off later, "
    "such as by copying it."
)

ByteOrder = Literal["<", ">"]
Checksum = tuple[int, int]


class _Frame(msgspec.Struct, frozen=True):
    """One frame as it lies in the log; ``salts`` are of the log it was written to, ``last`` ends a transaction."""

    salts: bytes
    last: bool
    said: Checksum
    summed: bytes


class LogProblem(msgspec.Struct, frozen=True):
    """A problem of a log. ``is_unfinished``: possibly nothing is missing, as it is intact up to its last commit."""

    text: str
    is_unfinished: bool = False


def find_wal_problem(database: Path, *, is_open: bool = False) -> LogProblem | None:
    """The problem of the log of ``database``; None if there is no log or no problem.

    ``is_open``: another process has the database open. It may be writing, so check again before you report it.
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
    rest = [frame for frame in frames[valid:] if _is_frame_of(data[16:24], frame.salts)]
    if any(frame.last for frame in rest):
        return LogProblem(_DAMAGED.format(file.name))
    torn = valid == len(frames) and (len(data) - _HEADER) % (_FRAME + page)
    if rest or torn or (valid and not frames[valid - 1].last):
        return LogProblem(_UNFINISHED.format(file.name), is_unfinished=True)
    return None


class _CommittedFrames(msgspec.Struct, frozen=True):
    """The number of frames that belong to stored transactions, in the log with these salts."""

    frames: int
    salts: bytes


def _read_committed_frames(database: Path) -> _CommittedFrames | None:
    """The statement of the log's index; None when there is none that can be read."""
    file = wal_index_path(database)
    data = file.read_bytes()[: 2 * _INDEX_SIZE] if file.is_file() else b""
    if len(data) < 2 * _INDEX_SIZE or data[:_INDEX_SIZE] != data[_INDEX_SIZE:]:
        return None
    _, _, _, is_set_up, _, _, frames, *_, salts = _INDEX.unpack(data[: _INDEX.size])
    return _CommittedFrames(frames, salts) if is_set_up else None


def _is_page_size(size: int) -> bool:
    return 512 <= size <= 65_536 and size & (size - 1) == 0


def _count_valid_frames(salts: bytes, frames: list[_Frame], order: ByteOrder, sums: Checksum) -> int:
    """The number of frames of this log that stand in the file as they were written, one after the other."""
    for count, frame in enumerate(frames):
        sums = _add_to_checksum(order, sums, frame.summed)
        if frame.salts != salts or frame.said != sums:
            return count
    return len(frames)


def _is_frame_of(salts: bytes, found: bytes) -> bool:
    """Whether a frame was written to this log; half a match is a damaged frame of it."""
    return salts[:4] == found[:4] or salts[4:] == found[4:]


def _read_frames(data: bytes, page: int) -> Iterator[_Frame]:
    for at in range(_HEADER, len(data) - _FRAME - page + 1, _FRAME + page):
        first, second = struct.unpack(">2I", data[at + 16 : at + _FRAME])
        summed = data[at : at + 8] + data[at + _FRAME : at + _FRAME + page]
        yield _Frame(data[at + 8 : at + 16], any(data[at + 4 : at + 8]), (first, second), summed)


def _add_to_checksum(order: ByteOrder, sums: Checksum, data: bytes) -> Checksum:
    """SQLite's running checksum over an even number of words."""
    first, second = sums
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    for even, odd in zip(words[::2], words[1::2], strict=True):
        first = (first + even + second) & _MASK
        second = (second + odd + first) & _MASK
    return first, second
