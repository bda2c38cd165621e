"""The check finds a write-ahead log whole, unfinished or damaged, by SQLite's description of the format."""

import sqlite3
import struct
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest

from engine.store.wal_check import find_wal_problem

LITTLE, BIG = 0x377F0682, 0x377F0683
SALTS, OLDER = b"saltsalt", b"olderone"


class Frame(NamedTuple):
    """A page in the log. In the last frame of a transaction, ``size`` is the number of pages of the database,
    elsewhere 0.
    """

    page: int
    size: int
    salts: bytes = SALTS


WRITTEN = (Frame(1, 0), Frame(2, 2), Frame(2, 3))


def wal(frames: Iterable[Frame] = WRITTEN, *, magic: int = LITTLE, page: int = 512) -> bytes:
    """Return a log in the format of SQLite."""
    sums, order = (0, 0), ">" if magic == BIG else "<"

    def on(data: bytes) -> bytes:
        nonlocal sums
        for first, second in struct.iter_unpack(f"{order}2I", data):
            one = (sums[0] + first + sums[1]) % 2**32
            sums = one, (sums[1] + second + one) % 2**32
        return struct.pack(">2I", *sums)

    head = struct.pack(">4I", magic, 3_007_000, page, 7) + SALTS
    found = head + on(head)
    for number, frame in enumerate(frames):
        said, content = struct.pack(">2I", frame.page, frame.size), bytes([number + 1]) * page
        found += said + frame.salts + on(said + content) + content
    return found


def problem(folder: Path, data: bytes) -> str:
    """Return the kind of problem of a log: ``unfinished``, ``damaged``, or empty if there is none."""
    (folder / "tables.db-wal").write_bytes(data)
    said = find_wal_problem(folder / "tables.db")
    if said is None:
        return ""
    assert "(tables.db-wal)" in said.text and said.is_unfinished == ("in the middle of a change" in said.text)
    return "unfinished" if said.is_unfinished else "damaged"


def test_no_log_and_one_that_was_never_begun_are_in_order(tmp_path: Path) -> None:
    assert find_wal_problem(tmp_path / "tables.db") is None
    assert {problem(tmp_path, b"\1" * length) for length in (0, 1, 31)} == {""}
    assert problem(tmp_path, b"\1" * 32) == "damaged"


def test_the_log_of_sqlite_itself_is_whole(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "live.db", isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode = wal")
        db.execute("CREATE TABLE one (two)")
        db.execute("INSERT INTO one VALUES (3)")
        data = (tmp_path / "live.db-wal").read_bytes()
    assert (data[:4], problem(tmp_path, data)) == (LITTLE.to_bytes(4, "big"), "")
    assert problem(tmp_path, data[:-1]) == "unfinished"


def test_of_a_log_in_use_only_the_committed_frames_count(tmp_path: Path) -> None:
    live, log = tmp_path / "live.db", tmp_path / "live.db-wal"
    with closing(sqlite3.connect(live, isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode = wal")
        db.execute("CREATE TABLE one (two)")
        committed = log.read_bytes()
        db.execute("INSERT INTO one VALUES (3)")
        later = log.read_bytes()
        for rest in (b"\1" * 100, later[32 : 32 + 24 + 4_096], later[len(committed) : -1]):
            log.write_bytes(later + rest)
            assert find_wal_problem(live) is not None and find_wal_problem(live, is_open=True) is None
        for less in (later[:-1], committed, changed(later, 100), changed(later, 20)):
            log.write_bytes(less)
            found = find_wal_problem(live, is_open=True)
            assert found is not None and not found.is_unfinished
        log.write_bytes(later)


@pytest.mark.parametrize("magic", [LITTLE, BIG])
@pytest.mark.parametrize("page", [512, 1_024, 65_536])
def test_a_whole_log_is_in_order_in_either_order_of_bytes(tmp_path: Path, magic: int, page: int) -> None:
    assert problem(tmp_path, wal(magic=magic, page=page)) == ""
    assert problem(tmp_path, wal((), magic=magic, page=page)) == ""


@pytest.mark.parametrize("page", [0, 1, 256, 511, 513, 768, 131_072])
def test_a_log_of_pages_that_no_database_has_is_damaged(tmp_path: Path, page: int) -> None:
    assert problem(tmp_path, wal((), page=page)) == "damaged"


@pytest.mark.parametrize("magic", [LITTLE - 1, LITTLE + 2, LITTLE ^ 0x100])
def test_another_magic_number_is_damage(tmp_path: Path, magic: int) -> None:
    assert problem(tmp_path, wal((), magic=magic)) == "damaged"


@pytest.mark.parametrize("at", range(32))
def test_any_byte_of_the_header_that_is_another_is_damage(tmp_path: Path, at: int) -> None:
    assert problem(tmp_path, changed(wal(), at)) == "damaged"


@pytest.mark.parametrize("frame", range(3))
@pytest.mark.parametrize("at", [0, 3, 4, 7, 8, 11, 12, 15, 16, 19, 20, 23, 24, 300, 535])
def test_any_byte_of_a_frame_that_is_another_is_damage(tmp_path: Path, frame: int, at: int) -> None:
    assert problem(tmp_path, changed(wal(), 32 + frame * 536 + at)) == "damaged"


def changed(data: bytes, at: int) -> bytes:
    return data[:at] + bytes([data[at] ^ 0x40]) + data[at + 1 :]


@pytest.mark.parametrize("cut", [1, 23, 24, 25, 511, 512, 513, 535])
def test_a_log_that_ends_within_a_frame_is_unfinished(tmp_path: Path, cut: int) -> None:
    assert problem(tmp_path, wal()[:-cut]) == "unfinished"


def test_a_log_that_ends_within_a_transaction_is_unfinished(tmp_path: Path) -> None:
    assert [problem(tmp_path, wal(WRITTEN[:count])) for count in range(4)] == ["", "unfinished", "", ""]
    assert problem(tmp_path, wal((Frame(1, 256), Frame(1, 1 << 24)))) == ""


def test_frames_from_before_the_last_restart_of_the_log_are_ignored(tmp_path: Path) -> None:
    old = Frame(1, 0, OLDER), Frame(2, 9, OLDER)
    assert problem(tmp_path, wal((*WRITTEN, *old))) == ""
    assert problem(tmp_path, wal((*WRITTEN, *old))[:-1]) == ""
    assert problem(tmp_path, wal(old)) == ""
    assert problem(tmp_path, wal((WRITTEN[0], *old))) == "unfinished"


@pytest.mark.parametrize("salts", [SALTS, SALTS[:4] + OLDER[4:], OLDER[:4] + SALTS[4:]])
def test_a_frame_of_this_log_after_older_ones_is_damage(tmp_path: Path, salts: bytes) -> None:
    assert problem(tmp_path, wal((*WRITTEN, Frame(1, 0, OLDER), Frame(2, 9, salts)))) == "damaged"
