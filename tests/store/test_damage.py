"""``verify`` reports a damaged database in a sentence, unless the damage changed nothing that a replay can prove."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from engine.__main__ import main
from tests.conftest import DEEP
from tests.store.damaged_copies import Content, content, damaged, played

COPIES = range(200 if DEEP else 28)

UNPROVEN = {
    "session": {"channel_id", "guild_id", "host", "since", "created_at", "terms", "paused", "status"},
    "log": {"made_by", "at", "interaction", "announced"},
}
"""Columns that a replay cannot prove; it proves nothing in other tables such as players, notes and clocks."""
PROVEN_TABLES = {"session", "log", "checkpoint"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a database of a game of every title and a lobby, and a copy from a running bot."""
    folder = tmp_path_factory.mktemp("whole")
    asyncio.run(played(folder / "tables.db", 60 if DEEP else 12))
    return folder


def proven(found: Content | None) -> Content:
    """Return the part of a database's content that a replay can prove."""
    assert found is not None
    return {
        name: tuple({key: row[key] for key in row if key not in UNPROVEN.get(name, ())} for row in rows)
        for name, rows in found.items()
        if name in PROVEN_TABLES
    }


@pytest.mark.parametrize("number", COPIES)
def test_damage_is_reported_or_changed_nothing_that_can_be_proved(
    number: int, folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kind = damaged(folder, number, tmp_path / "copy.db")
    status, said = main(["verify", "--db", str(tmp_path / "copy.db")]), capsys.readouterr().out
    assert status in (0, 1) and said.strip().endswith(".")
    if status == 0 and "Note: " not in said:
        whole = content(folder / ("live.db" if kind.startswith("log") else "tables.db"))
        assert proven(content(tmp_path / "copy.db")) == proven(whole), kind
        assert "not verified" in said


def test_an_undamaged_database_is_in_order_with_and_without_its_log(folder: Path) -> None:
    assert [main(["verify", "--db", str(folder / name)]) for name in ("tables.db", "live.db")] == [0, 0]


def test_a_move_stored_for_another_seat_is_found(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = tmp_path / "copy.db"
    copy.write_bytes((folder / "tables.db").read_bytes())
    with closing(sqlite3.connect(copy)) as db, db:
        db.execute("UPDATE log SET seat = seat + 1 WHERE session = 1 AND seq = 3")
    assert main(["verify", "--db", str(copy)]) == 1
    assert capsys.readouterr().out.startswith("table 1, move 3: ")


def test_a_table_that_lost_its_index_is_found(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    copy = tmp_path / "copy.db"
    copy.write_bytes((folder / "tables.db").read_bytes())
    with closing(sqlite3.connect(copy)) as db:
        db.execute("DROP INDEX one_open_table_a_channel")
    assert main(["verify", "--db", str(copy)]) == 1
    assert "one_open_table_a_channel" in capsys.readouterr().out


RESULT = "INSERT INTO result VALUES (1, 1, 'rivals', 1, 1, 30, 1, 0.5, 0)"


def test_results_which_some_sqlite_takes_for_damaged_are_in_order(folder: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    copy.write_bytes((folder / "tables.db").read_bytes())
    with closing(sqlite3.connect(copy)) as db, db:
        db.execute(RESULT)
    assert main(["verify", "--db", str(copy)]) == 0


DECLARED = "UPDATE sqlite_schema SET sql = replace(sql, ?, ?) WHERE name = 'log'"
STRICT, LOOSE = "at          REAL    NOT NULL", "at          ANY"


def test_a_value_of_another_kind_than_its_column_is_found(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = tmp_path / "copy.db"
    copy.write_bytes((folder / "tables.db").read_bytes())
    with closing(sqlite3.connect(copy)) as db, db:
        db.execute("PRAGMA writable_schema = ON")
        db.execute(DECLARED, (STRICT, LOOSE))
    with closing(sqlite3.connect(copy)) as db, db:
        db.execute("UPDATE log SET at = 'noon' WHERE session = 1 AND seq = 3")
    with closing(sqlite3.connect(copy)) as db, db:
        db.execute("PRAGMA writable_schema = ON")
        db.execute(DECLARED, (LOOSE, STRICT))
    assert main(["verify", "--db", str(copy)]) == 1
    assert "value in log.at" in capsys.readouterr().out


def test_an_empty_file_is_reported_as_empty(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "copy.db").touch()
    assert main(["verify", "--db", str(tmp_path / "copy.db")]) == 1
    assert capsys.readouterr().out.startswith("The file is empty")
