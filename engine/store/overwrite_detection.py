"""Detection that something other than SQLite has written an open database.

An example is ``cp`` from a backup. With a write-ahead log, SQLite writes the file itself only in a checkpoint. It
counts the pages of a checkpoint in the index of the log before it writes the first page, and again after the last one,
in any process (sqlite.org/walformat.html, section 2.2). So if the modification time changes without the counts, another
program has written the file.

The change counter in the file's header never decreases. It rises at each start, which writes the first page
(``engine.store.sqlite_setup``). So a file with a lower counter is an older copy.
"""

import os
import struct
from pathlib import Path

import msgspec

_HEADER_FORMAT = struct.Struct(">18x2s4xI")
"""The layout of a file's header, for its format versions and change counter (fileformat2.html, 1.3)."""
FORMAT_WITHOUT_WAL = b"\x01\x01"
"""The format versions in the header of a file whose last writer did not use a write-ahead log."""
_INDEX_FORMAT = struct.Struct("=32x8s56xI28xI")
"""The layout of the log's index: salts, the number of pages written to the file, and the number begun."""


class Header(msgspec.Struct, frozen=True):
    """The parts of a database's header that identify its content; empty if the file is too short."""

    format: bytes = b""
    counter: int = 0


def read_header(file: int) -> Header:
    """Return the header of an open database."""
    data = _read_start(file, _HEADER_FORMAT.size)
    return Header(*_HEADER_FORMAT.unpack(data)) if len(data) == _HEADER_FORMAT.size else Header()


def _read_start(file: int, size: int) -> bytes:
    os.lseek(file, 0, os.SEEK_SET)
    return os.read(file, size)


class _CheckpointCounts(msgspec.Struct, frozen=True):
    """The numbers of pages that checkpoints have copied from the log into the file.

    ``done`` pages are completely written; the writing of ``begun`` pages has begun.
    """

    salts: bytes = b""
    done: int = 0
    begun: int = 0


class OpenDatabase:
    """A database that SQLite has open, and the index of its log, with the last known counters. Mutable.

    Both files stay open until ``close``. Call ``close`` after SQLite has closed the files, because closing them
    releases SQLite's locks.
    """

    def __init__(self, database: Path, index: Path) -> None:
        self._file = os.open(database, os.O_RDONLY | getattr(os, "O_BINARY", 0))
        self._index = os.open(index, os.O_RDONLY | getattr(os, "O_BINARY", 0)) if index.exists() else None
        self._header = read_header(self._file)
        self._checkpoints, self._modification = self._read_checkpoints(), self._read_modification()

    @property
    def counter(self) -> int:
        """The last known change counter."""
        return self._header.counter

    def is_replaced(self) -> bool:
        """Whether the file certainly has other content than the database that was opened, such as that of a backup."""
        header = read_header(self._file)
        if header.format != self._header.format or header.counter < self._header.counter:
            return True
        self._header = header
        return False

    def is_written_by_others(self) -> bool:
        """Whether anything other than a checkpoint of SQLite has written the file.

        A change of the modification time that no checkpoint explains is enough.
        """
        checkpoints, modification = self._read_checkpoints(), self._read_modification()
        before, self._checkpoints = self._checkpoints, checkpoints
        if modification == self._modification:
            return False
        self._modification = modification
        if checkpoints == before:
            checkpoints = self._read_checkpoints()  # a checkpoint may have begun since
        return checkpoints == before and checkpoints.begun <= checkpoints.done

    def close(self) -> None:
        """Close both files. Call it after SQLite has closed them."""
        os.close(self._file)
        if self._index is not None:
            os.close(self._index)

    def _read_modification(self) -> tuple[int, int]:
        status = os.fstat(self._file)
        is_exact = os.name != "nt"  # Windows may update the time much later
        return status.st_mtime_ns if is_exact else 0, status.st_size

    def _read_checkpoints(self) -> _CheckpointCounts:
        data = _read_start(self._index, _INDEX_FORMAT.size) if self._index is not None else b""
        return (
            _CheckpointCounts(*_INDEX_FORMAT.unpack(data)) if len(data) == _INDEX_FORMAT.size else _CheckpointCounts()
        )
