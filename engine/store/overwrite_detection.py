"""Detects that something other than SQLite has written an open database, such as ``cp`` from a backup.

With a write-ahead log, SQLite writes the file itself only in a checkpoint. It counts the pages of a checkpoint in the
index of the log before it writes the first one, and again after the last one, in any process
(sqlite.org/walformat.html, section 2.2). So a new modification time without a new count is not SQLite's work.

The change counter in the file's header never decreases. It rises at each start, which writes the first page
(``engine.store.sqlite_setup``). So a lower one is that of an older copy.
"""

import os
import struct
from pathlib import Path

import msgspec

_HEADER_FORMAT = struct.Struct(">18x2s4xI")
"""The file's format of writing and reading, and its change counter (sqlite.org/fileformat2.html, 1.3)."""
FORMAT_WITHOUT_WAL = b"\x01\x01"
"""The format of a file whose last writer used no write-ahead log."""
_INDEX_FORMAT = struct.Struct("=32x8s56xI28xI")
"""The log's salts, the pages that are in the file, and those that a checkpoint has begun to write."""


class Header(msgspec.Struct, frozen=True):
    """The identifying part of a database's header; all empty for a shorter file."""

    format: bytes = b""
    counter: int = 0


def read_header(file: int) -> Header:
    """The header of an open database."""
    data = _read_start(file, _HEADER_FORMAT.size)
    return Header(*_HEADER_FORMAT.unpack(data)) if len(data) == _HEADER_FORMAT.size else Header()


def _read_start(file: int, size: int) -> bytes:
    os.lseek(file, 0, os.SEEK_SET)
    return os.read(file, size)


class _CheckpointCounts(msgspec.Struct, frozen=True):
    """The statement of the log's index about checkpoints."""

    salts: bytes = b""
    done: int = 0
    begun: int = 0


class OpenDatabase:
    """A database that SQLite has open, and its index. Mutable: it holds their last known counters.

    Both stay open until ``close``, which must come after SQLite's: closing them ends SQLite's locks on them.
    """

    def __init__(self, database: Path, index: Path) -> None:
        self._file = os.open(database, os.O_RDONLY | getattr(os, "O_BINARY", 0))
        self._index = os.open(index, os.O_RDONLY | getattr(os, "O_BINARY", 0)) if index.exists() else None
        self._header = read_header(self._file)
        self._checkpoints, self._modification = self._read_checkpoints(), self._read_modification()

    @property
    def counter(self) -> int:
        """The change counter; no later one is lower."""
        return self._header.counter

    def is_replaced(self) -> bool:
        """Whether the file certainly has the content of another one."""
        now = read_header(self._file)
        if now.format != self._header.format or now.counter < self._header.counter:
            return True
        self._header = now
        return False

    def is_written_by_others(self) -> bool:
        """Whether something other than a checkpoint has written the file, or changed its time."""
        checkpoints, written = self._read_checkpoints(), self._read_modification()
        before, self._checkpoints = self._checkpoints, checkpoints
        if written == self._modification:
            return False
        self._modification = written
        if checkpoints == before:
            checkpoints = self._read_checkpoints()  # one may have begun since
        return checkpoints == before and checkpoints.begun <= checkpoints.done

    def close(self) -> None:
        """Close both, after SQLite has."""
        os.close(self._file)
        if self._index is not None:
            os.close(self._index)

    def _read_modification(self) -> tuple[int, int]:
        status = os.fstat(self._file)
        is_exact = os.name != "nt"  # Windows may note the time of a change much later
        return status.st_mtime_ns if is_exact else 0, status.st_size

    def _read_checkpoints(self) -> _CheckpointCounts:
        data = _read_start(self._index, _INDEX_FORMAT.size) if self._index is not None else b""
        return (
            _CheckpointCounts(*_INDEX_FORMAT.unpack(data)) if len(data) == _INDEX_FORMAT.size else _CheckpointCounts()
        )
