"""Old databases are migrated step by step, and each step is applied completely or not at all."""

import re
import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from engine.errors import Unreadable
from engine.store import FormerHolder, LogRow
from engine.store.connection import Connection
from engine.store.dialect import split_statements
from engine.store.migrations import APPLICATION, check_version, load_migrations, migrate
from engine.store.models import Checkpoint
from engine.store.move_log import add_log_row, load_checkpoints, load_log
from engine.store.postgresql import connect
from engine.store.postgresql import migrate as migrate_server
from engine.store.seat_history import load_holders
from tests.postgresql import schema

FIRST = "CREATE TABLE tea (kind TEXT); INSERT INTO tea VALUES ('green');"
SECOND = "ALTER TABLE tea ADD COLUMN cups INTEGER NOT NULL DEFAULT 1;"


@pytest.fixture
def db() -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
        yield db


def version(db: sqlite3.Connection) -> int:
    found: int = db.execute("PRAGMA user_version").fetchone()[0]
    return found


def test_the_scripts_are_numbered_without_a_gap() -> None:
    assert list(load_migrations()) == list(range(1, len(load_migrations()) + 1))


def test_an_empty_database_gets_every_step(db: sqlite3.Connection) -> None:
    migrate(db, {1: FIRST, 2: SECOND})
    assert db.execute("SELECT kind, cups FROM tea").fetchall() == [("green", 1)]
    assert version(db) == 2


def test_an_old_database_gets_the_steps_it_lacks_and_keeps_its_rows(db: sqlite3.Connection) -> None:
    migrate(db, {1: FIRST})
    db.execute("INSERT INTO tea VALUES ('black')")
    migrate(db, {1: FIRST, 2: SECOND})
    assert db.execute("SELECT kind, cups FROM tea").fetchall() == [("green", 1), ("black", 1)]


def test_a_step_that_fails_leaves_the_version_before_it(db: sqlite3.Connection) -> None:
    with pytest.raises(sqlite3.OperationalError):
        migrate(db, {1: FIRST, 2: "CREATE TABLE cake (kind TEXT); SELECT nonsense;"})
    assert version(db) == 1
    assert db.execute("SELECT name FROM sqlite_schema").fetchall() == [("tea",)]


def test_a_reader_does_not_upgrade_an_old_database(db: sqlite3.Connection) -> None:
    migrate(db, {1: FIRST})
    with pytest.raises(Unreadable, match="version 1. Start the bot once to update it to 2"):
        check_version(db, {1: FIRST, 2: SECOND})
    assert version(db) == 1


def test_no_step_needs_a_newer_sqlite_than_python_may_have() -> None:
    """Ubuntu 22.04 has Python 3.11 with SQLite 3.37. (sqlite.org/releaselog/3_39_0.html)"""
    for script in load_migrations().values():
        for statement in split_statements(script):
            assert "HAVING" not in statement or "GROUP BY" in statement
            assert not re.search(r"DISTINCT FROM|(RIGHT|FULL)( OUTER)? JOIN|unixepoch|->", statement)


def test_all_tables_are_strict(db: sqlite3.Connection) -> None:
    migrate(db, load_migrations())
    loose = db.execute("SELECT name FROM pragma_table_list WHERE strict = 0 AND name NOT LIKE 'sqlite%'").fetchall()
    assert loose == []


def test_a_database_in_use_by_another_program_is_called_that(tmp_path: Path) -> None:
    file = tmp_path / "tea.db"
    for ready in ({1: FIRST}, {1: FIRST, 2: SECOND}):
        with closing(sqlite3.connect(file, isolation_level=None)) as other:
            migrate(other, {1: FIRST})
            for begin in ("BEGIN EXCLUSIVE", "BEGIN IMMEDIATE"):
                other.execute(begin)
                late = closing(sqlite3.connect(file, isolation_level=None, timeout=0))
                with late as db, pytest.raises(Unreadable, match="in use by another program"):
                    migrate(db, ready)
                other.execute("ROLLBACK")


def test_a_database_that_may_not_be_written_is_called_that(tmp_path: Path) -> None:
    file = tmp_path / "tea.db"
    with closing(sqlite3.connect(file, isolation_level=None)) as db:
        migrate(db, {1: FIRST})
    for ready in ({1: FIRST}, {1: FIRST, 2: SECOND}):
        with closing(sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True, isolation_level=None)) as db:
            with pytest.raises(Unreadable, match="may not be written"):
                migrate(db, ready)
            check_version(db, {1: FIRST})


def test_a_file_that_is_no_database_is_called_that(tmp_path: Path) -> None:
    file = tmp_path / "tea.db"
    file.write_bytes(b"green tea, black tea\n" * 100)
    opened = closing(sqlite3.connect(file, isolation_level=None))
    with opened as db, pytest.raises(Unreadable, match="cannot be read as a database"):
        migrate(db, {1: FIRST})


def test_the_log_of_a_database_of_the_first_version_is_kept_and_takes_premoves(db: sqlite3.Connection) -> None:
    steps = load_migrations()
    migrate(db, {1: steps[1]})
    db.execute(
        "INSERT INTO session (id, channel_id, title, version, host, options, status, since, created_at)"
        " VALUES (1, 2, 'tea', 1, 3, '{}', 'playing', 0, 0)"
    )
    row = (1, 1, 2, "p2 pour", "player", 77, 5.0, b"[]", 0)
    db.execute("INSERT INTO log VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", row)
    migrate(db, steps)
    assert db.execute("SELECT * FROM log").fetchall() == [row]
    db.execute("INSERT INTO log VALUES (1, 2, 1, 'p1 sip', 'ahead', 78, 6.0, x'', 1)")
    for wrong in ("'never', 79", "'ahead', 78"):  # the checks hold as before
        with pytest.raises(sqlite3.IntegrityError):
            db.execute(f"INSERT INTO log VALUES (1, 3, 1, 'p1 sip', {wrong}, 6.0, x'', 1)")
    assert ("outbox",) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'index'").fetchall()


def test_a_database_of_the_third_version_keeps_the_known_names_of_former_players(
    db: sqlite3.Connection,
) -> None:
    steps = load_migrations()
    migrate(db, {step: steps[step] for step in (1, 2, 3)})
    db.execute(
        "INSERT INTO session (id, channel_id, title, version, host, options, status, since, created_at)"
        " VALUES (1, 2, 'tea', 1, 3, '{}', 'playing', 0, 0)"
    )
    seated = [
        (1, 1, "Ada", 101, None, None, 0),
        (1, 2, "Ben (computer)", None, "greedy", 102, 0),
        (1, 3, "Dan", 104, None, None, 9),
    ]
    db.executemany(
        "INSERT INTO player (session, seat, name, user_id, policy, away, came) VALUES (?, ?, ?, ?, ?, ?, ?)", seated
    )
    gone = [(1, 1, 101, 0, 4, 0, 0), (1, 2, 102, 0, 7, 0, 0), (1, 3, 103, 0, 9, 0, 0), (1, 3, -5, 0, 2, 0, 0)]
    db.executemany("INSERT INTO departure VALUES (?, ?, ?, ?, ?, ?, ?)", gone)
    migrate(db, steps)
    assert load_holders(db, 1) == (
        FormerHolder(1, 4, "Ada", 101),
        FormerHolder(2, 7, "Ben", 102),
        FormerHolder(3, 2, "A former player", None),
        FormerHolder(3, 9, "A former player", 103),
    )


def test_the_application_id_is_four_letters() -> None:
    assert APPLICATION.to_bytes(4) == b"RndH"


def test_archived_games_are_rows_again(db: sqlite3.Connection) -> None:
    steps = load_migrations()
    migrate(db, {step: steps[step] for step in range(1, 15)})
    fill_with_archives(db)
    migrate(db, steps)
    check_archives_are_restored(db)


def test_archived_games_are_rows_again_on_a_server(postgresql: str) -> None:
    db, steps = connect(schema(postgresql)), load_migrations()
    with closing(db.pg):
        migrate_server(db, {step: steps[step] for step in range(1, 15)})
        fill_with_archives(db)
        migrate_server(db, steps)
        check_archives_are_restored(db)


ROWS = (LogRow(0, 0, "", "start", 1.0, b"[]", None), LogRow(1, 1, "p1 sip", "player", 2.0, b'[{"type": "Sip"}]', 77))


NO_ARCHIVE = zlib.compress(msgspec.msgpack.encode({"log": 5}))


def fill_with_archives(db: Connection) -> None:
    """Insert a game in progress, an archived game, and two games with damaged archives."""
    session = (
        "INSERT INTO session (id, channel_id, title, version, host, options, status, since, created_at, state, head,"
        " archived) VALUES (?, ?, 'tea', 1, 3, '{}', ?, 50, 0, ?, 1, ?)"
    )
    over = [(2, 2, "finished", b"", 1), (3, 3, "ended", b"", 1), (4, 4, "ended", b"", 1)]
    db.executemany(session, [(1, 1, "playing", b"{}", 0), *over])
    add_log_row(db, 1, ROWS[0])
    kept = {"state": b'{"cups": 2}', "points": [{"seq": 0, "version": 1, "state": b"{}"}], "log": ROWS}
    archives = [(2, zlib.compress(msgspec.msgpack.encode(kept))), (3, b"x"), (4, NO_ARCHIVE)]
    db.executemany("INSERT INTO archive (session, data) VALUES (?, ?)", archives)


def check_archives_are_restored(db: Connection) -> None:
    states = db.execute("SELECT state FROM session ORDER BY id").fetchall()
    assert [bytes(state) for (state,) in states] == [b"{}", b'{"cups": 2}', b"x", NO_ARCHIVE]
    assert load_log(db, 2, -1, None) == ROWS and load_checkpoints(db, 2) == (Checkpoint(0, 1, b"{}"),)
    assert load_log(db, 1, -1, None) == ROWS[:1] and load_log(db, 3, -1, None) == ()
    outbox = db.execute("SELECT session, seq FROM log WHERE announced = 0").fetchall()
    assert outbox == [(1, 0)]
